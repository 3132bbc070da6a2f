"""Chooses the mutants, writes the copy of the project that has them in it, and builds it.

The choice depends on the seed and on the words of each place, not on where it stands: a change elsewhere leaves it as
it is. A mutant that does not compile is replaced by the next one of its folder.
"""

import hashlib
import json
import re
import subprocess
from pathlib import Path

from places import Mutant, Source, name_them, planted

SEED = "vellum 1"
# Built by other compilers, and tested with the npm package, under Wine and by `make arm64-test` alone.
NOT_TESTED = ("src/code/arm64.cpp", "src/wasm/", "src/base/wasi/", "src/base/windows/", "src/cli/windows/", "src/base/node/", "src/cli/node/")


DIVIDED = ("engines", "cli", "protocol")  # large folders: each of theirs has a share of its own


def folder_of(file):
    parts = file.split("/")
    return "/".join(parts[1:3]) if parts[1] in DIVIDED and len(parts) > 3 else parts[1]


def written_by_hand(path, texts, left_out=None):
    """The mistakes of mistakes.txt: `file`, `find` (a regular expression) and `with`, where MUTANT asks for the choice.

    Adds to `left_out` the names of those whose place is no longer as it was."""
    mutants = []
    for block in re.split(r"^== ", path.read_text(), flags=re.MULTILINE)[1:]:
        name, *lines = block.splitlines()
        fields = dict(line.split(" ", 1) for line in lines if " " in line and not line.startswith("#"))
        file = fields["file"]
        text = texts.get(file)
        if text is None and Path(file).is_file():
            text = texts[file] = Path(file).read_text()
        match = re.search(fields["find"], text or "")
        if match is None:
            print(f"mutate: '{name}' is left out: {file} has changed (scripts/mutate/mistakes.txt)")
            if left_out is not None:
                left_out.append(name)
            continue
        mutants.append(Mutant(file, "written", "written", match.start(), match.end(), match.expand(fields["with"]),
                              text.count("\n", 0, match.start()) + 1, note=name))
    return mutants


