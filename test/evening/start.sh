#!/bin/sh
# Runs a command beside a Debian of its own: the command is outside of its root, but has its network, processes and
# names. Entered by test/evening/from-release.ts, with `unshare`.
#   start.sh ROOT COMMAND...
set -eu
root=$1
shift
echo 127.0.0.1 localhost accounts.example.org > "$root/etc/hosts"
mount --bind "$root/etc/hosts" /etc/hosts
ip link set lo up
# Not by exec: this shell is the process 1, which has to wait for orphans.
"$@"
