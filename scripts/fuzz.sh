#!/usr/bin/env bash
# Runs every libFuzzer program of build/fuzz for some seconds, several side by side. A finding is kept in
# build/fuzz/findings; put it into tests/fuzz/regressions/<target>/ once it is mended, so that it stays mended.
# Seeds: samples/, the regressions, $VELLUM_CORPUS (a folder of game scripts), what earlier runs found, and listings of
# these scripts. The dictionary of a target has the mnemonics, opcodes and directives of its engine (both made by
# tests/fuzz/make_seeds.cpp) and the words of tests/fuzz/<target>.dict.
# usage: fuzz.sh [<seconds> [<jobs> [<target>...]]]
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-10} jobs=${2:-$(nproc)}
shift $(($# < 2 ? $# : 2))
export seconds
export ASAN_OPTIONS=detect_stack_use_after_return=1:allocator_may_return_null=0
export UBSAN_OPTIONS=print_stacktrace=1
command -v llvm-symbolizer-19 > /dev/null && export ASAN_SYMBOLIZER_PATH=/usr/bin/llvm-symbolizer-19

run_target() {
  local target=$1 grown=build/fuzz/corpus/$1 log=build/fuzz/logs/$1.log extra=() folder
  local engine=${1#fuzz_}
  engine=${engine%%_*}
  mkdir -p "$grown" build/fuzz/logs build/fuzz/findings
  for folder in "tests/fuzz/regressions/$target" samples "build/fuzz/seeds/$engine" "${VELLUM_CORPUS:-}"; do
    if [[ -d $folder ]]; then extra+=("$folder"); fi
  done
  cat "build/fuzz/seeds/$engine.dict" "tests/fuzz/$target.dict" > "build/fuzz/seeds/$target.dict" 2> /dev/null || true
  if [[ -s build/fuzz/seeds/$target.dict ]]; then extra+=("-dict=build/fuzz/seeds/$target.dict"); fi
  # Memory and time limits are part of the contract: no input may hang or over-allocate.
  if "build/fuzz/bin/$target" "$grown" "${extra[@]}" -max_total_time="$seconds" -max_len=262144 -timeout=5 \
    -rss_limit_mb=1024 -malloc_limit_mb=256 -print_final_stats=1 -artifact_prefix="build/fuzz/findings/$target-" \
    > "$log" 2>&1; then
    awk -v t="$target" '/number_of_executed_units/ { runs = $2 } /cov: / { for (i = 1; i < NF; i++) if ($i == "cov:") cov = $(i + 1) }
      END { printf "ok      %-32s %10d runs, coverage %d\n", t, runs, cov }' "$log"
  else
    echo "FAILED  $target (log: $log)"
    grep -nE 'ERROR|SUMMARY|runtime error|Test unit written' "$log" || true
    tail -n 40 "$log"
    return 1
  fi
}
export -f run_target

targets=("$@")
if [[ ${#targets[@]} -eq 0 ]]; then
  mapfile -t targets < <(find build/fuzz/bin -maxdepth 1 -name 'fuzz_*' -type f -executable -printf '%f\n' 2> /dev/null | sort)
fi
if [[ ${#targets[@]} -eq 0 ]]; then echo "No fuzz targets."; exit 0; fi

inputs=(samples)
if [[ -d ${VELLUM_CORPUS:-} ]]; then inputs+=("$VELLUM_CORPUS"); fi
mkdir -p build/fuzz/seeds
build/fuzz/bin/make_seeds build/fuzz/seeds "${inputs[@]}"
echo "Fuzzing ${#targets[@]} targets, $seconds s each, $jobs at a time"
# shellcheck disable=SC2016  # the inner shell expands $1
printf '%s\0' "${targets[@]}" | xargs -0 -n 1 -P "$jobs" bash -c 'run_target "$1"' _