class Planting:
    def __init__(self, root, work, tree, build, count, among="", seed=SEED):
        self.root, self.work, self.tree, self.build, self.count = root, work, tree, build, count
        self.memory = work / "planting.json"
        known = json.loads(self.memory.read_text()) if self.memory.exists() else {}
        self.numbers = known.get("numbers", {})
        self.refused = set(known.get("refused", []))
        files = sorted(str(path.relative_to(root)) for path in (root / "src").rglob("*.cpp"))
        self.texts = {f: (root / f).read_text() for f in files if not f.startswith(NOT_TESTED)}
        self.hand = written_by_hand(root / "scripts/mutate/mistakes.txt", self.texts)
        found = [mutant for file in files if file in self.texts for mutant in Source(file, self.texts[file]).find()]
        name_them(self.hand + found, self.texts)
        if among:
            wanted = lambda mutant: re.search(among, f"{mutant.file} {mutant.operator} {mutant.key}")
            self.hand, found = [m for m in self.hand if wanted(m)], [m for m in found if wanted(m)]
        self.folders = {}
        for mutant in sorted(found, key=lambda mutant: hashlib.sha256((seed + mutant.key).encode()).digest()):
            operators = self.folders.setdefault(folder_of(mutant.file), {})
            operators.setdefault(mutant.operator, []).append(mutant)

    def remember(self):
        self.memory.write_text(json.dumps({"numbers": self.numbers, "refused": sorted(self.refused)}))

    def choose(self):
        """The same share for each folder; in it one operator after the other,
        beginning with another one in each."""
        chosen, taken = [], {}

        def take(mutant):
            spans = taken.setdefault(mutant.file, [])
            if mutant.key in self.refused or any(a < mutant.end and mutant.start < b for a, b in spans):
                return False
            spans.append((mutant.start, mutant.end))
            chosen.append(mutant)
            self.numbers.setdefault(mutant.key, len(self.numbers) + 1)
            return True

        for mutant in self.hand:
            take(mutant)
        wanted, given = self.count - len(chosen), 0
        for index, (_, operators) in enumerate(sorted(self.folders.items()), 1):
            share = wanted * index // len(self.folders) - given
            given += share
            names = sorted(operators)
            queues = [iter(operators[name]) for name in names[index % len(names):] + names[: index % len(names)]]
            while share > 0 and queues:
                for queue in list(queues):
                    if share > 0 and any(take(mutant) for mutant in queue):
                        share -= 1
                    elif share > 0:
                        queues.remove(queue)
        return chosen

    def copy(self):
        """The project's files, as they are now; only what differs is written, so that little is built again."""
        listed = subprocess.run(["git", "-C", self.root, "ls-files", "-co", "--exclude-standard", "-z"], check=True,
                                capture_output=True, text=True).stdout.split("\0")
        names = {name for name in listed if name and (self.root / name).is_file()}
        names.discard("CMakeUserPresets.json")
        for path in self.tree.rglob("*"):
            relative = path.relative_to(self.tree)
            if relative.parts[0] not in ("build", ".git") and path.is_file() and str(relative) not in names:
                path.unlink()
        digest = hashlib.sha256()
        for name in sorted(names):
            content = (self.root / name).read_bytes()
            digest.update(name.encode() + b"\0" + content + b"\0")
            if name not in self.texts:
                put(self.tree / name, content, (self.root / name).stat().st_mode)
        return digest

    def write(self, chosen):
        for file, text in self.texts.items():
            here = [mutant for mutant in chosen if mutant.file == file]
            put(self.tree / file, (planted(text, here, self.numbers) if here else text).encode())
        put(self.tree / "src/base/vellum_mutant.cpp", (self.root / "scripts/mutate/mutant.cpp").read_bytes())

    def make(self, jobs):
        """Builds; leaves out what does not compile and tries again. Returns the mutants and a digest of everything."""
        self.tree.mkdir(parents=True, exist_ok=True)
        digest = self.copy()
        while True:
            chosen = self.choose()
            self.write(chosen)
            self.remember()
            run(["cmake", "--preset", "dev", "-B", self.build], self.tree)
            # The sources before the tests: what has to be built again and again should be little.
            for target in (["--target", "vellum", "vellum-luahost", "vellum-cli"], []):
                built = run(["cmake", "--build", self.build, "-j", str(jobs), *target, "--", "-k", "0"], self.tree,
                            check=False)
                if built.returncode != 0:
                    break
            else:
                break
            bad = self.blamed(chosen, built.stdout)
            if not bad:
                raise SystemExit(f"mutate: the build failed\n{built.stdout[-4000:]}")
            print(f"mutate: {len(bad)} places do not compile and are replaced by others", flush=True)
            self.refused |= {mutant.key for mutant in bad}
        digest.update(" ".join(mutant.key for mutant in chosen).encode())
        return chosen, digest.hexdigest()

    def blamed(self, chosen, output):
        """Who is to blame for errors: whoever was planted on these lines, or else everybody in what failed."""
        output = output.replace(f"{self.tree}/", "")
        told = re.findall(r"(src/[^\s:]+\.cpp):(\d+):\d+: (?:(?:fatal )?error|note: in (?:instantiation|call))", output)
        lines = {(file, int(line)) for file, line in told}
        bad = []
        for unit in set(re.findall(r"^FAILED: (\S+)\.o", output, re.MULTILINE)):
            files = self.compiled_in(unit)
            here = [mutant for mutant in chosen if mutant.file in files]
            bad += [mutant for mutant in here if any((mutant.file, line) in lines for line in self.lines_of(mutant))] or here
        return bad

    def compiled_in(self, unit):
        """The sources that an object is made from: one, or several that are compiled as one."""
        together = self.tree / self.build / unit
        text = together.read_text() if "/Unity/" in unit and together.is_file() else unit
        return set(re.findall(r"src/[^\s\"]+\.cpp", text.replace(f"{self.tree}/", "")))

    def lines_of(self, mutant):
        more = self.texts[mutant.file].count("\n", mutant.start, mutant.end)
        return range(mutant.line, mutant.line + more + 1)


def put(path, content, mode=None):
    if not path.exists() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    if mode is not None:
        path.chmod(mode)


def run(command, folder, check=True):
    done = subprocess.run([str(word) for word in command], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True)
    if check and done.returncode != 0:
        raise SystemExit(f"mutate: {' '.join(map(str, command))}\n{done.stdout[-4000:]}")
    return done
