#!/bin/sh
# Prints the path of Chromium; installs Debian's package first where it is absent.
set -eu

found() {
  for program in "${HOUSEWAY_CHROMIUM:-}" chromium chromium-browser google-chrome; do
    if [ -n "$program" ] && command -v "$program" >/dev/null; then
      command -v "$program"
      return 0
    fi
  done
  return 1
}

if found; then exit 0; fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "installing Debian's chromium" >&2
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core; } >&2
  if found; then exit 0; fi
fi
echo "Chromium is not here: install Debian's chromium, or set HOUSEWAY_CHROMIUM to its program" >&2
exit 1
