"""The Python binding on every sample, with natives written in Python."""

import array
import json
import mmap
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest

import vellum

SAMPLES = [argument for argument in sys.argv[1:] if not argument.startswith("-")]

SOURCE = """
.numbering hd
.run task0, run
.task task0, 0
.global_event 7, on_timer, int
run:
    PushV   cvector
    PushS   "hello"
    Func    Where/2, S[2], S[1]
    Pop     1
    PushE   S[1], y
    Func    Tell/1, S[1]
    Pop     1
    Func    Nap/0
    Return  1
on_timer:
    PushV
    Func    Tell/1, S[1]
    Return  0
"""


PROBE = """
.numbering hd
.run task0, run
.task task0, 0
run:
    PushI   1
    Func    Probe/1, S[1]
    Return  1
"""

ENDLESS = """
.numbering hd
.run task0, run
.task task0, 0
run:
here:
    Jump    here
"""


class Binding(unittest.TestCase):
    def test_samples(self):
        engines = {vellum.load(open(path, "rb").read(), name=path).engine for path in SAMPLES}
        self.assertEqual(engines, set(vellum.engines()))
        for path in SAMPLES:
            with self.subTest(path), open(path, "rb") as file:
                data = file.read()
                program = vellum.load(data, name=path)
                if path.endswith(".skrit"):  # a source is saved as what it compiles to
                    data = program.save()
                    program = vellum.load(data, name=path)
                self.assertEqual(program.save(), data)
                self.assertEqual([d for d in program.check() if d.severity == "error"], [])
                again = vellum.assemble(program.disassemble(), program.engine, name=path)
                self.assertEqual(again.save(), data)
                self.assertEqual(program.info()["engine"], program.engine)
                self.look_at(program)
                world = vellum.World([program], vellum.Host(stand_in=True), instructions=1_000_000)
                said = []
                world.watch(lambda kind, text, said=said: said.append((kind, text)))
                world.start()
                for _ in range(5):
                    world.frame(0.1)
                if program.engine == "ff7":
                    told = world.state()
                    self.assertEqual(told["frame"], 5)
                    self.assertIn("buggy", [entity["name"] for entity in told["entities"]])
                    self.assertEqual(told["save"], {})
                else:
                    with self.assertRaises(vellum.Error):
                        world.state()
                state, count = world.snapshot(), world.instructions
                world.frame(0.1)
                world.restore(state)
                self.assertEqual(world.instructions, count)
                with self.assertRaises(vellum.Error):
                    world.restore(state[:-1])

    def look_at(self, program):
        """What the code model says of a program holds together."""
        code = program.code()
        table = vellum.tables(program.engine)[code.table]
        self.assertGreater(len(code), 0)
        listing = program.disassemble(addresses=False, comments=False)
        for instruction in code:
            row = table.rows[instruction.row]
            self.assertTrue(row.opcode <= instruction.opcode <= row.opcode_last)
            self.assertTrue(instruction.text.startswith(row.mnemonic))
            self.assertIn(instruction.text, listing)
            self.assertEqual(code.find(instruction.address), instruction.index)
            operands = code.operands(instruction.index)
            self.assertEqual(len(operands), instruction.operands)
            for operand in operands:
                self.assertIn(operand.text, instruction.text)
                self.assertEqual(len(operand.values), len(operand.fields))
        for place, function in enumerate(code.functions()):
            blocks = code.blocks(place)
            self.assertEqual(len([block for block in blocks if block.entry]), 1 if function.count else 0)
            for block in blocks:
                if block.next is not None:
                    self.assertEqual(blocks[block.next].first, block.first + block.count)
                if block.target is not None:
                    self.assertEqual(blocks[block.target].first, code[block.first + block.count - 1].target)
        for reference in code.references():
            if reference.instruction is not None:
                self.assertEqual(code[reference.instruction].address, reference.address)
        self.assertTrue([fact for fact in code.facts() if fact.number is not None])
        with self.assertRaises(IndexError):
            code[len(code)]

    def test_files(self):
        wrong = vellum.assemble(".numbering hd\n.run t, start\n.task t, 0\nstart:\n    Pop 3\n    Return 0\n", "pathologic")
        self.assertEqual(json.loads(wrong.sarif())["runs"][0]["results"][0]["ruleId"], wrong.check()[0].code)
        program = vellum.assemble(SOURCE, "pathologic", name="code")
        self.assertTrue(program.graph().startswith("<svg"))
        self.assertIn("Tell", program.graph(natives=True, format="dot"))
        self.assertIn("nodes", json.loads(program.graph("run", format="json", lines=1)))
        with self.assertRaises(vellum.Error):
            program.graph("nowhere")

    def test_debug(self):
        text = "main task TMain { int m_count; void init() { int first = 1; m_count = first; } }"
        debug = vellum.compile(text, "pathologic", "count.patho").info()["debug"]
        self.assertEqual(debug["files"], ["count.patho"])
        self.assertEqual(debug["groups"], [{"name": "TMain", "variables": ["m_count"]}])
        self.assertEqual(debug["functions"][0]["name"], "TMain.init")
        self.assertEqual(debug["functions"][0]["locals"], ["first"])

    def test_sources_keep_their_bytes(self):
        every = "".join(chr(0xDC00 + byte) for byte in range(0x80, 0x100)) + "\xfc"
        program = vellum.compile(f'import void Say(const string text);\nint f() {{ Say("{every}"); return 0; }}', "ags")
        self.assertIn(f'"{every}"', program.decompile()[0])
        self.assertIn(bytes(range(0x80, 0x100)) + "\xfc".encode(), program.save())

    def test_sources(self):
        before = ("main task TMain {\n    int m_n;\n    void init() {\n        @Hold();\n    }\n"
                  "    event OnUse(object user) {\n        m_n += 2;\n    }\n}\n")
        program = vellum.compile(before, "pathologic", name="a.patho")
        text, verdicts = program.decompile()
        self.assertIn("        m_n += 2;\n", text)
        self.assertEqual(verdicts["verdict"], "identical")
        self.assertEqual([(each["name"], each["verdict"]) for each in verdicts["functions"]],
                         [("TMain.init", "identical"), ("TMain.OnUse", "identical")])
        names = vellum.source_names(before.replace("m_n", "m_uses"), "pathologic", name="a.patho")
        self.assertIn("m_uses += 2;", program.decompile(names=names)[0])
        self.assertEqual(vellum.source_names(before, "pathologic", names), "vellum names 1\n")
        with self.assertRaises(vellum.Error):
            program.decompile(names="nonsense")
        patched = program.patch("event OnUse(object user) { m_uses += 3; }", ["TMain.OnUse"], names=names)
        self.assertIn("+        m_n += 3;\n", program.diff(patched))
        self.assertEqual(program.diff(program), "")
        self.assertEqual(json.loads(program.diff(patched, format="json", listing=True))["functions"][0]["form"], "listing")
        self.assertTrue(program.diff(patched, format="html").startswith("<!doctype html>"))
        with self.assertRaises(vellum.Error) as caught:
            program.patch("event OnUse(object user) { m_uses += 3; }", name="part.patho")
        self.assertEqual((caught.exception.diagnostic.file, caught.exception.diagnostic.line), ("part.patho", 1))
        with self.assertRaises(vellum.Error):
            program.patch("", ["TMain.OnUse"])

    def test_public_names_are_those_of_the_package(self):
        for name in vellum.__all__:
            self.assertEqual(getattr(vellum, name).__module__, "vellum", name)

    def test_code(self):
        program = vellum.assemble(SOURCE, "pathologic", name="code")
        code = program.code()
        del program  # the code keeps what it needs
        uses = [code[use.instruction].text.split() for use in code.references() if use.kind == "native"]
        self.assertEqual([text[1] for text in uses], ["Where/2,", "Tell/1,", "Nap/0", "Tell/1,"])
        self.assertEqual([function.kind for function in code.functions()], ["run", "event"])
        self.assertEqual({fact.name: fact.number for fact in code.facts()}["natives"], 3)
        rows = {row.mnemonic: row for row in vellum.tables("pathologic")[0].rows}
        self.assertEqual((rows["PushS"].pops, rows["PushS"].pushes, rows["JumpB"].pops), (0, 1, None))
        self.assertEqual((rows["JumpB"].flow, rows["JumpB"].operands[0].access), ("branch", "read"))
        self.assertEqual(rows["PushS"].implicit, [])
        registers = {row.mnemonic: row for row in vellum.tables("ags")[0].rows}
        self.assertEqual(registers["MEMREAD"].implicit, [vellum.ImplicitOperand("MAR", "read", 2)])
        self.assertEqual(vellum.tables("zork"), [])

    def test_outcomes_and_faults(self):
        world = vellum.World([vellum.assemble(SOURCE, "pathologic", name="faulty")], vellum.Host())
        self.assertIsNone(world.event_outcome)
        world.start()
        world.frame()
        (fault,) = world.take_fault_details()
        self.assertEqual((fault.program, fault.machine), ("faulty", 0))
        self.assertIn("Where", fault.message)
        self.assertIn(fault.message, fault.text)
        self.assertEqual(world.take_faults(), [])
        code = vellum.assemble(SOURCE, "pathologic").code()
        self.assertEqual(code[code.find(fault.frames[0].address)].offset, fault.offset)
        with self.assertRaises(vellum.Error):
            world.send("OnNothing")
        self.assertEqual(world.event_outcome, vellum.EventOutcome.UNKNOWN)
        self.assertEqual((world.send("7", 1), world.event_outcome), ("script has ended", vellum.EventOutcome.ENDED))
        with self.assertRaises(vellum.Error):
            world.call("nothing")
        self.assertEqual(world.call_outcome, vellum.CallOutcome.NOT_READY)

    def test_natives(self):
        told, naps = [], []

        def where(call):
            self.assertEqual(call[1], "hello")
            call[0] = vellum.Vector(1.0, 2.5, 3.0)

        def nap(call):
            naps.append(call.resumed)
            if not call.resumed:
                call.state = "dreaming"
                call.suspend()
            else:
                self.assertEqual(call.state, "dreaming")

        host = vellum.Host()
        host.function("Where", where, arity=2)
        host.function("Tell", lambda call: told.append(call[0]), arity=1)
        host.function("Nap", nap, arity=0)
        world = vellum.World([vellum.assemble(SOURCE, "pathologic", name="natives")], host)
        world.start()
        world.frame(0.1)
        self.assertEqual(told, [2.5])
        self.assertIn("handled", world.send("7", 42))
        self.assertEqual(told, [2.5, 42])
        world.frame(0.1)
        world.frame(0.1)
        self.assertTrue(world.finished)
        self.assertEqual(naps, [False, True])
        self.assertEqual(world.take_faults(), [])

    def world_of(self, native):
        """A world that calls Probe(1) once when it starts."""
        host = vellum.Host()
        host.function("Probe", native, arity=1)
        return vellum.World([vellum.assemble(PROBE, "pathologic", name="probe")], host)

    def test_interrupts_come_through_natives(self):
        def native(call):
            raise KeyboardInterrupt

        world = self.world_of(native)
        with self.assertRaises(KeyboardInterrupt):
            world.start()
            world.frame()
        self.assertFalse(world.interrupted)
        said = []

        def watch(kind, text):
            said.append(kind)
            raise SystemExit(3)

        world = self.world_of(lambda call: None)
        world.watch(watch)
        with self.assertRaises(SystemExit):
            world.start()
            world.frame()
        self.assertTrue(said)

    def test_failures_that_cannot_be_written(self):
        class Mute(Exception):
            def __str__(self):
                raise ValueError

        for problem in (ValueError("\udc80 lone"), Mute()):
            def native(call, problem=problem):
                raise problem

            world = self.world_of(native)
            said = []
            world.watch(lambda kind, text, said=said: said.append(text))
            world.start()
            world.frame()
            self.assertTrue(any(type(problem).__name__ in text for text in world.take_faults() + said), said)

    def test_values_that_do_not_fit(self):
        raised = []

        def native(call):
            for index, value in ((0, 1 << 80), (0, 2**31), (0, vellum.Object(-1)), (1, 5), (-1, 5)):
                try:
                    call[index] = value
                except (OverflowError, IndexError) as problem:
                    raised.append(type(problem))
            call[0] = 2**31 - 1
            call[0] = -2**31

        world = self.world_of(native)
        world.start()
        world.frame()
        self.assertEqual(raised, [OverflowError] * 3 + [IndexError] * 2)

    def test_calls_end_with_their_native(self):
        kept = []
        world = self.world_of(kept.append)
        world.start()
        world.frame()
        self.assertEqual(len(kept), 1)
        for use in (lambda: kept[0][0], lambda: len(kept[0]), lambda: kept[0].fail("late"), lambda: kept[0].state,
                    kept[0].suspend, lambda: kept[0].receiver):
            with self.assertRaises(vellum.Error):
                use()

    def test_a_world_pauses_and_is_looked_at(self):
        text = ('.export func "game_start$0", start\nstart:\n    LITTOREG AX, 40\n    LITTOREG BX, 1\n    ADDREG AX, BX\n'
                '    LITTOREG BX, 2\n    RET\n')
        program = vellum.assemble(text, engine="ags", name="x.asm")
        world = vellum.World([program], vellum.Host(stand_in=True))
        world.pause_after(3)
        world.start()
        self.assertTrue(world.paused)
        self.assertEqual(world.instructions, 3)
        machine = world.machines[0]
        self.assertEqual((machine.name, machine.state), ("main", vellum.MachineState.READY))
        self.assertEqual([frame.function for frame in machine.frames], ["game_start"])
        registers = next(scope for scope in world.scopes() if scope["name"] == "registers")
        self.assertIn({"name": "AX", "type": "int", "text": "41"}, registers["variables"])
        self.assertEqual([scope["first"] for scope in world.scopes(first=1, count=1)], [1, 1, 0])
        with self.assertRaises(vellum.Error):
            world.scopes(machine=0, frame=1)
        world.change_variable("registers", 2, 7)
        self.assertEqual(world.scopes()[0]["variables"][2]["text"], "7")
        with self.assertRaises(vellum.Error):
            world.change_variable("registers", 100, 7)
        self.assertEqual(world.memory_blocks, [("x.asm", 0)])
        self.assertEqual(world.read_memory("x.asm"), b"")
        with self.assertRaises(vellum.Error):
            world.read_memory("moon")
        world.resume()
        self.assertFalse(world.paused)
        self.assertEqual(world.instructions, 5)
        world.pause_after(1)
        world.pause_after(None)
        world.frame()
        self.assertFalse(world.paused)

    def test_another_thread_can_interrupt(self):
        world = vellum.World([vellum.assemble(ENDLESS, "pathologic", name="endless")], vellum.Host(),
                             instructions=2**62)
        timer = threading.Timer(0.2, world.interrupt)
        timer.start()
        world.start()  # the machine runs at once or with the first frame
        world.frame()
        timer.join()
        self.assertEqual(world.take_faults(), [])
        self.assertTrue(world.interrupted)
        done = world.instructions
        self.assertGreater(done, 0)
        world.frame()
        self.assertEqual(world.instructions, done)
        world.resume()
        self.assertFalse(world.interrupted)

    def test_closing(self):
        with vellum.assemble(SOURCE, "pathologic") as program:
            with program.code() as code:
                texts = [instruction.text for instruction in code]
                self.assertEqual(len(texts), len(code))
            host, refused = vellum.Host(stand_in=True), []

            def tell(call):
                try:
                    world.close()
                except ValueError as problem:
                    refused.append(str(problem))

            host.function("Where", tell, arity=2)
            world = vellum.World([program], host)
        # A world needs its programs no longer than it takes to make it.
        with self.assertRaises(ValueError):
            program.disassemble()
        with world:
            world.start()
            world.frame(0.1)
            self.assertEqual(refused, ["the World is running"])
            self.assertGreater(world.instructions, 0)
        for use in (world.start, lambda: world.finished, world.interrupt, world.__enter__, lambda: code[0]):
            with self.assertRaises(ValueError):
                use()
        world.close()
        with self.assertRaises(ZeroDivisionError), vellum.Workspace({}) as workspace:
            raise ZeroDivisionError
        with self.assertRaises(ValueError):
            workspace.check("a.bin")

    def test_buffers_are_read_where_they_are(self):
        with open(SAMPLES[0], "rb") as file:
            data = file.read()
            listing = vellum.load(data, name="a.bin").disassemble()
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
                self.assertEqual(vellum.load(mapped, name="a.bin").disassemble(), listing)
                self.assertEqual(vellum.detect(mapped), vellum.detect(data))
        for given in (bytearray(data), memoryview(data), memoryview(bytearray(b"##" + data))[2:], array.array("b", data)):
            self.assertEqual(vellum.load(given, name="a.bin").disassemble(), listing)
        for given in ("text", 7, None, memoryview(data)[::2]):
            with self.assertRaises((TypeError, BufferError)):
                vellum.load(given)

    @unittest.skipIf(shutil.which("mypy") is None, "there is no mypy")
    def test_types(self):
        here = pathlib.Path(__file__).resolve()
        package = pathlib.Path(vellum.__file__).parent
        self.assertTrue((package / "py.typed").exists())
        with tempfile.TemporaryDirectory() as cache:
            told = subprocess.run(["mypy", "--strict", "--python-version", "3.8", "--cache-dir", cache, str(package),
                                   str(here.with_name("typed.py"))],
                                  capture_output=True, text=True, env={**os.environ, "MYPYPATH": str(package.parent)})
        self.assertEqual(told.returncode, 0, told.stdout + told.stderr)

    def test_refusals(self):
        with self.assertRaises(vellum.Error) as caught:
            vellum.assemble("Fly 1\n", "pathologic")
        self.assertEqual(caught.exception.diagnostics[0].line, 1)
        with self.assertRaises(vellum.Error) as caught:
            vellum.load(b"nonsense", engine="zork")
        self.assertEqual(caught.exception.diagnostic.code, "engine.unknown")
        self.assertIn("pathologic", vellum.engines())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
