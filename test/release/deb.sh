#!/bin/bash
# In a fresh Debian (root.sh), with the packages in /packages: installs, updates while the service runs, removes and
# purges, and says what is wrong.
set -euo pipefail
fail() { echo "deb: $*" >&2; exit 1; }
is() { [ "$2" = "$3" ] || fail "$1 is '$2', not '$3'"; }
# says PATTERN COMMAND...: whatever its exit status.
says() { pattern=$1; shift; said=$("$@" 2>&1 || true); [[ $said =~ $pattern ]] || fail "'$*' says: $said"; }
node() { /usr/lib/norn/node/bin/node "$@"; }
install() { apt-get install --yes --quiet --no-install-recommends --allow-downgrades --option Dpkg::Options::=--force-confold "$1" > /tmp/apt 2>&1 || { cat /tmp/apt >&2; fail "$1 cannot be installed"; }; }
# post PATH BODY: the status, and the answer in /tmp/answer.
post() {
  node -e 'const [path, body] = process.argv.slice(1)
    fetch("http://127.0.0.1:8080" + path, { method: "POST", body, headers: { "content-type": "application/json" } })
      .then(async (answer) => { require("fs").writeFileSync("/tmp/answer", await answer.text()); console.log(answer.status) })' "$1" "$2"
}
# migrations FILE: how many a database has had.
migrations() { node -e 'console.log(new (require("node:sqlite").DatabaseSync)(process.argv[1]).prepare("select count(*) as n from kysely_migration").get().n)' "$1" 2> /dev/null; }

mkdir -p /run/systemd/system
cp /packages/systemctl /packages/systemd-notify /usr/bin/
password='correct horse battery'

# A new installation waits for its settings.
install /packages/older.deb
is 'the owner of the data' "$(stat -c '%U:%G %a' /var/lib/norn)" 'norn:norn 700'
is 'the mode of the settings' "$(stat -c '%U:%G %a' /etc/norn/norn.env)" 'root:norn 640'
is 'the mode of the secret' "$(stat -c '%U:%G %a' /etc/norn/secret)" 'root:norn 640'
is 'what Norn reads' "$(readlink /etc/norn/.env)" norn.env
[ -z "$(find /proc -maxdepth 1 -user norn)" ] || fail 'it has started without settings'
says '^[0-9.]+\+[0-9a-f]{10}$' norn --version
says '^norn: only root' runuser -u nobody -- norn account list

# Friends play.
echo 'NORN_SERVER_NAME="Steve and friends"' >> /etc/norn/norn.env
systemctl enable --now norn.service norn-backup.timer
norn account create --username Steve --email steve@example.org --password "$password" > /dev/null
is 'signing in' "$(post /auth/authenticate "{\"username\":\"Steve\",\"password\":\"$password\",\"clientToken\":\"c\"}")" 200
token=$(sed 's/.*"accessToken":"\([^"]*\)".*/\1/' /tmp/answer)
valid() { post /auth/validate "{\"accessToken\":\"$token\"}"; }
is 'the token' "$(valid)" 200
had=$(migrations /var/lib/norn/norn.sqlite)

# An update while it runs: a backup of the database as it was, then the new version, with the settings kept.
install /packages/newer.deb
is 'the token after the update' "$(valid)" 200
grep --quiet 'Steve and friends' /etc/norn/norn.env || fail 'the settings are gone'
is 'the version that is installed' "$(dpkg-query --show --showformat '${Version}' norn)" "$(cat /packages/version)"
is 'migrations after the update' "$(migrations /var/lib/norn/norn.sqlite)" "$((had + 1))"
backup=$(ls /var/backups/norn/before-update-*.sqlite.gz) || fail 'there is no backup'
gunzip --stdout "$backup" > /tmp/backup.sqlite
is 'migrations in the backup' "$(migrations /tmp/backup.sqlite)" "$had"
is 'the owner of the backup' "$(stat -c '%U %a' "$backup")" 'norn 600'

# An update that can make no backup, because the disk is full, changes nothing that runs.
mkdir /tmp/backups
mv /var/backups/norn/* /tmp/backups
mount -t tmpfs -o size=16k,uid="$(id -u norn)",gid="$(id -g norn)",mode=0700 tmpfs /var/backups/norn
head -c 16384 /dev/zero > /var/backups/norn/full
! dpkg --install /packages/newer.deb > /tmp/dpkg 2>&1 || fail 'it was updated without a backup'
grep --quiet 'the backup before the update failed' /tmp/dpkg || { cat /tmp/dpkg >&2; fail 'it does not say why'; }
is 'the token after the failed update' "$(valid)" 200
umount /var/backups/norn
mv /tmp/backups/* /var/backups/norn
dpkg --configure norn > /dev/null 2>&1 || fail 'it cannot be configured again'

# The way back, as docs/deploy.md has it: the older version with the backup from before the update.
systemctl stop norn.service
install /packages/older.deb
mkdir /tmp/newer
mv /var/lib/norn/norn.sqlite* /tmp/newer
norn restore "$backup" --verify --keep-tokens > /dev/null 2>&1 || fail 'the backup cannot be restored'
systemctl start norn.service
is 'the token on the way back' "$(valid)" 200
is 'migrations on the way back' "$(migrations /var/lib/norn/norn.sqlite)" "$had"

# A command that root runs without its wrapper leaves nothing that the service can't open.
systemctl stop norn.service
mkdir /tmp/empty
mv /var/lib/norn/* /tmp/empty
(cd /etc/norn && /usr/lib/norn/norn account create --username Alex --email alex@example.org --password "$password" > /dev/null 2>&1) ||
  fail 'root cannot run a command without the wrapper'
is 'the owner of a database that root has made' "$(stat -c '%U %a' /var/lib/norn/norn.sqlite)" 'norn 600'
rm -r /var/lib/norn/*
mv /tmp/empty/* /var/lib/norn
systemctl start norn.service
install /packages/newer.deb
is 'the token after another update' "$(valid)" 200

# Removed, all that people have made stays; installed again, it is there.
apt-get remove --yes --quiet norn > /dev/null 2>&1
! valid > /dev/null 2>&1 || fail 'the service runs without its program'
[ -s /var/lib/norn/norn.sqlite ] && [ -s /etc/norn/secret ] && [ -s /etc/norn/norn.env ] || fail 'removing it lost something'
install /packages/newer.deb
says 'username: +Steve' norn account show Steve

# Purged without an answer, settings go and data stay.
apt-get purge --yes --quiet norn > /dev/null 2>&1
[ ! -e /etc/norn/norn.env ] || fail 'the settings were not purged'
[ -s /var/lib/norn/norn.sqlite ] && [ -s /etc/norn/secret ] || fail 'purging it lost the data'
install /packages/newer.deb
says 'username: +Steve' norn account show Steve

# Purged with a yes, data go too; backups and what they are encrypted with stay.
echo 'norn norn/remove-data boolean true' | debconf-set-selections
apt-get purge --yes --quiet norn > /dev/null 2>&1
[ ! -e /var/lib/norn ] || fail 'the data were not removed'
ls /var/backups/norn/*.gz > /dev/null && [ -s /etc/norn/secret ] || fail 'the backups are lost'
rm -r /var/backups/norn
install /packages/newer.deb
echo 'norn norn/remove-data boolean true' | debconf-set-selections
apt-get purge --yes --quiet norn > /dev/null 2>&1
[ ! -e /etc/norn ] && [ ! -e /var/backups/norn ] || fail "purging it left $(ls -A /etc/norn /var/backups/norn)"
