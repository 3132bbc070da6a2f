// How the loop starts machine code, how the calls that are open there become frames of the machine when it
// leaves or calls the host, and that call.
#include <algorithm>

#include "base/moving.hpp"
#include "engines/skrit/machine/native/context.hpp"
#include "engines/skrit/machine/native/native.hpp"

namespace vellum::skrit {

namespace {

void clear_upper(StackCell& cell) { cell.set_bits(cell.low()); }

} // namespace

/// What stands in a frame of code becomes cells as the loop has them: `held` are those of its expression
/// stack that are its own.
void Machine::complete_cells(const Frame_& frame, std::span<const Cell> held) const {
    const LinkedCode& code = *invocation_.code;
    for (const std::int32_t offset : code.native->functions[frame.function].narrow)
        clear_upper(frame.locals[offset]);
    StackCell* const stack = frame.locals + code.functions[frame.function].locals;
    for (std::size_t i = 0; i < held.size(); ++i)
        if (is_number(held[i])) clear_upper(stack[i]);
}

/// Frames for the calls that are open in code; gives how many.
std::size_t Machine::open_frames(const NativeContext& context) {
    const LinkedCode& code = *invocation_.code;
    for (const std::uint32_t* call = context.notes; call != context.code.calls; ++call) {
        const Frame_ caller = frames_.back();
        const auto function = static_cast<std::uint32_t>(code.unfused[*call].b);
        const std::size_t given = code.functions[function].parameters;
        const std::span<const Cell> held = code.unit->verification.stack_before(*call);
        complete_cells(caller, held.first(held.size() - given));
        StackCell* const locals = caller.locals + code.functions[caller.function].locals + held.size();
        before_push(frames_);
        frames_.push_back({function, *call, locals, locals - given});
    }
    const auto opened = static_cast<std::size_t>(context.code.calls - context.notes);
    context_.depth += static_cast<std::uint32_t>(opened);
    return opened;
}

Machine::NativeLeft Machine::run_native(NativeEntry& entry, std::uint64_t remaining) {
    const LinkedCode& code = *invocation_.code;
    NativeContext context;
    context.code.frame = reinterpret_cast<std::uint64_t*>(frames_.back().locals);
    context.code.data = reinterpret_cast<std::byte*>(invocation_.instance);
    context.code.bytes = reinterpret_cast<std::byte*>(invocation_.shared);
    context.code.calls = context.notes;
    context.code.limit = remaining + 1;
    const std::uint32_t depth = context_.limits.depth - std::min(context_.limits.depth, context_.depth);
    context.calls_end = context.notes + std::min(depth, NativeContext::most_calls);
    context.cells_end = stack_.get() + stack_cells;
    context.self = invocation_.self;
    context.owner = invocation_.owner;
    context.remaining = remaining;
    context.executed = context.host_calls = 0;
    context.machine = this;
    context.how = NativeLeft::How::repeat;
    const std::uint32_t left = code::run(context.code, entry.code);
    entry.settle(context.executed + context.code.count, context.host_calls);

    NativeLeft result;
    result.how = context.how;
    result.remaining = context.remaining - context.code.count;
    if ((left & code::returned) != 0) {
        const Frame_& frame = frames_.back();
        result.how = NativeLeft::How::returned;
        result.at = left & ~code::returned;
        result.sp = frame.locals + code.functions[frame.function].locals;
        return result;
    }
    open_frames(context);
    const NativeCode::Exit& exit = code.native->exits[left];
    const Frame_& frame = frames_.back();
    const std::span<const Cell> held = code.unit->verification.stack_before(exit.at);
    complete_cells(frame, held);
    result.at = exit.at;
    result.uncharged = exit.uncharged;
    result.sp = frame.locals + code.functions[frame.function].locals + held.size();
    return result;
}

std::int32_t Machine::call_for_native(code::Context* shared, std::uint32_t exit) {
    NativeContext& context = *reinterpret_cast<NativeContext*>(shared); // it is its first member
    Machine& machine = *context.machine;
    const LinkedCode& code = *machine.invocation_.code;
    const bool fine = machine.call_from_native(context, code.native->exits[exit].at);
    const auto leave = [&](NativeLeft::How how, std::uint32_t where) {
        context.how = how;
        return static_cast<std::int32_t>(where);
    };
    if (!fine) return leave(NativeLeft::How::faulted, exit);
    if (machine.context_.reserve < machine.context_.stop.guard)
        return leave(NativeLeft::How::close, exit + 1);
    return code.planted() ? leave(NativeLeft::How::repeat, exit + 1) : code::go_on;
}

/// The call at that instruction, as the loop makes it. Whoever looks meanwhile finds all frames.
bool Machine::call_from_native(NativeContext& context, std::uint32_t at) {
    const LinkedCode& code = *invocation_.code;
    const std::size_t opened = open_frames(context);
    const Frame_& frame = frames_.back();
    const std::span<const Cell> held = code.unit->verification.stack_before(at);
    complete_cells(frame, held);
    pc_ = at;
    context_.remaining = context.remaining - context.code.count;
    StackCell* sp = frame.locals + code.functions[frame.function].locals + held.size();
    const bool fine = native(code.sites[static_cast<std::size_t>(code.unfused[at].b)], sp);
    frames_.resize(frames_.size() - opened);
    context_.depth -= static_cast<std::uint32_t>(opened);
    context.remaining = context_.remaining;
    context.executed += context.code.count;
    ++context.host_calls;
    context.code.count = 0;
    context.code.limit = context.remaining + 1;
    return fine;
}

} // namespace vellum::skrit
