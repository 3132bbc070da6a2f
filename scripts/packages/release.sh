#!/usr/bin/env bash
# What a release has besides its packages: RELEASE.md from CHANGELOG.md, the site with its download page, and checksums, signed if a key
# is named. The releaser's own gpg signs; nothing is uploaded.
# usage: release.sh [KEY]
# shellcheck source=scripts/packages/common.sh
source "$(dirname "$0")/common.sh"
key=${1:-}

# What changed before there was a version to change is of no use to those who read about this one.
notes=$(awk -v head="## $version" 'index($0, "## ") == 1 { inside = index($0, head) == 1; next } /^### What changed while/ { inside = 0 } inside' CHANGELOG.md)
[[ -n $notes ]] || { echo "CHANGELOG.md has no heading '## $version'" >&2; exit 1; }
{
  echo "# Vellum $version"
  echo "$notes"
  echo
  echo "## Which file do I want?"
  echo
  echo "The first row that fits your system. SHA256SUMS has the checksums of all files."
  echo
  python3 scripts/site/site.py --packages "$out"
} > "$out/RELEASE.md"
made RELEASE.md

rm -f "$out"/*-site.zip
python3 scripts/site/site.py build/release/bin/vellum build/site
cp -r build/site "$scratch/vellum-$version-site"
archive "$scratch" "vellum-$version-site"

sums
if [[ -n $key ]]; then
  gpg --batch --yes --local-user "$key" --armor --detach-sign --output "$out/SHA256SUMS.asc" "$out/SHA256SUMS"
  made SHA256SUMS.asc
else
  echo "not signed: make release KEY=NAME signs SHA256SUMS with gpg"
fi
