#!/usr/bin/env bash
# Reports: every link leads somewhere, nothing comes from elsewhere, names and texts of strangers are texts.
# shellcheck disable=SC2016  # names of Skrit have the sign
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

needs_indexes

on_windows && skip "Windows has no files with these names"
mkdir "$work/game"
cp samples/pathologic/{lamp,patrol}.bin samples/ags/s10_switch.o samples/skrit/guard.skrit "$work/game"
printf 'startup state S$ { event OnEnterState$() { Report.Generic( "</script><img src=x onerror=alert(1)>" ); } }\n' \
  > "$work/game/<svg onload=alert(1)>.skrit"
printf 'broken {\n' > "$work/game/broken.skrit"
# Names that steer terminals, break lines, turn text around, are addresses or markup.
for name in $'\e]0;t\a' $'a\nb\rc' $'\u202ertl' $'\u009b31m' 'javascript:alert(1)' '%3cb%3e#?&amp;' "'\"onload=alert(1)" '..  ' '=1+1'; do
  cp samples/skrit/guard.skrit "$work/game/$name.skrit"
done
# Words begin with any letter or digit, and where a capital follows a small letter.
cp samples/skrit/guard.skrit "$work/game/one two three four five six seven eight nine.skrit"
for name in zeal 90 0up aQua oaBe ozBi oxAz oxZe; do cp samples/skrit/guard.skrit "$work/game/$name.skrit"; done
run 0 report "$work/game" -o "$work/site"
[[ -s $work/site/index.html && -s $work/site/index.vdb ]] || fail "no report"
run 1 report "$work/game" -o "$work/site"
err_has "the folder is not empty"
run 0 report "$work/site/index.vdb" -o "$work/again" -q
err_empty

cat > "$work/check.py" << 'PY'
import glob, os, re, sys
from html.parser import HTMLParser

folder = sys.argv[1]
wrong = []


class Page(HTMLParser):
    ALLOWED = set("html head meta title link script body header nav a input ul main h1 h2 p dl dt dd table thead tbody tr th td "
                  "details summary pre code span br".split())
    ALONE = "meta link input br tr td th li dt dd".split()  # those that need no end

    def __init__(self, path):
        super().__init__()
        self.path, self.ids, self.links, self.text, self.rows, self.open = path, set(), [], "", [], []

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag not in self.ALLOWED:
            wrong.append(f"{self.path}: <{tag}>")
        if any(name.startswith("on") or name == "style" for name in values):
            wrong.append(f"{self.path}: {values}")
        if tag not in Page.ALONE:
            self.open.append(tag)
        if tag == "table":
            self.rows = []
        elif tag == "tr":
            self.rows.append(0)
        elif tag in ("th", "td"):
            self.rows[-1] += 1
        if "id" in values:
            self.ids.add(values["id"])
        for name in ("href", "src"):
            if name in values:
                self.links.append(values[name])

    def handle_endtag(self, tag):
        if tag not in Page.ALONE and (not self.open or self.open.pop() != tag):
            wrong.append(f"{self.path}: </{tag}> closes something else")
        if tag == "table" and len(set(self.rows)) > 1:
            wrong.append(f"{self.path}: rows of {set(self.rows)} cells in one table")

    def handle_data(self, data):
        self.text += data


pages = {}
for path in glob.glob(folder + "/**/*.html", recursive=True):
    page = pages[os.path.normpath(path)] = Page(path)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if re.search("[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", text):
        wrong.append(f"{path}: control characters")
    if "default-src 'none'" not in text:
        wrong.append(f"{path}: no policy")
    page.feed(text)
    if page.open:
        wrong.append(f"{path}: {page.open} stay open")
for path, page in pages.items():
    for link in page.links:
        name, _, place = link.partition("#")
        target = os.path.normpath(os.path.join(os.path.dirname(path), name)) if name else path
        if re.match(r"[a-z]+:|//", link) or not target.startswith(os.path.normpath(folder)) or not os.path.exists(target):
            wrong.append(f"{path}: {link}")
        elif place and place not in pages[target].ids:
            wrong.append(f"{path}: {link} has no such place")
every = "".join(page.text for page in pages.values())
for text in ("<svg onload=alert(1)>.skrit", "</script><img src=x onerror=alert(1)>", "TMain.OnUse",
             "OnEnterState", "%3cb%3e#?&amp;.skrit", "javascript:alert(1).skrit"):
    if text not in every:
        wrong.append(f"nothing about {text}")
sources = "".join(page.text for path, page in pages.items() if "/scripts/" in path)
for line in ('@Trace("somebody plays with the lamp");', "    event OnUse(object "):
    if line not in sources:
        wrong.append(f"the line '{line}' is not as it is in its source")
for path in glob.glob(folder + "/search/*.js"):
    with open(path, encoding="utf-8", newline="") as file:
        if re.search("[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", file.read()):
            wrong.append(f"{path}: what is no text of a script")
    if not re.fullmatch(r"[0-9a-f]{4,}-[0-9a-f]{4,}\.js", os.path.basename(path)):
        wrong.append(path)
if len(glob.glob(folder + "/search/*.js")) < 10:
    wrong.append("no search")
if wrong:
    sys.exit("\n".join(wrong[:20]))
PY
for site in site again; do
  python3 "$work/check.py" "$work/$site" > "$work/out" 2>&1 || fail "a page of $site is wrong"
done
# What is searched for is in the file of its first two letters, as a call of one function.
grep -q '^\["lamp.bin","script","scripts/' "$work/site/search/006c-0061.js" || fail "search does not find lamp.bin"
grep -q '^vellumSearch("006c-0061",\[' "$work/site/search/006c-0061.js" || fail "search has another form"
for pair in zeal:007a-0065 90:0039-0030 0up:0030-0075 aQua:0061-0071 aQua:0071-0075 oaBe:0062-0065 ozBi:0062-0069 oxAz:0061-007a \
  oxZe:007a-0065; do
  grep -q "\"${pair%:*}.skrit\",\"script\"" "$work/site/search/${pair#*:}.js" || fail "search does not find ${pair%:*}"
done
# The first eight words of a text.
grep -q "seven eight nine" "$work/site/search/0065-0069.js" || fail "search does not find the eighth word"
! grep -q "seven eight nine" "$work/site/search/006e-0069.js" 2> /dev/null || fail "search finds the ninth word"
if command -v node > /dev/null; then
  node --check "$work/site/search.js" || fail "search.js is not JavaScript"
fi
