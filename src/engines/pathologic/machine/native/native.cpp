#include "engines/pathologic/machine/native/native.hpp"

#include <algorithm>

#include "base/text_writer.hpp"
#include "engines/pathologic/format/names.hpp"
#include "engines/pathologic/machine/machine.hpp"

namespace vellum::pathologic {

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

NativeCode::NativeCode(const Prepared& code, std::uint32_t after, bool perf_map)
    : code_(code),
      after_(after),
      perf_map_(perf_map),
      ops_(code.fast->ops),
      places_(ops_.size()),
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
    if (places_[address].code != nullptr) return places_[address].code;
    const Verification& facts = code_.script->verification();
    const auto function = static_cast<std::uint32_t>(facts.function_of(address) - facts.functions.data());
    Passed& passed = passed_[function];
    if (!passed.tried && ++passed.times < after_) return nullptr;
    if (!passed.tried) {
        passed.tried = true;
        make(function);
    }
    if (places_[address].code == nullptr) give_up(address);
    return places_[address].code;
}

void NativeCode::make(std::uint32_t function) {
    if (!code::makes_machine_code()) return;
    if (types_ == nullptr) {
        types_ = std::make_unique<TypeInference>(code_);
        if (!types_->settle()) return;
    }
    NativeForm form;
    if (!write_form(code_, *types_, function, form)) return;
    std::string name = code_.script->name() + ":";
    {
        TextWriter writer(name);
        write_function_name(writer, code_.script->verification().functions[function]);
    }
    const code::Compiled compiled = code::compile(memory_, form.function, name, perf_map_);
    if (compiled.start == nullptr) return;
    table_[function] = compiled.start;
    for (const auto& [address, depth] : form.depths) depths_[address] = depth;
    for (std::size_t label = 0; label < form.entries.size(); ++label)
        if (const std::uint32_t address = form.entries[label]; address != no_depth)
            places_[address].code = compiled.entries[label];
}

Progress Machine::run_native(const void* entry, float delta_time) {
    NativeCode& native = *link->native;
    const std::uint32_t entered = ip;
    const std::uint64_t before = chunk;
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
    n.asked = 0;
    n.delta_time = delta_time;
    n.stepped = false;
    n.progress = Progress::next;
    const std::uint32_t left_at = code::run(n.code, entry);
    const auto leave = [&](Progress how) {
        native.settle(entered, before - std::min(before, chunk), n.asked);
        return how;
    };
    if (n.stepped) return leave(n.progress);
    // The function that was entered returns to whoever called it: that is the loop's.
    const bool returned = (left_at & code::returned) != 0;
    if (returned) --n.code.count; // what it has counted
    settle_native(n, left_at & ~code::returned);
    return leave(Progress::next);
}

/// The machine's own state becomes that in front of an instruction of code that runs.
void Machine::settle_native(NativeContext& n, std::uint32_t address) {
    for (const std::uint32_t* note = n.notes; note != n.code.calls; ++note) calls.push_back({*note, 0, 0, 0});
    ip = address;
    const auto* const frame = reinterpret_cast<const Value*>(n.code.frame);
    stack.set_size(static_cast<std::uint32_t>(frame - stack.data()) + n.native->depth(address));
    chunk = n.code.limit + code->fast->ops.size() - n.code.count;
}

/// The machine has executed the instruction: true if code may go on behind it.
bool Machine::resume_native(NativeContext& n, std::uint32_t address, const Value* slots, std::size_t open) {
    const std::uint64_t guard = code->fast->ops.size();
    const auto notes = static_cast<std::size_t>(n.code.calls - n.notes);
    const auto frame = reinterpret_cast<const Value*>(n.code.frame) - slots;
    if (n.progress != Progress::suspended) --chunk;
    const bool goes_on = n.progress == Progress::next && ip == address + 1 && ip < code->fast->ops.size() &&
                         verified && !look_up && chunk > guard && calls.size() == open + notes &&
                         make_room(code->fast->room) && stack.data() == slots &&
                         stack.size() == static_cast<std::uint64_t>(frame) + n.native->depth(ip);
    n.stepped = !goes_on;
    if (!goes_on) return false;
    calls.resize(open);
    n.code.limit = n.code.count + chunk - guard;
    return true;
}

bool Machine::step_in_native(NativeContext& n, std::uint32_t address) {
    const Value* const slots = stack.data();
    const std::size_t open = calls.size();
    ++n.asked;
    settle_native(n, address);
    n.progress = code->fast->ops[address].op == Fast::native ? call_function(code->code[ip], n.delta_time)
                                                             : step(n.delta_time);
    return resume_native(n, address, slots, open);
}

bool Machine::append_in_native(NativeContext& n, std::uint32_t address) {
    const FastOp& op = code->fast->ops[address];
    Value* const top = reinterpret_cast<Value*>(n.code.frame) + n.native->depth(address);
    bool moved = false;
    if (!append_briefly(top[-op.a], top[-op.b], moved)) return step_in_native(n, address);
    if (!moved) {
        drop_texts(top, op.pop);
        ++n.code.count;
        return true;
    }
    const Value* const slots = stack.data();
    const std::size_t open = calls.size();
    settle_native(n, address);
    n.progress = end_append(op);
    return resume_native(n, address, slots, open);
}

/// What only moves texts about: it costs nothing and cannot fail.
void Machine::move_text(Value* top, const FastOp& op) {
    if (op.op == Fast::copy_text)
        top[-op.b] = top[-op.a];
    else if (op.op == Fast::store_text)
        top[-op.a] = link->texts[static_cast<std::size_t>(op.b)];
    else if (op.op == Fast::push_text_slot)
        *top = top[-op.a];
    else if (op.op == Fast::push_text || op.op == Fast::append_constant)
        *top = link->texts[static_cast<std::size_t>(op.a)];
    else
        drop_texts(top, op.a); // pop_mixed
}

std::int32_t step_for_native(code::Context* context, std::uint32_t address) {
    auto& n = *reinterpret_cast<NativeContext*>(context);
    return n.machine->step_in_native(n, address) ? code::go_on : 0;
}

std::int32_t append_for_native(code::Context* context, std::uint32_t address) {
    auto& n = *reinterpret_cast<NativeContext*>(context);
    return n.machine->append_in_native(n, address) ? code::go_on : 0;
}

std::int32_t text_for_native(code::Context* context, std::uint32_t address) {
    auto& n = *reinterpret_cast<NativeContext*>(context);
    n.machine->move_text(reinterpret_cast<Value*>(context->frame) + n.native->depth(address),
                         n.machine->code->fast->ops[address]);
    return code::go_on;
}

} // namespace vellum::pathologic
