"""The questions of a workspace as methods; made by scripts/questions.py from the library's table of questions and docs/schemas."""

from typing import Any, Dict, List, Mapping, Optional, Sequence, TypedDict, Union

__all__ = ["Built", "Change", "Checked", "Compiled", "Decompiled", "Difference", "Disassembled", "EngineNatives",
           "Extracted", "Graph", "Indexed", "Info", "InstalledGame", "Instructions", "KeptNames", "Message", "Packed",
           "Patched", "Profiled", "QueryRow", "Ran", "ScriptCode", "Tested", "Text", "Translated", "Translation",
           "Use"]


class Message(TypedDict, total=False):
    """A diagnostic in an answer."""

    severity: str
    code: str
    message: str
    file: str
    offset: int
    line: int
    column: int
    quote: str
    quote_column: int
    hint: str
    related: List[Dict[str, Any]]


class Change(TypedDict, total=False):
    """A member with new contents, its bytes or a source that is compiled; without both it is removed."""

    member: str
    source: str
    bytes: bytes


class Built(TypedDict, total=False):
    """What build() answers."""

    project: str
    engine: str
    version: str
    ok: bool
    scripts: List[Dict[str, Any]]
    compiled: int
    failed: int


class Checked(TypedDict, total=False):
    """What check() answers. Where "ok" is there and False, something went wrong, as "diagnostics" says."""

    file: str
    engine: str
    ok: bool
    errors: int
    warnings: int
    dropped: int
    diagnostics: List[Message]


class ScriptCode(TypedDict, total=False):
    """What code() answers. Where "ok" is there and False, something went wrong, as "diagnostics" says."""

    file: str
    engine: str
    source: str
    source_name: str
    size: int
    bytes: bytes
    code_offset: int
    functions: List[Dict[str, Any]]
    references: List[Dict[str, Any]]
    instructions: List[Dict[str, Any]]
    ok: bool
    diagnostics: List[Message]


class Compiled(TypedDict, total=False):
    """What compile() answers."""

    file: str
    ok: bool
    engine: str
    size: int
    bytes: bytes
    diagnostics: List[Message]


class Decompiled(TypedDict, total=False):
    """What decompile() answers. Where "ok" is there and False, something went wrong, as "diagnostics" says."""

    file: str
    engine: str
    verdict: str
    reason: str
    functions: List[Dict[str, Any]]
    names: Dict[str, Any]
    source: str
    headers: Dict[str, str]
    ok: bool
    diagnostics: List[Message]


class Difference(TypedDict, total=False):
    """What diff() answers."""

    before: str
    after: str
    equal: bool
    same: int
    moved: int
    functions: List[Dict[str, Any]]
    data: List[Dict[str, Any]]


class Disassembled(TypedDict, total=False):
    """What disasm() answers. Where "ok" is there and False, something went wrong, as "diagnostics" says."""

    file: str
    engine: str
    listing: str
    ok: bool
    diagnostics: List[Message]


class Extracted(TypedDict, total=False):
    """What extract() answers. Where "ok" is there and False, something went wrong, as "diagnostics" says."""

    file: str
    name: str
    kind: str
    offset: int
    size: int
    cut_off: bool
    deleted: bool
    stored: int
    path: str
    bytes: bytes
    ok: bool
    diagnostics: List[Message]


class InstalledGame(TypedDict, total=False):
    """What game() answers."""

    folder: str
    game: str
    engine: str
    version: str
    language: str
    scripts: int
    hidden: int
    places: List[Dict[str, Any]]
    how: List[str]
    loose: str


class Graph(TypedDict, total=False):
    """What graph() answers."""

    title: str
    nodes: List[Dict[str, Any]]
    edges: List[Dict[str, Any]]


class Translated(TypedDict, total=False):
    """What import_texts() answers."""

    files: List[Dict[str, Any]]
    changed: int
    diagnostics: List[Message]


class Indexed(TypedDict, total=False):
    """What index() answers."""

    index: str
    files: int
    scripts: int
    unchanged: int
    removed: int
    skipped: int


