// What the command line does with whole files, for programs: open bytes of any kind, check what is in them,
// find who uses a name, draw graphs, compare two versions, put a function into a script. Everything works on
// bytes and texts: nothing here reads a disk or prints.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vellum/diagnostic.hpp"
#include "vellum/engine.hpp"
#include "vellum/export.hpp"
#include "vellum/program.hpp"

namespace vellum {

/// What loading is told, the same for all scripts of a file.
struct LoadSettings {
    EngineSettings engines = {};                                ///< As in LoadOptions.
    std::shared_ptr<const FileSystem> files = {};               ///< For includes and the like; may be null.
    std::shared_ptr<const Declarations> declarations = {};      ///< As in LoadOptions.
    bool lint = false;                                          ///< As in LoadOptions.
    std::vector<std::shared_ptr<const SourceNames>> names = {}; ///< For decompiled sources, one of an engine.

    /// Those of an engine; null if there are none.
    [[nodiscard]] std::shared_ptr<const SourceNames> names_of(const Engine& engine) const {
        for (const auto& each : names)
            if (&each->engine() == &engine) return each;
        return nullptr;
    }
    /// The same for one script; these settings outlive the result.
    [[nodiscard]] LoadOptions options(std::string name) const {
        return {std::move(name), engines, files.get(), false, lint, declarations.get()};
    }
};

} // namespace vellum

namespace vellum::tools {

// --- Opening ---

/// How to open.
struct OpenOptions {
    const Engine* engine = nullptr; ///< Null: find out.
    LoadSettings load = {};         ///< For all scripts in it.
    std::string member = {};        ///< This member of a container only; empty: all scripts in it.
    std::string shown = {};         ///< What messages call the file; empty: its name.
    /// `member` may name a function of a script, also behind another '!': "game.ags!room12!hDoor_Look".
    bool functions = false;
    /// What lies beside the file: the other parts of a container. May be null; then there are none.
    std::shared_ptr<const FileSystem> beside = {};
    /// The only engine that may take the file, because the archive around it is of its game. May be null.
    const Engine* home = nullptr;
};

/// One script inside an opened file.
struct Script {
    std::string name;                 ///< For messages: "game.ags!room12".
    std::string member;               ///< Name inside the container; may be empty.
    std::uint64_t offset = 0;         ///< Of its first byte in the file.
    std::span<const std::byte> bytes; ///< Of the opened file.
    bool is_listing = false;          ///< Text for the assembler.
    bool is_source = false;           ///< Text for the compiler; in a container of sources all of them.
};

/// A file in memory with the scripts in it. To be moved, not copied: scripts look into the bytes.
struct OpenedFile {
    std::string name;             ///< What messages call it.
    std::vector<std::byte> bytes; ///< The whole file; of a container its scripts, one after another.
    std::shared_ptr<const archives::Archive> container = {}; ///< Null for a plain script.
    const Engine* engine = nullptr;                          ///< That the file belongs to.
    std::vector<archives::Member> members;                   ///< Of the container, those asked for.
    std::vector<Script> scripts;                             ///< Views into `bytes`.
    bool whole = true;                                       ///< False if one member was asked for.
    std::string function = {}; ///< The one that was asked for; not looked for yet.
    LoadSettings load;         ///< As it was asked for.

