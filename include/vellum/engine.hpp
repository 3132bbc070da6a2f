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
#include "vellum/settings.hpp"

namespace vellum {

/// How sure an engine is that bytes are its own.
enum class Confidence : std::uint8_t { no, maybe, likely, certain };

class Engine;
class GameProjects;

/// What a host exports to its scripts, as a file says it. Made by HostExports::read_declarations.
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
    std::string name = {};       ///< File name for messages and detection by extension.
    EngineSettings engines = {}; ///< What the user says of scripts; the engine reads its own.
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
/// by NameFiles::read_names.
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

/// A text in a game's file that players may read.
struct GameText {
    /// A place that uses it.
    struct Place {
        std::string function;      ///< Empty if in none.
        std::uint32_t address = 0; ///< Of the instruction, in the engine's unit; else the byte in the file.
    };
    std::string id;      ///< Tells it from others of its file; empty for scripts, where the text itself does.
    std::string text;    ///< UTF-8, or the bytes as they are where a game's encoding is not known.
    std::string context; ///< Who says it, or what is called next, for translators; may be empty.
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

// --- What an engine offers ---
// Small interfaces, reached from Engine. What an engine lacks is null there; `Engine::require` says so.

/// The files of an engine's scripts, and their listings.
class VELLUM_API Format {
  public:
    virtual ~Format() = default;
    /// Lower-case file endings with the dot, most typical first.
    [[nodiscard]] virtual std::span<const std::string_view> extensions() const = 0;
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
    /// Opens a container of scripts, such as a room or a packed game; null for all other files. Reads tables
    /// and what may hold scripts, never the whole of a packed game. `name`: the file's. `beside` may be
    /// empty; then other parts of the container count as missing. Default: null.
    [[nodiscard]] virtual Result<std::shared_ptr<const archives::Archive>>
    open_container(std::shared_ptr<const ByteSource> source, std::string_view name,
                   const archives::OpenBeside& beside) const;
};

/// The source language.
class VELLUM_API Language {
  public:
    static constexpr std::string_view purpose = "compile source text"; ///< For Engine::require.
    virtual ~Language() = default;
    /// Lower-case endings of source files with the dot.
    [[nodiscard]] virtual std::span<const std::string_view> endings() const = 0;
    /// Compiles source text.
    [[nodiscard]] virtual Result<ProgramPtr> compile(std::string_view text, const LoadOptions& options,
                                                     Diagnostics& diagnostics) const = 0;
    /// The functions of a source text, in its order; errors in the text are not reported.
    [[nodiscard]] virtual Result<std::vector<SourceFunction>> outline(std::string_view text) const = 0;
    /// The names that a source text declares for what has none in a compiled script, in its order. Default:
    /// none.
    [[nodiscard]] virtual std::vector<SourceDeclaration> declarations(std::string_view text) const {
        static_cast<void>(text);
        return {};
    }
};

/// A formatter of source text.
class VELLUM_API SourceFormatter {
  public:
    static constexpr std::string_view purpose = "format source text"; ///< For Engine::require.
    virtual ~SourceFormatter() = default;
    /// The source text laid out as the language's own files are: other blanks and line ends, the same words.
    /// Fails if the text has errors, which are in `diagnostics`.
    [[nodiscard]] virtual Result<std::string> format(std::string_view text, const LoadOptions& options,
                                                     Diagnostics& diagnostics) const = 0;
};

/// Files of names for decompiled sources.
class VELLUM_API NameFiles {
  public:
    static constexpr std::string_view purpose = "keep names of decompiled sources"; ///< For Engine::require.
    virtual ~NameFiles() = default;
    /// Reads a file of names. Every line that makes no sense is an error with its number.
    [[nodiscard]] virtual Result<std::shared_ptr<const SourceNames>>
    read_names(std::string_view text, Diagnostics& diagnostics) const = 0;
    /// The names and notes that a source text adds, as a file of names; what `known` (may be null) has
    /// beside it stays.
    [[nodiscard]] virtual Result<std::string> names_in(std::string_view text, const LoadOptions& options,
                                                       const SourceNames* known,
                                                       Diagnostics& diagnostics) const = 0;
};

/// Files that declare what a host exports.
class VELLUM_API HostExports {
  public:
    static constexpr std::string_view purpose = "read or write declarations"; ///< For Engine::require.
    virtual ~HostExports() = default;
    /// Reads what a host exports from a text; on `known` (may be null) if that is said, else on the
    /// language's own.
    [[nodiscard]] virtual Result<std::shared_ptr<const Declarations>>
    read_declarations(std::string_view text, std::string_view name, std::shared_ptr<const Declarations> known,
                      Diagnostics& diagnostics) const = 0;
    /// Declarations as a text of that form ("" is the engine's own); null: those of the game that the engine
    /// knows.
    [[nodiscard]] virtual Result<std::string> write_declarations(const Declarations* declarations,
                                                                 std::string_view form) const = 0;
};

/// The texts that players read.
class VELLUM_API Texts {
  public:
    static constexpr std::string_view purpose = "list or change texts"; ///< For Engine::require.
    virtual ~Texts() = default;
    /// Names of the game's files with nothing but texts, each under a number: no scripts, but `texts` and
    /// `change_texts` take them. Lower-case.
    [[nodiscard]] virtual std::span<const std::string_view> table_names() const { return {}; }
    /// The texts of a file: of a compiled script or a source what its code uses, of a table of texts all.
    [[nodiscard]] virtual Result<std::vector<GameText>>
    texts(std::span<const std::byte> bytes, const LoadOptions& options, Diagnostics& diagnostics) const = 0;
    /// The file with other texts; without changes the same bytes. Fails with text.change where the file has
    /// no such text, or no place for the new one, and with engine.unsupported for files that cannot change.
    [[nodiscard]] virtual Result<std::vector<std::byte>> change_texts(std::span<const std::byte> bytes,
                                                                      const LoadOptions& options,
                                                                      std::span<const TextChange> changes,
                                                                      Diagnostics& diagnostics) const = 0;
};

/// Worlds that a game's content names.
class VELLUM_API GameContent {
  public:
    static constexpr std::string_view purpose =
        "make a world of what a game's content names"; ///< For Engine::require.
    virtual ~GameContent() = default;
    /// The components of a template ("" for none) and the bots, named as the game's content names them.
    [[nodiscard]] virtual Result<GameScripts> game_scripts(std::shared_ptr<const FileSystem> files,
                                                           const std::string& template_name,
                                                           std::span<const std::string> bots) const = 0;
};

/// Running worlds, and what their scripts ask of a host.
class VELLUM_API Runtime {
  public:
    virtual ~Runtime() = default;
    /// Makes a world of the programs (modules first, main last) with this host. The host must outlive the
    /// world.
    [[nodiscard]] virtual Result<std::unique_ptr<Scheduler>> instantiate(std::span<const ProgramPtr> programs,
                                                                         Host& host,
                                                                         const RunOptions& options,
                                                                         Diagnostics& diagnostics) const = 0;
    /// What the engine's own scripts are known to ask of a host, for stand-ins and documents; null if nothing
    /// is known.
    [[nodiscard]] virtual const Host* known_natives() const { return nullptr; }
    /// All of that as rows, each native once. Default: the known natives, those with a function implemented.
    virtual void each_native(const std::function<void(const NativeRow&)>& visit) const;
};

/// One engine. Stateless: one object serves all threads.
class VELLUM_API Engine {
  public:
    virtual ~Engine() = default;