class Info(TypedDict, total=False):
    """What info() answers. Where "ok" is there and False, something went wrong, as "diagnostics" says."""

    file: str
    engine: str
    size: int
    sha256: str
    facts: Dict[str, Any]
    functions: List[Dict[str, Any]]
    members: List[Dict[str, Any]]
    folder: str
    game: str
    version: str
    language: str
    scripts: int
    hidden: int
    places: List[Dict[str, Any]]
    ok: bool
    diagnostics: List[Message]


class Instructions(TypedDict, total=False):
    """What isa() answers."""

    engine: str
    table: str
    title: str
    address_unit: str
    opcode_field: str
    instructions: List[Dict[str, Any]]


class KeptNames(TypedDict, total=False):
    """What keep_names() answers."""

    names: str
    sources: int
    diagnostics: List[Message]


class EngineNatives(TypedDict, total=False):
    """What natives() answers."""

    engine: str
    natives: List[Dict[str, Any]]


class Packed(TypedDict, total=False):
    """What pack() answers."""

    file: str
    files: List[Dict[str, Any]]


class Patched(TypedDict, total=False):
    """What patch() answers."""

    file: str
    replaced: List[str]
    left_out: List[str]
    files: List[Dict[str, Any]]
    diagnostics: List[Message]


class Profiled(TypedDict, total=False):
    """What profile() answers."""

    instructions: int
    seconds: float
    counted: bool
    functions: List[Dict[str, Any]]
    natives: List[Dict[str, Any]]
    calls: List[Dict[str, Any]]
    stacks: List[Dict[str, Any]]
    diagnostics: List[Message]


QueryRow = Dict[str, Union[str, float, None]]  # What query() answers.


class Ran(TypedDict, total=False):
    """What run() answers."""

    type: str
    engine: str
    programs: List[str]
    frames: int
    instructions: int
    finished: bool
    machines: List[Dict[str, Any]]
    actions: List[Dict[str, Any]]
    remarks: List[Dict[str, Any]]
    world: Dict[str, Any]
    replay: Dict[str, Any]
    host: List[Message]
    report: Dict[str, Any]
    diagnostics: List[Message]
    files: List[Dict[str, Any]]


class Tested(TypedDict, total=False):
    """What test() answers."""

    tests: List[Dict[str, Any]]
    passed: int
    failed: int


class Text(TypedDict, total=False):
    """What texts() answers. Where "ok" is there and False, something went wrong, as "diagnostics" says."""

    file: str
    id: str
    text: str
    context: str
    places: List[Dict[str, Any]]
    ok: bool
    diagnostics: List[Message]


class Translation(TypedDict, total=False):
    """What translate() answers."""

    files: List[Dict[str, Any]]
    diagnostics: List[Message]


class Use(TypedDict, total=False):
    """What xref() answers. Where "ok" is there and False, something went wrong, as "diagnostics" says."""

    kind: str
    name: str
    file: str
    address: int
    function: str
    line: int
    source: str
    ok: bool
    diagnostics: List[Message]


