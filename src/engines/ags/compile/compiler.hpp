// The compiler proper: one pass over the tokens of each file, from the first header to the script, writing
// code as it goes. As in the original nothing is optimised and no tree is built, so that what comes out
// depends on nothing but the tokens; the order of checks is the original's too, because its messages are part
// of the promise. The class's functions stand in one file for each subject.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engines/ags/compile/code.hpp"
#include "engines/ags/compile/options.hpp"
#include "engines/ags/format/variables.hpp"
#include "engines/ags/source/lexer.hpp"
#include "engines/ags/source/symbols.hpp"

namespace vellum::ags::compile {

using source::Kind;
using source::Symbol;
using source::SymbolId;
using source::Token;
using source::Type;
namespace word = source::word;

/// Where a mistake was found. `line` is what the original prints.
struct Found {
    std::int32_t line = 0;
    std::uint32_t place = 0; ///< Offset in the preprocessed text.
    std::string message;
    SymbolId about = 0; ///< The name that is not known, for a hint.
    bool unknown_name = false;
};

class Compiler {
  public:
    /// `settings` must outlive it. A copy goes on from where the other one is.
    explicit Compiler(const Settings& settings) : settings_(settings), symbols_(settings.newest_words) {}

    /// Compiles one file behind those before it; `first_only` stops at the first mistake. The text must
    /// outlive the compiler. False if there were mistakes.
    bool run(std::string_view text, bool first_only, std::vector<Found>& found);
    /// What became of it all.
    [[nodiscard]] Scom finish();
    /// What the variables of the last file are called and where they are; asked for before finish().
    [[nodiscard]] Variables variables();

    [[nodiscard]] const source::Symbols& symbols() const noexcept { return symbols_; }

  private:
    // --- What is known of functions, members, imports ---
    struct Parameter {
        Type type;
        std::int32_t value = 0;
        bool optional = false;
    };
    struct FunctionInfo {
        std::vector<Parameter> parameters;
        bool variadic = false;
    };
    struct Accessors {
        std::int32_t get = -1;
        std::int32_t set = -1;
    };
    enum class ImportForm : std::uint8_t { plain, function, get, set, indexed_get, indexed_set, length };
    struct Import {
        SymbolId symbol = 0;
        ImportForm form = ImportForm::plain;
        bool used = false;
        bool gone = false;
        std::int32_t parameters = 0;
    };

    // --- Blocks ---
    enum class Form : std::uint8_t { function, block, if_, else_, while_, for_, do_, switch_ };
    struct SwitchCase {
        Piece test;
        std::int32_t body = 0;
    };
    struct Level {
        Form form = Form::block;
        bool single = false;        ///< Without braces: ends with its first statement.
        bool has_default = false;   ///< Of a switch.
        std::int32_t start = 0;     ///< Where a loop begins.
        std::int32_t exit = 0;      ///< Position of the distance that leads out.
        std::int32_t body = 0;      ///< Default label of a switch.
        std::int32_t break_end = 0; ///< Behind the last break of a switch.
        Type type;                  ///< Of a switch.
        std::uint32_t details = 0;  ///< First of a switch's cases; a for's increment.
    };

    // --- Tokens ---
    [[nodiscard]] bool at_end() const noexcept { return at_ >= tokens_.size(); }
    [[nodiscard]] SymbolId peek() const noexcept {
        return at_end() ? source::no_symbol : tokens_[at_].symbol;
    }
    [[nodiscard]] Kind peek_kind() const noexcept { return symbols_[peek()].kind; }
    SymbolId next() noexcept;
    void advance_to(std::uint32_t end) noexcept;
    void jump_to_token(std::uint32_t end) noexcept;
    void note_line();
    [[nodiscard]] Kind kind(SymbolId id) const noexcept { return symbols_[id].kind; }
    [[nodiscard]] Kind token_kind(std::uint32_t at) const noexcept {
        return symbols_[tokens_[at].symbol].kind;
    }
    [[nodiscard]] std::string_view name(SymbolId id) const noexcept;
    [[nodiscard]] bool expect_more();
    bool expect(Kind wanted, std::string_view message);
    bool fail(std::string message, SymbolId about = 0);
    /// Because of a name that nothing has declared.
    bool fail_unknown(std::string message, SymbolId about = 0);
    /// Text with %s replaced by the name.
    [[nodiscard]] std::string about(std::string_view text, SymbolId id) const;
    bool fail_about(std::string_view text, SymbolId id);
    void recover(std::uint32_t item_begin);
    /// Forgets an expression that could not be read to its end.
    void drop_expression();
    /// True if more mistakes than there are so far are wanted.
    [[nodiscard]] bool goes_on() const;

