#!/bin/sh
# Starts the file system of an image as an engine does where nothing is allowed: read-only, as the image's user, with
# a volume for the data, and with nothing in the environment but what the image sets.
#   image.sh ROOT DATA USER COMMAND...
set -eu
root=$1
data=$2
user=$3
shift 3
# Engines make these where an image has none.
mkdir -p "$root/proc" "$root/dev"
mount --bind "$root" "$root"
mount -t tmpfs tmpfs "$root/tmp"
mount --bind "$data" "$root/data"
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/dev"
for name in null urandom; do
  touch "$root/dev/$name"
  mount --bind "/dev/$name" "$root/dev/$name"
done
mount -o remount,bind,ro "$root"
ip link set lo up
exec chroot --userspec="$user" "$root" "$@"
