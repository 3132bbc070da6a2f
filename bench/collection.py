#!/usr/bin/env python3
"""Makes a large collection of scripts for measurements: copies of a folder of compiled Pathologic scripts, whose texts differ.

    bench/collection.py FOLDER COPIES OUTPUT

Copy k has its number in letters wherever a text of the original has the pair of letters that it has first of PAIRS, so most
scripts have bytes, words and source of their own, and every copy of a function is the same code.
"""

import pathlib
import sys


PAIRS = ["er", "on", "in", "an", "en", "st", "ta", "lo", "re", "al", "ll", "ma"]


def wide(text: str) -> bytes:
    return text.encode("utf-16-le")


def main() -> None:
    source, copies, output = pathlib.Path(sys.argv[1]), int(sys.argv[2]), pathlib.Path(sys.argv[3])
    scripts = {path.relative_to(source): path.read_bytes() for path in sorted(source.rglob("*.bin"))}
    for copy in range(copies):
        letters = chr(ord("a") + copy // 26) + chr(ord("a") + copy % 26)
        for name, data in scripts.items():
            path = output / f"{copy:02}" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            pair = next((pair for pair in PAIRS if wide(pair) in data), PAIRS[0])
            path.write_bytes(data.replace(wide(pair), wide(letters)))


main()
