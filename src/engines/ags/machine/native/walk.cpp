#include "engines/ags/machine/native/walk.hpp"

#include <algorithm>
#include <utility>

#include "engines/ags/machine/native/pieces.hpp"

namespace vellum::ags {

namespace {

/// A function of more operations, or with more places for values than this stays in the fast form.
constexpr std::size_t most_operations = 8'000;
/// Rounds in which something new is learnt: as many as loops are nested, in code that a compiler made.
constexpr int most_rounds = 64;
constexpr std::size_t most_nodes = 2'000'000;

[[nodiscard]] bool ends_block(FastOp op) {
    return op == FastOp::jump || op == FastOp::jump_back || op == FastOp::ret || op == FastOp::ret_entry ||
           op == FastOp::ret_number || op == FastOp::call || op == FastOp::call_far;
}

} // namespace

bool write_form(const Environment& environment, const Instance& instance, std::uint32_t function,
                NativeForm& form, bool translates) {
    return Walk(environment, instance, function, translates).run(form);
}

Walk::Walk(const Environment& environment, const Instance& instance, std::uint32_t function, bool translates)
    : environment_(environment),
      instance_(instance),
      code_(*instance.fast),
      number_(function),
      function_(code_.functions[function]),
      calls_itself_(!translates && !code_.native->translated) {
    b_.remarks = translates;
}

bool Walk::find_blocks() {
    // Blocks are entries by step; an operation's own step may lie behind its block's.
    std::map<std::uint32_t, std::uint32_t> layouts; // first operation -> layout
    for (const std::uint32_t step : code_.native->functions[number_].leaders)
        layouts.emplace(original(code_.entries[step].op), code_.entries[step].layout);
    std::vector<std::uint32_t> work{original(code_.entries[function_.start_step].op)};
    std::size_t operations = 0;
    const auto lead = [&](std::uint32_t op) {
        op = original(op);
        if (blocks_.contains(op)) return;
        work.push_back(op);
    };
    while (!work.empty()) {
        const std::uint32_t first = work.back();
        work.pop_back();
        if (blocks_.contains(first)) continue;
        Block& block = blocks_[first];
        block.first = first;
        const bool check = code_.code[first].op == FastOp::check_budget;
        const auto layout = layouts.find(check ? original(code_.code[first + 1].imm) : first);
        if (layout == layouts.end()) return false;
        block.keep = static_cast<std::uint32_t>(code_.layouts[layout->second].entries.size());
        for (std::uint32_t op = first;; ++op) {
            const FastInstruction& i = code_.code[op];
            if (++operations > most_operations) return false;
            if (kind_of(i.op) == FastKind::branch) lead(i.step);
            if (i.op == FastOp::jump || i.op == FastOp::jump_back) lead(i.imm);
            if (i.op == FastOp::call || i.op == FastOp::call_far) lead(code_.stops[i.imm].return_op);
            if (i.op == FastOp::loop_check_off) turns_checks_off_ = true;
            if (ends_block(i.op)) break;
        }
    }
    // Checks of the budget stand at the end of the code; a loop is kept together by putting them in front of
    // what they lead to.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> keys;
    for (const auto& [first, block] : blocks_)
        keys.emplace_back(code_.code[first].op == FastOp::check_budget
                              ? 2 * original(code_.code[first + 1].imm)
                              : 2 * first + 1,
                          first);
    std::ranges::sort(keys);
    const std::uint32_t start = original(code_.entries[function_.start_step].op);
    order_.push_back(start);
    for (const auto& [key, first] : keys)
        if (first != start) order_.push_back(first);
    return true;
}

void Walk::find_variables() {
    parameters_ = static_cast<std::int16_t>(function_.parameters);
    const auto entries = static_cast<std::int16_t>(function_.most_entries + 1);
    std::vector<code::Variable>& variables = b_.function.variables;
    for (std::int16_t i = 0; i < parameters_; ++i) variables.push_back({8 * (-2 - i), false});
    for (std::int16_t i = 0; i < entries; ++i) variables.push_back({8 * i, false});
    // Others may reach what has an address.
    for (const auto& [first, block] : blocks_)
        for (std::uint32_t op = first;; ++op) {
            const FastInstruction& i = code_.code[op];
            if (i.op == FastOp::address) variables[index_of(i.a)].in_memory = true;
            if (ends_block(i.op)) break;
        }
}

/// What is known at the block's start now holds for what leads there from here, too. True if less is known.
bool Walk::merge(Block& block) {
    const std::size_t kept = static_cast<std::size_t>(parameters_) + block.keep;
    if (!block.reached) {
        block.reached = true;
        block.tags.assign(tags_.size(), any_tag);
        std::copy_n(tags_.begin(), kept, block.tags.begin());
        return true;
    }
    bool changed = false;
    for (std::size_t i = 0; i < kept; ++i)
        if (block.tags[i] != tags_[i] && block.tags[i] != any_tag) {
            block.tags[i] = any_tag;
            changed = true;
        }
    return changed;
}

void Walk::reach(std::uint32_t op) {
    if (b_.quiet && merge(blocks_.at(original(op)))) learnt_ = true;
}

void Walk::walk_block(Block& block) {
    tags_ = block.tags;
    given_.clear();
    most_.assign(tags_.size(), any_number);
    ended_ = false;
    line_ = 0;
    b_.bind(block.label, static_cast<std::uint32_t>(parameters_) + block.keep);
    for (op_ = block.first; !ended_; ++op_) {
        has_exit_ = false;
        if (!leaves_arguments(code_.code[op_])) settle_arguments();
        remark(code_.code[op_]);
        operation(code_.code[op_]);
        note_most(code_.code[op_]);
    }
}

bool Walk::run(NativeForm& form) {
    if (!find_blocks()) return false;
    find_variables();
    if (strange_ || blocks_.size() * b_.function.variables.size() > most_nodes) return false;
    const std::vector<std::uint32_t>& places = code_.native->functions[number_].places;
    for (const std::uint32_t place : places)
        if (const auto found = blocks_.find(code_.code[place].imm); found != blocks_.end())
            found->second.entry = true;
    tags_.assign(b_.function.variables.size(), any_tag);
    b_.quiet = true;
    learnt_ = merge(blocks_.at(order_.front()));
    for (int round = 0; std::exchange(learnt_, false); ++round) {
        if (round == most_rounds) return false;
        for (const std::uint32_t first : order_)
            if (Block& block = blocks_.at(first); block.reached) walk_block(block);
    }
    b_.quiet = false;
    cold_.clear();
    for (const std::uint32_t first : order_) {
        Block& block = blocks_.at(first);
        block.label = b_.make_label();
        b_.function.labels.back().entry = block.entry || first == order_.front();
    }
    for (const std::uint32_t first : order_)
        if (Block& block = blocks_.at(first); block.reached)
            walk_block(block);
        else { // nothing leads there but what the fast form does
            b_.bind(block.label);
            b_.jump(b_.make_exit(first, {}), static_cast<std::uint32_t>(b_.function.variables.size()));
        }
    write_cold();
    if (strange_) return false;
    form.entry_ops.assign(b_.function.labels.size(), FastEntry::none);
    for (const std::uint32_t place : places)
        if (const auto found = blocks_.find(code_.code[place].imm);
            found != blocks_.end() && found->second.reached)
            form.entry_ops[found->second.label] = place;
    form.function = std::move(b_.function);
    return true;
}

/// The line an operation stands for, where it changes.
void Walk::remark(const FastInstruction& i) {
    if (!b_.remarks || kind_of(i.op) == FastKind::branch) return; // a branch's step is its target
    for (std::uint32_t at = i.step;; --at) {
        if (instance_.steps[at].op == ags::Op::linenum) {
            const std::uint32_t line = number_of(instance_.steps[at].value);
            if (line != line_) b_.remark(line);
            line_ = line;
            return;
        }
        if (code_.entries[at].op != FastEntry::none || at == 0) return;
    }
}

void Walk::write_cold() {
    b_.cold = true;
    for (const Cold& one : cold_) {
        b_.bind(one.label);
        for (const FastInstruction& i : one.given) {
            const Memory to = argument_place(i.d);
            if (i.op == FastOp::argument_number) {
                put_word(to, integer_word(i.imm));
                continue;
            }
            b_.store(to, number(i.a));
            b_.load(t0, tag_place(i.a));
            b_.store({to.base, {}, to.offset + 4}, t0);
        }
        if (one.helper != nullptr) b_.helper(one.helper, one.op, one.keep, one.d, one.a, one.b);
        b_.count(one.instructions);
        b_.jump(one.to, one.helper == nullptr ? one.keep : 0);
    }
    b_.cold = false;
}

void Walk::set_tag(std::int16_t entry, std::uint32_t tag) {
    std::uint32_t& known = tags_[index_of(entry)];
    const bool shared = b_.function.variables[index_of(entry)].in_memory;
    if (known == tag && !shared) return;
    b_.store(tag_place(entry), code::constant(tag));
    known = shared ? any_tag : tag;
}

void Walk::copy_tag(std::int16_t to, std::int16_t from) {
    if (to == from) return;
    if (const std::uint32_t tag = known_tag(from); tag != any_tag) {
        set_tag(to, tag);
        return;
    }
    b_.load(code::temporary(0), tag_place(from));
    b_.store(tag_place(to), code::temporary(0));
    forget_tag(to);
}

void Walk::forget_tag(std::int16_t entry) { tags_[index_of(entry)] = any_tag; }

/// Variables are found for every entry that operations name; what has none is refused.
std::uint32_t Walk::index_of(std::int16_t entry) {
    const int index = entry >= 0 ? parameters_ + entry : -2 - entry;
    const int end = entry >= 0 ? static_cast<int>(b_.function.variables.size()) : int{parameters_};
    if (index >= 0 && index < end) return static_cast<std::uint32_t>(index);
    strange_ = true;
    return 0;
}

bool Walk::stays_within(std::int16_t entry, std::uint32_t more, std::uint32_t last) {
    const std::uint32_t most = most_[index_of(entry)];
    return most != any_number && std::uint64_t{most} + more <= last;
}

/// The label that leaves at this operation.
std::uint32_t Walk::exit() {
    if (has_exit_) return exit_;
    has_exit_ = true;
    const FastInstruction& i = code_.code[op_];
    const auto use = [&](std::int16_t entry) -> Operand {
        const int index = entry >= 0 ? parameters_ + entry : -2 - entry;
        const int end = entry >= 0 ? static_cast<int>(b_.function.variables.size()) : int{parameters_};
        return index >= 0 && index < end ? Operand{Operand::Kind::variable, static_cast<std::uint32_t>(index)}
                                         : Operand{};
    };
    // Some of them are numbers of something else; then a variable is kept for nothing.
    exit_ = b_.make_exit(op_, {use(i.d), use(i.a), use(i.b)});
    return exit_;
}

void Walk::leave(std::uint32_t keep) {
    b_.jump(exit(), keep);
    ended_ = true;
}

void Walk::cold_helper(code::Helper helper, std::uint32_t label, std::uint32_t back, Operand d, Operand a,
                       Operand b) {
    if (!b_.quiet) cold_.push_back({label, back, 0, helper, op_, d, a, b, 0, {}});
}

/// Where a branch goes that accounts for instructions when it is taken.
std::uint32_t Walk::taken(std::uint32_t target, std::uint32_t instructions) {
    reach(target);
    const std::uint32_t label = b_.make_label();
    if (!b_.quiet)
        cold_.push_back(
            {label, blocks_.at(original(target)).label, instructions, nullptr, 0, {}, {}, {}, 0, {}});
    return label;
}

} // namespace vellum::ags
