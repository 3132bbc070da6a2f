#!/usr/bin/env python3
"""How long an index of very many scripts takes on a cluster: a formula with measured costs, and a simulation that checks it.

Prints the table of docs/cluster.md, "Ten million scripts". With --check PAGE it fails if the page has another one, or if the
simulation of a row differs from the formula by more than a tenth.

usage: cluster_model.py [--check PAGE]
"""

import heapq
import math
import pathlib
import random
import sys

# Measured on one core with 10,648 files of 14 KB, 9,097 different scripts, in the optimised build. Seconds and bytes per script.
EXAMINE = 0.0052  # to check, decompile and write it
LOOK = 0.00003    # to find a file and see which part it is in
MERGE = 0.0023    # to copy its rows into a merged index
SIZE = 49_800     # in an index
ASK = 0.05        # one question to one part, with the start of the program

SCRIPTS = 10_000_000
DEATHS = 1 / 86_400  # of a core, per second: once a day


def indexing(scripts, parts, cores):
    """Seconds until the last part is there. Each part looks at all files and examines its own. If a core dies, all wait for
    the part that is made again last: most of one part's time, since a part dies anywhere in the middle."""
    part = LOOK * scripts + EXAMINE * scripts / parts
    return part * (math.ceil(parts / cores) + 0.8 * (1 - math.exp(-DEATHS * part * parts)))


def merging(scripts):
    """Seconds on one core: rows of every part are copied once, whatever is merged first."""
    return MERGE * scripts


def asking(parts, cores):
    """Seconds of one question to all parts."""
    return ASK * math.ceil(parts / cores)


def simulated(scripts, parts, cores, seed=1):
    """The same, part by part: sizes as a hash divides scripts, costs that differ tenfold from script to script, deaths at random."""
    chance = random.Random(seed)
    free = [0.0] * cores
    heapq.heapify(free)
    end = 0.0
    for _ in range(parts):
        size = max(chance.gauss(scripts / parts, math.sqrt(scripts / parts * (1 - 1 / parts))), 0)
        # The sum of many costs, each exponential.
        work = LOOK * scripts + chance.gauss(EXAMINE * size, EXAMINE * math.sqrt(size))
        at = heapq.heappop(free)
        while (death := chance.expovariate(DEATHS)) < work:
            at += death
        heapq.heappush(free, at + work)
        end = max(end, at + work)
    return end


def hours(seconds):
    return f"{seconds / 3600:.1f} h" if seconds >= 3600 else f"{seconds / 60:.0f} min" if seconds >= 90 else f"{seconds:.1f} s"


def table():
    lines = ["| cores | parts | scripts a part | indexing | of that looking | merging | one part | a question to all parts |",
             "|---|---|---|---|---|---|---|---|"]
    for cores, parts in ((2, 16), (16, 16), (64, 64), (128, 128), (1024, 1024)):
        looking = LOOK * SCRIPTS * math.ceil(parts / cores)
        lines.append(f"| {cores:,} | {parts:,} | {SCRIPTS // parts:,} | {hours(indexing(SCRIPTS, parts, cores))} | {hours(looking)} | "
                     f"{hours(merging(SCRIPTS))} | {SIZE * SCRIPTS / parts / 1e9:.1f} GB | {hours(asking(parts, cores))} |")
    return "\n".join(lines)


def main(words):
    if words[:1] != ["--check"]:
        print(table())
        return 0
    wrong = [] if table() in pathlib.Path(words[1]).read_text(encoding="utf-8") else [f"{words[1]}: not the table that this prints"]
    for cores, parts in ((2, 16), (16, 16), (16, 64), (64, 256), (1024, 1024)):
        runs = [simulated(SCRIPTS, parts, cores, seed) for seed in range(20)]
        mean, formula = sum(runs) / len(runs), indexing(SCRIPTS, parts, cores)
        print(f"{cores} cores, {parts} parts: simulated {hours(mean)}, by the formula {hours(formula)}")
        if abs(mean / formula - 1) > 0.1:
            wrong.append(f"{cores} cores, {parts} parts: the formula is wrong by {mean / formula - 1:+.0%}")
    print("\n".join(wrong), end="\n" if wrong else "")
    return len(wrong)


sys.exit(main(sys.argv[1:]))
