// The parser's state and its members; which file has which stands above each group.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engines/pathologic/compile/constants.hpp"
#include "engines/pathologic/compile/parser.hpp"
#include "engines/pathologic/source/words.hpp"
#include "source/cursor.hpp"
#include "source/included_files.hpp"

namespace vellum::pathologic::compile {

using source::Binding;

constexpr std::uint32_t most_nesting = source::most_height;

class Parser : private vellum::source::Cursor {
  public:
    Parser(Sources& sources, const FileSystem* files, Diagnostics& diagnostics)
        : Cursor(sources, 0, dialect, diagnostics), texts_(sources), files_(files) {
        for (const std::string_view word : source::keywords()) tree_.intern(word);
        constexpr std::size_t usual = 16; // bytes of text for an expression
        tree_.exprs.reserve(sources.text(0).size() / usual);
    }

    Parsed run();

  private:
    /// What a name stands for.
    struct Meaning {
        enum class Kind : std::uint8_t { local, parameter, task, global, constant } kind;
        std::uint32_t number;
    };
    struct Bound {
        TextId name;
        std::uint32_t previous; ///< In `bindings_`.
    };
    struct Named {
        Meaning meaning;
        std::uint32_t scope; ///< Depth it was declared at.
    };
    /// A call whose function is looked for at the end.
    struct Pending {
        NodeId expr;
        TextId name;
        TextId qualifier; ///< Task, or none.
        bool outermost;   ///< `::`
        bool value;       ///< The result is used.
        std::uint32_t caller;
        std::uint32_t offset;
    };

    // --- Names: parser.cpp ---

    TextId name(std::string_view what);
    /// Words of the language are the first texts.
    [[nodiscard]] static bool is_keyword(TextId name) noexcept { return name < source::keywords().size(); }
    [[nodiscard]] const Named* find(TextId name) const;
    void bind(TextId name, Meaning meaning, std::uint32_t offset);
    std::size_t open_scope();
    void close_scope(std::size_t mark);
    [[nodiscard]] std::optional<VariableType> type();

    // --- Declarations: parse_declarations.cpp ---

    void heading();
    void declarations();
    void top_level();
    void constant();
    [[nodiscard]] NodeId constant_value(VariableType wanted, std::uint32_t place);
    void task(bool main, bool kept, std::uint32_t offset);
    void more_of_task();
    [[nodiscard]] bool task_body(std::uint32_t number);
    void function(std::uint32_t task, bool kept);
    std::optional<std::uint32_t> event_of(std::string_view name, std::uint32_t offset);
    void rest_of_function(std::uint32_t task, std::optional<VariableType> result, TextId id,
                          std::uint32_t offset, bool kept, std::optional<std::uint32_t> event = std::nullopt);
    bool parameters(Function& made);
    void declare(std::uint32_t number);
    void assembly();

    // --- Lines of the tables: parse_tables.cpp ---

    /// A function that a line names.
    struct Reference {
        TextId qualifier = none; ///< Task, or none.
        TextId name = none;
        bool outermost = false; ///< `::`
        std::uint32_t offset = 0;
        std::uint32_t task = none; ///< Where the line stands.
    };
    /// A function whose frame is written out.
    struct Framed {
        std::uint32_t function;
        std::vector<VariableType> types;
        std::uint32_t offset;
    };
    bool table_line();
    std::optional<std::string> stored_name();
    std::optional<std::string> hex();
    void pool();
    void imports();
    void run_from();
    void task_order();
    void events(std::vector<std::uint32_t>& order);
    Reference function_reference(std::uint32_t task);
    void alias(std::uint32_t task, std::uint32_t event, std::vector<VariableType> types,
               std::uint32_t offset);
    void property_form(source::Global& global);
    void frame(source::Function& function);
    void parameter_count(source::Task& task);
    void finish_tables();
    std::uint32_t find_target(const Reference& one);
    void check_event_orders();

    // --- Included texts: parse_includes.cpp ---

    void include(std::uint32_t offset);
    void read_included(const std::string& wanted, std::uint32_t offset);

