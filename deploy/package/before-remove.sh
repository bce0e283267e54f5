#!/bin/sh
# prerm of the deb, %preun of the rpm. An update leaves the service running until the new version is in place.
set -e
case ${1:-} in
  remove | 0) ;;
  *) exit 0 ;;
esac
if [ -d /run/systemd/system ]; then
  systemctl disable --now norn.service norn-backup.timer
fi
