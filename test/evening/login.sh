#!/bin/sh
# Runs a command as root in that Debian, as a login there does. Container engines want its root to be a real one, not
# that of chroot.
#   login.sh ROOT COMMAND...     with `unshare --mount`
set -eu
root=$1
shift
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t sysfs sysfs "$root/sys"
mount -t tmpfs tmpfs "$root/sys/fs/cgroup"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/run"
mkdir -p "$root/run/systemd/system" "$root/outside"
cd "$root"
pivot_root . outside
umount --lazy /outside
cd /root
exec env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
  DEBIAN_FRONTEND=noninteractive "$@"