    /// Bytes of the whole file.
    [[nodiscard]] std::uint64_t size() const {
        return container != nullptr ? container->source().size() : bytes.size();
    }
};

/// Finds out what the bytes of that file are: a container, a compiled script, a listing or source text. Fails
/// with engine.unknown, cli.member or what the container's reader says; the place's file is set. Parts of a
/// container that are not there are left out.
[[nodiscard]] VELLUM_API Result<OpenedFile> open(std::vector<std::byte> bytes, std::string_view path,
                                                 const OpenOptions& options = {});

/// As `open`, of a container, in which its engine finds the scripts without reading all of it. Nothing for
/// all other files.
[[nodiscard]] VELLUM_API Result<std::optional<OpenedFile>>
open_in_place(std::shared_ptr<const ByteSource> source, std::string_view path,
              const OpenOptions& options = {});

/// Loads, assembles or compiles a script, as `open` found it to be. Every diagnostic carries the script's
/// name.
[[nodiscard]] VELLUM_API Result<ProgramPtr> load(const OpenedFile& opened, const Script& script,
                                                 Diagnostics& diagnostics);

/// A program as its source tells of it.
struct Sourced {
    ProgramPtr program; ///< With the lines and names of the text, see Program::debug_info.
    std::string text;   ///< The source.
};

/// The program with the lines and names of its source. `text`: the source; nothing: what decompiling the
/// program gives. Fails if there is no source, or if it is compiled to another program.
[[nodiscard]] VELLUM_API Result<Sourced> with_source(const ProgramPtr& program,
                                                     std::optional<std::string_view> text,
                                                     const FileSystem* files, Diagnostics& diagnostics);

// --- Checking ---

/// What was found in one script.
struct CheckReport {
    std::string file;              ///< The script's name.
    std::vector<Diagnostic> found; ///< What was kept of it.
    std::size_t errors = 0;        ///< All of them; the script is sound if there is none.
    std::size_t warnings = 0;      ///< All of them.
    std::size_t notes = 0;         ///< Also if they are not kept.
    std::size_t dropped = 0;       ///< Counted, but not kept.
};

/// Loads every script and lets its engine check it, as `vellum check` does: a report for each, and one for
/// each member that the file's end cuts off. Notes are kept only if wanted.
[[nodiscard]] VELLUM_API std::vector<CheckReport> check(const OpenedFile& opened, bool keep_notes = false);

/// Diagnostics as a SARIF 2.1.0 log with one run, which code hosts and editors show beside the lines: rules
/// for every code that occurs, results in the order given. Byte offsets become `byteOffset` regions, lines
/// and columns line regions.
[[nodiscard]] VELLUM_API std::string to_sarif(std::span<const Diagnostic> diagnostics);

// --- Searching ---

/// What is looked for among the names that code refers to.
struct NameQuery {
    std::string name;         ///< The whole name or, with * and ?, a pattern; empty: every name.
    std::string kind;         ///< As `to_string(ReferenceKind)` has it, "native"; empty: every kind.
    bool ignore_case = false; ///< Capital and small letters are the same.
};

/// A place that uses a name.
struct Use {
    std::string kind;          ///< "native", "string", "handler", …
    std::string name;          ///< As the script has it.
    std::string function;      ///< That it stands in; empty if in none.
    std::uint32_t address = 0; ///< Of the instruction, in the engine's unit.
    std::uint32_t line = 0;    ///< Of the source, if it is known; else 0.
    std::string source = {};   ///< That line.
};

/// Who uses a name, in the order of the program.
[[nodiscard]] VELLUM_API std::vector<Use> find_uses(const Program& program, const NameQuery& query);

// --- Drawing ---

/// Form of a graph.
enum class GraphFormat : std::uint8_t {
    svg, ///< a document that needs nothing else
    dot, ///< for Graphviz
    json ///< {"title", "nodes", "edges"}
};

/// What a graph shows.
struct GraphOptions {
    std::string function;        ///< The control flow of this function; empty: who calls whom.
    bool natives = false;        ///< Of calls: also what is called of the host.
    std::size_t most_lines = 24; ///< Instructions shown in a basic block; 0: all.
};

/// The basic blocks of a function or the calls of a program. Fails with engine.function if there is no such
/// function, and with engine.unsupported if the program has no code.
[[nodiscard]] VELLUM_API Result<std::string> draw_graph(const Program& program, GraphFormat format,
                                                        const GraphOptions& options = {});

// --- Comparing ---

/// A run of lines that differ, with some that do not around them.
struct Hunk {
    std::size_t before_line = 0; ///< First line, from 1, counted in its function or table.
    std::size_t after_line = 0;
    /// Each behind ' ', '-' or '+', without its end.
    std::vector<std::string> lines;
};

/// What became of a function.
enum class FunctionFate : std::uint8_t {
    changed, ///< its code differs
    renamed, ///< the same code under another name
    removed, ///< only the first program has it
    added    ///< only the second program has it
};
/// "changed", "renamed", "removed", "added".
[[nodiscard]] VELLUM_API std::string_view to_string(FunctionFate fate) noexcept;

/// A function that differs.
struct FunctionChange {
    FunctionFate fate = FunctionFate::changed;
    std::string before;      ///< Its name in the first program; empty if it has none there.
    std::string after;       ///< Its name in the second.
    bool moved = false;      ///< Among other functions than before.
    unsigned likeness = 0;   ///< Of its instructions, in percent.
    std::vector<Hunk> hunks; ///< None for `renamed`.
    bool shortened = false;  ///< Too much differs to tell it line by line: all goes, all comes.
    std::string form;        ///< What the lines are: "source" or "listing".
};

/// Names or lines of data that only one of two programs has.
struct DataChange {
    std::string what;                 ///< "declarations", "native", "string", "global", …
    std::vector<std::string> removed; ///< Only the first program has them.
    std::vector<std::string> added;   ///< Only the second program has them.
};

/// What differs between two programs.
struct ProgramDiff {
    std::string before, after; ///< What they are called.
    std::vector<FunctionChange>
        functions; ///< In the order of the second program, removed ones where they were.
    std::vector<DataChange> data;
    std::size_t same = 0;  ///< Functions with the same code under the same name.
    std::size_t moved = 0; ///< Of these, those that stand among others.

