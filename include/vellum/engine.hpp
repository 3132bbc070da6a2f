// An engine is one of the script systems: it knows its files, its instructions and how its scripts run. Front
// ends find engines in the registry and speak to this interface alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vellum/archive.hpp"
#include "vellum/diagnostic.hpp"
#include "vellum/export.hpp"
#include "vellum/files.hpp"
#include "vellum/host.hpp"
#include "vellum/natives.hpp"
#include "vellum/program.hpp"
#include "vellum/scheduler.hpp"

namespace vellum {

/// How sure an engine is that bytes are its own.
enum class Confidence : std::uint8_t { no, maybe, likely, certain };

class Engine;

/// What a host exports to its scripts, as a file says it. Made by Engine::read_declarations.
class VELLUM_API Declarations {
  public:
    explicit Declarations(const Engine& engine) : engine_(engine) {} ///< The engine that has read them.
    Declarations(const Declarations&) = delete;
    Declarations& operator=(const Declarations&) = delete;
    virtual ~Declarations() = default;

    [[nodiscard]] const Engine& engine() const noexcept {
        return engine_;
    } ///< The engine that has read them.

  private:
    const Engine& engine_;
};

/// What a loader may be told.
struct LoadOptions {
    std::string name; ///< File name for messages and detection by extension.
    std::string
        variant; ///< Engine's build or numbering if the user insists ("alpha", "hd"); empty: find out.
    /// Where included sources, naming keys and the like come from, by names as the sources write them. Not
    /// owned, may be null: then nothing is opened, and what needs a file says so.
    const FileSystem* files = nullptr;
    /// Compiling: also notes about what the text means where that may surprise.
    bool explain = false;
    /// Compiling and checking: also warn of what is allowed and probably a mistake (Skrit).
    bool lint = false;
    /// Compiling: what the host exports, instead of what the engine knows of its game; not owned, may be
    /// null.
    const Declarations* declarations = nullptr;
};

/// What a listing shows.
struct ListingOptions {
    bool addresses = true; ///< instruction addresses as comments
    bool bytes = false;    ///< encoded bytes as comments
    bool comments = true;  ///< explanations as comments (task addressing, source lines, names)
    /// With comments: also what verifying the program finds out, which takes a third longer (Pathologic: how
    /// many of its caller's values a function touches).
    bool facts = false;
};

/// What somebody named and noted in decompiled sources, known again wherever the same functions occur. Made
/// by Engine::read_names.
class VELLUM_API SourceNames {
  public:
    explicit SourceNames(const Engine& engine) : engine_(engine) {} ///< The engine that has read them.
    SourceNames(const SourceNames&) = delete;
    SourceNames& operator=(const SourceNames&) = delete;
    virtual ~SourceNames() = default;

    [[nodiscard]] const Engine& engine() const noexcept {
        return engine_;
    } ///< The engine that has read them.

