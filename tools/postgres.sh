#!/bin/sh
# Prints the folder of PostgreSQL's programs (initdb, postgres); installs Debian's package first where it is absent.
set -eu

found() {
  for folder in ${HOUSEWAY_POSTGRES:-} /usr/lib/postgresql/*/bin /usr/local/pgsql/bin /usr/pgsql-*/bin; do
    if [ -x "$folder/initdb" ] && [ -x "$folder/postgres" ]; then newest=$folder; fi
  done
  if [ -z "${newest:-}" ] && command -v initdb >/dev/null && command -v postgres >/dev/null; then
    newest=$(dirname "$(readlink -f "$(command -v postgres)")")
  fi
  [ -n "${newest:-}" ] && echo "$newest"
}

if found; then exit 0; fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "installing Debian's postgresql" >&2
  # The tests start a cluster of their own; the package need not make one.
  mkdir -p /etc/postgresql-common
  [ -e /etc/postgresql-common/createcluster.conf ] || echo "create_main_cluster = false" >/etc/postgresql-common/createcluster.conf
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql; } >&2
  if found; then exit 0; fi
fi
echo "PostgreSQL is not here: install Debian's postgresql, or set HOUSEWAY_POSTGRES to the folder of initdb and postgres" >&2
exit 1
