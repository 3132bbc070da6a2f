#!/usr/bin/env bash
# Pages that teach by example: every example is executed as the page shows it. Blocks with a file name behind the
# language (```skrit door.skrit) become files; a ```console block is a session: lines behind "$ " are commands of the
# shell, lines behind "> " are typed into the command above, the rest is the output that is expected. A line "..." stands
# for any lines. Every skrit example must have a name that a session
# mentions or another example includes. A session stands in a folder of its own with the project's samples/ in it.
# usage: transcripts.sh VELLUM PAGE...
set -euo pipefail
vellum=$(realpath "$1")
samples=$(realpath "$(dirname "$0")/../../samples")
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$vellum" "$work/bin/vellum"
failures=0 sessions=0

fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}

# Whether the output is what the page shows.
same() {
  if ! grep -qx '\.\.\.' "$1"; then cmp -s "$1" "$2" && return; return 1; fi
  local before after
  before=$(grep -nxm 1 '\.\.\.' "$1" | cut -d: -f1)
  after=$(($(wc -l < "$1") - before))
  cmp -s <(head -n $((before - 1)) "$1") <(head -n $((before - 1)) "$2") &&
    cmp -s <(tail -n "$after" "$1") <(tail -n "$after" "$2")
}

# Runs one command of a session in the page's folder.
finish() {
  if [[ -z $command ]]; then return; fi
  sessions=$((sessions + 1))
  (cd "$place" && PATH="$work/bin:$PATH" NO_COLOR=1 bash -c "$command") < "$work/input" > "$work/output" 2>&1 || true
  if ! same "$work/expected" "$work/output"; then
    fail "$page:$line: $command"
    diff "$work/expected" "$work/output" || true
  fi
  command=
}

for page in "$@"; do
  place="$work/$(basename "$page" .md)"
  mkdir -p "$place" "$place.sessions"
  cp -r "$samples" "$place/samples"
  : > "$place.names"
  awk -v place="$place" '
    !inside && /^```/ {
      inside = 1
      file = ""
      n = split(substr($0, 4), word, " ")
      if (word[1] == "console") file = sprintf("%s.sessions/%05d", place, NR)
      else if (n > 1) {
        file = place "/" word[2]
        if (file in seen) print word[2] " is there twice" > (place ".problems")
        seen[file] = 1
        folder = file
        sub(/\/[^\/]*$/, "", folder)
        system("mkdir -p \"" folder "\"")
        if (word[1] == "skrit") print word[2] > (place ".names")
      } else if (word[1] ~ /^skrit/) print "line " NR ": the example has no name" > (place ".problems")
      if (file != "") printf "" > file
      next
    }
    inside && /^```$/ { inside = 0; if (file != "") close(file); next }
    inside && file != "" { print > file }
  ' "$page"
  if [[ -e $place.problems ]]; then fail "$page: $(< "$place.problems")"; fi
  while read -r name; do
    stem=$(basename "${name%.skrit}")
    grep -qFr -- "$stem" "$place.sessions" || grep -qFr -- "#include \"$stem\"" "$place" ||
      fail "$page: no session uses $name"
  done < "$place.names"
  for session in "$place.sessions"/*; do
    line=$(basename "$session") command=
    while IFS= read -r text; do
      # shellcheck disable=SC2016  # a prompt, not a variable
      case $text in
        '$ '*)
          finish
          command=${text#'$ '}
          : > "$work/input"
          : > "$work/expected"
          ;;
        '> '*)
          # typed lines follow their command at once
          if [[ -s $work/expected ]]; then printf '%s\n' "$text" >> "$work/expected"
          else printf '%s\n' "${text#> }" >> "$work/input"; fi
          ;;
        *) printf '%s\n' "$text" >> "$work/expected" ;;
      esac
    done < "$session"
    finish
  done
done
[[ $sessions -gt 0 ]] || fail "no session was found"
echo "$sessions sessions, $failures failures"
[[ $failures -eq 0 ]]
