#!/usr/bin/env bash
# Checks format, layering, switches over opcodes, planted mistakes, citations of documents, clang-tidy, spelling and shell
# scripts of the files under version control; reports all kinds of findings before it fails. Needs a configured build/dev.
# usage: lint.sh [--quick | --changed | --format]     --quick: without clang-tidy; --changed: only files that differ from
#                                                     HEAD; --format: rewrite, no checks
set -euo pipefail
cd "$(dirname "$0")/.."

git rev-parse HEAD > /dev/null # without git there would be nothing to check and no failure

mode=${1:-all}
jobs=$(nproc)
failed=()

# list <pattern>...: files git knows (new ones too, unless ignored) that still exist
list() {
  if [[ $mode == --changed ]]; then
    { git diff --name-only --diff-filter=d HEAD -- "$@"; git ls-files --others --exclude-standard -- "$@"; }
  else
    git ls-files --cached --others --exclude-standard -- "$@"
  fi | sort -u | while read -r file; do if [[ -f $file ]]; then echo "$file"; fi; done
}

# check <name> <command>...: run, remember failure, go on
check() {
  local name=$1 start=$SECONDS
  shift
  if "$@"; then echo "ok      $name ($((SECONDS - start)) s)"; else echo "FAILED  $name"; failed+=("$name"); fi
}

mapfile -t sources < <(list '*.cpp' '*.hpp' '*.h' '*.c')
# CLI11 alone costs clang-tidy most of a minute, so the one file that includes it is left out; what is for Windows or
# WebAssembly is no part of the build it looks at, and needs headers of other compilers.
mapfile -t units < <(list 'src/*.cpp' ':!src/cli/parser.cpp' ':!src/wasm' ':!src/*/windows/*' ':!src/*/node/*' ':!src/*/wasi/*')
mapfile -t shell < <(list '*.sh' .ci/run)
mapfile -t texts < <(list '*.md' '*.txt' '*.cpp' '*.hpp' '*.h' '*.sh' '*.cmake' '*.scd' 'Makefile' ':!tests/cases' ':!samples')

if [[ $mode == --format ]]; then
  [[ ${#sources[@]} -eq 0 ]] || clang-format-19 -i "${sources[@]}"
  exit 0
fi

format() {
  printf '%s\0' "${sources[@]}" | xargs -0 -n 40 -P "$jobs" clang-format-19 --dry-run --Werror || {
    echo "make format repairs this."
    return 1
  }
}

# A build with tests compiles some files twice, the second time with a precompiled header that may not be there; the preset
# lint has no tests. clang-tidy prints how many warnings it suppressed in system headers; only its findings are of interest.
tidy() {
  cmake --preset lint > /dev/null || return
  # shellcheck disable=SC2016  # the inner shell expands $1
  printf '%s\0' "${units[@]}" | xargs -0 -n 1 -P "$jobs" bash -c '
    if ! out=$(clang-tidy-19 -p build/lint --quiet "$1" 2>&1); then printf "%s\n" "$out" | grep -vE "^[0-9]+ warnings? "; exit 1; fi' _
}

spelling() {
  codespell --quiet-level=2 --ignore-words=scripts/codespell-words.txt "${texts[@]}"
}

# `grep -q` leaves at the first match; with pipefail the program in front of it then fails when it still writes, now and
# then. `grep -q ... <<< "$(program)"` says the same and always the same.
pipes() { ! grep -nE '[^|]\|[[:space:]]*grep -[a-zA-Z]*q' "$@"; }

# What the Makefile starts by its name.
executable() {
  local script bad=0
  while read -r script; do
    [[ -x $script ]] || { echo "$script cannot be started: chmod +x"; bad=1; }
  done < <(grep -oE '[@;( ]scripts/[a-z0-9/_-]+\.[a-z]+' Makefile | cut -c2- | sort -u)
  return "$bad"
}

[[ ${#sources[@]} -eq 0 ]] || check "format, ${#sources[@]} files" format
check "programs of the Makefile" executable
check "layers" scripts/layers.sh
check "switches over opcodes" scripts/switches.sh
check "planted mistakes" scripts/mutate/mutate.py --stale
check "citations of documents" scripts/citations.py
[[ $mode == --changed ]] || check "public headers compile alone" \
  cmake --build --preset dev --target all_verify_interface_header_sets -- --quiet
[[ $mode == --quick || ${#units[@]} -eq 0 ]] || check "clang-tidy, ${#units[@]} files" tidy
[[ ${#texts[@]} -eq 0 ]] || check "spelling, ${#texts[@]} files" spelling
[[ ${#shell[@]} -eq 0 ]] || check "shell scripts, ${#shell[@]} files" shellcheck "${shell[@]}"
[[ ${#shell[@]} -eq 0 ]] || check "pipes into grep -q" pipes "${shell[@]}"

if [[ ${#failed[@]} -gt 0 ]]; then
  printf 'lint failed: %s\n' "${failed[@]}" >&2
  exit 1
fi
