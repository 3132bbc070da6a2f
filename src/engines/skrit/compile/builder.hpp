// From tree to unit: names, types and conversions are settled expression by expression, and code is written
// right behind. One Builder makes one unit from one tree. In open mode the whole is repeated while the
// inference still learns; the last run counts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engines/skrit/compile/compiler.hpp"
#include "engines/skrit/compile/flat_index.hpp"
#include "engines/skrit/compile/guesses.hpp"
#include "engines/skrit/compile/inference.hpp"
#include "engines/skrit/compile/lookup.hpp"
#include "engines/skrit/isa/isa.hpp"
#include "engines/skrit/isa/operands.hpp"
#include "engines/skrit/source/ast.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum::isa {
class Assembler;
}

namespace vellum::skrit {

inline constexpr std::uint32_t built_in_types = 5; ///< void, bool, int, float, string: of every unit.

/// What a value known at compile time is.
struct Folded {
    TypeKind kind = TypeKind::none;
    std::uint32_t bits = 0;
    std::string text;
};

/// Makes the unit.
class Builder {
  public:
    struct Input {
        SourceMap& sources;
        TokenList& tokens;
        const std::vector<std::string>&
            name_strings; ///< Texts of `__NAME__`, numbered behind the tokens' strings.
        Tree& tree;
        const CompileOptions& options;
        const Exports& exports; ///< With what was inferred so far.
        Inference* inference;   ///< Null in closed mode.
        Lookup& lookup;
        /// Only learn: no code is written and the unit is of no use.
        bool dry = false;
        /// The unit is wanted whatever is learnt: no run follows.
        bool last = true;
        NodeId formula = no_node;
        bool explicit_states = true; ///< Off: a state that is only named is empty.
    };

    Builder(const Input& input, Unit& unit, Diagnostics& diagnostics);
    void run();

  private:
    // --- tables of names ---
    enum class NameKind : std::uint8_t { none, variable, function };
    struct NameEntry {
        NameKind kind = NameKind::none;
        std::uint32_t index = 0;
    };
    struct Local {
        ExportType type;
        std::uint16_t slot = 0;
        std::uint32_t previous = no_index; ///< Local of the same name further out.
        Symbol symbol = 0;
        std::uint32_t scope = 0;
        std::uint32_t record = 0; ///< Index in the function's LocalSymbol list.
    };
    struct Script { ///< A callable routine.
        std::vector<ExportType> parameters;
        ExportType result;
        std::uint32_t routine = no_index; ///< In the tree, or no_index for an assumed one.
    };
    struct Live {
        std::uint32_t count[3] = {0, 0, 0};
    };
    struct Loop {
        Live live;
        std::size_t continue_target = 0;
        std::vector<std::size_t> breaks; ///< Places of branch offsets to patch.
        bool has_break = false;
    };

    // --- declarations: declarations.cpp ---
    void owner();
    void states();
    void implied_states();
    std::uint32_t add_state(Symbol symbol, Position position);
    void globals();
    void declare_variable(const VariableSyntax& syntax);
    void duplicate(Symbol symbol, Position position, std::uint32_t state);
    void declare_routines();
    void handlers();
    void initial_values();
    void transitions();
    void delays();
    void assumed_routines();
    std::uint32_t event_of(Symbol symbol, Position position, const std::vector<ExportType>* written);
    std::string event_called(const std::string& name);
    bool filter(std::uint32_t event, const std::vector<NodeId>& arguments, std::vector<Constant>& constants);
    ExportType type_of(const TypeSyntax& syntax, bool allow_void);
    std::uint32_t state_of(Symbol symbol, Position position);
    Delay delay_of(const DelaySyntax& syntax, std::uint32_t state, std::string name);
    std::uint32_t fragment(FunctionKind kind, std::string name, std::uint32_t state, Position position);

    /// True if no code is written, either from the beginning or since something was learnt.
    bool dry();

