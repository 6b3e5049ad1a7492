#!/bin/sh
# usage: pkg-config.sh PREFIX SOURCE PROGRAM
# Builds SOURCE with the flags that scatter_kernels.pc in PREFIX gives. The file
# is read by hand: pkg-config need not be installed.
set -eu
pc=$1/lib/pkgconfig/scatter_kernels.pc
get() {
  sed -n "s/^$1: //p" "$pc" | sed "s|\${libdir}|$2/lib|; s|\${includedir}|$2/include|"
}
# shellcheck disable=SC2046
${CC:-gcc} "$2" $(get Cflags "$1") $(get Libs "$1") -o "$3"
