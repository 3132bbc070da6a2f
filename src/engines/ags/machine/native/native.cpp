#include "engines/ags/machine/native/native.hpp"

#include <bit>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "base/concat.hpp"
#include "code/compile.hpp"
#include "engines/ags/machine/native/translations.hpp"

namespace vellum::ags {

namespace {

void make(const Environment& environment, const Instance& instance, std::uint32_t number) {
    NativeCode& native = *instance.fast->native;
    native.functions[number].tried = true;
    NativeForm form;
    if (!write_form(environment, instance, number, form)) return;
    const std::string name =
        concat(instance.script->name(), ":",
               instance.script->function_of(instance.fast->functions[number].start_word));
    code::Compiled made;
    if (native.translated)
        made.start = std::bit_cast<const void*>(find_translation(hash_of(form.function)));
    else
        made = code::compile(native.memory, form.function, name, environment.tier.perf_map);
    if (made.start == nullptr) return;
    native.table[number] = made.start;
    std::uint32_t entry = 0;
    for (std::size_t label = 0; label < form.entry_ops.size(); ++label) {
        if (form.function.labels[label].entry) ++entry;
        if (const std::uint32_t op = form.entry_ops[label]; op != FastEntry::none)
            native.entries[op - native.first] = {number, native.translated ? made.start : made.entries[label],
                                                 entry};
    }
}

} // namespace

const NativeCode::Entry* native_code_at(const Environment& environment, const Instance& instance,
                                        std::uint32_t op) {
    if (environment.planted()) return nullptr;
    NativeCode& native = *instance.fast->native;
    NativeCode::Entry& entry = native.entries[op - native.first];
    if (entry.code == nullptr) {
        NativeCode::Function& function = native.functions[entry.function];
        if (!function.tried && ++function.heat >= environment.tier.native_after)
            make(environment, instance, entry.function);
    }
    return entry.code == nullptr ? nullptr : &entry;
}

// A sanitizer that compares a function's type with a mark in front of it would not find one in a translation.
#ifdef __clang__
[[clang::no_sanitize("function")]]
#endif
std::uint32_t run_native(NativeContext& context, const NativeCode& code, const NativeCode::Entry& entry) {
    context.code.functions = code.table.data();
    if (code.translated)
        return std::bit_cast<TranslatedCode>(entry.code)(reinterpret_cast<TranslationContext*>(&context.code),
                                                         entry.number);
    return code::run(context.code, entry.code);
}

void add_hot_places(FastCode& code) {
    auto native = std::make_shared<NativeCode>();
    native->translated = has_translations();
    native->first = static_cast<std::uint32_t>(code.code.size());
    native->functions.resize(code.functions.size());
    native->table.resize(code.functions.size());
    std::vector<std::uint32_t> step_of(code.code.size(), FastEntry::none);
    for (std::uint32_t step = 0; step < code.entries.size(); ++step)
        if (const FastEntry& entry = code.entries[step]; entry.op != FastEntry::none) {
            step_of[entry.op] = step;
            native->functions[entry.function].leaders.push_back(step);
        }
    std::map<std::uint32_t, std::uint32_t> hot; // operation -> its hot one
    const auto hot_of = [&](std::uint32_t op) {
        const auto [at, fresh] = hot.try_emplace(op, static_cast<std::uint32_t>(code.code.size()));
        if (fresh) {
            FastInstruction place;
            place.op = FastOp::hot;
            place.imm = op;
            place.step = step_of[op];
            native->functions[code.entries[step_of[op]].function].places.push_back(at->second);
            code.code.push_back(place);
            native->entries.push_back({code.entries[step_of[op]].function, nullptr, 0});
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

} // namespace vellum::ags
