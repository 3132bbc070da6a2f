#!/usr/bin/env bash
# Installs every package of build/packages into a clean place and uses it as docs/install.md says.
# shellcheck source=scripts/packages/common.sh
source "$(dirname "$0")/common.sh"
packages=$out
samples=$PWD/samples
passed=0 skipped=0
works() { passed=$((passed + 1)); echo "ok: $1"; }
# The command's listing without its first line, which names the file as it was called.
listing() { "$@" | tail -n +2; }
skips() { skipped=$((skipped + 1)); echo "NOT TRIED: $1"; }
fails() { echo "FAILED: $1" >&2; cat "$scratch/log" >&2 || true; exit 1; }

(cd "$packages" && sha256sum --quiet -c SHA256SUMS) || fails "SHA256SUMS"
works "checksums"

name=vellum-$version-linux-$(uname -m)
mkdir "$scratch/any place"
tar -C "$scratch/any place" -xf "$packages/$name.tar.gz"
program="$scratch/any place/$name/bin/vellum"
listing env -i "$program" disasm "$samples/pathologic/lantern.bin" > "$scratch/listing"
env -i "$program" run "$samples/pathologic/lantern.bin" --frames 3 > /dev/null
env -i PATH="$PATH" PKG_CONFIG_PATH="$scratch/any place/$name/lib/pkgconfig" pkg-config --exists vellum_c || fails "pkg-config"
works "tarball: in a folder with a space, without an environment"

python3 -m venv "$scratch/python"
quietly "$scratch/python/bin/pip" install --no-index "$packages"/vellum_scripts-*.whl
cat > "$scratch/use.py" << 'END'
import sys, vellum
program = vellum.load(open(sys.argv[1], "rb").read(), name="lantern.bin")
sys.stdout.write(program.disassemble())
END
(cd "$scratch" && env -u VELLUM_LIBRARY "$scratch/python/bin/python" use.py "$samples/pathologic/lantern.bin") > "$scratch/by-python"
cmp "$scratch/listing" "$scratch/by-python" || fails "the wheel lists something else"
works "wheel: in a virtual environment"
if command -v mypy > /dev/null; then
  quietly mypy --strict --cache-dir "$scratch/mypy" --python-executable "$scratch/python/bin/python" tests/capi/typed.py
  works "wheel: its types, by mypy"
else
  skips "the wheel's types (needs mypy)"
fi
quietly "$scratch/python/bin/pip" uninstall -y vellum-scripts
VELLUM_LIBRARY=$(echo "$scratch/any place/$name"/lib/libvellum_c.so.*.*) quietly "$scratch/python/bin/pip" install --no-index --no-build-isolation ./bindings/python
(cd "$scratch" && env -u VELLUM_LIBRARY "$scratch/python/bin/python" use.py "$samples/pathologic/lantern.bin") | cmp - "$scratch/listing" ||
  fails "installed from the checkout, it lists something else"
works "pip install from a checkout"

if compgen -G "$packages/vellum-scripts-*.tgz" > /dev/null && command -v npm > /dev/null; then
  mkdir "$scratch/project"
  cat > "$scratch/project/index.mjs" << 'END'
import { readFileSync } from "node:fs";
import { load } from "vellum-scripts";
const vellum = await load();
process.stdout.write(vellum.disassemble(readFileSync(process.argv[2]), { name: "lantern.bin" }));
END
  export npm_config_cache=$scratch/cache npm_config_update_notifier=false
  (cd "$scratch/project" && npm init --yes && npm install --offline --no-audit --no-fund "$packages"/vellum-scripts-*.tgz) > "$scratch/log" 2>&1 ||
    fails "npm install"
  (cd "$scratch/project" && node index.mjs "$samples/pathologic/lantern.bin") | cmp - "$scratch/listing" || fails "the npm package lists something else"
  works "npm package: in a project"
  (cd "$scratch/project" && listing npx --offline vellum disasm "$samples/pathologic/lantern.bin") > "$scratch/by-npx" || fails "npx vellum"
  cmp "$scratch/by-npx" "$scratch/listing" || fails "npx vellum lists something else"
  works "npm package: npx vellum"
