#!/bin/sh
# postinst of the deb, %post of the rpm. A new installation waits for its settings; an update backs the database up
# and restarts the service where it runs, which migrates the database.
set -e

case ${1:-} in
  configure) previous=${2:-} ;;
  1) previous= ;;
  2) previous=older ;;
  *) exit 0 ;;
esac

getent passwd norn > /dev/null ||
  useradd --system --user-group --home-dir /var/lib/norn --no-create-home --shell /usr/sbin/nologin norn
install --directory --owner=norn --group=norn --mode=0700 /var/lib/norn /var/backups/norn
chown root:norn /etc/norn /etc/norn/norn.env
chmod 0750 /etc/norn
chmod 0640 /etc/norn/norn.env
# Norn reads .env in its directory. One that is there belongs to an installation from before, and holds.
[ -e /etc/norn/.env ] || [ -L /etc/norn/.env ] || ln -s norn.env /etc/norn/.env
if [ ! -e /etc/norn/secret ]; then
  # Whole or not at all: one that is cut short would be kept for good.
  (umask 077 && head -c 32 /dev/urandom | base64 > /etc/norn/secret.unfinished)
  chown root:norn /etc/norn/secret.unfinished
  chmod 0640 /etc/norn/secret.unfinished
  mv /etc/norn/secret.unfinished /etc/norn/secret
fi

back_up() {
  database=$(/usr/bin/norn config --json | sed -n 's/.*"NORN_DATABASE_URL":{"value":"\([^"]*\)".*/\1/p')
  case $database in
    sqlite:*)
      [ -s "${database#sqlite:}" ] || return 0
      /usr/bin/norn backup "/var/backups/norn/before-update-$(date -u +%Y%m%dT%H%M%SZ).sqlite.gz"
      ;;
    postgres*)
      if [ -r /etc/norn/database ] && command -v pg_dump > /dev/null; then
        runuser -u norn -- /usr/lib/norn/deploy/backup-postgres.sh /etc/norn/database /var/backups/norn 14
      else
        echo 'norn: PostgreSQL is not backed up by this package; see /usr/share/doc/norn/docs/deploy.md' >&2
      fi
      ;;
    *) return 1 ;;
  esac
}

if [ -n "$previous" ] && ! back_up; then
  echo 'norn: the backup before the update failed; the old version keeps running. Put it right, then: dpkg --configure norn' >&2
  exit 1
fi

# Node.js never deletes what it compiled of another version.
rm -rf /var/cache/norn
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  [ -z "$previous" ] || systemctl try-restart norn.service
fi

[ -n "$previous" ] || cat << 'TEXT'
Norn is installed and waits for its settings. Put its address into /etc/norn/norn.env, then:
  systemctl enable --now norn.service norn-backup.timer
  norn doctor
TEXT