class Questions:
    """What a workspace can be asked."""

    def ask(self, question: str, /, **parameters: Any) -> Any:
        raise NotImplementedError

    def build(self, node: str, *, compare: bool = False, bytes: bool = False) -> Built:
        """Compile all scripts of a game project.

        node: The project's folder, or its Game.agf.
        compare: Compare each script with the one that lies compiled in the project.
        bytes: Also the compiled scripts.
        """
        told: Built = self.ask("build", node=node, compare=compare, bytes=bytes)
        return told

    def check(self, nodes: Union[str, Sequence[str]], *, notes: bool = False) -> List[Checked]:
        """Find errors without running anything.

        nodes: Files, folders, archives, patterns, members such as 'a.zip!quest.bin', or an installed game.
        notes: Also report notes.
        """
        told: List[Checked] = self.ask("check", nodes=nodes, notes=notes)
        return told

    def code(self, nodes: Union[str, Sequence[str]], *, instructions: bool = False) -> List[ScriptCode]:
        """Show source, instructions and bytes of scripts, tied to each other.

        nodes: Files, folders, archives, patterns, members such as 'a.zip!quest.bin', or an installed game.
        instructions: Also the compiled bytes and the instructions in them.
        """
        told: List[ScriptCode] = self.ask("code", nodes=nodes, instructions=instructions)
        return told

    def compile(self, node: str, *, source: Optional[str] = None,
                files: Optional[Mapping[str, str]] = None) -> Compiled:
        """Compile sources and assemble listings.

        node: The source or listing; with `source`, only a name for the text.
        source: The text, if it is in no file.
        files: Texts that the source names, such as headers; they take precedence over files.
        """
        told: Compiled = self.ask("compile", node=node, source=source, files=files)
        return told

    def decompile(self, nodes: Union[str, Sequence[str]], *, function: Optional[str] = None, addresses: bool = False,
                  names: Optional[str] = None, verify: bool = False) -> List[Decompiled]:
        """Decompile scripts to source.

        nodes: Files, folders, archives, patterns, members such as 'a.zip!quest.bin', or an installed game.
        function: Only this function's source.
        addresses: Add a comment after each statement with the address of its code.
        names: The contents of a names file for names that the script lacks.
        verify: Only the verdict on each function, without the source.
        """
        told: List[Decompiled] = self.ask("decompile", nodes=nodes, function=function, addresses=addresses,
                                          names=names, verify=verify)
        return told

    def diff(self, before: str, after: str, *, context: Optional[int] = None, listing: bool = False,
             names: Optional[str] = None) -> Difference:
        """Compare two scripts, function by function.

        before: A script.
        after: Another version of it.
        context: Lines around a difference. Default: 3.
        listing: Instructions instead of source.
        names: The contents of a names file for decompiled sources.
        """
        told: Difference = self.ask("diff", before=before, after=after, context=context, listing=listing, names=names)
        return told

    def disasm(self, nodes: Union[str, Sequence[str]], *, function: Optional[str] = None,
               bytes: bool = False) -> List[Disassembled]:
        """Disassemble scripts to listings.

        nodes: Files, folders, archives, patterns, members such as 'a.zip!quest.bin', or an installed game.
        function: Only this function's instructions.
        bytes: Add a comment to each instruction with its bytes.
        """
        told: List[Disassembled] = self.ask("disasm", nodes=nodes, function=function, bytes=bytes)
        return told

    def extract(self, nodes: Union[str, Sequence[str]], *, bytes: bool = False) -> List[Extracted]:
        """List the members of archives and containers.

        nodes: Archives, containers, folders, patterns, or members such as 'a.zip!quest.bin'.
        bytes: Also the contents of each member.
        """
        told: List[Extracted] = self.ask("extract", nodes=nodes, bytes=bytes)
        return told

    def game(self, folders: Union[str, Sequence[str]]) -> List[InstalledGame]:
        """Recognise installed games.

        folders: Folders; those that are not an installed game are left out of the answer.
        """
        told: List[InstalledGame] = self.ask("game", folders=folders)
        return told

    def graph(self, node: str, *, function: Optional[str] = None, from_: Optional[str] = None,
              depth: Optional[int] = None, natives: bool = False, lines: Optional[int] = None, source: bool = False,
              show: Optional[str] = None, format: Optional[str] = None) -> Union[Graph, str]:
        """Draw control flow, calls, states or the map of a script.

        node: The script.
        function: The control flow of this function. Default: the calls of the program.
        from_: Calls: only what this function calls, directly or indirectly.
        depth: With `from`: follow at most this many calls.
        natives: Calls: also calls of natives.
        lines: Instructions shown per basic block, 0 for all. Default: 24.
        source: Use the names of the source even for compiled scripts.
        show: The states of the script and their transitions, or the map that it belongs to (a picture as SVG), instead
            of control flow or calls. One of "states", "map".
        format: Nodes and edges as JSON, or a picture as a string. One of "json", "svg", "dot".
        """
        told: Union[Graph, str] = self.ask("graph", node=node, function=function, from_=from_, depth=depth,
                                           natives=natives, lines=lines, source=source, show=show, format=format)
        return told

    def import_texts(self, nodes: Union[str, Sequence[str]], *, translations: Optional[str] = None,
                     form: Optional[str] = None, texts: Optional[Mapping[str, str]] = None,
                     encoding: Optional[str] = None) -> Translated:
        """Put translations of texts for players back.

        nodes: Files, folders, archives, patterns, members such as 'a.zip!quest.bin', or an installed game.
        translations: The contents of a file for translators, as 'vellum texts export' writes it.
        form: The form of that file. Default: po. One of "po", "csv", "trs", "tra".
        texts: Instead of such a file: new texts by the texts that they replace, wherever these are.
        encoding: The encoding of the game's texts, if it is not UTF-8 and the game does not say it. One of "utf-8",
            "latin-1", "windows-1251", "windows-1252".
        """
        told: Translated = self.ask("import_texts", nodes=nodes, translations=translations, form=form, texts=texts,
                                    encoding=encoding)
        return told

    def index(self, nodes: Union[str, Sequence[str]], output: str, *, add: bool = False, merge: bool = False,
              shard: Optional[str] = None, encoding: Optional[str] = None) -> Indexed:
        """Put everything about a collection of scripts into one database.

        nodes: Files, folders, archives, patterns or an installed game; with "merge", indexes on the disk.
        output: The index to create or to bring up to date, on the disk.
        add: Keep files that the index has and that are not among the nodes.
        merge: Write a new index with everything in the given indexes.
        shard: "2/8": only the second of eight parts; a file's content says which it is in.
        encoding: The encoding of texts that are not UTF-8. Default: windows-1251 or windows-1252, whichever is
            likelier. One of "windows-1251", "windows-1252", "latin-1".
        """
        told: Indexed = self.ask("index", nodes=nodes, output=output, add=add, merge=merge, shard=shard,
                                 encoding=encoding)
        return told

    def info(self, nodes: Union[str, Sequence[str]], *, source: bool = False) -> List[Info]:
        """Show what a file is and what is in it.

        nodes: Files, folders, archives, patterns, members such as 'a.zip!quest.bin', or an installed game.
        source: Use the names of the source even for compiled scripts.
        """
        told: List[Info] = self.ask("info", nodes=nodes, source=source)
        return told

    def isa(self, *, engine: Optional[str] = None, table: Optional[str] = None,
            name: Optional[str] = None) -> List[Instructions]:
        """The instructions of an engine and what they do.

        engine: Only instructions of this engine.
        table: Only this table, for engines with several numberings.
        name: A part of the name, a pattern, or an opcode such as 0x1a.
        """
        told: List[Instructions] = self.ask("isa", engine=engine, table=table, name=name)
        return told

    def keep_names(self, nodes: Union[str, Sequence[str]], *, names: Optional[str] = None) -> KeptNames:
        """Take the names and comments out of edited sources.

        nodes: Files, folders, archives, patterns, members such as 'a.zip!quest.bin', or an installed game.
        names: The contents of a names file to add to; names of other functions stay.
        """
        told: KeptNames = self.ask("keep_names", nodes=nodes, names=names)
        return told

    def natives(self, *, engine: Optional[str] = None, name: Optional[str] = None,
                by: Optional[str] = None) -> List[EngineNatives]:
        """List the natives that scripts call.

        engine: Only those of this engine.
        name: A name, part of one, or a pattern.
        by: Only natives that Vellum answers, that it answers in a game that is played, or that a host must answer. One
            of "vellum", "game", "host".
        """
        told: List[EngineNatives] = self.ask("natives", engine=engine, name=name, by=by)
        return told

    def pack(self, node: str, changes: Sequence[Change], *, files: Optional[Mapping[str, str]] = None) -> Packed:
        """Change members of an archive or container.

        node: The archive or container.
        changes: Members with new contents: "bytes", or "source", which is compiled. A member with neither is removed.
        files: Texts that sources name, such as headers.
        """
        told: Packed = self.ask("pack", node=node, changes=changes, files=files)
        return told

    def patch(self, node: str, source: str, *, functions: Optional[Union[str, Sequence[str]]] = None,
              names: Optional[str] = None) -> Patched:
        """Replace single functions of a script.

        node: The script.
        source: A text with the new functions: an edited source, or the functions alone.
        functions: Functions to replace, such as 'TMain.OnUse'. Default: every function in the text.
        names: The contents of the names file that the text uses.
        """
        told: Patched = self.ask("patch", node=node, source=source, functions=functions, names=names)
        return told

    def profile(self, *, programs: Optional[Union[str, Sequence[str]]] = None, frames: Optional[int] = None,
                seconds: Optional[float] = None, event: Optional[Union[str, Sequence[str]]] = None,
                call: Optional[Union[str, Sequence[str]]] = None, step: Optional[Union[str, Sequence[str]]] = None,
                host: Optional[str] = None, answer: Optional[Union[str, Sequence[str]]] = None,
                setting: Optional[Union[str, Sequence[str]]] = None, budget: Optional[int] = None,
                budget_memory: Optional[int] = None, budget_depth: Optional[int] = None, record: Optional[str] = None,
                replay: Optional[str] = None, snapshot_at: Optional[Union[str, Sequence[str]]] = None,
                restore: Optional[str] = None, template: Optional[str] = None,
                bot: Optional[Union[str, Sequence[str]]] = None, source: bool = False, listing: bool = False,
                grant: Optional[Union[str, Sequence[str]]] = None, format: Optional[str] = None) -> Profiled:
        """Show where a run spends its instructions and time.

        programs: The world's scripts: modules first, the main script last.
        frames: Number of frames to run. Default: 60, or none if functions are called.
        seconds: Length of a frame in seconds.
        event: Events, such as 'OnUse' or '2:1,"key"@30' for one before frame 30.
        call: Calls of script functions, such as 'Add(1,2)'.
        step: What a player does, such as 'look hDoor' or 'choose 2': one after the other.
        host: A Lua script that answers natives.
        answer: What natives answer every time, such as 'irand=3' or 'Door.IsLocked=true'.
        setting: Settings of the engine, NAME=VALUE; '@FILE' reads the value from a file.
        budget: At most this many instructions per machine in a frame, event or call.
        budget_memory: At most this many bytes for the world's stacks, strings and objects.
        budget_depth: At most this many nested script calls.
        record: Record everything the game answered, under this name.
        replay: Repeat the run of this record exactly.
        snapshot_at: Keep the whole state after a frame, FRAME:NAME.
        restore: Continue from this snapshot.
        template: Skrit: create the components of this template of the game's content.
        bot: Skrit: start these bots, such as 'auto/mp?players=3'.
        source: A script without source is an error.
        listing: Name functions and places as the listing does.
        grant: Folders below which a record may read, and its scripts write.
        format: Functions, lines, natives and stacks as JSON, or another form as a string: a table, a flame graph, a
            file for KCachegrind or for speedscope. One of "json", "text", "svg", "callgrind", "speedscope".
        """
        told: Profiled = self.ask("profile", programs=programs, frames=frames, seconds=seconds, event=event,
                                  call=call, step=step, host=host, answer=answer, setting=setting, budget=budget,
                                  budget_memory=budget_memory, budget_depth=budget_depth, record=record,
                                  replay=replay, snapshot_at=snapshot_at, restore=restore, template=template, bot=bot,
                                  source=source, listing=listing, grant=grant, format=format)
        return told

    def query(self, index: str, *, question: Optional[str] = None,
              arguments: Optional[Union[str, Sequence[str]]] = None, sql: Optional[str] = None,
              rows: Optional[int] = None, steps: Optional[int] = None) -> List[QueryRow]:
        """Ask an index about a collection.

        index: An index on the disk.
        question: The name of a ready question. Without it and "sql": the questions.
        arguments: Arguments of the question, or parameters of the SQL statement.
        sql: An SQL statement instead, which may only read; docs/index-schema.md has the tables.
        rows: At most that many rows, 0 for all. Default: 1000.
        steps: Stop after about that many steps of SQLite's machine, 0 for no limit. Default: 1,000,000,000.
        """
        told: List[QueryRow] = self.ask("query", index=index, question=question, arguments=arguments, sql=sql,
                                        rows=rows, steps=steps)
        return told

    def run(self, *, programs: Optional[Union[str, Sequence[str]]] = None, frames: Optional[int] = None,
            seconds: Optional[float] = None, event: Optional[Union[str, Sequence[str]]] = None,
            call: Optional[Union[str, Sequence[str]]] = None, step: Optional[Union[str, Sequence[str]]] = None,
            host: Optional[str] = None, answer: Optional[Union[str, Sequence[str]]] = None,
            setting: Optional[Union[str, Sequence[str]]] = None, budget: Optional[int] = None,
            budget_memory: Optional[int] = None, budget_depth: Optional[int] = None, record: Optional[str] = None,
            replay: Optional[str] = None, snapshot_at: Optional[Union[str, Sequence[str]]] = None,
            restore: Optional[str] = None, template: Optional[str] = None,
            bot: Optional[Union[str, Sequence[str]]] = None, source: bool = False, listing: bool = False,
            grant: Optional[Union[str, Sequence[str]]] = None) -> Ran:
        """Run scripts without their game and print what they call.

        programs: The world's scripts: modules first, the main script last.
        frames: Number of frames to run. Default: 60, or none if functions are called.
        seconds: Length of a frame in seconds.
        event: Events, such as 'OnUse' or '2:1,"key"@30' for one before frame 30.
        call: Calls of script functions, such as 'Add(1,2)'.
        step: What a player does, such as 'look hDoor' or 'choose 2': one after the other.
        host: A Lua script that answers natives.
        answer: What natives answer every time, such as 'irand=3' or 'Door.IsLocked=true'.
        setting: Settings of the engine, NAME=VALUE; '@FILE' reads the value from a file.
        budget: At most this many instructions per machine in a frame, event or call.
        budget_memory: At most this many bytes for the world's stacks, strings and objects.
        budget_depth: At most this many nested script calls.
        record: Record everything the game answered, under this name.
        replay: Repeat the run of this record exactly.
        snapshot_at: Keep the whole state after a frame, FRAME:NAME.
        restore: Continue from this snapshot.
        template: Skrit: create the components of this template of the game's content.
        bot: Skrit: start these bots, such as 'auto/mp?players=3'.
        source: A script without source is an error.
        listing: Name functions and places as the listing does.
        grant: Folders below which a record may read, and its scripts write.
        """
        told: Ran = self.ask("run", programs=programs, frames=frames, seconds=seconds, event=event, call=call,
                             step=step, host=host, answer=answer, setting=setting, budget=budget,
                             budget_memory=budget_memory, budget_depth=budget_depth, record=record, replay=replay,
                             snapshot_at=snapshot_at, restore=restore, template=template, bot=bot, source=source,
                             listing=listing, grant=grant)
        return told

    def test(self, plans: Union[str, Sequence[str]], *, only: Optional[str] = None,
             grant: Optional[Union[str, Sequence[str]]] = None) -> Tested:
        """Test scripts by running them.

        plans: Plans; a folder or a project file for those of its project.
        only: Only the tests of this name; '*' stands for any text.
        grant: Folders below which the plans may read, and their scripts write.
        """
        told: Tested = self.ask("test", plans=plans, only=only, grant=grant)
        return told

    def texts(self, nodes: Union[str, Sequence[str]], *, source: bool = False) -> List[Text]:
        """List texts for players and where they are used.

        nodes: Files, folders, archives, patterns, members such as 'a.zip!quest.bin', or an installed game.
        source: Use the names of the source even for compiled scripts.
        """
        told: List[Text] = self.ask("texts", nodes=nodes, source=source)
        return told

    def translate(self, programs: Union[str, Sequence[str]], *,
                  setting: Optional[Union[str, Sequence[str]]] = None) -> Translation:
        """Translate scripts to C++ source.

        programs: Scripts or a game of Adventure Game Studio: modules first, the main script last.
        setting: Settings that the worlds will have, NAME=VALUE.
        """
        told: Translation = self.ask("translate", programs=programs, setting=setting)
        return told

    def xref(self, nodes: Union[str, Sequence[str]], *, name: Optional[str] = None, kind: Optional[str] = None,
             in_: Optional[str] = None, match: bool = False, ignore_case: bool = False,
             listing: bool = False) -> List[Use]:
        """Find who uses a name, a text or a number.

        nodes: Files, folders, archives, patterns, members such as 'a.zip!quest.bin', or an installed game.
        name: The whole name to look for, a pattern with * and ?, or a number such as 1204 or 0x1f. Default: every name.
        kind: Only this kind of name. One of "native", "method", "string", "global", "event", "handler", "import",
            "function", "state", "number".
        in_: Only uses in functions of this name or pattern.
        match: The name is a regular expression (RE2) that matches part of a name.
        ignore_case: Ignore case.
        listing: Name functions as listings do, without lines of source.
        """
        told: List[Use] = self.ask("xref", nodes=nodes, name=name, kind=kind, in_=in_, match=match,
                                   ignore_case=ignore_case, listing=listing)
        return told
