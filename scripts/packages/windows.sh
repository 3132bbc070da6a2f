#!/usr/bin/env bash
# Puts what build/windows has built into build/packages/vellum-VERSION-windows-x64.zip: the program, the library with its
# import library and headers, documents, samples and the licences of everything that is linked in.
# shellcheck source=scripts/packages/common.sh
source "$(dirname "$0")/common.sh"
name=vellum-$version-windows-x64
tree=$scratch/$name
mkdir -p "$tree/licences" "$tree/library"

quietly cmake --install build/windows --strip --prefix "$scratch/all"
all=$scratch/all
mv "$all/bin/vellum.exe" "$all/bin/vellum_c.dll" "$tree"
mv "$all/include" "$all/lib/libvellum_c.dll.a" "$tree/library"
cp build/windows/exports.def "$tree/library/vellum_c.def"
mv "$all"/share/doc/vellum/* "$tree"
mv "$all/share/vellum/python" "$tree/python"
if [[ -d $all/share/vellum/web ]]; then mv "$all/share/vellum/web" "$tree/web"; fi

for package in libfmt-dev libcli11-dev libz-mingw-w64-dev mingw-w64-common gcc-mingw-w64-base; do
  cp "/usr/share/doc/$package/copyright" "$tree/licences/$package.txt"
done
for source in lua5.4 re2 sqlite3; do cp "build/debian-source/$source/debian/copyright" "$tree/licences/$source.txt"; done

archive "$scratch" "$name"