  private:
    const Engine& engine_;
};

/// How source text is printed.
struct SourceOptions {
    bool addresses = false; ///< Behind each statement, in a comment, where its code begins.
    bool compiled = false;  ///< Keep what the text is compiled to (Decompiled::compiled).
    /// Names and comments for what the program has none of; not owned, may be null.
    const SourceNames* names = nullptr;
    /// What the text will be called, for engines whose sources name their headers; empty: as the program.
    std::string file{};
};

/// A file that a source text names.
struct SourceHeader {
    std::string name; ///< As the text has it: beside the text.
    std::string text;
};

/// A function in a source text.
struct SourceFunction {
    /// One of the heads of a function that may have several, each a way into it for the game.
    struct Head {
        std::string name;
        std::size_t begin = 0, end = 0; ///< As the function's.
    };
    std::string name; ///< As FunctionVerdict has it: "TMain::OnUse"; of several heads "system 2, system 3".
    std::size_t begin = 0;     ///< Byte of the text.
    std::size_t end = 0;       ///< Behind its last byte.
    std::vector<Head> heads{}; ///< Behind the last stands the body. Empty where functions have one head.
};

/// A name that a source text declares for its functions.
struct SourceDeclaration {
    std::string name;
    std::string meaning;   ///< What it stands for, as the language writes it; equal for equal things.
    std::size_t begin = 0; ///< Byte of the text.
    std::size_t end = 0;   ///< Behind its last byte.
};

/// What became of a function that was decompiled.
struct FunctionVerdict {
    std::string name;          ///< In the source.
    std::uint32_t address = 0; ///< In the program.
    bool identical = false;    ///< Its source is compiled to the same instructions; else it is kept as those.
    std::string reason;        ///< Why it is kept as instructions.
};

/// Names that a decompiler chose, because the program has none.
struct ChosenNames {
    std::size_t count = 0;
    std::size_t made_up = 0; ///< Those that say nothing but a type or a number.
};

/// Source text of a program. Compiling it gives the program again, byte for byte.
struct Decompiled {
    std::string text;                       ///< UTF-8, but for what the script's own texts are.
    std::vector<SourceHeader> headers;      ///< What compiling the text needs beside it.
    std::vector<FunctionVerdict> functions; ///< In the order of the code.
    ChosenNames function_names;             ///< Without those that the language or the program names.
    ChosenNames variable_names;             ///< Parameters, locals, those of tasks and of the script.
    std::string listing; ///< Why the whole program is a listing in the end; empty if it is source.
    /// The text compiled: the same program with the lines and names of the text (Program::debug_info). Null
    /// where there is no source, or it was not asked for.
    ProgramPtr compiled;
};

/// How a world of any engine is set up.
struct RunOptions : WorldOptions {
    RunOptions() = default;
    /// `named`: the settings.
    RunOptions(std::vector<std::pair<std::string, std::string>> named, const Budget& limits)
        : settings(std::move(named)) {
        budget = limits;
    }
    /// Name and value, engine-specific, documented on the engine's page ("strict" = "1").
    std::vector<std::pair<std::string, std::string>> settings;

    /// The settings behind one for `seed`, if there is one: what an engine reads and a record keeps.
    [[nodiscard]] VELLUM_API std::vector<std::pair<std::string, std::string>> all_settings() const;
};

/// A script file found inside a container (a room file, a packed game).
struct Member {
    std::string name;         ///< Inside the container.
    std::uint64_t offset = 0; ///< First byte in the container.
    std::uint64_t size = 0;   ///< Bytes.
    std::string kind;         ///< "script", "room", …
    bool cut_off = false;     ///< The container ends before the member does; `size` counts what is there.
};

/// A text in a game's file that players may read.
struct GameText {
    /// A place that uses it.
    struct Place {
        std::string function;      ///< Empty if in none.
        std::uint32_t address = 0; ///< Of the instruction, in the engine's unit; else the byte in the file.
    };
    std::string id;      ///< Tells it from others of its file; empty for scripts, where the text itself does.
    std::string text;    ///< UTF-8, or the bytes as they are where a game's encoding is not known.
    std::string context; ///< What is called next, for translators; may be empty.
    std::vector<Place> places; ///< In the order of the file; the first ones if they are many.
};

/// Another text in the place of one.
struct TextChange {
    std::string id;     ///< As GameText has it.
    std::string before; ///< The text that is there.
    std::string after;  ///< What is to be there.
};

/// Scripts that the content of a game names, to make a world of.
struct GameScripts {
    /// One of them.
    struct Script {
        /// For the world: its name stands around the script's number.
        struct Setting {
            std::string before, behind; ///< "params.", "".
            std::string value;
        };
        std::string path; ///< In the files.
        std::vector<Setting> settings;
    };
    std::vector<Script> scripts;
    std::vector<std::pair<std::string, std::string>> settings; ///< For the whole world.
};

/// One engine. Stateless: one object serves all threads.
class VELLUM_API Engine {
  public:
    virtual ~Engine() = default;

