// A compiled skrit: the shared implementation that all objects of one source have in common. Code, constants,
// imports, functions, states, handlers, transitions, properties and variables, with everything a save game or
// a reload matches by name kept by name. Made by the compiler, the .skc loader or the assembler; immutable
// afterwards. The host never appears in here: imports are class, name and signature, bound when a world is
// made.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engines/skrit/types.hpp"
#include "engines/skrit/unit/verification.hpp"
#include "isa/code.hpp"
#include "isa/symbols.hpp"
#include "vellum/program.hpp"

namespace vellum::skrit {

inline constexpr std::string_view engine_id = "skrit"; ///< The engine that units are programs of.

inline constexpr std::uint32_t none = 0xFFFFFFFF; ///< "no such thing" in every index below

/// A type as the unit names it. The first five entries of Unit::types are void, bool, int, float and string.
struct UnitType {
    TypeKind kind = TypeKind::none;
    std::string name; ///< As the host declares it; "bool" and so on for the built-in ones.
    friend bool operator==(const UnitType&, const UnitType&) = default;
};
using TypeIndex = std::uint16_t;

/// A value known when the script was compiled.
struct Constant {
    TypeIndex type = 0;
    std::uint32_t bits = 0; ///< int, enumerator, id; the float's bits; a string's offset in Unit::strings.
    friend bool operator==(const Constant&, const Constant&) = default;
};

/// One parameter of a function, import or event.
struct UnitParameter {
    TypeIndex type = 0;
    bool in_out = false; ///< Imports only: what the native leaves in the argument goes back to the variable.
    bool any = false;    ///< Imports only (open mode): the argument comes as what it is.
    std::string name;    ///< Without `$`; may be empty.
    friend bool operator==(const UnitParameter&, const UnitParameter&) = default;
};

/// How an import is called.
enum class ImportKind : std::uint8_t {
    function,  ///< CALL: global or static, no receiver
    singleton, ///< CALLSINGLETON: the host supplies the object
    member     ///< CALLMEMBER: the receiver lies below the arguments
};

/// A function of the host. `owner` and `name` are spelled as the host declares them; a member variable is
/// imported as its Get or Set function.
struct Import {
    ImportKind kind = ImportKind::function;
    std::string owner; ///< Class that declares it; empty for a global function.
    std::string name;
    TypeIndex result = 0;
    std::vector<UnitParameter> parameters;
    bool variadic = false; ///< More arguments follow; their number lies on top of the stack.
    bool format = false;   ///< The last fixed parameter is a printf format for the rest.
    bool inferred = false; ///< Made up by the open mode.
    friend bool operator==(const Import&, const Import&) = default;
};

/// An upcast that CALLMEMBERBASE, CALLSINGLETONBASE and BASEADJUST name.
struct Upcast {
    TypeIndex from = 0, to = 0;
    friend bool operator==(const Upcast&, const Upcast&) = default;
};

/// A place in a source.
struct SourceLine {
    std::uint16_t file = 0; ///< Index in Unit::files.
    std::uint32_t line = 0; ///< From 1; 0 if the unit was stripped.
};

/// What runs a function.
enum class FunctionKind : std::uint8_t {
    function,    ///< called by scripts or the host
    event,       ///< event handler; also callable
    trigger,     ///< trigger handler
    transition,  ///< body of a transition
    condition,   ///< `if` term of a transition: returns bool
    at,          ///< at function; also callable
    initialiser, ///< computes one variable's initial value
    period,      ///< computes a `poll` or `at` delay that is not constant: returns float
    command,     ///< the wrapped command
    formula      ///< a formula: one float parameter per macro
};

/// "function", "event", …
[[nodiscard]] std::string_view to_string(FunctionKind kind) noexcept;

/// A local variable, for debuggers: where in the function it is known.
struct LocalSymbol {
    std::string name; ///< With `$`.
    TypeIndex type = 0;
    std::uint16_t slot = 0;           ///< Index in the frame's store of its type.
    std::uint32_t begin = 0, end = 0; ///< Code addresses.
};

/// A piece of code with an entry: a function or one of the engine's fragments.
struct UnitFunction {
    std::string name; ///< With `$` for functions, handlers and at functions; made up for the others. Unique
                      ///< only among functions that scripts can call by name.
    FunctionKind kind = FunctionKind::function;
    std::uint32_t address = 0, end = 0; ///< Code range in bytes.
    TypeIndex result = 0;
    std::vector<UnitParameter> parameters;
    std::uint32_t state = none; ///< State it belongs to.
    SourceLine place;           ///< Where it is declared.
    std::string documentation;
    std::vector<LocalSymbol> locals;
};

/// A global variable or property, in source order. Its slot is in the instance or shared store of its type.
struct UnitVariable {
    std::string name; ///< With `$`.
    TypeIndex type = 0;
    bool shared = false, property = false, hidden = false;
    std::uint16_t slot = 0;           ///< Index in the store of its type, instance or shared counted apart.
    std::uint32_t state = none;       ///< The state whose members may name it.
    Constant initial;                 ///< The zero of its type without an initialiser.
    std::uint32_t initialiser = none; ///< Function that computes the initial value, run in source order.
    std::string documentation;
    SourceLine place;
};

/// An event the unit mentions, as declared by the host.
struct UnitEvent {
    std::string name; ///< Without `$`.
    TypeIndex result = 0;
    std::vector<TypeIndex> parameters;
    bool inferred = false;
};

/// An event or trigger handler; rows stand in source order.
struct Handler {
    std::uint32_t event = 0;
    std::uint32_t function = 0;
    std::uint32_t state = none; ///< `none`: object level.
    bool trigger = false;
    std::vector<Constant> filter; ///< Triggers: compared with the event's leading parameters.
};

/// One condition of a transition.
struct Term {
    std::uint32_t event = none;     ///< Static term: the event …
    std::vector<Constant> filter;   ///< … and its filter.
    std::uint32_t condition = none; ///< Dynamic term: function that returns bool.
};

struct Transition {
    std::uint32_t from = 0, to = 0; ///< States.
    std::vector<Term> terms;        ///< All must hold.
    std::uint32_t handler = none;   ///< Function run when it fires.
    SourceLine place;
};

/// Unit of a delay.
enum class TimeUnit : std::uint8_t { frames, milliseconds, seconds };

/// A delay in its unit: constant, or computed by a function when it is armed.
struct Delay {
    TimeUnit unit = TimeUnit::frames;
    float value = 0;
    std::uint32_t function = none;
};

struct AtFunction {
    std::uint32_t function = 0;
    std::uint32_t state = none; ///< `none`: armed when the object is made.
    Delay delay;
};

struct State {
    std::string name; ///< With `$`, as first declared.
    bool startup = false;
    bool polls = false; ///< Has a `poll` clause.
    Delay poll;
    std::vector<std::uint32_t> transitions; ///< In the order they are tried; follows from Unit::transitions.
    bool dynamic = false;                   ///< Some transition has a dynamic term; follows likewise.
    SourceLine place;
};

/// From this code address on, the code belongs to that line.
struct LineEntry {
    std::uint32_t address = 0;
    std::uint16_t file = 0;
    std::uint32_t line = 0;
};

/// A source file that went into the unit.
struct UnitFile {
    std::string name; ///< Its own, with the folders that the #include names.
    std::string text; ///< Empty if the unit was stored without its source.
    std::string path; ///< For messages: where it was found, if the unit was compiled here. Not stored.

