// The lowering; see the header. What is nested deeply was refused by who made the tree.
#include "engines/ff7/source/lowering.hpp"

#include "base/bytes.hpp"
#include "base/lines.hpp"
#include "engines/ff7/isa/isa.hpp"
#include "engines/ff7/names/names.hpp"
#include "isa/assembler.hpp"

namespace vellum::ff7::source {

namespace {

/// Instructions know special values by name, and nothing else.
class OwnNames final : public isa::Resolver, public isa::DirectiveHandler {
  public:
    std::optional<std::uint32_t> find(isa::SymbolSpace space, std::string_view name) override {
        return space == isa::SymbolSpace::special ? special_number(name) : std::nullopt;
    }
    std::optional<std::uint32_t> intern(isa::SymbolSpace, std::string_view) override { return std::nullopt; }
    bool directive(std::string_view, LineLexer&, Diagnostics&, isa::Assembler&) override { return false; }
};

} // namespace

void Lowering::emit(std::uint32_t word) {
    if (words.size() < code_words)
        words.push_back(static_cast<std::uint16_t>(word));
    else if (error.kind == LoweringError::Kind::none)
        error = {LoweringError::Kind::full, place_, none};
}

/// Gives where the target stands.
std::uint32_t Lowering::jump(std::uint16_t code, std::uint32_t target) {
    emit(code);
    emit(target);
    return here() - 1;
}

/// A jump leads here.
void Lowering::land(std::uint32_t word) {
    if (word < words.size()) words[word] = static_cast<std::uint16_t>(here());
}

void Lowering::expression(NodeId id) {
    if (error.kind != LoweringError::Kind::none) return; // a tree may be small and mean endless words
    const Expr& expr = tree_.exprs[id];
    switch (expr.kind) {
    case ExprKind::push:
        emit(expr.code);
        emit(expr.operand);
        break;
    case ExprKind::binary:
        expression(expr.a);
        expression(expr.b);
        emit(expr.code);
        break;
    case ExprKind::unary:
        expression(expr.a);
        emit(expr.code);
        break;
    case ExprKind::stale: emit(expr.code); break;
    case ExprKind::pop: break;
    }
}

void Lowering::operands(const Stmt& stmt) {
    if (!stmt.bare && stmt.count != 0) emit(code::reset);
    for (const NodeId one : tree_.items(stmt)) expression(one);
}

void Lowering::instruction(const Stmt& stmt) {
    if (stmt.form == Form::opened) emit(code::wait_window);
    operands(stmt);
    if (stmt.form == Form::prompt) emit(code::wait_window);
    for (const std::uint32_t code : tree_.afters(stmt)) emit(code);
    emit(stmt.code);
    if (stmt.form == Form::wait) emit(code::wait);
}

/// A chain of `else if` is gone along without going deeper.
void Lowering::condition(const Stmt& first) {
    std::vector<std::uint32_t> ends;
    for (const Stmt* stmt = &first;;) {
        operands(*stmt);
        const std::uint32_t otherwise = jump(code::jump_if_false);
        statement(stmt->a);
        if (stmt->b == none) {
            land(otherwise);
            break;
        }
        ends.push_back(jump(code::jump));
        land(otherwise);
        const Stmt& next = tree_.stmts[stmt->b];
        if (next.kind != StmtKind::condition) {
            statement(stmt->b);
            break;
        }
        marks.push_back({here(), next.place});
        stmt = &next;
    }
    for (const std::uint32_t end : ends) land(end);
}

void Lowering::loop(const Stmt& stmt) {
    loops_.push_back({here(), {}});
    const std::uint32_t top = here();
    if (stmt.count != 0) {
        operands(stmt);
        const std::uint32_t exit = jump(code::jump_if_false);
        loops_.back().exits.push_back(exit);
    }
    statement(stmt.a);
    jump(code::jump, top);
    for (const std::uint32_t exit : loops_.back().exits) land(exit);
    loops_.pop_back();
}

void Lowering::assemble(NodeId block) {
    OwnNames names;
    Diagnostics own;
    isa::Assembler assembler(table(), names, names, own);
    assembler.begin_at(here());
    assembler.assemble(tree_.blocks[block].text);
    for (Diagnostic one : own.all()) {
        one.place.line += tree_.blocks[block].line;
        assembly_.add(std::move(one));
    }
    const isa::Code code = assembler.take_code();
    const std::vector<std::byte> bytes = isa::encode(code);
    const std::uint32_t start = here();
    for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) emit(load_u16(bytes.data() + i));
    const std::vector<std::size_t> begins = line_begins(tree_.blocks[block].text);
    for (const isa::TextLine& line : code.lines)
        marks.push_back(
            {std::max(line.address, start),
             tree_.blocks[block].at + static_cast<std::uint32_t>(begins[line.line - 1]) + line.column - 1});
}

void Lowering::statement(NodeId id) {
    if (error.kind != LoweringError::Kind::none) return;
    const Stmt& stmt = tree_.stmts[id];
    place_ = stmt.place;
    if (stmt.kind != StmtKind::block && stmt.kind != StmtKind::label) marks.push_back({here(), stmt.place});
    switch (stmt.kind) {
    case StmtKind::block:
        for (const NodeId one : tree_.items(stmt)) statement(one);
        break;
    case StmtKind::instruction: instruction(stmt); break;
    case StmtKind::push: operands(stmt); break;
    case StmtKind::reset: emit(code::reset); break;
    case StmtKind::condition: condition(stmt); break;
    case StmtKind::loop: loop(stmt); break;
    case StmtKind::leave: {
        const std::uint32_t exit = jump(code::jump);
        loops_.back().exits.push_back(exit);
        break;
    }
    case StmtKind::resume: jump(code::jump, loops_.back().top); break;
    case StmtKind::result: returns_.push_back(jump(code::jump)); break;
    case StmtKind::result_here: emit(code::ret); break;
    case StmtKind::label: labels_[stmt.label] = here(); break;
    case StmtKind::jump: gotos_.push_back({jump(code::jump), stmt.label, stmt.place}); break;
    case StmtKind::unless:
        operands(stmt);
        gotos_.push_back({jump(code::jump_if_false), stmt.label, stmt.place});
        break;
    case StmtKind::assembly: assemble(stmt.a); break;
    }
}

bool Lowering::function(const Function& function) {
    const std::size_t errors = assembly_.errors();
    loops_.clear();
    returns_.clear();
    gotos_.clear();
    labels_.clear();
    place_ = function.place;
    marks.push_back({here(), function.place});
    if (function.raw) {
        for (const std::uint16_t word : function.words) emit(word);
    } else if (function.block != none) {
        assemble(function.block);
    } else {
        statement(function.body);
        for (const std::uint32_t jump : returns_) land(jump);
        place_ = function.place;
        emit(code::ret);
        for (const Fixup& fixup : gotos_) {
            const auto label = labels_.find(fixup.label);
            if (label == labels_.end()) {
                if (error.kind == LoweringError::Kind::none)
                    error = {LoweringError::Kind::label, fixup.place, fixup.label};
                continue;
            }
            if (fixup.word < words.size()) words[fixup.word] = static_cast<std::uint16_t>(label->second);
        }
    }
    return error.kind == LoweringError::Kind::none && assembly_.errors() == errors;
}

} // namespace vellum::ff7::source