    /// "pathologic", "ags", "skrit", "ff7".
    [[nodiscard]] virtual std::string_view id() const = 0;
    /// "Pathologic (compiled .bin scripts)".
    [[nodiscard]] virtual std::string_view title() const = 0;
    [[nodiscard]] virtual const Format& format() const = 0;                    ///< Every engine has files.
    [[nodiscard]] virtual const Runtime& runtime() const = 0;                  ///< Every engine runs them.
    [[nodiscard]] virtual const Language* language() const { return nullptr; } ///< May be null.
    [[nodiscard]] virtual const SourceFormatter* formatter() const { return nullptr; } ///< May be null.
    [[nodiscard]] virtual const NameFiles* names() const { return nullptr; }           ///< May be null.
    [[nodiscard]] virtual const HostExports* exports() const { return nullptr; }       ///< May be null.
    [[nodiscard]] virtual const GameContent* content() const { return nullptr; }       ///< May be null.
    [[nodiscard]] virtual const Texts* texts() const { return nullptr; }               ///< May be null.
    /// Projects of the games' editors (vellum/game_project.hpp); may be null.
    [[nodiscard]] virtual const GameProjects* projects() const { return nullptr; }
    /// The rows of what LoadOptions::engines has for it. Default: none.
    [[nodiscard]] virtual std::span<const SettingRow> setting_rows() const { return {}; }

    /// Endings of source files; empty if there is no language.
    [[nodiscard]] std::span<const std::string_view> source_extensions() const {
        return language() == nullptr ? std::span<const std::string_view>() : language()->endings();
    }
    /// Names of tables of texts; empty if there are none.
    [[nodiscard]] std::span<const std::string_view> text_tables() const {
        return texts() == nullptr ? std::span<const std::string_view>() : texts()->table_names();
    }
    /// A capability that is there; for null `engine.unsupported` with its purpose.
    template <class Capability>
    [[nodiscard]] Result<const Capability*> require(const Capability* capability) const {
        if (capability == nullptr) return unsupported(Capability::purpose);
        return capability;
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
} // namespace codes

} // namespace vellum
