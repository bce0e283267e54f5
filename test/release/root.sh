#!/bin/sh
# Runs a command as root in a directory that holds another system, with processes and a network of its own. Entered
# by test/release/spaces.ts.
#   root.sh ROOT COMMAND...
set -eu
root=$1
shift
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/run"
mount --rbind /dev "$root/dev"
ip link set lo up
# Not by exec: this shell is the process 1, which has to wait for orphans.
chroot "$root" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
  LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
