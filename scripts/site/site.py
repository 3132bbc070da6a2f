#!/usr/bin/env python3
"""Makes the site: the documents, instruction tables, natives and schemas as pages with one search, the explorer where it is built,
and a download page of what build/packages has. The pages load nothing from elsewhere and work from a disk, but for the explorer.
Fails if a link leads nowhere.

usage: site.py VELLUM FOLDER          or: site.py --packages FOLDER, the table of what is in it
"""
import hashlib
import html
import json
import pathlib
import posixpath
import re
import shutil
import subprocess
import sys
from urllib.parse import unquote

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
ENGINES = {"pathologic": "Pathologic", "ags": "Adventure Game Studio", "skrit": "Dungeon Siege Skrit", "ff7": "Final Fantasy VII world map"}
# What each package is for, by its name; the first that fits.
PACKAGES = (
    (r"windows-x64\.zip$", "Windows", "Unpack it and drop a game's folder on vellum.exe. Nothing is installed."),
    (r"linux-\w+\.tar\.gz$", "any Linux", "Unpack it anywhere; it needs nothing but the C library."),
    (r"^vellum_.*\.deb$", "Debian and Ubuntu", "The command line and the explorer."),
    (r"^libvellum-dev_.*\.deb$", "Debian and Ubuntu, for programmers", "Headers and the C++ library."),
    (r"^libvellum0_.*\.deb$", "Debian and Ubuntu, for programs", "The library with its C interface."),
    (r"^python3-vellum_.*\.deb$", "Debian and Ubuntu, for Python", "The Python module."),
    (r"\.vsix$", "VS Code", "Languages, debugger, archives as folders. It needs nothing else."),
    (r"\.whl$", "Python", "pip install FILE; it contains the library."),
    (r"vellum-scripts-.*\.tgz$", "Node and browsers", "npm install FILE, or npx vellum."),
    (r"-web\.zip$", "a web server", "The explorer as static files."),
    (r"-site\.zip$", "a web server", "This site."),
    (r"\.spdx\.json$", "auditors", "The bill of materials."),
)


def slug(text, seen):
    """The anchor of a heading, as GitHub makes it."""
    name = re.sub(r"[^\w\- ]", "", html.unescape(re.sub(r"<[^>]*>", "", text)).strip().lower()).replace(" ", "-")
    seen[name] = seen.get(name, -1) + 1
    return name if seen[name] == 0 else f"{name}-{seen[name]}"


def known_in(folder):
    """The packages in a folder, in the order of the table, with their places in it. A site does not contain itself."""
    files = [path for path in folder.iterdir() if path.is_file() and not path.name.endswith("-site.zip")]
    return sorted((number, path) for number, (pattern, _, _) in enumerate(PACKAGES) for path in files if re.search(pattern, path.name))


def rows_of(folder, name):
    """A table of a folder's packages: for whom each is, and its checksum."""
    rows = [f"| {PACKAGES[number][1]} | {name(path)} | {PACKAGES[number][2]} | {path.stat().st_size:,} | `{hashlib.sha256(path.read_bytes()).hexdigest()}` |"
            for number, path in known_in(folder)]
    return ["| for | file | what it is | bytes | SHA-256 |", "|---|---|---|---|---|", *rows] if rows else []