    /// "pathologic", "ags", "skrit", "ff7".
    [[nodiscard]] virtual std::string_view id() const = 0;
    /// "Pathologic (compiled .bin scripts)".
    [[nodiscard]] virtual std::string_view title() const = 0;
    /// Lower-case file endings with the dot, most typical first.
    [[nodiscard]] virtual std::span<const std::string_view> extensions() const = 0;
    /// Endings of source files that `compile` takes; empty if there is no compiler.
    [[nodiscard]] virtual std::span<const std::string_view> source_extensions() const { return {}; }
    /// All instruction tables (numberings).
    [[nodiscard]] virtual std::span<const isa::Table* const> tables() const = 0;
    /// All diagnostic codes the engine adds to the common ones.
    [[nodiscard]] virtual std::span<const DiagnosticCode* const> codes() const = 0;
    /// How sure the engine is; looks at a few bytes and the ending of the name.
    [[nodiscard]] virtual Confidence detect(std::span<const std::byte> bytes,
                                            std::string_view file_name) const = 0;

    /// Reads a file. Warnings go to `diagnostics`; an error means there is no program.
    [[nodiscard]] virtual Result<ProgramPtr>
    load(std::span<const std::byte> bytes, const LoadOptions& options, Diagnostics& diagnostics) const = 0;
    /// Makes a program of a listing (Program::disassemble).
    [[nodiscard]] virtual Result<ProgramPtr> assemble(std::string_view text, const LoadOptions& options,
                                                      Diagnostics& diagnostics) const = 0;
    /// Compiles source text. Default: `engine.unsupported`.
    [[nodiscard]] virtual Result<ProgramPtr> compile(std::string_view text, const LoadOptions& options,
                                                     Diagnostics& diagnostics) const {
        static_cast<void>(text);
        static_cast<void>(options);
        static_cast<void>(diagnostics);
        return unsupported("compile source text");
    }

    /// The functions of a source text, in its order; what is wrong with the text is not its business.
    /// Default: `engine.unsupported`.
    [[nodiscard]] virtual Result<std::vector<SourceFunction>> outline(std::string_view text) const {
        static_cast<void>(text);
        return unsupported("tell the functions of a source text");
    }
    /// The names that a source text declares for what has none in a compiled script, in its order. Default:
    /// none.
    [[nodiscard]] virtual std::vector<SourceDeclaration> declarations(std::string_view text) const {
        static_cast<void>(text);
        return {};
    }
    /// The source text as the language's own files are laid out: other blanks and line ends, the same words.
    /// What is wrong with the text is told and nothing is given. Default: `engine.unsupported`.
    [[nodiscard]] virtual Result<std::string> format(std::string_view text, const LoadOptions& options,
                                                     Diagnostics& diagnostics) const {
        static_cast<void>(text);
        static_cast<void>(options);
        static_cast<void>(diagnostics);
        return unsupported("format source text");
    }
    /// Reads what a host exports from a text; on `known` (may be null) if that is said, else on the
    /// language's own. Default: `engine.unsupported`.
    [[nodiscard]] virtual Result<std::shared_ptr<const Declarations>>
    read_declarations(std::string_view text, std::string_view name, std::shared_ptr<const Declarations> known,
                      Diagnostics& diagnostics) const {
        static_cast<void>(text);
        static_cast<void>(name);
        static_cast<void>(known);
        static_cast<void>(diagnostics);
        return unsupported("read declarations");
    }
    /// Declarations as a text of that form ("" is the engine's own); null: those of the game that the engine
    /// knows. Default: `engine.unsupported`.
    [[nodiscard]] virtual Result<std::string> write_declarations(const Declarations* declarations,
                                                                 std::string_view form) const {
        static_cast<void>(declarations);
        static_cast<void>(form);
        return unsupported("write declarations");
    }
    /// Reads a file of names. Every line that makes no sense is an error with its number. Default:
    /// `engine.unsupported`.
    [[nodiscard]] virtual Result<std::shared_ptr<const SourceNames>>
    read_names(std::string_view text, Diagnostics& diagnostics) const {
        static_cast<void>(text);
        static_cast<void>(diagnostics);
        return unsupported("keep names of decompiled sources");
    }
    /// What somebody named and noted in a source text, as a file of names; what `known` (may be null) has
    /// beside it stays. Default: `engine.unsupported`.
    [[nodiscard]] virtual Result<std::string> names_in(std::string_view text, const LoadOptions& options,
                                                       const SourceNames* known,
                                                       Diagnostics& diagnostics) const {
        static_cast<void>(text);
        static_cast<void>(options);
        static_cast<void>(known);
        static_cast<void>(diagnostics);
        return unsupported("keep names of decompiled sources");
    }