    // --- functions and statements: statements.cpp ---
    void begin_function(std::uint32_t function, std::uint32_t state);
    void end_function();
    void emit_routine(std::uint32_t function, const RoutineSyntax& routine);
    void emit_value_function(std::uint32_t function, NodeId value, ExportType wanted);
    void emit_condition_function(std::uint32_t function, NodeId value);
    bool statement(NodeId id); ///< True if control cannot go on behind it.
    bool analyse_statement(const Node& at);
    bool block(const Node& at);
    bool if_statement(const Node& at);
    bool while_statement(const Node& at);
    bool forever_statement(const Node& at);
    void return_statement(const Node& at);
    void declare_locals(const Node& at);
    void assign(const Node& at);
    void assign_variable(const Node& at, NodeId target);
    void assign_member(const Node& at, NodeId target);
    /// A member that is assigned to.
    struct MemberTarget {
        NodeId node = no_node;
        std::uint32_t owner = no_index; ///< Class.
        bool is_class = false;          ///< Written `Class.Member`.
        ExportType type;                ///< What the getter gives, if it is asked first.
        std::uint32_t getter = no_index;
    };
    bool find_member(const Node& at, MemberTarget& found);
    std::uint32_t setter_of(const Node& at, const MemberTarget& found);
    void combine_member(const Node& at, const MemberTarget& found, std::uint32_t setter, ExportType receiver,
                        bool has_receiver, ExportType result);
    void expression_statement(const Node& at);
    void open_scope();
    void close_scope();
    std::uint32_t add_local(Symbol symbol, ExportType type, Position position, bool named);
    void free_down_to(const Live& live, bool emit_only);
    void condition(NodeId id);
    void store(ExportType type, std::uint16_t slot);

    // --- meaning of expressions: expressions.cpp, calls.cpp, constants.cpp ---
    ExportType analyse(NodeId id, ExportType expected = {});
    ExportType analyse_user(NodeId id);
    bool variable_of_a_state(NodeId id, ExportType& type);
    ExportType analyse_name(NodeId id);
    ExportType analyse_unary(NodeId id, ExportType expected);
    ExportType analyse_binary(NodeId id, ExportType expected);
    [[nodiscard]] static ExportType combined(Tok op, TypeKind left, TypeKind right);
    [[nodiscard]] bool comparable(Tok op, const Node& left, const Node& right) const;
    ExportType analyse_ternary(NodeId id, ExportType expected);
    ExportType analyse_member(NodeId id, std::span<const NodeId> arguments, NodeId node_of_call);
    ExportType analyse_call(NodeId id);
    ExportType analyse_script_call(NodeId id, std::uint32_t function, std::span<const NodeId> arguments);
    ExportType host_call(NodeId id, std::uint32_t owner, bool needs_static, Symbol symbol,
                         std::span<const NodeId> arguments, bool accessors);
    std::uint32_t choose(std::span<const std::uint32_t> candidates, std::span<const NodeId> arguments,
                         bool& ambiguous) const;
    void check_arguments(const FunctionExport& function, std::span<const NodeId> arguments);
    void check_format(const FunctionExport& function, std::span<const NodeId> arguments);
    [[nodiscard]] NodeId guarded_by(const Node& test, bool both) const;
    void warn_guard(NodeId id);
    /// Conversions that the conversion costs; negative if there is none.
    [[nodiscard]] int cost(NodeId from, ExportType to) const;
    [[nodiscard]] int cost(ExportType from, ExportType to) const;
    /// Makes the expression fit, or reports. Binds what the inference left open.
    bool coerce(NodeId id, ExportType to);
    bool assume(NodeId id, ExportType to);
    bool coerce_integral(NodeId id, std::string_view what, ExportType unknown_as);
    bool coerce_truth(NodeId id, std::string_view what);
    [[nodiscard]] bool lenient(ExportType from, ExportType to) const;
    void settle(NodeId id, ExportType type); ///< An unresolved expression gets a type.
    bool fold(NodeId id, Folded& value);
    bool constant(NodeId id, ExportType type, Constant& out);
    [[nodiscard]] Constant zero_of(ExportType type);