    [[nodiscard]] const std::string& shown() const noexcept { return path.empty() ? name : path; }
};

/// How many variables each store of an object or of the shared part needs.
struct StoreSizes {
    std::uint16_t general = 0, text = 0, handle = 0;
    friend bool operator==(const StoreSizes&, const StoreSizes&) = default;
};

/// What the unit was compiled from.
enum class UnitMode : std::uint8_t { skrit, command, formula };

/// The compiled skrit.
class Unit final : public Program, public isa::Symbols {
  public:
    explicit Unit(std::string name);
    ~Unit() override;

    [[nodiscard]] Result<std::vector<std::byte>> save() const override;
    void check(Diagnostics& diagnostics) const override;
    [[nodiscard]] std::string disassemble(const ListingOptions& options) const override;
    [[nodiscard]] bool same_code(const Program& other) const override;

    std::string source_name; ///< The main file's own name, without folders.
    UnitMode mode = UnitMode::skrit;
    std::uint64_t source_hash = 0;  ///< Of all source texts, in order.
    std::uint64_t exports_hash = 0; ///< Of the host's exports it was compiled against.
    bool stripped = false;          ///< Without lines, locals, documents and sources.

    std::vector<UnitType> types;
    std::string strings; ///< Constants one after another, each ended by a NUL that is not part of it …
    std::vector<std::uint32_t> string_starts; ///< … and where each begins, ascending.
    std::vector<Import> imports;
    std::vector<Upcast> upcasts;
    std::vector<UnitFunction> functions_table;
    std::vector<UnitVariable> variables;
    std::vector<UnitEvent> events;
    std::vector<Handler> handlers;
    std::vector<Transition> transitions;
    std::vector<AtFunction> at_functions;
    std::vector<State> states;
    std::uint32_t startup = none;    ///< State entered first, or `none`.
    std::uint32_t first = none;      ///< First function of the source: what a command or formula runs.
    TypeIndex owner = 0;             ///< Declared type of `owner`; void if there is no declaration.
    std::vector<std::string> macros; ///< Formulas: names without `#`, lower case; the function's parameters.
    StoreSizes instance, shared;

