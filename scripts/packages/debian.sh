#!/usr/bin/env bash
# Debian packages in build/packages, from build/debian: vellum, libvellum0, libvellum-dev, python3-vellum.
# shellcheck source=scripts/packages/common.sh
source "$(dirname "$0")/common.sh"
arch=$(dpkg --print-architecture) triplet=$(dpkg-architecture -qDEB_HOST_MULTIARCH)
debian=$version-1
tree=$scratch/tree
DESTDIR=$tree installed build/debian "$tree"
lib=usr/lib/$triplet

# take PACKAGE PATH...: moves what the paths (patterns below the tree) name into a package.
take() {
  local package=$1 path
  shift
  for path in $(cd "$tree" && compgen -G "${1}" && for p in "${@:2}"; do compgen -G "$p"; done); do
    mkdir -p "$scratch/$package/$(dirname "$path")"
    mv "$tree/$path" "$scratch/$package/$path"
  done
}

# documents PACKAGE: the papers that every package carries.
documents() {
  local doc=$scratch/$1/usr/share/doc/$1
  mkdir -p "$doc"
  {
    echo "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/"
    echo "Upstream-Name: Vellum"
    echo
    echo "Files: *"
    sed -n 's/^Copyright (c) /Copyright: /p' LICENSE
    echo "License: Expat"
    sed '1,/^Copyright/d' LICENSE | sed '1{/^$/d}; s/^$/./; s/^/ /'
  } > "$doc/copyright"
  {
    echo "vellum ($debian) unstable; urgency=medium"
    echo
    echo "  * Release $version; CHANGELOG.md in the package vellum says what is new."
    echo
    echo " -- Vellum contributors <vellum@packages.invalid>  $(date -uRd "@$SOURCE_DATE_EPOCH")"
  } | gzip -9n > "$doc/changelog.Debian.gz"
}

# build PACKAGE SECTION DEPENDS SUMMARY: the description's other lines come from standard input.
build() {
  local package=$1 root=$scratch/$1
  documents "$package"
  find "$root" -type d -exec chmod 755 {} + -o -type f -perm /111 -exec chmod 755 {} + -o -type f -exec chmod 644 {} +
  if compgen -G "$root/$lib/*.so.*" > /dev/null; then find "$root/$lib" -name '*.so.*' -type f -exec chmod 644 {} +; fi
  mkdir -p "$root/DEBIAN"
  (cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) > "$root/DEBIAN/md5sums"
  {
    echo "Package: $package"
    echo "Source: vellum"
    echo "Version: $debian"
    echo "Architecture: $arch"
    echo "Maintainer: Vellum contributors <vellum@packages.invalid>"
    echo "Installed-Size: $(du -sk --exclude=DEBIAN "$root" | cut -f1)"
    [[ -z $3 ]] || echo "Depends: $3"
    echo "Section: $2"
    echo "Priority: optional"
    echo "Description: $4"
    sed 's/^$/./; s/^/ /'
  } > "$root/DEBIAN/control"
  find "$root" -exec touch -hd "@$SOURCE_DATE_EPOCH" {} +
  quietly dpkg-deb --root-owner-group --build "$root" "$out/${package}_${debian}_$arch.deb"
  made "${package}_${debian}_$arch.deb"
}

# needs PROGRAM: the packages whose libraries a program uses.
needs() {
  mkdir -p "$scratch/needs/debian"
  echo "Source: vellum" > "$scratch/needs/debian/control"
  (cd "$scratch/needs" && dpkg-shlibdeps -O "$1" 2> /dev/null | sed 's/^shlibs:Depends=//')
}

rm -f "$out"/*_"$arch".deb
find "$tree/usr/share/man" -name '*.1' -exec gzip -9n {} +
rm "$tree/usr/share/doc/vellum/LICENSE"
gzip -9n "$tree/usr/share/doc/vellum/CHANGELOG.md"
mv "$tree/usr/share/doc/vellum/CHANGELOG.md.gz" "$tree/usr/share/doc/vellum/changelog.gz"

take libvellum0 "$lib/libvellum_c.so.*"
take libvellum-dev "usr/include" "$lib"
mkdir -p "$scratch/python3-vellum/usr/lib/python3/dist-packages"
mv "$tree/usr/share/vellum/python/vellum" "$scratch/python3-vellum/usr/lib/python3/dist-packages"
rmdir "$tree/usr/share/vellum/python"
take vellum "usr/*"

mkdir -p "$scratch/libvellum0/DEBIAN" "$scratch/libvellum0/usr/share/lintian/overrides"
echo "libvellum_c 0 libvellum0" > "$scratch/libvellum0/DEBIAN/shlibs"
echo "activate-noawait ldconfig" > "$scratch/libvellum0/DEBIAN/triggers"
echo "# The package is named after the project, as its library will be when it has one C++ library too." \
  > "$scratch/libvellum0/usr/share/lintian/overrides/libvellum0"
echo "libvellum0: package-name-doesnt-match-sonames libvellum-c0" >> "$scratch/libvellum0/usr/share/lintian/overrides/libvellum0"

build vellum utils "$(needs "$scratch/vellum/usr/bin/vellum")" "scripts of classic games: check, list, change, run" << END
Vellum reads the compiled scripts of Pathologic, Adventure Game Studio 3.x,
Dungeon Siege (Skrit) and the world map of Final Fantasy VII. It checks, lists,
compiles, decompiles, compares and runs them without their games.
END
build libvellum0 libs "$(needs "$scratch"/libvellum0/"$lib"/libvellum_c.so.*.*)" "scripts of classic games - C interface" << END
The shared library of Vellum with its C interface, for every language that can
call C: load, check, list, assemble, compile and run scripts.
END
build libvellum-dev libdevel "libvellum0 (= $debian), zlib1g-dev" "scripts of classic games - development files" << END
Headers, the static C++ library, and files for CMake and pkg-config.
END
build python3-vellum python "python3, libvellum0 (= $debian)" "scripts of classic games - Python 3 module" << END
Load, check, list, assemble, compile and run scripts from Python. The module
needs nothing but ctypes and the library.
END

find "$tree" -type f -printf 'in no package: %P\n' | grep . && exit 1
# These are no upload to Debian, whose first one has to close a request for the package.
quietly lintian --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs --tag-display-limit 0 "$out"/*_"$debian"_"$arch".deb
echo "lintian has nothing to say"
