#!/usr/bin/env bash
# Unpacks the sources of Debian packages, with Debian's patches, into build/debian-source/PACKAGE: for builds that Debian
# has no library for. What is there already is left alone.
# usage: debian-source.sh PACKAGE...
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$PWD/build/debian-source
mkdir -p "$folder"

missing=()
for package in "$@"; do
  [[ -d $folder/$package ]] || missing+=("$package")
done
[[ ${#missing[@]} -gt 0 ]] || exit 0

# The archives this machine installs from, asked for sources; its own lists stay as they are.
apt=$(mktemp -d)
trap 'rm -rf "$apt"' EXIT
mkdir "$apt/lists" "$apt/parts"
for list in /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources; do
  [[ -f $list ]] || continue
  sed -E 's/^deb /deb-src /; s/^Types: deb$/Types: deb-src/' "$list" > "$apt/parts/$(basename "$list" .sources)-src.${list##*.}"
done
options=(-qq -o "Dir::Etc::SourceList=/dev/null" -o "Dir::Etc::SourceParts=$apt/parts" -o "Dir::State::Lists=$apt/lists"
  -o APT::Sandbox::User=root -o Acquire::Retries=3)
apt-get "${options[@]}" update
for package in "${missing[@]}"; do
  (cd "$apt" && apt-get "${options[@]}" source "$package" > "$apt/log" 2>&1) || { cat "$apt/log" >&2; exit 1; }
  unpacked=$(find "$apt" -mindepth 1 -maxdepth 1 -type d -name "$package-*")
  mv "$unpacked" "$folder/$package"
done
