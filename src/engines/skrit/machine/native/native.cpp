#include "engines/skrit/machine/native/native.hpp"

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "base/concat.hpp"

namespace vellum::skrit {

namespace {

void make(const LinkedCode& code, std::uint32_t number) {
    if (!code::makes_machine_code()) return;
    NativeCode& native = *code.native;
    for (const std::uint32_t place : native.functions[number].places) native.entries[place].give_up();
    NativeForm form;
    if (!write_form(code, number, static_cast<std::uint32_t>(native.exits.size()), form)) return;
    const std::string name = concat(code.unit->name(), ":", code.unit->functions_table[number].name);
    const code::Compiled made = code::compile(native.memory, form.function, name, native.perf_map);
    if (made.start == nullptr) return;
    native.table[number] = made.start;
    native.exits.insert(native.exits.end(), form.exits.begin(), form.exits.end());
    native.functions[number].narrow = std::move(form.narrow);
    std::map<std::uint32_t, const void*> places;
    for (std::size_t label = 0; label < form.entries.size(); ++label)
        if (form.entries[label] != none) places.emplace(form.entries[label], made.entries[label]);
    const std::uint32_t start = code.functions[number].first;
    for (const std::uint32_t place : native.functions[number].places) {
        const Instruction& hot = code.fused[native.first + place];
        const auto found = places.find(hot.a != 0 ? start : static_cast<std::uint32_t>(hot.b));
        if (found == places.end()) continue;
        native.entries[place].code = found->second;
        native.entries[place].idle = false;
    }
}

} // namespace

bool leads_back(const Instruction& instruction, std::size_t at) noexcept {
    switch (instruction.op) {
    case Do::branch_to:
    case Do::branch_zero_to:
#define PLAIN(name)
#define OPERATION(name)
#include "engines/skrit/machine/operations.def"
#define ROW(name, opcode, accessor, sign)                                                                    \
    case Do::unless_##name:                                                                                  \
    case Do::unless_##name##_constant:                                                                       \
    case Do::unless_##name##_local_constant:                                                                 \
    case Do::unless_##name##_locals:
        COMPARISONS(ROW)
#undef ROW
        return static_cast<std::size_t>(instruction.b) <= at;
    default: return false;
    }
}

void add_hot_places(LinkedCode& code, const TierSettings& tier) {
    auto native = std::make_shared<NativeCode>();
    native->after = tier.native_after;
    native->perf_map = tier.perf_map;
    native->first = static_cast<std::uint32_t>(code.fused.size());
    native->functions.resize(code.functions.size());
    native->table.resize(code.functions.size());
    const auto add = [&](std::uint32_t function, std::uint32_t at, bool start) {
        const auto place = static_cast<std::int32_t>(code.fused.size());
        code.fused.push_back({Do::hot, static_cast<std::int16_t>(start ? 1 : 0),
                              static_cast<std::int32_t>(at), static_cast<std::int32_t>(function)});
        native->functions[function].places.push_back(static_cast<std::uint32_t>(native->entries.size()));
        native->entries.push_back({function, nullptr, false, {}});
        return place;
    };
    std::map<std::int32_t, std::int32_t> heads; // instruction -> its hot one
    for (std::size_t i = 0; i < native->first; ++i) {
        if (!leads_back(code.fused[i], i)) continue;
        const std::int32_t head = code.fused[i].b;
        const std::uint32_t address =
            code.unit->instructions.instructions[static_cast<std::size_t>(head)].address;
        const auto [found, fresh] = heads.try_emplace(head, 0);
        if (fresh)
            found->second = add(code.unit->function_at(address), static_cast<std::uint32_t>(head), false);
        code.fused[i].b = found->second;
    }
    for (std::uint32_t f = 0; f < code.functions.size(); ++f)
        code.functions[f].begin = static_cast<std::uint32_t>(add(f, code.functions[f].begin, true));
    code.native = std::move(native);
}

NativeEntry* find_native_code(const LinkedCode& code, NativeEntry& entry) {
    if (code.planted()) return nullptr;
    if (entry.code == nullptr) {
        NativeCode::Function& function = code.native->functions[entry.function];
        if (++function.heat < code.native->after) return nullptr;
        make(code, entry.function);
    }
    return entry.idle ? nullptr : &entry;
}

} // namespace vellum::skrit
