#!/usr/bin/env python3
"""Measures the tests: plants small mistakes in a copy of the sources and counts how many the tests notice.

One build holds all of them; the environment variable VELLUM_MUTANT switches one on. The copy and its build live in
build/mutate, and the ordinary build has no trace of them. Interrupted runs go on where they stopped. The report is
build/mutate/report.txt (and .json). Survivors that no test can notice stand in explained.txt with the reason.
"""

import argparse
import difflib
import json
import os
import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True
from planting import SEED, Planting, folder_of, written_by_hand  # noqa: E402
from trying import PATIENCE, Trial  # noqa: E402


PLANTED = 250


def difference(mutant, text):
    """The mistake as a diff of whole lines."""
    if mutant.form == "written":
        return f"  {mutant.note}\n"
    begin = text.rfind("\n", 0, mutant.start) + 1
    end = text.find("\n", mutant.end)
    old = text[begin:end].splitlines()
    new = (text[begin : mutant.start] + mutant.mutated + text[mutant.end : end]).splitlines()
    lines = [line for line in difflib.ndiff(old, new) if line[0] in "+-"]
    return "".join(f"  {line}\n" for line in lines)


def explanations(path):
    found = {}
    for line in path.read_text().splitlines():
        if line and not line.startswith("#"):
            key, reason = line.split(" ", 1)
            found[key] = reason.strip()
    return found


def main():
    root = Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mutants", type=int, default=PLANTED,
                        help=f"how many are tried, the same number for each folder ({PLANTED})")
    parser.add_argument("--filter", default="", help="only those whose file, operator or key matches this expression")
    parser.add_argument("--among", default="", help="choose among those that match, instead of among all")
    parser.add_argument("--seed", default=SEED, help=f"another text makes another choice ({SEED})")
    parser.add_argument("--tests", default="", help="only with the tests whose name matches this expression")
    parser.add_argument("--patience", type=int, default=PATIENCE,
                        help=f"seconds of tests for each mistake ({PATIENCE})")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--work", type=Path, default=root / "build/mutate", help="where everything is kept")
    parser.add_argument("--tree", type=Path, help="the copy of the project (WORK/tree)")
    parser.add_argument("--build", type=Path, help="its build (WORK/build)")
    parser.add_argument("--again", action="store_true", help="try also what was tried with the same sources")
    parser.add_argument("--list", action="store_true", help="only show the mistakes")
    parser.add_argument("--stale", action="store_true", help="only name the mistakes of mistakes.txt that are left out")
    arguments = parser.parse_args()
    os.chdir(root)
    if arguments.stale:
        left_out = []
        written_by_hand(root / "scripts/mutate/mistakes.txt", {}, left_out)
        return 1 if left_out else 0
    work = arguments.work
    work.mkdir(parents=True, exist_ok=True)

    planting = Planting(root, work, arguments.tree or work / "tree", arguments.build or work / "build",
                        max(arguments.mutants, PLANTED), arguments.among, arguments.seed)
    if arguments.list:
        chosen, digest = planting.choose(), ""
    else:
        print("mutate: building the copy with all mistakes in it", flush=True)
        chosen, digest = planting.make(arguments.jobs)
    wanted = [m for m in chosen
              if re.search(arguments.filter, f"{m.file} {m.operator} {m.key}")]
    if arguments.mutants < PLANTED:  # a sample of them
        wanted = sorted(wanted, key=lambda mutant: mutant.key)[: arguments.mutants]
    if arguments.list:
        for mutant in wanted:
            print(f"{mutant.key} {mutant.file}:{mutant.line} {mutant.operator}\n{difference(mutant, planting.texts[mutant.file])}")
        return 0

    results_file = work / "results.json"
    saved = json.loads(results_file.read_text()) if results_file.exists() else {}
    results = saved.get("results", {})
    if saved.get("digest") != digest or arguments.again:
        for result in results.values():
            result["fresh"] = False

    def keep():
        results_file.write_text(json.dumps({"digest": digest, "results": dict(results)}))

    trial = Trial(work, planting.tree, planting.build, arguments.jobs, arguments.tests, arguments.patience)
    print("mutate: the tests without a mistake", flush=True)
    trial.learn(digest)
    trial.try_all([m for m in wanted if not results.get(m.key, {}).get("fresh")], planting.numbers, results, keep)

    # --- The report ---------------------------------------------------------------------------------------------------
    explained = explanations(root / "scripts/mutate/explained.txt")
    survivors = [m for m in wanted if results[m.key]["noticed"] is None]
    unexplained = [m for m in survivors if m.key not in explained]
    out = []
    for mutant in survivors:
        result = results[mutant.key]
        out.append(f"{mutant.key} {mutant.file}:{mutant.line} {mutant.operator}"
                   + ("" if result["tests"] else " (no test reaches it)")
                   + (f"\n  explained: {explained[mutant.key]}" if mutant.key in explained else ""))
        out.append(difference(mutant, planting.texts[mutant.file]))
    folders, weak = sorted({folder_of(mutant.file) for mutant in wanted}), []
    for folder in folders:
        here = [mutant for mutant in wanted if folder_of(mutant.file) == folder]
        left = sum(m in unexplained for m in here)
        out.append(f"{folder:24} {sum(m not in survivors for m in here):4} of {len(here)}"
                   + (f", {left} not explained" if left else ""))
        if left > 0.1 * len(here):
            weak.append(folder)
    noticed = len(wanted) - len(survivors)
    judged = len(wanted) - (len(survivors) - len(unexplained))
    out.append(f"{noticed} of {len(wanted)} mistakes are noticed by the tests; {len(survivors) - len(unexplained)} of the "
               f"others are explained; score {100 * noticed / max(judged, 1):.1f} %")
    if weak:
        out.append(f"less than nine of ten are noticed in {', '.join(weak)}")
    report = "\n".join(out) + "\n"
    print(report, end="")
    (work / "report.txt").write_text(report)
    (work / "report.json").write_text(json.dumps([
        {"key": m.key, "file": m.file, "line": m.line, "operator": m.operator, "note": m.note,
         "original": planting.texts[m.file][m.start : m.end], "mutated": m.mutated, **results[m.key],
         "explained": explained.get(m.key)} for m in wanted], indent=1))
    return 0 if not weak else 1


if __name__ == "__main__":
    sys.exit(main())