    /// Nothing differs that a game would see; functions that only stand elsewhere do not count.
    [[nodiscard]] bool equal() const noexcept { return functions.empty() && data.empty(); }
};

/// How two programs are compared.
struct DiffOptions {
    std::size_t context = 3;            ///< Lines around a difference.
    bool listing = false;               ///< Shows instructions even where there is a decompiler.
    std::string_view before_source;     ///< The text that the first program was compiled from, if it was.
    std::string_view after_source;      ///< The same for the second.
    const SourceNames* names = nullptr; ///< For decompiled sources; may be null.
};

/// Compares two programs of one engine: functions by name, then by what they do, then by likeness. Fails with
/// engine.unsupported if the engines differ. Work is nearly linear in the code however much differs.
[[nodiscard]] VELLUM_API Result<ProgramDiff> diff(const Program& before, const Program& after,
                                                  const DiffOptions& options = {});

/// As `diff -u` has it, functions as files; empty if equal.
[[nodiscard]] VELLUM_API std::string to_unified(const ProgramDiff& diff);
/// One object.
[[nodiscard]] VELLUM_API std::string to_json(const ProgramDiff& diff);
/// A whole page that needs nothing else, for any number of pairs.
[[nodiscard]] VELLUM_API std::string to_html(std::span<const ProgramDiff> diffs);

// --- Replacing functions ---

/// What is put into a program.
struct PatchOptions {
    std::vector<std::string> functions; ///< "TMain.OnTrigger"; empty: all that `text` has.
    std::string_view text;              ///< Source with these functions, and perhaps others.
    std::string name;                   ///< What messages call the text.
    const SourceNames* names = nullptr; ///< The text uses these; may be null.
};

/// A program with other functions.
struct Patched {
    ProgramPtr program;
    std::vector<std::string> replaced; ///< By full name.
    std::vector<std::string> left_out; ///< Functions that nobody calls any more.
};

/// Replaces functions of a program by those of a source text; all others keep their instructions. Fails with
/// patch.function, patch.script, engine.unsupported or what the compiler says, with places in the text.
[[nodiscard]] VELLUM_API Result<Patched> patch(const Program& program, const PatchOptions& options,
                                               Diagnostics& diagnostics);

} // namespace vellum::tools