    /// Makes a world of the programs (modules first, main last) with this host. The host must outlive the
    /// world.
    [[nodiscard]] virtual Result<std::unique_ptr<Scheduler>> instantiate(std::span<const ProgramPtr> programs,
                                                                         Host& host,
                                                                         const RunOptions& options,
                                                                         Diagnostics& diagnostics) const = 0;

    /// The components of a template ("" for none) and the bots, named as the game's content names them.
    /// Default: `engine.unsupported`.
    [[nodiscard]] virtual Result<GameScripts> game_scripts(std::shared_ptr<const FileSystem> files,
                                                           const std::string& template_name,
                                                           std::span<const std::string> bots) const {
        static_cast<void>(files);
        static_cast<void>(template_name);
        static_cast<void>(bots);
        return unsupported("make a world of what a game's content names");
    }

    /// What the engine's own scripts are known to ask of a host, for stand-ins and documents; null if nothing
    /// is known.
    [[nodiscard]] virtual const Host* known_natives() const { return nullptr; }
    /// All of that as rows, each native once. Default: the known natives, those with a function implemented.
    virtual void each_native(const std::function<void(const NativeRow&)>& visit) const;

    /// Scripts inside a container file; empty if the bytes are not a container.
    [[nodiscard]] virtual Result<std::vector<Member>> members(std::span<const std::byte> bytes,
                                                              std::string_view file_name) const {
        static_cast<void>(bytes);
        static_cast<void>(file_name);
        return std::vector<Member>{};
    }

    /// A container with some of its members changed; everything else in it keeps its bytes. `file_name` as
    /// for `members`. Fails with archive.change where the container has no way to say what is asked, and with
    /// engine.unsupported if the engine's containers cannot be changed.
    [[nodiscard]] virtual Result<std::vector<std::byte>>
    replace_members(std::span<const std::byte> bytes, std::string_view file_name,
                    std::span<const archives::Change> changes) const;

    /// What `members`, `container_facts` and `replace_members` give for a container of which not all has to
    /// be read: games have hundreds of megabytes of pictures and sounds. No members: the source is none, or
    /// must be read as a whole, and then the others are not to be asked. The result of the last one reads
    /// from the source what did not change.
    [[nodiscard]] virtual Result<std::vector<Member>> members_in(const ByteSource& source) const {
        static_cast<void>(source);
        return std::vector<Member>{};
    }
    /// See `members_in`.
    [[nodiscard]] virtual std::vector<Fact> facts_in(const ByteSource& source) const {
        static_cast<void>(source);
        return {};
    }
    /// See `members_in`.
    [[nodiscard]] virtual Result<std::shared_ptr<const ByteSource>>
    replace_in(std::shared_ptr<const ByteSource> source, std::span<const archives::Change> changes) const;

