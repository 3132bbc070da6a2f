#include "engines/pathologic/machine/native/native.hpp"

#include <algorithm>

#include "base/concat.hpp"
#include "code/compiled.hpp"
#include "engines/pathologic/machine/machine.hpp"

namespace vellum::pathologic {

namespace {

/// The function whose code holds an address.
std::uint32_t function_at(const Prepared& code, std::uint32_t address) {
    const std::vector<FunctionFacts>& functions = code.script->verification().functions;
    const auto behind = std::ranges::upper_bound(functions, address, {}, &FunctionFacts::address);
    return static_cast<std::uint32_t>(behind - functions.begin()) - 1;
}

} // namespace

std::uint32_t length_of(Fast op) noexcept {
    if (op >= Fast::jump_eq_imm && op <= Fast::jump_ge_imm) return 3;
    return op > Fast::return_mixed ? 2 : 1;
}

bool is_jump(Fast op) noexcept {
    return (op >= Fast::jump && op <= Fast::jump_clear) ||
           (op >= Fast::jump_eq_imm && op <= Fast::jump_ge_real);
}

FastJump jump_of(const FastOp& op, std::uint32_t address) noexcept {
    return {address + length_of(op.op) + static_cast<std::uint32_t>(op.c), op.c < 0};
}

NativeCode::NativeCode(const Prepared& code, std::uint32_t after)
    : code_(code),
      after_(after),
      ops_(code.fast->ops),
      entries_(ops_.size()),
      depths_(ops_.size(), no_depth),
      passed_(code.script->verification().functions.size()),
      table_(passed_.size()) {
    for (const FastCode::Entry& entry : code.fast->entries) mark(entry.address);
    for (std::uint32_t i = 0; i < ops_.size(); ++i) {
        const FastOp& op = code.fast->ops[i];
        if (op.op == Fast::call) mark(i + 1);
        if (is_jump(op.op))
            if (const FastJump jump = jump_of(op, i); jump.back) mark(jump.target);
    }
}

void NativeCode::mark(std::size_t address) {
    if (address < ops_.size()) ops_[address].op = Fast::hot;
}

const void* NativeCode::entry(std::uint32_t address) {
    if (entries_[address] != nullptr) return entries_[address];
    const std::uint32_t function = function_at(code_, address);
    Passed& passed = passed_[function];
    if (!passed.tried && ++passed.times < after_) return nullptr;
    if (!passed.tried) {
        passed.tried = true;
        if (make(function)) ++compiled_;
    }
    // Nobody need ask again.
    if (entries_[address] == nullptr) ops_[address].op = code_.fast->ops[address].op;
    return entries_[address];
}

bool NativeCode::make(std::uint32_t function) {
    if (types_ == nullptr) {
        types_ = std::make_unique<TypeInference>(code_);
        if (!types_->settle()) return false;
    }
    NativeForm form;
    if (!write_form(code_, *types_, function, form)) return false;
    const std::string name =
        concat(code_.script->name(), ":", code_.script->verification().functions[function].address);
    const code::Compiled compiled = code::compile(memory_, form.function, name, false);
    if (compiled.start == nullptr) return false;
    table_[function] = compiled.start;
    for (const auto& [address, depth] : form.depths) depths_[address] = depth;
    for (std::size_t label = 0; label < form.entries.size(); ++label)
        if (const std::uint32_t address = form.entries[label]; address != no_depth)
            entries_[address] = compiled.entries[label];
    return true;
}

Progress Machine::run_native(const void* entry, float delta_time) {
    const NativeCode& native = *link->native;
    const std::uint64_t guard = code->fast->ops.size();
    const std::uint32_t below = stack.size() - native.depth(ip);
    NativeContext n;
    Value* const frame = stack.data() + below;
    n.code.frame = reinterpret_cast<std::uint64_t*>(frame);
    n.code.data = reinterpret_cast<std::byte*>(globals.data());
    n.code.calls = n.notes;
    n.code.limit = chunk - guard;
    n.code.functions = native.table();
    n.room_end = stack.data() + (stack.capacity() - code->fast->room);
    n.calls_end = n.notes + std::min<std::size_t>(NativeContext::most_calls, calls.capacity() - calls.size());
    n.machine = this;
    n.native = &native;
    n.delta_time = delta_time;
    n.stepped = false;
    n.progress = Progress::next;
    const std::uint32_t left_at = code::enter(&n.code, entry);
    if (n.stepped) return n.progress;
    // The function that was entered returns to whoever called it: that is the loop's.
    const bool returned = (left_at & code::returned) != 0;
    ip = left_at & ~code::returned;
    chunk = n.code.limit + guard - n.code.count + (returned ? 1 : 0);
    for (const std::uint32_t* note = n.notes; note != n.code.calls; ++note) calls.push_back({*note, 0, 0, 0});
    const auto* const top = reinterpret_cast<const Value*>(n.code.frame);
    stack.set_size(static_cast<std::uint32_t>(top - stack.data()) + native.depth(ip));
    return Progress::next;
}

/// One instruction, as the fast loop would do it.
Progress Machine::step_once(float delta_time) {
    const FastOp& op = code->fast->ops[ip];
    if (op.op == Fast::native) return call_function(code->code[ip], delta_time);
    bool moved = false;
    if ((op.op == Fast::append_text || op.op == Fast::append_text_mixed) &&
        append_briefly(stack.from_top(static_cast<std::uint32_t>(op.a)),
                       stack.from_top(static_cast<std::uint32_t>(op.b)), moved))
        return end_append(op, moved);
    return step(delta_time);
}

bool Machine::step_in_native(NativeContext& n, std::uint32_t address) {
    const std::uint64_t guard = code->fast->ops.size();
    const Value* const slots = stack.data();
    const auto first = static_cast<std::uint32_t>(reinterpret_cast<const Value*>(n.code.frame) - slots);
    const std::size_t open = calls.size();
    for (const std::uint32_t* note = n.notes; note != n.code.calls; ++note) calls.push_back({*note, 0, 0, 0});
    const std::size_t now_open = calls.size();
    ip = address;
    stack.set_size(first + n.native->depth(address));
    chunk = n.code.limit + guard - n.code.count;
    n.progress = step_once(n.delta_time);
    if (n.progress != Progress::suspended) --chunk;
    const bool goes_on = n.progress == Progress::next && ip == address + 1 && ip < code->fast->ops.size() &&
                         verified && !look_up && chunk > guard && calls.size() == now_open &&
                         make_room(code->fast->room) && stack.data() == slots &&
                         stack.size() == first + std::uint64_t{n.native->depth(ip)};
    n.stepped = !goes_on;
    if (!goes_on) return false;
    calls.resize(open);
    n.code.limit = n.code.count + chunk - guard;
    return true;
}

std::int32_t step_for_native(code::Context* context, std::uint32_t address) {
    auto& n = *reinterpret_cast<NativeContext*>(context);
    return n.machine->step_in_native(n, address) ? code::go_on : 0;
}

} // namespace vellum::pathologic