class Site:
    def __init__(self, vellum, folder):
        self.vellum, self.folder = vellum, folder
        self.pages = {}  # address -> (title, body)
        self.sources = {}  # document -> address
        self.anchors = {}
        self.found = []
        self.wrong = []

    def run(self, *words):
        return subprocess.run([self.vellum, *words], capture_output=True, text=True, check=True, cwd=ROOT).stdout

    def document(self, source, address):
        self.sources[source] = address
        self.markdown(address, (ROOT / source).read_text(encoding="utf-8"), posixpath.dirname(source))

    def markdown(self, address, text, home=None):
        made = subprocess.run(["cmark-gfm", "--unsafe", "-e", "table", "-e", "strikethrough", "--github-pre-lang"], input=text, capture_output=True, text=True,
                              check=True).stdout
        seen, anchors = {}, set()

        def heading(match):
            name = slug(match[2], seen)
            anchors.add(name)
            return f'<h{match[1]} id="{name}">{match[2]}</h{match[1]}>'

        made = re.sub(r"<h([1-6])>(.*?)</h\1>", heading, made)
        title = re.search(r"<h1[^>]*>(.*?)</h1>", made)
        self.anchors[address] = anchors
        self.pages[address] = (html.unescape(re.sub(r"<[^>]*>", "", title[1])) if title else address, made, posixpath.dirname(address) if home is None else home)

    def collect(self):
        self.document("README.md", "index.html")
        for path in sorted((ROOT / "docs").rglob("*.md")):
            self.document(path.relative_to(ROOT).as_posix(), path.relative_to(ROOT).with_suffix(".html").as_posix())
        for source in ("CHANGELOG.md", "CONTRIBUTING.md", "bindings/npm/README.md"):
            self.document(source, source.replace("/README.md", ".html").replace(".md", ".html"))
        for engine, name in ENGINES.items():
            self.markdown(f"reference/{engine}-instructions.html", f"# Instructions: {name}\n\n" + self.run("isa", engine, "--format", "markdown"))
            self.markdown(f"reference/{engine}-natives.html", f"# Natives: {name}\n\n" + self.run("natives", engine, "--format", "markdown"))
        rows = ["# Schemas\n", "The answers of `--format json` and of the questions of all interfaces, as JSON schemas.\n", "| schema | about |", "|---|---|"]
        for path in sorted((ROOT / "docs/schemas").glob("*.json")):
            about = json.loads(path.read_text(encoding="utf-8"))
            rows.append(f"| [{path.name}](../docs/schemas/{path.name}) | {about.get('title', '')} {about.get('description', '')} |".replace("\n", " "))
        self.markdown("reference/schemas.html", "\n".join(rows) + "\n")
        self.download()

    def download(self):
        """The packages that are there. The site that is packed itself refers to those next to it."""
        folder = ROOT / "build/packages"
        rows = rows_of(folder, lambda path: f"[{path.name}]({path.name})") if folder.is_dir() else []
        if rows:
            for _, path in known_in(folder):
                (self.folder / "download").mkdir(exist_ok=True)
                shutil.copyfile(path, self.folder / "download" / path.name)
            text = "Which one do I want? The first row that fits your system; [installing](../docs/install.md) has the rest.\n\n" + "\n".join(rows)
        else:
            text = "This copy of the site was made without packages: [installing](../docs/install.md) shows how they are built."
        self.markdown("download/index.html", f"# Download\n\n{text}\n")

    def link(self, page, home, match):
        """A link as the site has it; a wrong one is kept in mind."""
        before, target = match[1], html.unescape(match[2])
        if re.match(r"[a-z]+:", target):
            return match[0]
        path, _, anchor = target.partition("#")
        source = posixpath.normpath(posixpath.join(home, unquote(path))) if path else None
        if source is None:
            to = page
        elif source in self.sources:
            to = self.sources[source]
        elif (self.folder / source).is_file():
            to = source
        elif (ROOT / source).is_dir() and any(each.startswith(source + "/") for each in self.sources):
            to = min(each for name, each in self.sources.items() if name.startswith(source + "/"))
        elif (ROOT / source).exists():  # code and samples: as they are
            to = source
            for file in ([ROOT / source] if (ROOT / source).is_file() else sorted(path for path in (ROOT / source).rglob("*") if path.is_file())):
                copied = self.folder / file.relative_to(ROOT)
                copied.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, copied)
            if (ROOT / source).is_dir():
                names = sorted(path.name for path in (self.folder / source).iterdir() if path.name != "index.html")
                items = "".join(f'<li><a href="{html.escape(name)}">{html.escape(name)}</a></li>' for name in names)
                (self.folder / source / "index.html").write_text(f"<!doctype html><title>{source}</title><ul>{items}</ul>", encoding="utf-8")
                to += "/index.html"
        else:
            self.wrong.append(f"{page}: {target} leads nowhere")
            return match[0]
        if anchor and to in self.anchors and anchor not in self.anchors[to]:
            self.wrong.append(f"{page}: {to} has no #{anchor}")
        relative = posixpath.relpath(to, posixpath.dirname(page) or ".")
        return f'{before}"{html.escape(relative + ("#" + anchor if anchor else ""))}"'

    def remember(self, address, title, body):
        """A page for the search, heading by heading."""
        parts = re.split(r'<h[1-6] id="([^"]*)">(.*?)</h[1-6]>', body)
        for anchor, heading, text in [("", title, parts[0]), *zip(parts[1::3], parts[2::3], parts[3::3])]:
            plain = re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", text))).strip()
            name = html.unescape(re.sub(r"<[^>]*>", "", heading))
            if plain:
                self.found.append({"to": address + ("#" + anchor if anchor else ""), "title": name if name == title else f"{title}: {name}", "text": plain})

    def navigation(self):
        titles = {address: title for address, (title, _, _) in self.pages.items()}
        groups = {"": ["index.html", "download/index.html"], "Use": [], "Tutorials": [], "Engines and languages": [], "Reference": [], "Project": ["CONTRIBUTING.html", "CHANGELOG.html"]}
        for address in titles:
            if address.startswith("docs/tutorials/"):
                groups["Tutorials"].append(address)
            elif address.startswith(("docs/engines/", "docs/languages/")):
                groups["Engines and languages"].append(address)
            elif address.startswith("reference/") or address in ("docs/cli.html", "docs/index-schema.html", "bindings/npm.html"):
                groups["Reference"].append(address)
            elif address in ("docs/architecture.html", "docs/performance.html", "docs/security.html"):
                groups["Project"].append(address)
            elif address.startswith("docs/"):
                groups["Use"].append(address)
        if (self.folder / "explorer/index.html").exists():
            titles["explorer/index.html"] = "The explorer, here"
            groups[""].append("explorer/index.html")
        return [(group, [(address, titles[address]) for address in sorted(each, key=lambda address: (group != "", titles[address])) if address in titles]) for group, each in
                groups.items()]

    def write(self):
        if self.folder.exists():
            shutil.rmtree(self.folder)
        self.folder.mkdir(parents=True)
        for folder in ("docs/schemas",):
            shutil.copytree(ROOT / folder, self.folder / folder)
        for picture in (ROOT / "docs").rglob("*.svg"):
            target = self.folder / picture.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(picture, target)
        if (ROOT / "build/web/index.html").exists():
            shutil.copytree(ROOT / "build/web", self.folder / "explorer")
        self.collect()
        groups = self.navigation()
        for address, (title, body, home) in self.pages.items():
            body = re.sub(r'((?:href|src)=)"([^"]*)"', lambda match, page=address, here=home: self.link(page, here, match), body)
            self.remember(address, title, body)
            root = "../" * address.count("/")
            nav = "".join((f"<h2>{group}</h2>" if group else "") + "<ul>" + "".join(f'<li><a href="{root}{to}">{html.escape(name)}</a></li>' for to, name in each) + "</ul>"
                          for group, each in groups if each)
            target = self.folder / address
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(f'<!doctype html>\n<html lang="en" data-root="{root}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
                              f'<title>{html.escape(title)}</title><link rel="stylesheet" href="{root}site.css"></head><body><header><strong><a href="{root}index.html">Vellum</a></strong>'
                              f'<input id="search" type="search" placeholder="Search all pages" aria-label="Search all pages"></header><nav aria-label="Pages">{nav}</nav>'
                              f'<div><ul id="found" hidden></ul><main>{body}</main></div><script src="{root}search.js"></script></body></html>\n', encoding="utf-8")
        shutil.copyfile(HERE / "site.css", self.folder / "site.css")
        (self.folder / "search.js").write_text(f"const PAGES = {json.dumps(self.found, ensure_ascii=False)};\n{(HERE / 'search.js').read_text(encoding='utf-8')}", encoding="utf-8")
        for each in sorted(set(self.wrong)):
            print(each, file=sys.stderr)
        print(f"{self.folder}/index.html: {len(self.pages)} pages, {len(self.found)} sections in the search")
        return 1 if self.wrong else 0


def main():
    if len(sys.argv) == 3 and sys.argv[1] == "--packages":
        print("\n".join(rows_of(pathlib.Path(sys.argv[2]), lambda path: f"`{path.name}`")))
        return
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    if not shutil.which("cmark-gfm"):
        sys.exit("cmark-gfm is missing: scripts/install-deps.sh site")
    sys.exit(Site(str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve()).write())


main()
