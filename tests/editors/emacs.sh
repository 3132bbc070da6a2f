#!/usr/bin/env bash
# Emacs with Eglot and the setup of editors/emacs, as docs/editors.md has it: a mistake that is typed is told, and a name is
# known. Exit code 77, which CTest shows as skipped, where Emacs or Eglot is missing.
# usage: emacs.sh VELLUM
set -euo pipefail
vellum=$(realpath "${1:?usage: emacs.sh VELLUM}")
cd "$(dirname "$0")/../.."
root=$PWD
skip() { echo "skipped: $1"; exit 77; }
command -v emacs > /dev/null || skip "there is no emacs"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/bin" "$work/.emacs.d"
ln -s "$vellum" "$work/bin/vellum"
cp samples/skrit/*.skrit "$work"
export HOME=$work PATH=$work/bin:$PATH
emacs --batch --eval '(package-initialize)' --eval "(require 'eglot)" > /dev/null 2>&1 || skip "there is no Eglot"
cat > "$work/try.el" << LISP
(load "$root/editors/emacs/vellum.el")
(find-file "$work/lighthouse.skrit")
(setq eglot-sync-connect 20)
(apply #'eglot--connect (eglot--guess-contact))
(unless eglot--managed-mode (eglot--managed-mode 1))
(goto-char (point-min))
(search-forward "Turn\$(")
(backward-char 4)
(princ (format "hover %S\n" (jsonrpc-request (eglot-current-server) :textDocument/hover
                                             (eglot--TextDocumentPositionParams))))
(goto-char (point-max))
(insert "event OnConstruct\$ { Turn\$( 1.0, stormm\$ ); }\n")
(eglot--signal-textDocument/didChange)
(dotimes (i 60)
  (unless (flymake-diagnostics)
    (accept-process-output nil 0.1)
    (when (= 0 (% i 10)) (flymake-start))))
(dolist (each (flymake-diagnostics)) (princ (format "problem %s\n" (flymake-diagnostic-text each))))
LISP
cd "$work"
timeout 90 emacs --batch --eval '(package-initialize)' -l try.el > out 2>&1 || true
# shellcheck disable=SC2016  # dollars of Skrit
for wanted in "undefined symbol 'stormm$'" "did you mean 'storm$'?" 'Turn$( float seconds$, float speed$ )'; do
  grep -qF -- "$wanted" out || { echo "FAILED: Emacs does not show \"$wanted\""; cat out; exit 1; }
done
