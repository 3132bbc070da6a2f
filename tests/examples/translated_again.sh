#!/usr/bin/env bash
# translated_again.sh VELLUM SCRIPT FOLDER: the script is translated to the same C++ as the build has translated, compiled and run.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$1" translate "$2" -o "$work/again"
diff -r --exclude all.cpp "$work/again" "$3"
