#!/usr/bin/env python3
"""How the time of every command grows with its input: the families whose steps tests/proportion/commands_test.py counts, with 1,000,
4,000, 16,000 and 64,000 functions, members or lines. usage: commands.py VELLUM [COMMAND...]"""

import math
import os
import resource
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tests/proportion"))
import commands_test  # noqa: E402  pylint: disable=wrong-import-position

SIZES = (1000, 4000, 16000, 64000)
MOST_SECONDS = 60  # a command that takes longer is not asked for more
START = 0.03  # what starting the program takes is no growth


class Refused(Exception):
    """There is a limit to what this command takes."""


def seconds(command, commands):
    """Processor time of a run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(command, input=commands, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=4 * MOST_SECONDS, check=False)
    except subprocess.TimeoutExpired as late:
        raise Refused(f"more than {4 * MOST_SECONDS} s") from late
    if done.returncode not in (0, 1):
        raise Refused((done.stderr.decode().splitlines() or [f"exit code {done.returncode}"])[0])
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    commands_test.measure = seconds
    names = sys.argv[2:] or list(commands_test.COMMANDS)
    took = {name: [] for name in names}
    refused = {}
    for n in SIZES:
        commands_test.make(n)
        for name in names:
            if name in refused or (took[name] and took[name][-1] > MOST_SECONDS):
                continue
            try:
                took[name].append(commands_test.COMMANDS[name](n))
            except Refused as why:
                refused[name] = f"{n:,}: {why}"
    print(f"{'seconds for':12}" + "".join(f"{n:>9,}" for n in SIZES) + f"{'exp.':>7}")
    for name, all_of in took.items():
        line = f"{name:12}" + "".join(f"{each:9.2f}" for each in all_of).ljust(9 * len(SIZES))
        if len(all_of) > 2 and all_of[-1] > 4 * START:  # from the second size to the last
            line += f"{math.log(all_of[-1] / max(all_of[1], START)) / math.log(4 ** (len(all_of) - 2)):7.2f}"
        print(line + (f"  {refused[name]}" if name in refused else ""))


main()