    // --- code of expressions: emit.cpp ---
    void emit_as(NodeId id, ExportType to);
    void emit_truth(NodeId id);
    Cell emit(NodeId id, Cell text = Cell::string);
    Cell emit_binary(const Node& at);
    [[nodiscard]] static Op arithmetic_op(Tok operation, bool real);
    Cell emit_comparison(const Node& at);
    Cell emit_unary(const Node& at);
    Cell emit_ternary(const Node& at, Cell text);
    Cell emit_host_call(NodeId id, std::span<const NodeId> arguments, NodeId object);
    void emit_script_call(std::uint32_t function, std::span<const NodeId> arguments);
    void emit_arguments(const FunctionExport& function, std::span<const NodeId> arguments);
    void emit_receiver(NodeId object);
    void emit_call_op(std::uint32_t function, ExportType result, ExportType receiver, bool has_receiver);
    void convert(ExportType from, ExportType to, Cell cell);
    void convert_text(Cell from, Cell to);
    void push_integer(std::int32_t value);
    void push_real(std::uint32_t bits);
    void push_text(std::string_view text);
    void load(ExportType type, std::uint16_t slot, Cell text);
    void op(Op op);
    void op_u16(Op op, std::uint32_t operand);
    std::size_t branch(Op op);
    void patch_here(std::size_t place);
    void branch_back(std::size_t target);

    // --- asm blocks: assembly.cpp ---
    class TableBlock;
    class BodyBlock;
    [[nodiscard]] bool is_assembly(NodeId id) const { return node(id).kind == NodeKind::assembly; }
    void tables();
    void assembly(std::uint32_t function, const Node& at);
    bool assemble(const Node& at, isa::Assembler& assembler, const Diagnostics& told);
    std::optional<std::uint32_t> import_called(std::string_view signature);

    // --- tables of the unit: tables.cpp ---
    [[nodiscard]] static std::string type_key(TypeKind kind, std::string_view name) {
        return static_cast<char>(kind) + std::string(name);
    }
    [[nodiscard]] static constexpr std::uint32_t upcast_key(const Upcast& upcast) {
        return static_cast<std::uint32_t>(upcast.from) << 16U | upcast.to;
    }
    [[nodiscard]] static std::string import_key(const Import& import);
    std::uint32_t string_offset(std::string_view text);
    TypeIndex type_index(ExportType type);
    std::uint32_t import_of(std::uint32_t function, ExportType result);
    std::uint32_t upcast_of(ExportType from, std::uint32_t to_class);
    std::uint16_t new_slot(ExportType type, bool shared, Position position);
    void finish_unit();
    [[nodiscard]] std::string text_of_string(const Node& node) const;
    [[nodiscard]] std::string user_name(Symbol symbol) const;
    [[nodiscard]] std::string_view as_written(Position position, Symbol symbol) const;
    [[nodiscard]] std::string spelled(Position position, Symbol symbol) const;
    [[nodiscard]] std::string_view called(NodeId id) const;

    // --- messages ---
    /// A hint at the script's own name that is nearest to one that nothing has.
    [[nodiscard]] std::string meant_user(Symbol symbol) const;
    void no_handler(const RoutineSyntax& syntax);
    [[nodiscard]] std::string is_constant(Symbol symbol) const;
    [[nodiscard]] std::string meant(NameSort sort, std::string_view wanted) const;
    void report_no_member(std::uint32_t owner, const std::string& name, Position position);
    /// What was misspelt is looked for among all names, which is worth it for the first mistakes only.
    [[nodiscard]] bool may_search() const {
        constexpr std::size_t most = 100;
        return diagnostics_.errors() < most;
    }
    [[nodiscard]] std::string event_text(const EventExport& event) const;
    [[nodiscard]] std::string signature_of(std::uint32_t function) const;
    [[nodiscard]] std::string known_versions(std::span<const std::uint32_t> functions) const;
    void report(const DiagnosticCode& code, Position position, std::string message, std::string hint = {});
    void lint(const DiagnosticCode& code, Position position, std::string message, std::string hint);
    [[nodiscard]] std::string name_of(ExportType type) const;