    // --- Declarations ---
    static constexpr std::int32_t most_exported = 0x00FFFFFF; ///< An export's offset has three bytes.
    static constexpr std::string_view exported_too_high =
        "export offset too high; script data size too large?";
    static constexpr std::int64_t most_reached = 1 << 29; ///< Bytes that code can count without going round.
    struct Prefix {
        bool import = false, try_import = false, readonly = false, constant = false, static_ = false,
             protected_ = false;
        std::uint32_t struct_flags = 0;
        bool internal_string = false;
    };
    bool item();
    bool text_table();
    bool fixup_table();
    bool number_table(bool of_imports);
    static constexpr std::string_view unused_table = "unused";
    bool unused_imports();
    bool order_table();
    bool section_table();
    bool exported_table();
    void place_exports(std::vector<Export>& all) const;
    bool extension_table();
    bool numbers(std::size_t most, std::int32_t& from, std::int32_t& count, const char* otherwise);
    bool prefixes(SymbolId& id, Prefix& prefix);
    bool struct_declaration(const Prefix& prefix);
    bool struct_member(SymbolId owner);
    bool member_function(SymbolId owner, SymbolId id, Type type, std::uint32_t flags);
    bool member_variable(SymbolId owner, SymbolId id, Type type, std::uint32_t flags);
    bool enum_declaration();
    bool export_declaration();
    bool declaration(SymbolId type_symbol, const Prefix& prefix, bool in_for);
    /// Whether a declaration may have the name; an import of it gives way and is kept as the prototype.
    bool take_name(SymbolId id, const Prefix& prefix, bool function, std::optional<Symbol>& prototype);
    bool withdraw_import(SymbolId id, const Prefix& prefix, std::optional<Symbol>& prototype);
    bool variable(SymbolId id, Type type, const Prefix& prefix, const std::optional<Symbol>& prototype);
    bool global_variable(Symbol& made, SymbolId id, const Prefix& prefix,
                         const std::optional<Symbol>& prototype);
    bool agrees(const Symbol& made, const Symbol& prototype);
    bool global_value(Symbol& symbol);
    bool local_variable(Symbol& symbol, SymbolId id);
    static constexpr std::string_view not_managed = "Cannot declare pointer to non-managed type";
    bool pointer_of(SymbolId type_symbol, Type& type,
                    std::string_view of_basic = "Cannot create pointer to basic type");
    bool array_length(Symbol& symbol);
    bool constant_value(std::int32_t& value, bool& real, std::string_view otherwise);
    bool is_forbidden_string(SymbolId type_symbol);
    [[nodiscard]] bool is_own_type(SymbolId id) const noexcept {
        return kind(id) == Kind::type && id > word::last;
    }

    bool function_declaration(SymbolId id, SymbolId owner, Type type, const Prefix& prefix, bool noloopcheck,
                              bool in_struct, std::optional<Symbol> prototype);
    bool agrees(FunctionInfo& info, Type result, const Symbol& prototype);
    struct Extender {
        SymbolId type = 0; ///< That the function extends.
        bool is_static = false;
        bool closed = false; ///< No parameter follows.
    };
    bool extender_head(Extender& extender);
    bool parameters(FunctionInfo& info, std::vector<SymbolId>& names, bool prototype);
    bool parameter(SymbolId id, bool constant, FunctionInfo& info, std::vector<SymbolId>& names,
                   bool prototype);
    bool begin_function(SymbolId id, const std::vector<SymbolId>& names, bool noloopcheck);
    void end_function();
    struct Assembly;
    bool assembly(SymbolId id);
    bool instruction(Assembly& body);
    bool assembly_number(std::int32_t& value);
    bool assembly_register(std::int32_t& value);
    bool assembly_literal(std::int32_t& value, FixupType& fixup);
    std::int32_t add_import(SymbolId id, ImportForm form, std::int32_t parameters);
    void use(SymbolId id);

    struct Clause {
        SymbolId head = 0;
        bool indexed = false;
        std::uint32_t index_begin = 0;
        std::uint32_t index_end = 0;
    };
    struct Path {
        std::uint32_t first = 0; ///< In clauses_.
        std::uint32_t count = 0;
        bool through_type = false;
        bool call = false; ///< The last clause is a function.
        bool property = false;
    };
    /// What ends an expression: a word that cannot be part of one, or also a parenthesis that was opened
    /// before it.
    enum class Until : std::uint8_t { other, before_parenthesis };

