#!/bin/sh
# Prints the path of libfaketime, which shows a program another time; installs Debian's package first where it is absent.
set -eu

found() {
  for library in "${HOUSEWAY_FAKETIME:-}" /usr/lib/*/faketime/libfaketimeMT.so.1 /usr/lib*/faketime/libfaketimeMT.so.1 \
    /usr/local/lib/faketime/libfaketimeMT.so.1; do
    if [ -n "$library" ] && [ -r "$library" ]; then
      echo "$library"
      return 0
    fi
  done
  return 1
}

if found; then exit 0; fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "installing Debian's libfaketime" >&2
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends libfaketime; } >&2
  if found; then exit 0; fi
fi
echo "libfaketime is not here: install Debian's libfaketime, or set HOUSEWAY_FAKETIME to the library" >&2
exit 1
