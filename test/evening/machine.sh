#!/bin/sh
# Runs a command as on a machine of its own: what is written below the directories named here is gone with it, its
# network is its own loopback, and its processes end with it. Wants root; entered by test/evening/machine.ts, with
# `unshare --mount --pid`. The network of before is /run/outer-network.
#   machine.sh DIRECTORY TEMPORARY COMMAND...     two empty directories, in /tmp and elsewhere
set -eu
changes=$1
temporary=$2
shift 2

hide() {
  mkdir "$2" "$2/upper" "$2/work"
  chmod --reference="/$1" "$2/upper"
  chown --reference="/$1" "$2/upper"
  mount -t overlay overlay "/$1" -o "lowerdir=/$1,upperdir=$2/upper,workdir=$2/work"
}

# By this name it is found when /var is hidden.
mount --bind "$temporary" /mnt
# A container engine may have mounted files over these, which an overlay does not see.
cp --dereference /etc/resolv.conf /etc/hosts "$changes"
for directory in etc root usr/local var; do
  hide "$directory" "$changes/$(basename "$directory")"
done
cat "$changes/resolv.conf" > /etc/resolv.conf
{ cat "$changes/hosts"; echo 127.0.0.1 accounts.example.org; } > /etc/hosts
# The doctor sees that an overlay is no place for a database, and npm is slow on one.
for directory in opt srv usr/local/lib/node_modules var/lib/norn; do
  mkdir -p "/$directory" "/mnt/$directory"
  mount --bind "/mnt/$directory" "/$directory"
done
hide tmp /mnt/tmp
umount --lazy /mnt
mount -t tmpfs tmpfs /run
touch /run/outer-network
mount --bind /proc/self/ns/net /run/outer-network
# Not by exec: this shell is the process 1, which has to wait for orphans.
unshare --net sh -c 'ip link set lo up && exec "$@"' sh "$@"
