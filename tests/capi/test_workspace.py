"""Workspaces in Python: files from everywhere, what each question answers, and what is changed and put back."""

import base64
import contextlib
import ctypes
import gc
import io
import json
import os
import pathlib
import re
import sqlite3
import struct
import sys
import tempfile
import unittest
import weakref
import zipfile

import vellum
from vellum import _c

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "samples"
sys.path.insert(0, str(ROOT / "tests" / "cli"))
try:
    import check_schema
except ImportError:
    check_schema = None


def has_indexes():
    """Whether the library was built with SQLite."""
    try:
        vellum.Workspace({}).query("")
    except vellum.Error as error:
        return error.diagnostic.code != "engine.unsupported"
    return True


def sample(name):
    return (SAMPLES / name).read_bytes()


def zipped(**members):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in members.items():
            archive.writestr(name.replace("_", "."), content)
    return made.getvalue()


def room(script):
    """A room of AGS with a script in it."""
    block = lambda number, content: bytes([number]) + len(content).to_bytes(8, "little") + content  # noqa: E731
    return b"\x21\0" + block(1, b"abc") + block(7, script) + b"\xff"


def game():
    """Sound and damaged files of every kind."""
    lantern = sample("../tests/data/pathologic/lantern.bin")
    archive = zipped(lantern_bin=lantern, lamp_bin=sample("pathologic/lamp.bin"), readme_txt=b"text")
    return {"game/lantern.bin": lantern, "game/lamp.patho": sample("pathologic/lamp.patho"), "game/cut.bin": lantern[:100],
            "game/other.bin": b"no script", "game/island.ev": sample("ff7/island.ev"),
            "game/switch.o": sample("ags/s10_switch.o"), "game/guard.skrit": sample("skrit/guard.skrit"),
            "game/wrong.skrit": b"property int x$ = ;", "game/room1.crm": room(sample("ags/s12_functions.o")),
            "a.zip": archive, "cut.zip": archive[:-30]}


def vfs(**members):
    """One of Pathologic's archives: no folders, of each file its name, size, place and time."""
    at = 12 + sum(17 + len(name) for name in members)
    head = b"LP1C" + struct.pack("<II", 0, len(members))
    for name, content in members.items():
        head += struct.pack("B", len(name)) + name.encode() + struct.pack("<IIQ", len(content), at, 0)
        at += len(content)
    return head + b"".join(members.values())


PLAN = b"""script lantern.bin
frames 4
event OnUse:null@2
test lights
expect asks Sleep(*)
expect event 0*
test wrong
expect asks Explode(*)
"""


def rows():
    buffer = _c.Buffer()
    _c.library.vellum_questions(ctypes.byref(buffer))
    text = ctypes.string_at(buffer.data, buffer.size)
    _c.library.vellum_buffer_free(ctypes.byref(buffer))
    return {row["name"]: row for row in json.loads(text)}


class Archive:
    def __init__(self, files):
        self.files = files
        self.listed = 0

    def read(self, name):
        if name not in self.files:
            raise FileNotFoundError(name)
        return memoryview(self.files[name])

    def list(self):
        self.listed += 1
        return list(self.files)


