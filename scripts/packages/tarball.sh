#!/usr/bin/env bash
# build/packages/vellum-VERSION-linux-ARCH.tar.gz: what `cmake --install` copies, from build/portable, whose programs need
# nothing but the C library. It works in any folder.
# shellcheck source=scripts/packages/common.sh
source "$(dirname "$0")/common.sh"
name=vellum-$version-linux-$(uname -m)
installed build/portable "$scratch/$name" --prefix "$scratch/$name"
for program in "$scratch/$name/bin/vellum" "$scratch/$name"/lib/libvellum_c.so.*.*; do
  needed=$(readelf -d "$program" | sed -nE 's/.*NEEDED.*\[(.*)\]/\1/p' | grep -vE '^(libc|libm|libpthread|ld-linux-.*)\.so' || true)
  [[ -z $needed ]] || { echo "$program needs $needed" >&2; exit 1; }
done
mkdir "$scratch/$name/share/doc/vellum/licences"
for package in libfmt-dev libcli11-dev liblua5.4-dev libre2-dev libsqlite3-dev zlib1g-dev libstdc++-12-dev; do
  cp -L "/usr/share/doc/$package/copyright" "$scratch/$name/share/doc/vellum/licences/$package.txt"
done
tar -C "$scratch" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -c "$name" |
  gzip -9n > "$out/$name.tar.gz"
made "$name.tar.gz"
