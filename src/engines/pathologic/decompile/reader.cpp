// Blocks, loops and conditions of the reader; expressions and simple statements are in the reader_*.cpp
// beside.
#include "engines/pathologic/decompile/reader.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "engines/pathologic/format/names.hpp"
#include "engines/pathologic/format/pool.hpp"
#include "engines/pathologic/isa/operands.hpp"
#include "engines/pathologic/source/words.hpp"

namespace vellum::pathologic::decompile {

namespace {

constexpr std::uint32_t most_nesting = 200;

bool is_simple(StmtKind kind) {
    switch (kind) {
    case StmtKind::assign:
    case StmtKind::assign_global:
    case StmtKind::update_global:
    case StmtKind::assign_component:
    case StmtKind::update_component:
    case StmtKind::native:
    case StmtKind::method:
    case StmtKind::call: return true;
    default: return false;
    }
}

} // namespace

Texts::Texts(const Script& script, source::Tree& tree, bool exact)
    : script_(script),
      tree_(tree),
      wide_(script.pool.size(), unread),
      names_(script.pool.size(), unread),
      natives_(script.imports.size(), none),
      equals_before_(script.imports.size(), 0) {
    if (!exact) return;
    whole_.emplace().append(script.pool);
    usual_wide_.resize(script.pool.size());
    usual_names_.resize(script.pool.size());
    std::map<std::tuple<std::size_t, std::uint32_t, std::string_view>, std::uint32_t> seen;
    for (std::size_t i = 0; i < script.imports.size(); ++i)
        equals_before_[i] = seen[script.imports[i].key()]++;
}

bool Texts::is_usual_text(bool wide, std::uint32_t offset) {
    if (offset >= script_.pool.size()) return false;
    const auto bytes = [&] {
        return wide ? wide_bytes(script_.pool, offset) : name_bytes(script_.pool, offset);
    };
    if (!whole_) return !bytes().empty();
    Usual& usual = wide ? usual_wide_[offset] : usual_names_[offset];
    if (usual == Usual::unknown) {
        const std::span<const std::byte> text = bytes();
        const bool first = !text.empty() && !whole_->exhausted() && whole_->find(text) == offset;
        usual = first ? Usual::yes : Usual::no;
    }
    return usual == Usual::yes;
}

bool Texts::is_usual_native(std::uint32_t import) {
    return import < script_.imports.size() && equals_before_[import] == 0 &&
           source::is_source_name(script_.imports[import].name);
}

source::TextId Texts::wide(std::uint32_t offset) {
    if (offset >= wide_.size()) return none;
    source::TextId& text = wide_[offset];
    if (text == unread)
        text = wide_bytes(script_.pool, offset).empty() ? none : tree_.intern(script_.wide_string(offset));
    return text;
}

source::TextId Texts::name(std::uint32_t offset) {
    if (offset >= names_.size()) return none;
    source::TextId& text = names_[offset];
    if (text == unread) {
        const std::string_view name = script_.ascii_name(offset);
        text = !name_bytes(script_.pool, offset).empty() && source::is_source_name(name) ? tree_.intern(name)
                                                                                         : none;
    }
    return text;
}

source::TextId Texts::native(std::uint32_t import) {
    if (import >= natives_.size()) return none;
    if (natives_[import] == none && source::is_source_name(script_.imports[import].name))
        natives_[import] = tree_.intern(script_.imports[import].name);
    return natives_[import];
}

Reader::Reader(const Script& script, const std::vector<Signature>& signatures, source::Tree& tree,
               Texts& texts)
    : script_(script), code_(script.instructions), signatures_(signatures), tree_(tree), texts_(texts) {}

bool Reader::refuse(std::string_view why) {
    if (why_.empty()) why_ = why;
    return false;
}

Reader::Event Reader::fail(std::string_view why) {
    refuse(why);
    return Event::failed;
}

std::uint32_t Reader::target_at(std::uint32_t at) const {
    return values_at(at)[op_at(at) == Op::Jump ? 0 : 1];
}

Reader::Mark Reader::mark() const {
    return {tree_.exprs.size(), tree_.stmts.size(), tree_.loops.size(),
            tree_.lists.size(), statements_.size(), pc_};
}

void Reader::back_to(const Mark& mark) {
    result_ = none; // its node may go
    tree_.exprs.resize(mark.exprs);
    tree_.stmts.resize(mark.stmts);
    tree_.loops.resize(mark.loops);
    tree_.lists.resize(mark.lists);
    statements_.resize(mark.statements);
    pc_ = mark.pc;
    temporaries_.clear();
    groups_.clear();
    armed_.clear();
    stored_at_ = none;
}

source::NodeId Reader::make_block(std::size_t first, std::uint32_t place) {
    Stmt stmt;
    stmt.kind = StmtKind::block;
    stmt.b = static_cast<std::uint32_t>(statements_.size() - first);
    stmt.a = take_statements(first);
    return statement(stmt, place);
}

std::uint32_t Reader::take_statements(std::size_t first) {
    const std::uint32_t list = tree_.list(std::span(statements_).subspan(first));
    statements_.resize(first);
    return list;
}

source::NodeId Reader::statement(Stmt stmt, std::uint32_t place) {
    stmt.place = place;
    return tree_.add(stmt);
}

void Reader::find_loops(std::uint32_t begin, std::uint32_t end) {
    backward_.clear();
    for (std::uint32_t i = begin; i < end; ++i) {
        const Op op = op_at(i);
        if ((op == Op::Jump || op == Op::JumpB) && target_at(i) <= i) backward_.emplace_back(target_at(i), i);
    }
    std::sort(backward_.begin(), backward_.end());
}

bool Reader::read(std::uint32_t number, source::Function& function, Resume resume) {
    const FunctionEntry& entry = script_.entries.functions[number];
    signature_ = &signatures_[number];
    why_ = {};
    if (!signature_->known && !function.kept) return refuse("it is never called");
    begin_ = pc_ = entry.address;
    end_ = entry.end;
    resume_ = resume;
    effort_ = 64 * std::uint64_t{end_ - begin_} + 4096;
    nesting_ = 0;
    task_variables_ = 0;
    temporaries_.clear();
    groups_.clear();
    armed_.clear();
    stored_at_ = none;
    result_ = none;

    function.parameters = signature_->parameters;
    function.result = signature_->result;
    if (!frame(function)) return false;
    find_loops(pc_, end_);
    statements_.clear();
    if (!block(end_, nullptr, nullptr)) return false;
    function.body = make_block(0, begin_);
    function.place = begin_;
    return true;
}

/// What the function begins with.
bool Reader::frame(source::Function& function) {
    first_local_ = frame_ = 0;
    std::uint32_t returned = none;
    for (std::uint32_t i = begin_; i < end_ && returned == none; ++i)
        if (op_at(i) == Op::Return) returned = values_at(i)[0];
    if (returned == none) return refuse("it has no Return");
    if (returned == 0 && function.parameters.empty()) return true;
    if (op_at(pc_) != Op::PushV || values_at(pc_)[0] != returned) {
        if (returned != 0) return refuse("it does not begin with its frame");
        function.frame = source::Frame::nothing;
        return true;
    }
    const std::span<const std::uint32_t> types = values_at(pc_).subspan(1);
    const std::size_t half = types.size() / 2;
    const bool twice = std::ranges::equal(types.first(half), types.subspan(half));
    function.frame = twice ? source::Frame::twice : source::Frame::once;
    frame_ = returned;
    first_local_ = twice ? returned / 2 : 0;
    for (const std::uint32_t type : types.subspan(first_local_)) {
        if (operands::type_name(type).empty()) return refuse("a local has no known type");
        function.locals.push_back(static_cast<VariableType>(type));
    }
    ++pc_;
    return true;
}

bool Reader::block(std::uint32_t end, LoopContext* context, std::vector<std::uint32_t>* starts) {
    if (++nesting_ > most_nesting) return refuse("its blocks are nested too deeply");
    while (pc_ < end) {
        const std::uint32_t start = pc_;
        if (starts != nullptr) starts->push_back(start);
        // A loop that begins here: the farthest jump back within the block is the outermost one's.
        const auto after = std::lower_bound(backward_.begin(), backward_.end(), std::pair(start, end));
        if (after != backward_.begin() && std::prev(after)->first == start) {
            const std::uint32_t last = std::prev(after)->second;
            if (!(op_at(last) == Op::Jump ? loop(last) : repeat(last))) return false;
            continue;
        }
        switch (run(end, 0, false)) {
        case Event::failed: return false;
        case Event::stored: return refuse("a value goes nowhere");
        case Event::end:
            if (temporaries_.empty()) break;
            if (context != nullptr && context->repeat && end == context->last && temporaries_.size() == 1)
                break;
            return refuse("a value is left over");
        case Event::statement: statements_.push_back(statement(done_, start)); break;
        case Event::jump:
            if (!jump(start, context)) return false;
            break;
        case Event::branch:
            if (!branch(end, context, start)) return false;
            break;
        }
    }
    --nesting_;
    return pc_ == end || refuse("a block does not end where it should");
}

bool Reader::jump(std::uint32_t start, LoopContext* context) {
    const std::uint32_t to = target_at(pc_);
    Stmt stmt;
    if (context == nullptr) return refuse("a jump outside a loop");
    if (to == context->leave)
        stmt.kind = StmtKind::leave;
    else if (to == context->again && context->step == none) {
        context->resumed = true;
        stmt.kind = StmtKind::resume;
    } else if (!context->resumed && to > pc_ && to <= context->last &&
               (context->step == none || context->step == to)) {
        context->step = to;
        stmt.kind = StmtKind::resume;
    } else
        return refuse("a jump that is neither break nor continue");
    ++pc_;
    statements_.push_back(statement(stmt, start));
    return true;
}

bool Reader::branch(std::uint32_t end, LoopContext* context, std::uint32_t start) {
    const auto values = values_at(branch_);
    const std::uint32_t to = values[1];
    if (values[2] != 0 || to <= branch_ || to > end) return refuse("a condition leads out of its block");
    Stmt stmt;
    stmt.kind = StmtKind::condition;
    stmt.a = condition_;
    const Mark mark_here = mark();
    const LoopContext before = context != nullptr ? *context : LoopContext{};
    const std::uint32_t nesting = nesting_;
    const std::size_t first = statements_.size();
    bool with_else = to - 1 >= pc_ && op_at(to - 1) == Op::Jump;
    const std::uint32_t over = with_else ? target_at(to - 1) : 0;
    with_else = with_else && over >= to && over <= end;
    const bool could_resume = with_else && context != nullptr &&
                              (over == context->last || context->step == none || over == context->step);
    // A `continue` that gives a while loop a step to go to would make another loop of it.
    const bool keeps_loop = could_resume && (context->again == none || context->step == over);
    const bool resumes =
        could_resume && (resume_ == Resume::everywhere ||
                         (resume_ == Resume::in_empty_branches && pc_ == to - 1 && keeps_loop));
    const auto plain = [&] {
        if (!block(to, context, nullptr)) return false;
        stmt.b = make_block(first, start);
        stmt.c = none;
        return true;
    };
    const auto both = [&] {
        if (!block(to - 1, context, nullptr)) return false;
        stmt.b = make_block(first, start);
        pc_ = to;
        if (!block(over, context, nullptr)) return false;
        stmt.c = make_block(first, to);
        return true;
    };
    const auto again = [&] {
        back_to(mark_here);
        nesting_ = nesting;
        if (context != nullptr) *context = before;
        return effort_ != 0;
    };
    bool read = false;
    if (with_else && !resumes)
        read = both() || (again() && plain());
    else if (with_else)
        read = plain() || (again() && both());
    else
        read = plain();
    if (!read) return false;
    why_ = {};
    statements_.push_back(statement(stmt, start));
    return true;
}

bool Reader::loop(std::uint32_t last) {
    const std::uint32_t start = pc_;
    Loop head;
    LoopContext context{last + 1, last, none, false};
    // while: simple statements, if any, then a condition that leads behind the loop.
    const Mark at_start = mark();
    const std::size_t first = statements_.size();
    bool conditional = false;
    for (;;) {
        const std::uint32_t at = pc_;
        if (at != start && std::binary_search(backward_.begin(), backward_.end(), std::pair(at, last))) break;
        const Event event = run(last, 0, false);
        if (event == Event::statement && is_simple(done_.kind)) {
            statements_.push_back(statement(done_, at));
            continue;
        }
        conditional =
            event == Event::branch && values_at(branch_)[1] == last + 1 && values_at(branch_)[2] == 0;
        break;
    }
    if (conditional) {
        head.condition = condition_;
        head.before = static_cast<std::uint32_t>(statements_.size() - first);
        head.first = take_statements(first);
        context.again = start;
    } else {
        back_to(at_start);
    }
    why_ = {};
    const std::uint32_t body = pc_;
    std::vector<std::uint32_t> starts;
    if (!block(last, &context, &starts)) return false;
    if (context.step != none && context.step != last) {
        const auto split = std::find(starts.begin(), starts.end(), context.step);
        if (split == starts.end()) return refuse("continue leads into a statement");
        const std::size_t first_step = first + static_cast<std::size_t>(split - starts.begin());
        for (const NodeId step : std::span(statements_).subspan(first_step))
            if (!is_simple(tree_.stmts[step].kind))
                return refuse("the step of a loop is not a simple statement");
        head.steps = static_cast<std::uint32_t>(statements_.size() - first_step);
        head.step = take_statements(first_step);
    }
    head.counted = context.step != none || !conditional;
    head.body = make_block(first, body);
    pc_ = last + 1;
    Stmt stmt;
    stmt.kind = StmtKind::loop;
    stmt.a = static_cast<std::uint32_t>(tree_.loops.size());
    tree_.loops.push_back(head);
    statements_.push_back(statement(stmt, start));
    return true;
}

bool Reader::repeat(std::uint32_t last) {
    const auto values = values_at(last);
    if (values[0] != 1 || values[2] != 1 || values[3] != 1) return refuse("a backward jump is not a loop");
    const std::uint32_t start = pc_;
    LoopContext context{last + 1, last, none, true};
    const std::size_t first = statements_.size();
    std::vector<std::uint32_t> starts;
    if (!block(last, &context, &starts)) return false;
    if (temporaries_.size() != 1) return refuse("a loop has no condition");
    // The last thing read was the condition.
    if (context.step != none && (starts.empty() || context.step != starts.back()))
        return refuse("continue leads into a statement");
    Stmt stmt;
    stmt.kind = StmtKind::repeat;
    stmt.b = value_of(0);
    if (stmt.b == none) return false;
    temporaries_.clear();
    groups_.clear();
    armed_.clear();
    stmt.a = make_block(first, start);
    pc_ = last + 1;
    statements_.push_back(statement(stmt, start));
    return true;
}

} // namespace vellum::pathologic::decompile
