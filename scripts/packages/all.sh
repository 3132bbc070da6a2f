#!/usr/bin/env bash
# Makes every package of build/packages out of build trees that are there, then SHA256SUMS and the bill of materials.
# shellcheck source=scripts/packages/common.sh
source "$(dirname "$0")/common.sh"
here=scripts/packages
quietly cmake --preset release -B build/debian -DCMAKE_INSTALL_PREFIX=/usr -DVELLUM_BUILD_BENCH=OFF
quietly cmake --build build/debian --target vellum-cli vellum vellum_c vellum-man
"$here/debian.sh"
"$here/tarball.sh"
if [[ -f build/windows/bin/vellum.exe ]]; then "$here/windows.sh"; else echo "no build for Windows here: make windows first"; fi
if [[ -f bindings/npm/vellum.wasm ]]; then
  rm -f "$out"/vellum-scripts-*.tgz
  mkdir -p "$scratch/npm/licences"
  cp -r LICENSE bindings/npm/{package.json,README.md,index.js,index.d.ts,vellum.wasm,vellum-command.wasm,cli} "$scratch/npm"
  for package in libfmt-dev libcli11-dev libc++-19-dev-wasm32 wasi-libc; do
    cp -L "/usr/share/doc/$package/copyright" "$scratch/npm/licences/$package.txt"
  done
  for source in lua5.4 re2 zlib; do cp "build/debian-source/$source/debian/copyright" "$scratch/npm/licences/$source.txt"; done
  quietly npm pack --pack-destination "$out" "$scratch/npm"
  made "vellum-scripts-$version.tgz"
fi
rm -f "$out"/*.vsix "$out"/*-web.zip
# What npm's packages are needed for is made where they can be had.
if [[ -f bindings/npm/vellum.wasm ]] && command -v npm > /dev/null && scripts/vscode.sh > "$scratch/log" 2>&1; then
  cp build/vscode/vellum.vsix "$out/vellum-$version.vsix"
  made "vellum-$version.vsix"
else
  echo "no extension for VS Code: make vscode says why"
fi
if [[ -f build/web/index.html ]]; then
  cp -r build/web "$scratch/vellum-$version-web"
  archive "$scratch" "vellum-$version-web"
else
  echo "no explorer here: make web first"
fi
rm -f "$out"/*.whl
quietly cmake --install build/portable --strip --prefix "$scratch/portable"
VELLUM_LIBRARY=$(echo "$scratch"/portable/lib/libvellum_c.so.*.*) quietly \
  python3 -m pip wheel --no-deps --no-build-isolation --no-index --wheel-dir "$out" ./bindings/python
made "$(basename "$out"/vellum_scripts-*.whl)"
"$here/materials.py" "$version" "$out" > "$out/vellum-$version.spdx.json"
made "vellum-$version.spdx.json"
sums
