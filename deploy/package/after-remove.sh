#!/bin/sh
# postrm of the deb, %postun of the rpm. What players have made stays, unless somebody says that it may go.
set -e

if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
fi
[ "${1:-}" = purge ] || exit 0

# Debian removes norn.env and .dpkg-* itself.
[ ! -L /etc/norn/.env ] || rm -f /etc/norn/.env
may_go=false
if [ -e /usr/share/debconf/confmodule ]; then
  . /usr/share/debconf/confmodule
  db_input high norn/remove-data || true
  db_go || true
  if db_get norn/remove-data; then may_go=$RET; fi
  db_purge
fi
[ "$may_go" != true ] || rm -rf /var/lib/norn
rmdir /var/backups/norn 2> /dev/null || true
# No backup can be read without it.
[ -e /var/lib/norn ] || [ -e /var/backups/norn ] || rm -f /etc/norn/secret
rm -f /etc/norn/secret.unfinished
rm -rf /var/cache/norn
rmdir /etc/norn 2> /dev/null || true