    [[nodiscard]] Node& node(NodeId id) noexcept { return in_.tree[id]; }
    [[nodiscard]] const Node& node(NodeId id) const noexcept { return in_.tree[id]; }

    Input in_;
    Unit& unit_;
    Diagnostics& diagnostics_;
    const Exports& exports_;
    const std::uint64_t known_; ///< Version of the inference at the beginning.

    std::vector<NameEntry> names_;         ///< By symbol: what a user symbol means at object level.
    std::vector<std::uint32_t> locals_of_; ///< By symbol: innermost local, or no_index.
    std::vector<Script> scripts_;          ///< By function index of routines.
    std::vector<ExportType> variable_types_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> variable_syntax_; ///< unit variable -> tree variable
    std::unordered_map<Symbol, std::uint32_t> state_names_;
    std::vector<std::uint32_t> state_bodies_;                          ///< tree body -> unit state
    std::unordered_map<std::uint64_t, std::uint32_t> state_variables_; ///< (state, symbol) -> variable
    std::unordered_map<Symbol, std::uint32_t> variables_of_states_;    ///< Whatever the state.
    std::vector<std::uint32_t> unit_events_;                           ///< exports event -> unit event + 1
    FlatIndex type_indices_; ///< (kind, index) -> place in `type_numbers_`
    std::vector<TypeIndex> type_numbers_;
    FlatIndex import_indices_; ///< (function, result) -> place in `import_numbers_`
    std::vector<std::uint32_t> import_numbers_;
    // what asm blocks have put into the tables
    std::unordered_map<std::string, std::uint32_t> given_types_, given_imports_, given_events_;
    std::unordered_map<Symbol, std::string> called_;        ///< Names of the unit that no source can spell.
    std::unordered_map<Symbol, std::string> called_events_; ///< Events of handlers with other names.
    std::unordered_map<std::string, std::uint32_t> signatures_; ///< Of the first imports …
    std::uint32_t known_signatures_ = 0;                        ///< … so many.
    SourceLine assembly_line_; ///< Of the opening brace of the block that was read last.
    std::unordered_map<std::uint32_t, std::uint32_t> upcast_indices_;
    NameIndex string_numbers_;               ///< Hash of a text -> number in Unit::string_starts
    std::vector<ExportType> argument_types_; // scratch of host_call
    ExportType owner_type_;
    bool owner_declared_ = false;
    bool owner_missed_ = false; ///< Told already.
    bool missing_include_ = false;
    std::unordered_map<Symbol, std::uint32_t> macro_slots_;

    // the function being written
    std::uint32_t function_ = no_index;
    std::uint32_t state_ = no_index;
    std::size_t function_start_ = 0;
    std::vector<Local> locals_;
    std::uint32_t initialised_ = no_index; ///< Local whose initial value is being analysed.
    std::uint32_t scope_ = 0;
    std::vector<std::pair<std::size_t, Live>> scopes_;
    Live live_;
    std::vector<Loop> loops_;
    ExportType result_;
    bool too_long_ = false;
};

/// Of what stands nowhere.
inline constexpr auto no_place = static_cast<Position>(-1);

inline constexpr ExportType type_void{};
inline constexpr ExportType type_bool{TypeKind::boolean, no_index};
inline constexpr ExportType type_int{TypeKind::integer, no_index};
inline constexpr ExportType type_float{TypeKind::real, no_index};
inline constexpr ExportType type_string{TypeKind::string, no_index};
inline constexpr ExportType type_error{kind_error, no_index};
inline constexpr ExportType type_null{kind_null, no_index};

/// A mistake that was told already: nothing more is said about what has it.
[[nodiscard]] constexpr bool is_bad(ExportType type) { return type.kind == kind_error; }

} // namespace vellum::skrit