class Workspaces(unittest.TestCase):
    def test_files_come_from_everywhere(self):
        files = game()
        for given in (files, Archive(files)):
            self.assertEqual(len(vellum.Workspace(given).texts(["game/lantern.bin"])), 4)
            places = [[text["places"][0]["function"] for text in vellum.Workspace(given).texts("game/lantern.bin", source=source)] for source in (False, True)]
            self.assertIn("task0_event0", places[0])
            self.assertIn("TMain.OnUse", places[1])
            self.assertEqual([each["file"] for each in vellum.Workspace(given).disasm("game") if "ok" not in each],
                             ["game/guard.skrit", "game/island.ev", "game/lamp.patho", "game/lantern.bin",
                              "game/room1.crm!room1", "game/switch.o"])
        by_name = vellum.Workspace(files.__getitem__)
        self.assertEqual(by_name.check("game/lantern.bin")[0]["ok"], True)
        self.assertEqual(by_name.check("game")[0]["diagnostics"][0]["code"], "io.read")
        disk = vellum.Workspace()
        self.assertEqual(disk.check(str(SAMPLES / "ff7" / "island.ev"))[0]["engine"], "ff7")
        text = vellum.Workspace({"a.skrit": "property int x$ = 1;"})
        self.assertEqual(text.check("a.skrit")[0]["ok"], True)

    def test_names_are_asked_for_once(self):
        archive = Archive(game())
        workspace = vellum.Workspace(archive)
        for _ in range(2):
            self.assertEqual(len(workspace.info("game/**/*.*")), len(workspace.info("game")))
        self.assertEqual(archive.listed, 1)

    def test_what_a_reader_raises_is_raised_again(self):
        def read(name):
            raise ZeroDivisionError(name)

        workspace = vellum.Workspace(read)
        for _ in range(2):
            with self.assertRaisesRegex(ZeroDivisionError, "a.bin"):
                workspace.check("a.bin")
        self.assertEqual(workspace.natives(engine="ff7")[0]["engine"], "ff7")

    def test_memory_is_given_back(self):
        gc.disable()
        try:
            workspace = vellum.Workspace({})
            gone = weakref.ref(workspace)
            del workspace
            self.assertIsNone(gone())
        finally:
            gc.enable()

    def test_project_files_and_settings_of_engines(self):
        files = {"p/vellum.json": '{"headers": ["lib/h.ash"]}', "p/lib/h.ash": "#define ANSWER 42\n",
                 "p/x.asc": "int f() { return ANSWER; }\n"}
        with vellum.Workspace(files) as workspace:
            self.assertTrue(workspace.check("p/x.asc")[0]["ok"])
            with_lines = workspace.compile("p/x.asc")["bytes"]
        with vellum.Workspace(files, settings={"ags": {"linenumbers": False}}) as workspace:
            self.assertLess(len(workspace.compile("p/x.asc")["bytes"]), len(with_lines))
        with vellum.Workspace({**files, "p/vellum.json": '{"heders": []}'}) as workspace:
            told = workspace.check("p/x.asc")[0]["diagnostics"][0]
            self.assertEqual((told["code"], told["file"]), ("settings.member", "p/vellum.json"))
        source = "Run$ { NoSuchThing(); }"
        self.assertEqual(vellum.compile(source, settings={"skrit": {"undeclared": "silent"}}).diagnostics, [])
        with self.assertRaises(vellum.Error):
            vellum.compile(source, settings={"skrit": {"undeclared": "strict"}})
        with self.assertRaises(vellum.Error) as caught:
            vellum.compile(source, settings={"skrit": {"undeclard": "strict"}})
        self.assertEqual(caught.exception.diagnostic.code, "settings.member")

    def test_settings_and_refusals(self):
        skrit = vellum.Workspace({"a.txt": "property int x$ = 1;"}, engine="skrit")
        self.assertEqual(skrit.check("a.txt")[0]["engine"], "skrit")
        for wrong in ({"engine": "zork"}, {"settings": {"ags": 5}}, {"data": [7]}):
            with self.assertRaises(vellum.Error) as caught:
                vellum.Workspace({}, **wrong)
            self.assertEqual(caught.exception.diagnostic.code, "settings.member")
        workspace = vellum.Workspace(game())
        for question, parameters, code in [("checq", {}, "question.unknown"), ("check", {}, "question.parameter"),
                                           ("check", {"nodes": "game", "note": True}, "question.parameter"),
                                           ("pack", {"node": "cut.zip", "changes": []}, None),
                                           ("patch", {"node": "game", "source": ""}, "cli.member"),
                                           ("diff", {"before": "game/cut.bin", "after": "game/lantern.bin"}, None)]:
            with self.subTest(question), self.assertRaises(vellum.Error) as caught:
                workspace.ask(question, **parameters)
            self.assertTrue(caught.exception.diagnostic.code)
            if code:
                self.assertEqual(caught.exception.diagnostic.code, code)

    def test_one_edit_has_one_result(self):
        """A script in a room in an archive: `patch` gives the archive that `pack` makes with the changed room."""
        first, other = room(sample("ags/s12_functions.o")), room(sample("ags/s10_switch.o"))
        workspace = vellum.Workspace({"r.zip": zipped(room1_crm=first, room2_crm=other), "room1.crm": first,
                                      "outer.zip": zipped(r_zip=zipped(room1_crm=first))})
        source = workspace.decompile("room1.crm")[0]["source"].replace("fact(10)", "fact(11)")
        (changed,) = workspace.ask("patch", node="room1.crm", source=source)["files"]
        self.assertTrue(changed["bytes"] != first)
        (packed,) = workspace.pack("r.zip", [{"member": "room1.crm", "bytes": changed["bytes"]}])["files"]
        (patched,) = workspace.ask("patch", node="r.zip!room1.crm!room1", source=source)["files"]
        self.assertEqual(patched["name"], "r.zip")
        self.assertTrue(patched["bytes"] == packed["bytes"])
        # ... and in an archive in an archive.
        (packed,) = workspace.pack("outer.zip", [{"member": "r.zip!room1.crm", "bytes": changed["bytes"]}])["files"]
        for node in ("outer.zip!r.zip!room1.crm!room1", "outer.zip!r.zip!room1.crm"):
            with self.subTest(node):
                (patched,) = workspace.ask("patch", node=node, source=source)["files"]
                self.assertEqual(patched["name"], "outer.zip")
                self.assertTrue(patched["bytes"] == packed["bytes"])

    @unittest.skipIf(check_schema is None, "there is no jsonschema")
    def test_every_answer_fits_its_schema(self):
        project = {f"harbour/{path.name}": path.read_bytes() for path in (SAMPLES / "ags/harbour").iterdir()}
        workspace = vellum.Workspace({**game(), **project, "game/lantern.plan": PLAN, "guard.skrit": sample("skrit/guard.skrit"), "a.asc": "int f(int a) { return a + 1; }",
                                       "island.ev": sample("ff7/island.ev"), "installed/data/Scripts.vfs": vfs(**{"lantern.bin": sample("../tests/data/pathologic/lantern.bin")})})
        source = workspace.decompile("game/lantern.bin")[0]["source"]
        every = {"nodes": ["game", "a.zip", "cut.zip", "nothing.bin"]}
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        index, merged = folder.name + "/games.vdb", folder.name + "/merged.vdb"
        damaged = {"check", "code", "decompile", "disasm", "extract", "info", "texts", "xref"}
        cases = {
            "build": [{"node": "harbour", "compare": True, "bytes": flag} for flag in (True, False)],
            "check": [every, {**every, "notes": True}],
            "code": [every, {**every, "instructions": True}],
            "compile": [{"node": "lantern.patho", "source": source}, {"node": "lantern.patho", "source": "nonsense"},
                        {"node": "game/lamp.patho"}],
            "decompile": [every, {**every, "verify": True}],
            "diff": [{"before": "game/lantern.bin", "after": "a.zip!lamp.bin"},
                     {"before": "game/lantern.bin", "after": "a.zip!lamp.bin", "listing": True}],
            "disasm": [every],
            "extract": [{"nodes": ["a.zip", "game/room1.crm", "cut.zip", "nothing.bin"], "bytes": flag} for flag in (True, False)],
            "game": [{"folders": ["installed", "game", "nowhere"]}],
            "graph": [*({"node": "game/lantern.bin", "format": form, "natives": True} for form in ("json", "svg", "dot")),
                      {"node": "guard.skrit", "show": "states"}, {"node": "island.ev", "show": "map"}],
            "index": [{"nodes": ["game", "a.zip"], "output": index}, {"nodes": index, "merge": True, "output": merged}],
            "info": [every, {**every, "source": True}],
            "isa": [{}, {"engine": "ff7", "name": "neg"}],
            "natives": [{}, {"engine": "ags", "by": "host"}],
            "pack": [{"node": "a.zip", "changes": [{"member": "lamp.bin"}, {"member": "new.bin", "bytes": b"new"}]}],
            "patch": [{"node": "a.zip!lantern.bin", "source": source}],
            "profile": [{"programs": "game/lantern.bin", "frames": 3, "format": form}
                        for form in ("json", "text", "svg", "callgrind", "speedscope")],
            "query": [{"index": merged}, {"index": index, "question": "uses", "arguments": ["Trace"], "rows": 1},
                      {"index": index, "sql": "SELECT 1.5, NULL, 'a', x'00ff', ? AS b", "arguments": "c"}],
            "run": [{"programs": "game/lantern.bin", "frames": 3, "event": ["OnUse:null@2", "Nothing"], "record": "r",
                     "snapshot-at": "1:s"}, {"programs": ["a.zip!lamp.bin"], "seconds": 0.5, "listing": True}],
            "test": [{"plans": "game/lantern.plan"}],
            "texts": [{**every, "source": True}],
            "translate": [{"programs": ["game/switch.o"]}, {"programs": "a.asc", "setting": ["loop_limit=100"]}],
            "import_texts": [{"nodes": "game/lantern.bin", "texts": {"nowhere": "x"}}, {**every, "texts": {"nowhere": "x"}}],
            "keep_names": [{"nodes": "game/lantern.bin"}, {**every, "names": ""}],
            "xref": [every, {**every, "name": "T*"}],
        }
        questions = rows()
        self.assertEqual(set(cases), set(questions))
        if not has_indexes():
            print("no SQLite: the questions index and query are left out", file=sys.stderr)
            questions = {name: row for name, row in questions.items() if name not in ("index", "query")}
        for name, row in questions.items():
            judge = check_schema.validator(row["answer"])
            for parameters in cases[name]:
                with self.subTest(name, parameters=str(parameters)[:200]):
                    answer = workspace.ask(name, **parameters)
                    self.assertTrue(answer)
                    if name in damaged:
                        self.assertTrue([each for each in answer if each.get("ok") is False])
                        self.assertTrue([each for each in answer if each.get("ok") is not False])
                    plain = json.loads(json.dumps(answer, default=lambda value: base64.b64encode(value).decode()))
                    for error in judge.iter_errors(plain):
                        self.fail(f"at {list(error.absolute_path)}: {error.message[:300]}")

    def test_a_collection_is_indexed_and_asked(self):
        if not has_indexes():
            with self.assertRaises(vellum.Error) as caught:
                vellum.Workspace({}).query("games.vdb")
            self.assertEqual(caught.exception.diagnostic.code, "engine.unsupported")
            self.skipTest("there is no SQLite")
        with tempfile.TemporaryDirectory() as folder:
            index = folder + "/games.vdb"
            files = game()
            workspace = vellum.Workspace(files)
            made = workspace.index("game", output=index)
            self.assertEqual((made["files"], made["unchanged"], made["skipped"]), (9, 0, 0))
            again = workspace.index("game", output=index)
            self.assertEqual((again["scripts"], again["unchanged"]), (0, 9))
            self.assertIn("uses", [row["question"] for row in workspace.query(index)])
            used = workspace.query(index, question="uses", arguments=["Trace", "*plays*"])
            (row,) = used
            self.assertEqual((row["place"], row["kind"]), ("game/lamp.patho", "native"))
            self.assertEqual(list(row)[:2], ["place", "function"])
            self.assertEqual(len(workspace.query(index, question="functions", rows=2)), 2)
            many = workspace.query(index, sql="SELECT count(*) AS n FROM file WHERE engine = ?", arguments=["skrit"])
            self.assertEqual(many, [{"n": 2}])
            # Parts have every file once; merged they are the whole.
            parts = [f"{folder}/{part}.vdb" for part in (1, 2, 3)]
            for part, path in enumerate(parts, 1):
                workspace.index("game", output=path, shard=f"{part}/3")
            merged = workspace.index(parts, merge=True, output=folder + "/merged.vdb")
            self.assertEqual(merged["files"], 9)
            rows = [workspace.query(path, sql="SELECT name, content FROM file ORDER BY 1")
                    for path in (index, folder + "/merged.vdb")]
            self.assertEqual(rows[0], rows[1])
            for wrong, code in [({"question": "usse"}, "index.query"), ({"question": "uses"}, "index.query"),
                                ({"sql": "DELETE FROM file"}, "index.query"), ({"sql": "SELECT 1 -- " + "x" * 1_000_000}, "index.query"),
                                ({"question": "uses", "sql": "SELECT 1"}, "index.query"),
                                ({"steps": 1000, "sql": "WITH RECURSIVE a(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM a) "
                                                        "SELECT count(*) FROM a"}, "index.limit")]:
                with self.subTest(str(wrong)), self.assertRaises(vellum.Error) as caught:
                    workspace.query(index, **wrong)
                self.assertEqual(caught.exception.diagnostic.code, code)
            for wrong in {"nodes": "nothing.bin"}, {"nodes": "game", "shard": "4/3"}, {"nodes": parts, "merge": True}:
                with self.subTest(str(wrong)), self.assertRaises(vellum.Error):
                    workspace.ask("index", output=index, **wrong)

    def test_an_index_in_its_own_folder_is_none_of_its_files(self):
        if not has_indexes():
            self.skipTest("there is no SQLite")
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "lamp.bin").write_bytes((SAMPLES / "pathologic/lamp.bin").read_bytes())
            for _ in "made", "brought up to date":
                made = vellum.Workspace().index(folder, output=folder + "/all.vdb")
                self.assertEqual((made["files"], made["skipped"]), (1, 0))

    def test_the_index_of_a_project_answers_for_files_that_have_not_changed(self):
        if not has_indexes():
            self.skipTest("there is no SQLite")
        with tempfile.TemporaryDirectory() as folder:
            for name in "lamp.bin", "lantern.bin":
                pathlib.Path(folder, name).write_bytes((SAMPLES / "pathologic" / name).read_bytes())
            pathlib.Path(folder, "noted.skrit").write_text("owner = GoSkritComponent;\nevent OnGoUpdate$( float f$ ) { owner.Go.Unheard( f$ ); }\n")
            pathlib.Path(folder, "vellum.json").write_text("{}")
            index = folder + "/vellum.vdb"
            workspace = vellum.Workspace()
            def asked():
                return workspace.ask("xref", nodes=folder, name="Trace"), workspace.ask("check", nodes=folder)
            before = asked()
            self.assertTrue(before[0])
            def asked_otherwise():
                return (workspace.ask("xref", nodes=folder, name="trace"), workspace.ask("xref", nodes=folder, name="trace", **{"ignore-case": True}),
                        workspace.ask("check", nodes=folder, notes=True))
            otherwise = asked_otherwise()
            self.assertEqual(otherwise[0], [])
            self.assertTrue(otherwise[1])
            self.assertTrue(any(each["diagnostics"] for each in otherwise[2]))
            workspace.index(folder, output=index)
            self.assertEqual(asked(), before)
            self.assertEqual(asked_otherwise(), otherwise)
            with contextlib.closing(sqlite3.connect(index)) as told:
                told.execute("DELETE FROM use")
                told.commit()
            self.assertEqual(asked(), ([], before[1]))
            for name in "lamp.bin", "lantern.bin", "noted.skrit":
                os.utime(pathlib.Path(folder, name), (1, 1))
            self.assertEqual(asked(), before)

    def test_an_index_of_files_without_times_goes_by_content(self):
        if not has_indexes():
            self.skipTest("there is no SQLite")
        with tempfile.TemporaryDirectory() as folder:
            index = folder + "/games.vdb"
            for name in "lamp.bin", "lantern.bin":
                content = (SAMPLES / "pathologic" / name).read_bytes()
                made = vellum.Workspace({"a.bin": content}).index("a.bin", output=index)
                self.assertEqual((made["unchanged"], made["scripts"]), (0, 1))

    def test_what_was_decompiled_compiles_to_the_same_bytes(self):
        files = {path.name: path.read_bytes() for path in SAMPLES.glob("*/*") if path.suffix in (".bin", ".o", ".ev")}
        for path in SAMPLES.glob("skrit/*.skrit"):  # a compiled skrit holds the lines of its source: those of a printed one here
            name = path.stem + ".skc"
            (first,) = vellum.Workspace({name: vellum.Workspace().compile(str(path))["bytes"]}).decompile(name)
            files[name] = vellum.Workspace({}).compile(path.name, source=first["source"])["bytes"]
        workspace = vellum.Workspace(files)
        endings = {"pathologic": "patho", "ags": "asc", "skrit": "skrit", "ff7": "wms"}
        with_headers = 0
        for name, script in files.items():
            with self.subTest(name):
                (made,) = workspace.decompile(name)
                source = f"{name.rpartition('.')[0]}.{endings[made['engine']]}"
                again = workspace.compile(source, source=made["source"], files=made.get("headers"))
                self.assertEqual((again["diagnostics"], again.get("bytes") == script), ([], True))
                with_headers += "headers" in made
        self.assertGreater(with_headers, 20)

    def test_sources_find_what_they_name_in_the_workspace(self):
        files = {"mod/main.asc": sample("ags/s52_main.asc"), "mod/s51_lib.ash": sample("ags/s51_lib.ash"),
                 "mod/vm.ash": sample("ags/vm.ash")}
        made = vellum.Workspace(files).compile("mod/main.asc")
        self.assertEqual((made["ok"], made["diagnostics"]), (True, []))
        del files["mod/s51_lib.ash"]
        self.assertFalse(vellum.Workspace(files).compile("mod/main.asc")["ok"])

    def test_a_run_is_a_value(self):
        files = game()
        workspace = vellum.Workspace(files)
        asked = {"programs": "game/lantern.bin", "event": "OnUse:null@2"}
        first = workspace.run(frames=6, record="r.jsonl", snapshot_at="3:middle", **asked)
        self.assertEqual((first["engine"], first["frames"], first["diagnostics"]), ("pathologic", 6, []))
        self.assertEqual(first["actions"][0]["outcome"], "handled")
        kept = {each["name"]: each["bytes"] for each in first["files"]}
        self.assertEqual(set(kept), {"r.jsonl", "middle"})
        again = vellum.Workspace({**files, **kept})
        self.assertTrue(again.run(programs="game/lantern.bin", replay="r.jsonl")["replay"]["same"])
        on = again.run(programs="game/lantern.bin", restore="middle", frames=3)
        plan = b"script game/lantern.bin\nrestore middle\nframes 3\nexpect asks Sleep(*) @1\nexpect no asks Sleep(*) @1\n"
        judged = vellum.Workspace({**files, **kept, "on.plan": plan}).test("on.plan")  # frame 1 is over: nothing happens in it
        self.assertEqual([each["line"] for each in judged["tests"][0]["failures"]], [4])
        self.assertEqual((on["instructions"], on["remarks"][0]["text"]),
                         (first["instructions"], "continuing from middle, after frame 3"))
        (refused,) = workspace.run(programs="game/lantern.bin", event="OnUze:null")["diagnostics"]
        self.assertIn("OnUse", refused["message"])
        for wrong, code in [({"frames": 1}, "run.request"), ({**asked, "replay": "r"}, "run.request"),
                            ({**asked, "event": "OnUse:(1"}, "cli.value"), ({**asked, "host": "h.lua"}, "io.read"),
                            ({**asked, "setting": "x=@nowhere"}, "io.read"), ({"programs": "nothing.bin"}, "io.read"),
                            ({"programs": ["game/lantern.bin", "game/island.ev"]}, "cli.world")]:
            with self.subTest(str(wrong)), self.assertRaises(vellum.Error) as caught:
                workspace.run(**wrong)
            self.assertEqual(caught.exception.diagnostic.code, code)

    def test_scripts_of_a_host_answer(self):
        answers = b"function SetTimer(id, seconds) log('timer ' .. id) end\n"
        workspace = vellum.Workspace({**game(), "hosts/mine.lua": answers, "hosts/bad.lua": b"function (", "game/mine.lua": answers,
                                      "game/in.plan": b"script lantern.bin\nhost mine.lua\nexpect told timer 7\n",
                                      "game/out.plan": b"script lantern.bin\nhost ../../mine.lua\n"})
        asked = {"programs": "game/lantern.bin", "frames": 3}
        stood_in = [{each["name"]: each["stand_in"] for each in workspace.run(**asked, **more)["report"]["natives"]}["SetTimer"]
                    for more in ({}, {"host": "hosts/mine.lua"})]
        self.assertEqual(stood_in, [True, False])
        with self.assertRaises(vellum.Error) as caught:
            workspace.run(**asked, host="hosts/bad.lua")
        self.assertEqual((caught.exception.diagnostic.code, caught.exception.diagnostic.file), ("host.script", "hosts/bad.lua"))
        self.assertEqual(workspace.test("game/in.plan")["failed"], 0)
        with self.assertRaises(vellum.Error) as caught:
            workspace.test("game/out.plan")
        self.assertEqual(caught.exception.diagnostic.code, "cli.right")

        def debugged(host):
            debugger = workspace.converse("dap")
            debugger.say({"seq": 1, "type": "request", "command": "initialize"})
            return debugger.say({"seq": 2, "type": "request", "command": "launch",
                                 "arguments": {"program": "game/lantern.bin", "host": host, "frames": 3}}) + \
                debugger.say({"seq": 3, "type": "request", "command": "configurationDone"})

        self.assertTrue([each for each in debugged("game/mine.lua") if "timer 7" in str(each.get("body", {}))])
        self.assertIn("grant", [each.get("message", "") for each in debugged("../mine.lua") if not each.get("success", True)][0])

    def test_names_are_found_by_regular_expressions(self):
        workspace = vellum.Workspace(game())
        found = {each["name"] for each in workspace.xref("game/lantern.bin", name="^Tr.*e$", match=True)}
        self.assertEqual(found, {"Trace"})
        self.assertEqual(workspace.xref("game/lantern.bin", name="^tr.*e$", match=True), [])
        self.assertTrue(workspace.xref("game/lantern.bin", name="^tr.*e$", match=True, ignore_case=True))
        (wrong,) = workspace.xref("game/lantern.bin", name="(", match=True)
        self.assertEqual((wrong["ok"], wrong["diagnostics"][0]["code"]), (False, "cli.value"))

    def test_scripts_become_cpp(self):
        script = vellum.Workspace({"a.asc": "int twice(int a) { return a + a; }", "game/lantern.bin": sample("pathologic/lantern.bin")})
        made = script.translate("a.asc")
        texts = {each["name"]: each["text"] for each in made["files"]}
        self.assertEqual(set(texts), {"translated_0_a_asc.cpp", "translation.cpp", "translation.hpp"})
        self.assertIn("twice", texts["translated_0_a_asc.cpp"])
        self.assertEqual(made["diagnostics"], [])
        for wrong in {"programs": "nothing.asc"}, {"programs": "game/lantern.bin"}, {"programs": "a.asc", "setting": "nonsense"}:
            with self.subTest(str(wrong)), self.assertRaises(vellum.Error):
                script.translate(**wrong)

    def test_translations_are_put_back(self):
        workspace = vellum.Workspace(game())
        texts = [each["text"] for each in workspace.texts("a.zip!lantern.bin")]
        made = workspace.import_texts("a.zip", texts={texts[0]: "Licht \u0436", "nowhere": "x"})
        self.assertEqual((made["changed"], [each["code"] for each in made["diagnostics"]]), (1, ["cli.text"]))
        (file,) = made["files"]
        self.assertEqual(file["name"], "a.zip")
        changed = vellum.Workspace({"a.zip": file["bytes"]})
        self.assertEqual([each["text"] for each in changed.texts("a.zip!lantern.bin")], ["Licht \u0436", *texts[1:]])
        po = f'msgctxt "lantern.bin"\nmsgid "{texts[1]}"\nmsgstr "Lampe"\n'
        made = workspace.import_texts("a.zip", translations=po)
        self.assertEqual((made["changed"], made["diagnostics"]), (1, []))
        self.assertEqual(workspace.import_texts("a.zip", translations=po.replace(texts[1], "gone"))["changed"], 0)
        for wrong in {}, {"translations": "msgid"}, {"translations": po, "form": "csv"}:
            with self.subTest(str(wrong)), self.assertRaises(vellum.Error):
                workspace.import_texts("a.zip", **wrong)

    def test_names_that_people_gave_are_kept(self):
        script = game()["game/lantern.bin"]
        plain = vellum.Workspace({"lantern.bin": script})
        source = plain.decompile("lantern.bin")[0]["source"]
        variable = re.search(r"^ +(?:int|float|bool|object) (\w+);", source, re.M)[1]
        better = re.sub(rf"\b{variable}\b", "what_i_call_it", source)
        edited = vellum.Workspace({"edited.patho": better.encode(), "lantern.bin": script})
        kept = edited.keep_names("edited.patho")
        self.assertEqual((kept["sources"], kept["diagnostics"]), (1, []))
        again = plain.decompile("lantern.bin", names=kept["names"])[0]["source"]
        self.assertIn("what_i_call_it", again)
        self.assertEqual(edited.keep_names("edited.patho", names=kept["names"])["names"], kept["names"])
        (problem,) = edited.keep_names("lantern.bin")["diagnostics"]
        self.assertEqual(problem["code"], "engine.unsupported")

    def test_what_runs_is_paused_by_a_message(self):
        endless = b"main task T { void init() { int i = 0; while (true) { i += 1; } } }"
        debugger = vellum.Workspace({"e.patho": endless}).converse("dap")
        count = iter(range(1, 100000))

        def ask(command, **arguments):
            return debugger.say({"seq": next(count), "type": "request", "command": command, "arguments": arguments})

        def events(messages):
            return [(each["event"], each["body"].get("reason")) for each in messages if each["type"] == "event"
                    and each["event"] in ("stopped", "terminated")]

        ask("initialize")
        ask("launch", program="e.patho", frames=10000, slice=5)
        self.assertEqual(events(ask("configurationDone")), [])
        for _ in range(3):  # it runs on as long as nothing is said
            self.assertTrue(debugger.running)
            self.assertEqual(events(debugger.say()), [])
        (refused, *_) = ask("stackTrace", threadId=1)
        self.assertEqual((refused["success"], refused["message"]), (False, "notStopped"))
        self.assertEqual(events(ask("pause", threadId=1)), [("stopped", "pause")])
        self.assertFalse(debugger.running)
        self.assertEqual(debugger.say(), [])
        (trace,) = ask("stackTrace", threadId=1)
        frame = trace["body"]["stackFrames"][0]["id"]
        (value,) = ask("evaluate", expression="i", frameId=frame)
        self.assertGreater(int(value["body"]["result"]), 1000)
        # A step out of what does not end rests, too, and goes on as the same step.
        self.assertEqual(events(ask("next", threadId=1, granularity="instruction")), [("stopped", "step")])
        self.assertEqual(events(ask("stepOut", threadId=1)), [])
        self.assertTrue(debugger.running)
        self.assertEqual(events(debugger.say()), [])
        self.assertEqual(events(ask("pause", threadId=1)), [("stopped", "pause")])
        (trace,) = ask("stackTrace", threadId=1)
        (later,) = ask("evaluate", expression="i", frameId=trace["body"]["stackFrames"][0]["id"])
        self.assertGreater(int(later["body"]["result"]), int(value["body"]["result"]))
        ask("disconnect")
        self.assertTrue(debugger.ended)

    def test_plans_are_judged(self):
        workspace = vellum.Workspace({**game(), "game/lantern.plan": PLAN, "up.plan": b"script ../other.bin\n",
                                      "mods/up.plan": b"script lantern.bin\nsetting files=out\n"})
        judged = workspace.test("game/lantern.plan")
        self.assertEqual([(each["name"], each["passed"]) for each in judged["tests"]], [("lights", True), ("wrong", False)])
        self.assertEqual((judged["passed"], judged["failed"]), (1, 1))
        self.assertEqual(workspace.test("game/lantern.plan", only="li*")["failed"], 0)
        for plan in "up.plan", "mods/up.plan":
            with self.assertRaises(vellum.Error) as caught:
                workspace.test(plan)
            self.assertEqual(caught.exception.diagnostic.code, "cli.right")

    def test_an_editor_is_answered_message_by_message(self):
        editor = vellum.Workspace(game()).converse("lsp")
        ask = lambda method, number=None, **params: editor.say(  # noqa: E731
            {"jsonrpc": "2.0", **({} if number is None else {"id": number}), "method": method, "params": params})
        (ready,) = ask("initialize", 1, rootUri="file:///game", capabilities={})
        self.assertIn("hoverProvider", ready["result"]["capabilities"])
        text = "property int x$ = ;\n"
        ask("textDocument/didOpen", textDocument={"uri": "file:///game/wrong.skrit", "languageId": "skrit", "version": 1, "text": text})
        (told,) = editor.say()
        self.assertEqual(told["method"], "textDocument/publishDiagnostics")
        self.assertTrue(told["params"]["diagnostics"])
        ask("shutdown", 2)
        self.assertFalse(editor.ended)
        ask("exit")
        self.assertTrue(editor.ended)
        with self.assertRaises(vellum.Error):
            vellum.Workspace({}).converse("ftp")

    def test_a_run_is_debugged_message_by_message(self):
        debugger = vellum.Workspace(game()).converse("dap")
        count = iter(range(1, 100))

        def ask(command, **arguments):
            return debugger.say({"seq": next(count), "type": "request", "command": command, "arguments": arguments})

        self.assertTrue(ask("initialize")[0]["success"])
        wrong = ask("launch", program="game/lantern.bin", setting=["files=/"])[-1]
        self.assertEqual((wrong["success"], "grant" in wrong["message"]), (False, True))
        started = ask("launch", program="game/lantern.bin", frames=5, event="OnUse:null@2")
        self.assertIn("initialized", [each.get("event") for each in started])
        ask("setFunctionBreakpoints", breakpoints=[{"name": "OnUse"}])
        stopped = [each for each in ask("configurationDone") if each.get("event") == "stopped"]
        self.assertEqual(stopped[0]["body"]["reason"], "function breakpoint")
        (trace,) = ask("stackTrace", threadId=1)
        frame = trace["body"]["stackFrames"][0]
        self.assertTrue(frame["name"].endswith("OnUse"))
        (source,) = ask("source", sourceReference=frame["source"]["sourceReference"])
        self.assertIn("OnUse", source["body"]["content"])
        done = ask("continue", threadId=1)
        self.assertIn("terminated", [each.get("event") for each in done])
        ask("disconnect")
        self.assertTrue(debugger.ended)

    def test_members_of_archives_are_read_and_replaced(self):
        files = game()
        workspace = vellum.Workspace(files)
        members = {each["name"]: each["bytes"] for each in workspace.extract("a.zip", bytes=True)}
        self.assertEqual(members, {"lantern.bin": files["game/lantern.bin"], "lamp.bin": sample("pathologic/lamp.bin"),
                                   "readme.txt": b"text"})
        source = workspace.decompile("a.zip!lamp.bin")[0]["source"].replace("@Trace(", "@Print(")
        (packed,) = workspace.pack("a.zip", [{"member": "lamp.bin", "source": source}, {"member": "readme.txt"},
                                             {"member": "new.bin", "bytes": b"new"}])["files"]
        self.assertEqual((packed["name"], packed["size"]), ("a.zip", len(packed["bytes"])))
        with zipfile.ZipFile(io.BytesIO(packed["bytes"])) as archive:
            self.assertEqual(sorted(archive.namelist()), ["lamp.bin", "lantern.bin", "new.bin"])
            self.assertEqual(archive.read("lantern.bin"), members["lantern.bin"])
        changed = vellum.Workspace({"a.zip": packed["bytes"]})
        self.assertEqual([use["file"] for use in changed.xref("a.zip!lamp.bin", name="Print")], ["a.zip!lamp.bin"] * 2)
        room = workspace.extract("game/room1.crm", bytes=True)
        (script,) = [each for each in room if each["kind"] == "script"]
        self.assertEqual(script["bytes"], sample("ags/s12_functions.o"))
        (whole,) = workspace.pack("game/room1.crm", [{"member": script["name"], "bytes": sample("ags/s10_switch.o")}])["files"]
        self.assertEqual(whole["bytes"], globals()["room"](sample("ags/s10_switch.o")))


if __name__ == "__main__":
    if check_schema is None:
        print("NOT TRIED: answers against their schemas, for there is no jsonschema")
    unittest.main()