    // --- Statements ---
    bool statement(SymbolId id);
    bool open_block(SymbolId id);
    bool close_block();
    bool end_level();
    bool close_singles();
    bool open_level(Form form);
    bool if_statement();
    bool while_statement();
    bool for_statement();
    bool for_head(std::int32_t& start);
    bool skip_head(std::uint32_t begin);
    bool do_statement();
    bool switch_statement();
    bool case_label(SymbolId id);
    bool end_switch();
    bool end_do();
    bool end_for_or_while();
    bool leave_loop(bool is_break);
    bool return_statement();
    bool simple_statement(SymbolId id);
    bool path_from(SymbolId id, Path& path);
    bool assignment_in_for(SymbolId id, Until until);
    bool assignment(const Path& path, Until until);
    bool condition();
    /// Releases the locals above a depth (see body_of); `forget` when their names end, too.
    std::int32_t release(std::size_t above, bool leaving, bool forget);
    void release_variable(const Symbol& symbol, bool leaving);

    // --- What debuggers are told ---
    void note_variable(SymbolId id, std::int32_t begin, std::int32_t end);
    [[nodiscard]] SourceVariable source_variable(std::string_view name, const Symbol& symbol,
                                                 std::uint32_t depth = 0);
    [[nodiscard]] std::uint32_t source_type(Type type, std::uint32_t depth);
    [[nodiscard]] std::vector<SourceVariable> fields_of(SymbolId type, std::uint32_t depth);

    // --- Expressions ---
    bool expression_from(std::uint32_t begin, Until until);
    bool find_expression_end(Until until, std::uint32_t begin, std::uint32_t& end);
    bool expression(std::uint32_t begin, std::uint32_t end);
    bool operation_tree(std::uint32_t node, std::uint32_t begin, std::uint32_t end);
    bool descend(std::uint32_t node, std::uint32_t begin, std::uint32_t end);
    bool gather(std::uint32_t begin, std::uint32_t end, std::uint32_t& root);
    bool unwind(std::size_t base);
    bool operand(std::uint32_t begin, std::uint32_t end);
    bool bracketed(std::uint32_t begin, std::uint32_t end);
    bool literal(SymbolId id);
    bool new_object(std::uint32_t begin, std::uint32_t end);
    bool integer_value(SymbolId id, bool negative, std::int32_t& value);
    [[nodiscard]] float real_value(SymbolId id) const noexcept;
    bool operator_for(SymbolId operation, Type left, Type right, Op& opcode);
    [[nodiscard]] bool becomes(Type from, Type to) const noexcept;
    bool convertible(Type from, Type to, bool ordered);
    bool convert(Type to);
    [[nodiscard]] bool is_text(Type type) const noexcept;
    [[nodiscard]] bool is_string_object(Type type) const noexcept {
        return string_struct_ != 0 && type.symbol == string_struct_ && type.pointer != 0 && type.array == 0;
    }

    // --- Paths and calls ---
    static constexpr std::uint32_t most_path_tokens =
        95; ///< In an index, or behind a member that nothing closes.
    static constexpr std::string_view path_too_long =
        "buffer exceeded: you probably have a missing closing bracket on a previous line";
    bool read_path(std::uint32_t& at, std::uint32_t end, Path& path);
    bool path_member(std::uint32_t& at, const Path& path, Type type, SymbolId& head);
    Type clause_type(const Clause& clause) const noexcept;
    bool load(const Path& path) { return access(path, path.count, false); }
    bool store(const Path& path) { return access(path, path.count, true); }
    bool check_writable(const Path& path);
    bool access(const Path& path, std::uint32_t count, bool writing);
    struct Access;
    bool pointer_clause(Access& access, const Clause& clause, bool last);
    bool plain_clause(Access& access, const Clause& clause);
    bool index_into(Access& access, const Clause& clause, bool into_dx, bool bounds);
    void touch(Access& access, const Clause& clause, bool last);
    void base_address(Access& access);
    bool property_call(const Access& access, const Clause& clause, bool writing);
    bool call(const Path& path, std::uint32_t begin, std::uint32_t end);
    /// What a few words of source may become has a limit: returns release every local, continues paste.
    [[nodiscard]] bool has_room() const noexcept {
        return static_cast<std::uint64_t>(code_.size()) <= most_code_;
    }
    bool spend(std::uint64_t tokens) {
        if (tokens > work_left_) return fail("the expression is nested too deeply");
        work_left_ -= tokens;
        return true;
    }
    /// The partner of a parenthesis; brackets of the other sort do not count.
    [[nodiscard]] bool closing(std::uint32_t at, std::uint32_t end, std::uint32_t& found) const noexcept;
    SymbolId array_length_property(Type type);

