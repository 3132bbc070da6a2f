#!/usr/bin/env bash
# Installs the Debian packages that a task needs and this machine lacks; silent when there is nothing to do.
# usage: install-deps.sh <set>...    sets: build test lint bench docs wasm browser site windows wine packages cluster arm64
set -euo pipefail

declare -A sets=(
  [build]="clang-19 lld-19 g++ make cmake ninja-build ccache pkg-config libcli11-dev libfmt-dev liblua5.4-dev libre2-dev libsqlite3-dev zlib1g-dev"
  [test]="libclang-rt-19-dev llvm-19 g++-12 libgtest-dev libgmock-dev librapidcheck-dev nlohmann-json3-dev
          python3 python3-jsonschema librsvg2-bin zsh fish
          lua5.4 scdoc"
  [lint]="clang-format-19 clang-tidy-19 codespell shellcheck git"
  [bench]="lua5.4 luajit"
  [docs]="doxygen scdoc"
  [windows]="g++-mingw-w64-x86-64-posix libz-mingw-w64-dev cmake ninja-build ccache libcli11-dev libfmt-dev
             nlohmann-json3-dev googletest dpkg-dev scdoc tcl unicode-data python3-six"
  [packages]="dpkg-dev lintian python3-venv python3-pip nodejs zip unzip fakeroot debootstrap mypy"
  [wine]="wine wine64"
  [cluster]="slurm-wlm munge python3-distributed python3-kubernetes python3-yaml"
  [site]="cmark-gfm python3"
  [arm64]="clang-19 lld-19 cmake ninja-build ccache g++-aarch64-linux-gnu qemu-user zlib1g-dev:arm64 libstdc++6:arm64 libgtest-dev:arm64 libgmock-dev:arm64
           librapidcheck-dev:arm64"
  [browser]="chromium fonts-dejavu-core"
  [wasm]="dpkg-dev unicode-data python3-six clang-19 lld-19 llvm-19 libc++-19-dev-wasm32 libclang-rt-19-dev-wasm32 wasi-libc nodejs node-typescript binaryen"
)

missing=()
foreign='' # another architecture that packages are wanted of
for set in "$@"; do
  for package in ${sets[$set]?unknown set}; do
    state=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2> /dev/null || true)
    [[ $state == installed ]] || missing+=("$package")
    if [[ $package == *:* ]]; then foreign=${package#*:}; fi
  done
done
[[ ${#missing[@]} -gt 0 ]] || exit 0

if ! command -v apt-get > /dev/null; then
  echo "Not a Debian system; please install what matches these packages, then use DEPS=0: ${missing[*]}" >&2
  exit 1
fi

root=()
if [[ $(id -u) -ne 0 ]]; then root=(sudo); fi
apt() {
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 "$@"
}

echo "Installing ${missing[*]}"
if [[ -n $foreign ]]; then "${root[@]}" dpkg --add-architecture "$foreign"; fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# Old package lists may still be good enough, so a failed update is reported only if the installation fails as well.
if ! { apt update || true; apt install --no-install-recommends "${missing[@]}"; } > "$log" 2>&1 < /dev/null; then
  cat "$log" >&2
  exit 1
fi
