#!/bin/sh
# /usr/bin/norn of the deb and the rpm: runs Norn's commands as its user, with the settings in /etc/norn/norn.env. It
# works in /etc/norn, so files on its command line are named by absolute paths.
set -e
program=/usr/lib/norn/norn

case ${1:-} in
  '' | help | --help | --version | completion) exec "$program" "$@" ;;
esac
if [ "$(id -u)" = 0 ]; then
  cd /etc/norn
  exec runuser -u norn -- "$program" "$@"
fi
if [ "$(id -un)" = norn ]; then
  cd /etc/norn
  exec "$program" "$@"
fi
echo "norn: only root can run commands of the service; type: sudo norn $*" >&2
exit 1
