#!/usr/bin/env bash
# What examples/ci has for mods: the hook refuses a broken script, and the steps of both pipelines are YAML that runs.
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"
root=$PWD
mkdir -p "$work/bin" "$work/mod/tests"
ln -s "$vellum" "$work/bin/vellum"
PATH=$work/bin:$PATH
cp samples/pathologic/lamp.patho samples/pathologic/lamp.bin "$work/mod"
printf 'script ../lamp.bin\nframes 3\nevent OnUse:#7@2\nexpect told says: light\n' > "$work/mod/tests/lamp.plan"

if command -v git > /dev/null; then
  cd "$work/mod"
  git init -q .
  git config user.name mod && git config user.email mod@example.org && git config commit.gpgsign false
  cp "$root/examples/ci/pre-commit.sh" .git/hooks/pre-commit
  git add .
  git commit -qm "works" > "$work/out" 2> "$work/err" || fail "the hook refuses a script without errors"
  printf 'main task T {\n    void init() { @Hold( }\n}\n' > "a b.patho"
  git add .
  ! git commit -qm "broken" > "$work/out" 2> "$work/err" || fail "the hook lets a broken script pass"
  grep -q 'a b.patho:2:' "$work/out" "$work/err" || fail "the hook does not say where"
  git rm -qf --cached "a b.patho" && rm "a b.patho"
  echo text > readme.txt
  git add .
  git commit -qm "no scripts" || fail "the hook refuses a commit without scripts"
  cd "$root"
fi

python=$(for each in python3 /usr/bin/python3; do if "$each" -c 'import yaml' 2> /dev/null; then echo "$each"; break; fi; done)
if [[ -z $python ]]; then echo "skipped: the pipelines (Python has no yaml)"; exit 0; fi
for pipeline in github gitlab; do
  "$python" - examples/ci/$pipeline.yml > "$work/steps" << 'END' || fail "examples/ci/$pipeline.yml is not what it should be"
import sys, yaml
whole = yaml.safe_load(open(sys.argv[1], encoding="utf-8"))
if "jobs" in whole:
    assert {"name", "jobs", "permissions"} <= whole.keys() and True in whole, "on"  # YAML 1.1 reads `on` as true
    steps = [step["run"] for job in whole["jobs"].values() for step in job["steps"] if "run" in step]
else:
    steps = [line for job in whole.values() for line in job["before_script"] + job["script"]]
print("\n".join(line for step in steps for line in step.splitlines() if line.startswith("vellum ")))
END
  [[ $(wc -l < "$work/steps") -eq 2 ]] || fail "examples/ci/$pipeline.yml checks and tests nothing"
  (cd "$work/mod" && bash -eu "$work/steps") > "$work/out" 2> "$work/err" || fail "the steps of examples/ci/$pipeline.yml"
  out_has "1 test: 1 passed"
done
"$python" -c 'import json, sys, yaml; yaml.safe_load(open(".pre-commit-hooks.yaml")); json.load(open(".devcontainer/devcontainer.json"))' || fail "not valid"
