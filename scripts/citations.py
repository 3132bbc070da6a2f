#!/usr/bin/env python3
"""Checks that citations of documents name files and headings that exist.

In sources and scripts a citation is `docs/page.md` or, with headings, `docs/page.md, "Heading", "Another"`, also over two comment
lines; a string may end in `docs/page.md, Heading"`. In Markdown it is a link: `[text](page.md#anchor)`.
usage: citations.py [FILE...]     default: all files under version control
"""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE = re.compile(r"\b((?:docs/[\w./-]+|README|CONTRIBUTING|SECURITY|CHANGELOG)\.md)\b")
BREAK = r'(?:\s*\n\s*(?://[/!]?<?|\#|\*)?\s*| )'  # a space, or the end of a comment's line
HEADING = re.compile(r'(?:,|,? and)?' + BREAK + r'"((?=[\w.])[^"]+?)"')
IN_STRING = re.compile(r', ([A-Z][^"\n]*)"')
OLD_FORM = re.compile(r'\(reference "')
LINK = re.compile(r"\]\(([^()\s]+)\)")


def headings(path, cache={}):
    """Titles and anchors of a page, as GitHub makes them; headings inside code blocks are none."""
    if path not in cache:
        with open(os.path.join(ROOT, path), encoding="utf-8") as page:
            text = re.sub(r"^(`{3,}).*?^\1$", "", page.read(), flags=re.M | re.S)
        titles = [title.strip() for title in re.findall(r"^#+ (.*)$", text, re.M)]
        plain = [re.sub(r"[`*]|\]\([^)]*\)|\[", "", title) for title in titles]
        anchors = [re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in plain]
        cache[path] = set(titles) | set(plain), set(anchors)
    return cache[path]


def in_source(text):
    """Problems as (offset, message)."""
    for match in OLD_FORM.finditer(text):
        yield match.start(), "a citation names its page: docs/page.md, \"Heading\""
    for match in PAGE.finditer(text):
        page = match.group(1)
        if not os.path.isfile(os.path.join(ROOT, page)):
            yield match.start(), f"there is no page {page}"
            continue
        titles, end = [], match.end()
        if plain := IN_STRING.match(text, end):
            titles.append(plain.group(1))
        while not plain and (title := HEADING.match(text, end)):
            titles.append(re.sub(BREAK, " ", title.group(1)))
            end = title.end()
        for title in titles:
            if title not in headings(page)[0]:
                yield match.start(), f"{page} has no heading \"{title}\""


ENGINES = ("pathologic", "ags", "skrit", "ff7")
FILE_NAME = re.compile(r"`(?!build/)((?:[\w.-]+/)+[\w.-]*)`")


def is_file_name(name):
    """Whether a page about the sources means a file or folder: from the root, below src or below an engine's folder."""
    places = ["", "src", "include/vellum", *(f"src/engines/{engine}" for engine in ENGINES)]
    return any(os.path.exists(os.path.join(ROOT, place, name.replace("ENGINE", engine)))
               for place in places for engine in ENGINES)


def in_markdown(path, text):
    blank = lambda block: re.sub(r"[^\n]", " ", block.group())
    text = re.sub(r"^(`{3,}).*?^\1$", blank, text, flags=re.M | re.S)
    if path in ("docs/architecture.md", "CONTRIBUTING.md"):
        for span in FILE_NAME.finditer(text):
            if not is_file_name(span.group(1)):
                yield span.start(), f"there is no {span.group(1)}"
    text = re.sub(r"`[^`\n]*`", blank, text)
    for match in LINK.finditer(text):
        target, _, anchor = match.group(1).partition("#")
        if re.match(r"[a-z]+:", target):
            continue
        page = os.path.normpath(os.path.join(os.path.dirname(path), target)) if target else path
        if not os.path.exists(os.path.join(ROOT, page)):
            yield match.start(), f"there is no {page}"
        elif anchor and page.endswith(".md") and anchor not in headings(page)[1]:
            yield match.start(), f"{page} has no heading for #{anchor}"


def main():
    names = sys.argv[1:] or subprocess.check_output(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", ":!tests/cases", ":!samples"],
        cwd=ROOT, text=True).splitlines()
    count = 0
    for name in names:
        if name == "scripts/citations.py" or not os.path.isfile(os.path.join(ROOT, name)):
            continue
        with open(os.path.join(ROOT, name), encoding="utf-8", errors="replace") as file:
            text = file.read()
        if "\0" in text:
            continue
        for offset, message in in_markdown(name, text) if name.endswith(".md") else in_source(text):
            count += 1
            print(f"{name}:{text.count(chr(10), 0, offset) + 1}: {message}")
    return count > 0


if __name__ == "__main__":
    sys.exit(main())
