#!/usr/bin/env python3
"""Draws what programs print on a terminal as SVG: text with the colours of src/cli/theme.hpp on standard input.

usage: terminal_svg.py [--look auto|light|dark] [--columns N] [--title TEXT] [--animate]

Where a line begins with "$ " a command begins. With --animate the commands come one after the other, over and over: each is
typed, then its output stands there to be read. Programs that do not animate show the last one.
"""
import argparse
import html
import re
import sys

LEVELS = (0, 95, 135, 175, 215, 255)
STEP, SIZE, ADVANCE, LEFT, TOP = 17, 13, 7.83, 18, 44
LOOKS = {"light": ("#ffffff", "#1a1a1a", "#d0d4da"), "dark": ("#000000", "#e8e8e8", "#4b5363")}
CODE = re.compile(r"\x1b\[([0-9;]*)m")


def colour(index):
    """One of the 256 colours; the first sixteen are the terminal's own and not used here."""
    if index >= 232:
        return "#" + f"{8 + 10 * (index - 232):02x}" * 3
    index -= 16
    return "#" + "".join(f"{LEVELS[part]:02x}" for part in (index // 36, index // 6 % 6, index % 6))


def spans(line):
    """The line's text in pieces of one look: (attributes, text)."""
    weight, fill, at = "", "", 0
    for code in [*CODE.finditer(line), None]:
        piece = line[at:code.start() if code else len(line)]
        if piece:
            yield weight + fill, piece
        if code is None:
            return
        at = code.end()
        numbers = [int(number or 0) for number in code[1].split(";")]
        while numbers:
            number = numbers.pop(0)
            if number == 0:
                weight = fill = ""
            elif number == 1:
                weight = ' font-weight="bold"'
            elif number == 39:
                fill = ""
            elif number == 38:
                fill = f' fill="{colour(numbers[1])}"'
                del numbers[:2]


def cells(text):
    """Columns that a text takes."""
    import unicodedata
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def text_line(number, line):
    made, column = [], 0
    for attributes, piece in spans(line):
        # Browsers leave out blanks at the ends, and would stretch the rest.
        bare = piece.strip(" ")
        begin = column + cells(piece) - cells(piece.lstrip(" "))
        if bare:
            made.append(f'<tspan x="{LEFT + begin * ADVANCE:.1f}" textLength="{cells(bare) * ADVANCE:.1f}"'
                        f' lengthAdjust="spacingAndGlyphs"{attributes}>{html.escape(bare)}</tspan>')
        column += cells(piece)
    return f'<text y="{TOP + number * STEP}">{"".join(made)}</text>' if made else ""


def wrapped(lines, columns):
    """Longer lines go on in the next one, as on a terminal."""
    for line in lines:
        left, row = columns, ""
        for attributes_or_text in re.split(r"(\x1b\[[0-9;]*m)", line):
            if attributes_or_text.startswith("\x1b"):
                row += attributes_or_text
                continue
            for character in attributes_or_text:
                if left < cells(character):
                    yield row
                    left, row = columns, ""
                row += character
                left -= cells(character)
        yield row


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--look", default="auto", choices=("auto", *LOOKS))
    options.add_argument("--columns", type=int, default=120)
    options.add_argument("--title", default="vellum")
    options.add_argument("--animate", action="store_true")
    options = options.parse_args()
    lines = list(wrapped(sys.stdin.read().rstrip("\n").split("\n"), options.columns))
    scenes = [lines]
    if options.animate:
        starts = [i for i, line in enumerate(lines) if line.startswith("$ ")] + [len(lines)]
        scenes = [lines[a:b] for a, b in zip(starts, starts[1:])]
    height = max(map(len, scenes)) * STEP + TOP + 6
    width = round(options.columns * ADVANCE + 2 * LEFT)

    def look(name):
        paper, ink, edge = LOOKS[name]
        return f".paper {{ fill: {paper}; stroke: {edge} }} .dots {{ fill: {edge} }} text {{ fill: {ink} }}"

    css = look("light" if options.look == "auto" else options.look)
    if options.look == "auto":
        css += f"\n@media (prefers-color-scheme: dark) {{ {look('dark')} }}"
    body = []
    if not options.animate:
        body = [text_line(i, line) for i, line in enumerate(lines)]
    else:
        seconds = [1.2 + 1.6 + 0.28 * len(scene) for scene in scenes]
        total, begin = sum(seconds), 0.0
        for number, (scene, lasts) in enumerate(zip(scenes, seconds)):
            a, b, shown = (100 * part / total for part in (begin, begin + lasts, begin + 1.2))
            columns = cells(CODE.sub("", scene[0]))
            css += (f"\n@keyframes scene{number} {{ 0% {{ visibility: {'visible' if a == 0 else 'hidden'} }}"
                    f" {a:.2f}% {{ visibility: visible }} {b:.2f}% {{ visibility: hidden }} 100% {{ visibility: hidden }} }}"
                    f"\n.scene{number} {{ animation: scene{number} {total:.1f}s step-end infinite }}"
                    f"\n@keyframes rest{number} {{ 0% {{ opacity: 0 }} {shown:.2f}% {{ opacity: 1 }} 100% {{ opacity: 1 }} }}"
                    f"\n.rest{number} {{ animation: rest{number} {total:.1f}s step-end infinite }}"
                    f"\n@keyframes type{number} {{ 0%, {a:.2f}% {{ clip-path: inset(0 100% 0 0) }}"
                    f" {(a + shown) / 2:.2f}%, 100% {{ clip-path: inset(0 0 0 0) }} }}"
                    f"\n.type{number} {{ animation: type{number} {total:.1f}s steps({max(columns, 1)}, end) infinite }}")
            hidden = "" if number + 1 == len(scenes) else ' visibility="hidden"'
            body.append(f'<g class="scene{number}"{hidden}><g class="type{number}">{text_line(0, scene[0])}</g>'
                        f'<g class="rest{number}">')
            body += [text_line(i + 1, line) for i, line in enumerate(scene[1:])]
            body.append("</g></g>")
            begin += lasts
    print(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img"'
          f' font-family="ui-monospace, \'DejaVu Sans Mono\', Menlo, Consolas, monospace" font-size="{SIZE}" xml:space="preserve">')
    print(f"<title>{html.escape(options.title)}</title>\n<style>\n{css}\n</style>")
    print(f'<rect class="paper" x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="8"/>')
    print('<g class="dots">' + "".join(f'<circle cx="{20 + 18 * i}" cy="18" r="5"/>' for i in range(3)) + "</g>")
    print("\n".join(line for line in body if line))
    print("</svg>")


main()