    std::vector<UnitFile> files;
    std::vector<LineEntry> line_table; ///< By ascending address.

    std::vector<std::byte> bytes;  ///< The code.
    isa::Code instructions;        ///< The same, decoded.
    Verification verification;     ///< What was verified of it.
    std::uint64_t code_offset = 0; ///< Of the first code byte in the .skc file it was read from.

    /// The constant that begins at that offset; empty if none does.
    [[nodiscard]] std::string_view string_at(std::uint32_t offset) const noexcept;
    [[nodiscard]] bool is_string_start(std::uint32_t offset) const noexcept;
    [[nodiscard]] const UnitType& type(TypeIndex index) const noexcept { return types[index]; }
    /// The function scripts and hosts call by that name (with or without `$`, in any case), or `none`.
    [[nodiscard]] std::uint32_t find_function(std::string_view name) const;
    /// The variable or property of that name at object level, or `none`.
    [[nodiscard]] std::uint32_t find_variable(std::string_view name) const;
    [[nodiscard]] std::uint32_t find_state(std::string_view name) const;
    /// The event of that name if the unit mentions it, or `none`.
    [[nodiscard]] std::uint32_t find_event(std::string_view name) const;
    /// The function whose code holds that address, or `none`.
    [[nodiscard]] std::uint32_t function_at(std::uint32_t address) const noexcept;
    /// The line table's entry for a code address, or null.
    [[nodiscard]] const LineEntry* line_at(std::uint32_t address) const noexcept;
    /// Text of a line without its end; empty if unknown. Reads the file from its beginning: SourceLines is
    /// for many.
    [[nodiscard]] std::string_view line_text(std::uint16_t file, std::uint32_t line) const;
    /// "Probe.Describe(int,string)": identity of an import among overloads.
    [[nodiscard]] std::string import_signature(std::uint32_t import) const;

    [[nodiscard]] std::vector<Fact> facts() const override;
    [[nodiscard]] std::vector<Function> functions() const override;
    [[nodiscard]] const isa::Code* code() const override { return &instructions; }
    [[nodiscard]] const isa::Symbols* symbols() const override { return this; }
    [[nodiscard]] std::vector<Reference> references() const override;
    /// Made when it is asked for first; null without lines.
    [[nodiscard]] const DebugInfo* debug_info() const override;
    bool write(TextWriter& out, isa::SymbolSpace space, std::uint32_t id) const override;

  private:
    [[nodiscard]] Result<Decompiled> to_source(const SourceOptions& options) const override;

    mutable std::atomic<const DebugInfo*> debug_ = nullptr;
};

/// The lines of a unit's sources for whoever asks for many: each file is cut once, when the first of its
/// lines is asked for. Looking for every line from the beginning of its file would take quadratic time.
class SourceLines {
  public:
    /// The unit must outlive this.
    explicit SourceLines(const Unit& unit) : unit_(unit), files_(unit.files.size()) {}

    /// As Unit::line_text.
    [[nodiscard]] std::string_view line(std::size_t file, std::size_t number);

  private:
    const Unit& unit_;
    std::vector<std::vector<std::string_view>> files_; ///< Empty until asked for.
};

using UnitPtr = std::shared_ptr<const Unit>;

/// The unit behind a program of this engine, or null.
[[nodiscard]] const Unit* unit_of(const Program& program) noexcept;

} // namespace vellum::skrit