    // --- Statements: parse_statements.cpp ---

    NodeId make_block(std::span<const NodeId> statements, std::uint32_t place);
    NodeId block();
    NodeId body();
    NodeId done(Stmt stmt, std::uint32_t place);
    NodeId statement();
    NodeId declaration();
    NodeId condition(std::uint32_t place);
    NodeId add_loop(const Loop& head, std::uint32_t place);
    NodeId loop_body();
    void loop_condition(Loop& head);
    NodeId while_loop(std::uint32_t place);
    NodeId for_loop(std::uint32_t place);
    NodeId do_loop(std::uint32_t place);
    NodeId result(std::uint32_t place);
    NodeId simple();
    NodeId call_statement(NodeId value, std::uint32_t place);
    NodeId simple_or_value(NodeId& made, std::uint32_t place);
    NodeId assign(NodeId to, NodeId value, std::uint32_t place);
    NodeId not_assignable(std::uint32_t place);
    NodeId update(NodeId to, Op op, NodeId right, std::uint32_t place);
    void arguments(std::uint32_t& first, std::uint32_t& count);

    // --- Expressions: parse_expressions.cpp ---

    NodeId make(Expr expr, std::uint32_t place);
    NodeId expression();
    NodeId logical(Binding binding);
    [[nodiscard]] const source::BinaryOperator* operator_ahead() const;
    NodeId binary(Binding least);
    NodeId unary();
    NodeId prefixed(const Token& token);
    void too_large(const Token& number);
    NodeId behind(NodeId value, std::uint32_t place);
    NodeId postfix();
    NodeId primary();
    std::uint32_t place_in_table(std::string_view mark);
    NodeId vector(std::uint32_t place);
    NodeId keyword(const Token& token);
    NodeId word(const Token& token);
    NodeId not_constant(std::uint32_t place);
    void unknown_variable(const Token& token);
    NodeId exists(std::uint32_t place);
    NodeId built_in(const source::BuiltIn& one, std::uint32_t place);
    NodeId call(TextId id, TextId qualifier, bool outermost, std::uint32_t place);

    // --- What is looked up at the end: parse_calls.cpp ---

    [[nodiscard]] std::uint32_t look_up(std::uint32_t task, TextId name) const;
    [[nodiscard]] std::uint32_t find_function(const Reference& one) const;
    void finish();
    void find_calls();
    void check_events();
    void resolve(const Pending& one);

    Sources& texts_;
    vellum::source::IncludedFiles files_;
    Parsed parsed_;
    Tree tree_;
    std::uint32_t number_ = 0; ///< The function that is being read.
    std::uint32_t nesting_ = 0, loops_ = 0, scope_ = 0;
    std::uint32_t unknown_ = none;     ///< Where a variable stands that nobody declared.
    std::vector<std::uint32_t> bound_; ///< By name: what it means now, in `bindings_`.
    std::vector<Named> bindings_;
    std::vector<Bound> undo_;
    std::vector<NodeId> constants_;
    std::vector<NodeId> arguments_;  ///< Of calls that are being read, the innermost one's last.
    std::vector<NodeId> statements_; ///< Of blocks that are being read, the innermost one's last.
    std::uint64_t constant_room_ = most_constant_text;
    bool folding_ = false;                  ///< The value of a constant is being read.
    std::uint32_t constant_ = none;         ///< Where the last constant was used.
    std::vector<std::string> open_;         ///< Included texts that are being read, the innermost last.
    std::unordered_set<std::string> taken_; ///< All of them, by plain names.
    std::unordered_map<TextId, std::uint32_t> tasks_;
    std::unordered_map<std::uint64_t, std::uint32_t> functions_; ///< By task and name.
    std::vector<Pending> pending_;
    std::vector<Reference> targets_; ///< Of the aliases.
    std::optional<Reference> run_;
    TextId run_task_ = none;
    std::vector<Reference> task_order_;
    std::vector<Framed> framed_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>>
        uninitialised_; ///< Tasks without init, and where they stand.
};

} // namespace vellum::pathologic::compile
