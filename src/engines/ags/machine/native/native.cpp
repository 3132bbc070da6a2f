#include "engines/ags/machine/native/native.hpp"

#include <bit>
#include <map>
#include <memory>
#include <utility>

#include "code/x64.hpp"

namespace vellum::ags {

#if VELLUM_NATIVE

namespace {

/// The function that starts code, in memory of its own.
code::Enter enter_function() {
    static code::Executable memory(std::size_t{64} << 10U);
    static const std::byte* const at = memory.add(code::make_x64_enter(), "enter");
    return std::bit_cast<code::Enter>(at);
}

void compile(const Environment& environment, const Instance& instance, std::uint32_t number) {
    NativeCode& native = *instance.fast->native;
    native.functions[number].tried = true;
    NativeForm form;
    if (enter_function() == nullptr || !write_form(environment, instance, number, form)) return;
    const code::MachineCode made = code::make_x64(form.function);
    const FastFunction& function = instance.fast->functions[number];
    const std::byte* const at =
        native.memory.add(made.bytes, instance.script->function_of(function.start_word));
    if (at == nullptr) return;
    native.table[number] = at + made.start;
    for (std::size_t label = 0; label < form.entry_ops.size(); ++label)
        if (const std::uint32_t op = form.entry_ops[label]; op != FastEntry::none)
            native.entries[op - native.first].code = at + made.entries[label];
}

} // namespace

const std::byte* native_code_at(const Environment& environment, const Instance& instance, std::uint32_t op) {
    if (environment.planted()) return nullptr;
    NativeCode& native = *instance.fast->native;
    NativeCode::Entry& entry = native.entries[op - native.first];
    if (entry.code != nullptr) return entry.code;
    NativeCode::Function& function = native.functions[entry.function];
    if (!function.tried && ++function.heat >= environment.native_after)
        compile(environment, instance, entry.function);
    return entry.code;
}

std::uint32_t run_native(NativeContext& context, const NativeCode& code, const std::byte* target) {
    context.code.functions = code.table.data();
    return enter_function()(&context.code, target);
}

void add_hot_places(FastCode& code) {
    auto native = std::make_shared<NativeCode>();
    native->first = static_cast<std::uint32_t>(code.code.size());
    native->functions.resize(code.functions.size());
    native->table.resize(code.functions.size());
    std::vector<std::uint32_t> step_of(code.code.size(), FastEntry::none);
    for (std::uint32_t step = 0; step < code.entries.size(); ++step)
        if (code.entries[step].op != FastEntry::none) step_of[code.entries[step].op] = step;
    std::map<std::uint32_t, std::uint32_t> hot; // operation -> its hot one
    const auto hot_of = [&](std::uint32_t op) {
        const auto [at, fresh] = hot.try_emplace(op, static_cast<std::uint32_t>(code.code.size()));
        if (fresh) {
            FastInstruction place;
            place.op = FastOp::hot;
            place.imm = op;
            place.step = step_of[op];
            code.code.push_back(place);
            native->entries.push_back({code.entries[step_of[op]].function, nullptr});
        }
        return at->second;
    };
    for (std::uint32_t op = 0; op < native->first; ++op) {
        const bool back =
            code.code[op].op == FastOp::jump_back ||
            (code.code[op].op == FastOp::jump && op > 0 && code.code[op - 1].op == FastOp::check_budget);
        if (!back) continue;
        const std::uint32_t to = hot_of(code.code[op].imm);
        code.code[op].imm = to;
    }
    for (FastStop& stop : code.stops) {
        if (stop.function == FastStop::none && !stop.is_far) continue;
        stop.return_op = hot_of(stop.return_op);
        if (!stop.is_far) stop.entry_op = hot_of(stop.entry_op);
    }
    for (const FastFunction& function : code.functions)
        static_cast<void>(hot_of(code.entries[function.start_step].op));
    for (const auto& [op, place] : hot) code.entries[step_of[op]].op = place;
    code.native = std::move(native);
}

#endif

} // namespace vellum::ags
