#include "engines/skrit/machine/native/walk.hpp"

#include <algorithm>
#include <utility>

namespace vellum::skrit {

namespace {

/// A function of more instructions, or with more cells, stays in the loop.
constexpr std::size_t most_instructions = 8'000;
constexpr std::size_t most_variables = 500;
constexpr std::size_t most_nodes = 1'000'000;

} // namespace

bool write_form(const LinkedCode& code, std::uint32_t function, std::uint32_t first_exit, NativeForm& form) {
    return Walk(code, function, first_exit).run(form);
}

Walk::Walk(const LinkedCode& code, std::uint32_t function, std::uint32_t first_exit)
    : code_(code),
      number_(function),
      function_(code.functions[function]),
      first_exit_(first_exit),
      parameters_(function_.parameters) {
    const auto& all = code.unit->instructions.instructions;
    const std::uint32_t last = code.unit->functions_table[function].end;
    for (end_ = function_.first; end_ < all.size() && all[end_].address < last;) ++end_;
}

void Walk::find_leaders() {
    leaders_[function_.first].entry = true;
    for (std::uint32_t i = function_.first; i < end_; ++i) {
        const Instruction& one = code_.unfused[i];
        if (one.op != Do::branch_to && one.op != Do::branch_zero_to) continue;
        Leader& leader = leaders_[static_cast<std::uint32_t>(one.b)];
        leader.entry = leader.entry || leads_back(one, i);
    }
}

/// What may stand in cells besides numbers.
void Walk::note_wide(std::uint32_t at) {
    const std::span<const Cell> held = code_.unit->verification.stack_before(at);
    for (std::size_t i = 0; i < held.size(); ++i)
        if (!is_number(held[i])) wide_[own(i).value] = true;
    const Instruction& one = code_.unfused[at];
    if (one.op == Do::store_local && !is_number(held.back())) wide_[local(one.b).value] = true;
}

void Walk::find_variables() {
    const std::size_t count = std::size_t{function_.parameters} + function_.locals + function_.stack +
                              1; // a result may need one more
    for (std::size_t i = 0; i < count; ++i)
        b_.function.variables.push_back({8 * (static_cast<std::int32_t>(i) - parameters_), false});
    wide_.assign(count, false);
    const Unit& unit = *code_.unit;
    const auto& given = unit.functions_table[number_].parameters;
    for (std::size_t i = 0; i < given.size(); ++i)
        wide_[i] = !is_number(skrit::cell_of(unit.types[given[i].type].kind));
    for (std::uint32_t i = function_.first; i < end_; ++i)
        if (unit.verification.reached[i]) note_wide(i);
    for (std::size_t i = 0; i < count; ++i) b_.function.variables[i].in_memory = wide_[i];
}

void Walk::reach(std::uint32_t at) {
    Leader& leader = leaders_.at(at);
    if (!std::exchange(leader.reached, true)) work_.push_back(at);
}

void Walk::walk_from(std::uint32_t at) {
    const std::size_t depth = code_.unit->verification.stack_before(at).size();
    stack_.clear();
    for (std::size_t i = 0; i < depth; ++i) push(own(i));
    b_.bind(leaders_.at(at).label);
    run_ = at_ = leader_ = at;
    for (ended_ = false; !ended_; ++at_) {
        if (at_ != at && leaders_.contains(at_)) {
            if (run_ == leader_) falls_[leader_] = at_;
            if (at_ != run_ && leaders_.at(at_).exact) return leave_charged();
            // What was executed is charged for here, so that it does not matter which way led to this place.
            if (at_ != run_) b_.charge(at_ - run_, exit());
            put_all_in_place();
            return go(at_);
        }
        operation(code_.unfused[at_]);
    }
}

bool Walk::run(NativeForm& form) {
    if (end_ - function_.first > most_instructions) return false;
    find_leaders();
    find_variables();
    const std::size_t variables = b_.function.variables.size();
    if (variables > most_variables || variables * (end_ - function_.first) > most_nodes) return false;
    b_.quiet = true;
    for (const auto& [at, leader] : leaders_)
        if (leader.entry && code_.unit->verification.reached[at]) reach(at);
    while (!work_.empty()) {
        const std::uint32_t at = work_.back();
        work_.pop_back();
        walk_from(at);
    }
    b_.quiet = false;
    find_exact();
    std::erase_if(leaders_, [](const auto& one) { return !one.second.reached; });
    for (auto& [at, leader] : leaders_) {
        leader.label = b_.make_label();
        b_.function.labels.back().entry = leader.entry;
    }
    const std::map<std::uint32_t, Leader> leaders = leaders_;
    for (const auto& [at, leader] : leaders) walk_from(at);
    write_cold();
    form.entries.assign(b_.function.labels.size(), none);
    for (const auto& [at, leader] : leaders)
        if (leader.entry) form.entries[leader.label] = at;
    for (std::int32_t i = -parameters_; i < function_.general; ++i)
        if (!is_wide(local(i))) form.narrow.push_back(i);
    form.exits = std::move(exits_);
    form.function = std::move(b_.function);
    return true;
}

void Walk::find_exact() {
    for (auto fall = falls_.rbegin(); fall != falls_.rend(); ++fall) // control falls forward
        if (leaders_.at(fall->second).exact) leaders_.at(fall->first).exact = true;
}

void Walk::write_cold() {
    b_.cold = true;
    for (Cold& one : cold_) {
        b_.bind(one.label);
        stack_ = std::move(one.stack);
        put_all_in_place();
        b_.jump(b_.make_exit(one.exit, {}), own(stack_.size()).value);
    }
    b_.cold = false;
}

code::Operand Walk::pop() {
    const Operand top = stack_.back();
    stack_.pop_back();
    return top;
}

void Walk::written(const Operand& variable) {
    if (is_wide(variable)) b_.store(cell_of(variable, 4), code::constant(0));
}

void Walk::copy(const Operand& to, const Operand& from) {
    if (same(to, from)) return;
    b_.move(to, from);
    written(to);
}

void Walk::copy_cell(const code::Memory& to, const code::Memory& from) {
    b_.load(t0, from, 8);
    b_.store(to, t0, 8);
}

void Walk::put_in_place(std::size_t depth) {
    copy(own(depth), stack_[depth]);
    stack_[depth] = own(depth);
}

void Walk::put_all_in_place() {
    for (std::size_t i = 0; i < stack_.size(); ++i) put_in_place(i);
}

void Walk::define(const Operand& variable) {
    for (std::size_t i = 0; i < stack_.size(); ++i)
        if (same(stack_[i], variable)) put_in_place(i);
}

bool Walk::is_next(Do op) const {
    return at_ + 1 < end_ && !leaders_.contains(at_ + 1) && code_.unfused[at_ + 1].op == op;
}

code::Operand Walk::target() {
    if (is_next(Do::store_local)) {
        const Operand variable = local(code_.unfused[++at_].b);
        define(variable);
        return variable;
    }
    push(own(stack_.size()));
    return stack_.back();
}

std::uint32_t Walk::add_exit(std::uint32_t at, std::uint32_t uncharged) {
    exits_.push_back({at, uncharged});
    return first_exit_ + static_cast<std::uint32_t>(exits_.size()) - 1;
}

std::uint32_t Walk::exit() {
    const std::uint32_t label = b_.make_label();
    if (!b_.quiet) cold_.push_back({label, add_exit(at_, at_ - run_), stack_});
    return label;
}

void Walk::leave() {
    if (run_ == leader_) leaders_.at(leader_).exact = true;
    leave_charged();
}

void Walk::leave_charged() {
    b_.jump(exit());
    ended_ = true;
}

void Walk::go(std::uint32_t to) {
    reach(to);
    b_.jump(leaders_.at(to).label);
    ended_ = true;
}

} // namespace vellum::skrit
