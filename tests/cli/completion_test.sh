#!/usr/bin/env bash
# The completions, asked in the shells themselves.
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"
mkdir "$work/bin"
ln -s "$vellum" "$work/bin/vellum"
export PATH="$work/bin:$PATH"
tested=0

has() { # has <shell> <line> <word>: completing the line offers the word
  "complete_$1" "$2" > "$work/out" 2> "$work/err"
  grep -qxF -- "$3" "$work/out" || fail "$1: completing '$2' does not offer '$3'"
}
lacks() {
  "complete_$1" "$2" > "$work/out" 2> "$work/err"
  ! grep -qxF -- "$3" "$work/out" || fail "$1: completing '$2' offers '$3'"
}

complete_bash() {
  bash --norc -c '
    source completions/vellum.bash
    read -ra COMP_WORDS <<< "$1"
    [[ $1 == *" " ]] && COMP_WORDS+=("")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _vellum
    printf "%s\n" "${COMPREPLY[@]}"' _ "$1"
}
complete_fish() {
  # shellcheck disable=SC2016  # fish expands it
  fish --no-config -c 'source completions/vellum.fish; complete -C "$argv[1]"' "$1" | cut -f 1
}
# zsh completes only on a terminal, so one is made with zpty.
complete_zsh() {
  zsh -f -c '
    zmodload zsh/zpty
    zpty shell zsh -f -i
    zpty -w shell "PS1=READY; fpath=($2 \$fpath); autoload -Uz compinit; compinit -u -d $2/dump; source completions/vellum.zsh"
    zpty -w shell "zstyle \":completion:*\" list-separator \"#\"; zstyle \":completion:*:default\" list-prompt \"\"; LISTMAX=1000; unsetopt LIST_AMBIGUOUS; setopt LIST_ROWS_FIRST"
    zpty -w shell "COLUMNS=60; LINES=500; echo SET\"\"UP"
    zpty -r shell text "*SETUP*READY*"
    zpty -w -n shell "$1"$'"'"'\C-d'"'"'
    sleep 0.7
    zpty -r -t shell text "*"
    print -r -- "$text"
    while zpty -r -t shell text; do print -r -- "$text"; done
    zpty -d shell' _ "$1" "$work" | tr '\r' '\n' | sed 's/\x1b\[[0-9;?]*[A-Za-z]//g' | tr -s ' \007' '\n'
}

for shell in bash zsh fish; do
  command -v $shell > /dev/null || continue
  tested=$((tested + 1))
  has $shell "vellum " disasm
  has $shell "vellum ch" check
  lacks $shell "vellum ch" disasm
  has $shell "vellum check --" --strict
  lacks $shell "vellum check --" --frames
  has $shell "vellum check --format " sarif
  has $shell "vellum run --engine " pathologic
  has $shell "vellum completion " zsh
  has $shell "vellum help " disasm
done
[[ $tested -gt 0 ]] || skip "none of the shells is installed"
echo "$tested shells"