    /// MAR = where a local stands, so many bytes below SP. The only place that knows both ways to write it.
    void load_local(std::int32_t distance) {
        if (settings_.stack_offsets) {
            code_.write(Op::loadspoffs, distance);
        } else {
            code_.write(Op::regtoreg, reg_sp, reg_mar);
            code_.write(Op::sub, reg_mar, distance);
        }
    }
    /// How many arguments the next call of an import has.
    void count_arguments(std::int32_t count) {
        if (settings_.counted_arguments) code_.write(Op::numfuncargs, count);
    }
    void push(Register from) {
        code_.write(Op::pushreg, from);
        stack_ += 4;
    }
    void pop(Register to) {
        code_.write(Op::popreg, to);
        stack_ -= 4;
    }

    const Settings& settings_;
    source::Symbols symbols_;
    Code code_;
    std::vector<std::byte> data_;
    std::vector<std::byte> strings_;
    std::vector<Import> imports_;
    std::int32_t unused_ = 0; ///< Of these, those that tables made.
    std::vector<FunctionInfo> functions_{1};
    std::vector<Accessors> accessors_{1};
    std::vector<std::vector<SymbolId>> members_{{}};
    std::vector<SymbolId> exported_;
    std::vector<SymbolId> defined_; ///< Functions in the order of definition.
    std::vector<Section> sections_;
    std::array<bool, 6> tables_read_{};
    static constexpr std::size_t named_here = ~std::size_t{0};
    std::vector<std::pair<std::size_t, Export>> placed_; ///< Exports by number, or `named_here` as they are.
    std::vector<Fixup> plain_fixups_;   ///< Those of instructions, in front of a table of all.
    std::vector<std::uint32_t> order_;  ///< Of imports; empty: as they are declared.
    std::vector<Extension> extensions_; ///< In version 95 only.
    bool texts_placed_ = false;         ///< A table said where the texts lie.

    std::string_view text_;
    std::vector<Token> tokens_;
    std::uint32_t last_line_ = 0;
    std::uint32_t at_ = 0;
    std::uint32_t skipped_mark_ = ~0U; ///< The token whose line mark an expression skipped.
    std::uint32_t focus_ = ~0U; ///< The token of an expression that is being looked at; none after next().
    std::int32_t line_ = 0;     ///< As the original knows it.
    std::int32_t recorded_ = 0;
    std::vector<Found>* found_ = nullptr;
    bool first_only_ = false; ///< As agscc, which stops there.

    std::vector<Level> levels_;
    std::vector<std::vector<SwitchCase>> cases_;
    std::vector<Piece> increments_;
    std::vector<std::pair<SymbolId, std::uint32_t>> locals_; ///< Live ones with their level.
    std::vector<std::int32_t> begins_; ///< Where the code of each begins to have it, as far as it is known.
    Variables variables_;
    std::unordered_map<std::uint32_t, std::uint32_t> source_types_; ///< By the bits of a Type.
    std::int32_t stack_ = 0;                                        ///< Depth in bytes.
    std::int32_t function_stack_ = 0;                               ///< At the function's beginning.
    SymbolId function_ = 0;
    SymbolId string_struct_ = 0;
    std::int32_t length_import_ = -1;

    Type ax_type_;
    bool ax_local_ = false; ///< The value is a variable of the function.
    std::vector<Clause> clauses_;
    std::vector<SymbolId> released_;
    std::vector<SymbolId> sorted_;
    struct Node {
        std::uint32_t place = 0;
        std::uint32_t left = 0;
        std::uint32_t right = 0;
        std::uint8_t level = 0;
    };
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> branch_;
    std::uint64_t most_code_ = 0; ///< Words that the files so far may become.
    std::uint64_t work_left_ = 0; ///< Tokens that expressions may still look at.
    struct Waiting {
        SymbolId operation = 0;
        bool unary = false;
        bool gathered = false;
        std::uint32_t node = 0;
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
        std::uint32_t place = 0;
    };
    std::vector<Waiting> waiting_;
    std::uint32_t depth_ = 0;
};

} // namespace vellum::ags::compile