    /// Names of the other files that a container consists of, which lie beside it: its second part and so on.
    /// Empty for what is whole.
    [[nodiscard]] virtual std::vector<std::string> parts(std::span<const std::byte> bytes,
                                                         std::string_view file_name) const {
        static_cast<void>(bytes);
        static_cast<void>(file_name);
        return {};
    }
    /// One container with what is in all parts, the first of which `parts` was asked of; parts that are not
    /// there are empty. Everything that takes containers takes it.
    [[nodiscard]] virtual Result<std::vector<std::byte>>
    join_parts(std::span<const std::vector<std::byte>> parts) const;
    /// As `replace_members`, of a container in several parts. Gives as many; those that hold nothing of what
    /// changed are as they were.
    [[nodiscard]] virtual Result<std::vector<std::vector<std::byte>>>
    replace_in_parts(std::span<const std::vector<std::byte>> parts, std::string_view file_name,
                     std::span<const archives::Change> changes) const;

    /// What a container says of itself: "game", "version". Nothing for other bytes.
    [[nodiscard]] virtual std::vector<Fact> container_facts(std::span<const std::byte> bytes,
                                                            std::string_view file_name) const {
        static_cast<void>(bytes);
        static_cast<void>(file_name);
        return {};
    }

    /// Names of the game's files with nothing but texts, each under a number: no scripts, but `texts` and
    /// `change_texts` take them. Lower-case.
    [[nodiscard]] virtual std::span<const std::string_view> text_tables() const { return {}; }
    /// The texts of a file: of a compiled script or a source what its code uses, of a table of texts all.
    /// Default: the strings of the program that `load` gives.
    [[nodiscard]] virtual Result<std::vector<GameText>>
    texts(std::span<const std::byte> bytes, const LoadOptions& options, Diagnostics& diagnostics) const;
    /// The file with other texts; without changes the same bytes. Fails with text.change where the file has
    /// no such text, or no place for the new one. Default: `engine.unsupported`.
    [[nodiscard]] virtual Result<std::vector<std::byte>> change_texts(std::span<const std::byte> bytes,
                                                                      const LoadOptions& options,
                                                                      std::span<const TextChange> changes,
                                                                      Diagnostics& diagnostics) const {
        static_cast<void>(bytes);
        static_cast<void>(options);
        static_cast<void>(changes);
        static_cast<void>(diagnostics);
        return unsupported("change texts");
    }

    /// The diagnostic for an operation the engine lacks: "Pathologic scripts: cannot <what>".
    [[nodiscard]] std::unexpected<Diagnostic> unsupported(std::string_view what) const;
};

/// All engines of this build, in a fixed order.
[[nodiscard]] VELLUM_API std::span<const Engine* const> engines();
/// The engine with that id, or null.
[[nodiscard]] VELLUM_API const Engine* find_engine(std::string_view id);
/// The engine that is surest about the bytes, or null if none wants them.
[[nodiscard]] VELLUM_API const Engine* detect_engine(std::span<const std::byte> bytes,
                                                     std::string_view file_name);

namespace codes {
inline constexpr DiagnosticCode engine_unknown{"engine.unknown", Severity::error,
                                               "No engine recognises the file, or no engine has that name."};
inline constexpr DiagnosticCode engine_unsupported{"engine.unsupported", Severity::error,
                                                   "The engine does not offer this operation."};
inline constexpr DiagnosticCode engine_library{
    "engine.library", Severity::error,
    "A source has nothing that runs by itself: it is for other sources to include."};
inline constexpr DiagnosticCode engine_event{"engine.event", Severity::error,
                                             "The event's name or values make no sense to the engine."};
inline constexpr DiagnosticCode engine_function{
    "engine.function", Severity::error, "There is no such function, or it cannot be called that way."};
inline constexpr DiagnosticCode text_change{"text.change", Severity::error,
                                            "A text cannot be changed in the way asked for."};
inline constexpr DiagnosticCode engine_variable{
    "engine.variable", Severity::error, "There is no such variable or memory, or it cannot be changed."};
inline constexpr DiagnosticCode engine_option{
    "engine.option", Severity::error, "A setting is unknown to the engine or has an impossible value."};
} // namespace codes

} // namespace vellum