else
  skips "the npm package (needs npm, and make wasm before make packages)"
fi

if [[ $(id -u) -eq 0 ]] && command -v debootstrap > /dev/null; then
  root=$scratch/debian
  mirror=$({ cat /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2> /dev/null || true; } |
    sed -nE 's/^URIs: *([^ ]+).*/\1/p; s/^deb (\[[^]]*\] )?([^ ]+).*/\2/p' | head -1)
  quietly debootstrap --variant=minbase bookworm "$root" "$mirror"
  cp "$packages"/*.deb "$root/tmp"
  quietly chroot "$root" sh -c 'apt-get -qq update && apt-get -qq install -y --no-install-recommends /tmp/*.deb'
  cp "$samples/pathologic/lantern.bin" "$scratch/use.py" "$root/tmp"
  listing chroot "$root" sh -c 'cd /tmp && vellum disasm lantern.bin' | cmp - "$scratch/listing" || fails "the Debian package lists something else"
  chroot "$root" sh -c 'cd /tmp && python3 use.py lantern.bin' | cmp - "$scratch/listing" || fails "python3-vellum lists something else"
  works "Debian packages: vellum and python3-vellum, in a new Debian"
  # With what an embedder has besides: Debian's own compiler, and nothing of this checkout but a stranger's two programs.
  quietly chroot "$root" apt-get -qq install -y --no-install-recommends cmake g++ make pkg-config
  cp -r tests/install "$root/tmp/stranger"
  cp examples/embed/skrit_only.* "$root/tmp"
  cat > "$root/tmp/build.sh" << 'END'
set -eu
cmake -S stranger -B stranger/build > log 2>&1 && cmake --build stranger/build >> log 2>&1 || { cat log >&2; exit 1; }
stranger/build/consumer
stranger/build/consumer_c
cmake -S stranger/one_engine -B alone -DSOURCE=/tmp/skrit_only.cpp -DCMAKE_BUILD_TYPE=MinSizeRel > log 2>&1 && cmake --build alone >> log 2>&1 ||
  { cat log >&2; exit 1; }
alone/skrit_only | cmp - skrit_only.txt
bash stranger/one_engine/alone.sh alone/skrit_only unmeasured
g++ -std=c++23 stranger/main.cpp $(pkg-config --cflags --libs vellum) -o by-name
gcc -std=c99 stranger/main.c $(pkg-config --cflags --libs vellum_c) -o by-name-c
./by-name
./by-name-c
END
  chroot "$root" sh -c 'cd /tmp && sh build.sh' > "$scratch/log" 2>&1 || fails "libvellum-dev"
  works "Debian packages: libvellum-dev, by find_package, its components and pkg-config, in C++ and C"
else
  skips "the Debian packages (needs root and debootstrap)"
fi

zip=$packages/vellum-$version-windows-x64.zip
if [[ -f $zip ]] && { command -v wine64 || [[ -x /usr/lib/wine/wine64 ]]; } > /dev/null; then
  quietly unzip -q "$zip" -d "$scratch/ウィンドウズ"
  (cd "$scratch/ウィンドウズ/vellum-$version-windows-x64" && listing "$OLDPWD/scripts/wine.sh" vellum.exe disasm 'samples\pathologic\lantern.bin') > "$scratch/by-windows"
  cmp "$scratch/by-windows" "$scratch/listing" || fails "vellum.exe lists something else"
  works "Windows: unpacked into a folder with a Japanese name, under Wine"
else
  skips "the archive for Windows (needs make windows, and Wine)"
fi
skips "the recipes for vcpkg, Conan and containers: this machine has none of the three"
echo "$passed passed, 0 failed, $skipped not tried"
