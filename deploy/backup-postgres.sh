#!/bin/sh
# Writes a dump of the database whose URL is in URL_FILE into DIRECTORY and keeps the newest KEEP:
#   backup-postgres.sh URL_FILE DIRECTORY KEEP
# "pg_restore --clean --if-exists --dbname=URL FILE" restores it.
set -eu
umask 077
[ "$3" -ge 1 ]
file="$2/norn-$(date --utc +%Y%m%dT%H%M%SZ).dump"
url=$(cat "$1")
case $url in
  *%* | *,* | *@\[*)
    echo "$0: $1 has a URL with % or several servers, which this script does not read; run pg_dump yourself" >&2
    exit 1
    ;;
esac
# The URL is not on the command line, where other users could read the password.
PGSERVICEFILE=$(mktemp)
export PGSERVICEFILE
trap 'rm -f "$PGSERVICEFILE" "$file.partial"' EXIT
form='^postgres(ql)?://([^:@/]*)(:([^@/]*))?@([^:/]*)(:([0-9]+))?/([^?]*).*$'
printf '[norn]\n' > "$PGSERVICEFILE"
printf '%s\n' "$url" | sed -E "s,$form,user=\2\npassword=\4\nhost=\5\nport=\7\ndbname=\8," | grep -v '=$' >> "$PGSERVICEFILE"
pg_dump --format=custom --dbname=service=norn --file="$file.partial"
sync "$file.partial"
mv "$file.partial" "$file"
find "$2" -maxdepth 1 -name 'norn-*.dump' | sort --reverse | tail -n "+$(($3 + 1))" | while read -r old; do rm -f "$old"; done
