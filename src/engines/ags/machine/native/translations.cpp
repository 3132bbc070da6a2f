#include "engines/ags/machine/native/translations.hpp"

#include <atomic>
#include <bit>
#include <unordered_map>
#include <vector>

#include "base/hash.hpp"
#include "engines/ags/machine/native/native.hpp"

namespace vellum::ags {

namespace {

// Code of translations uses the members by these names.
static_assert(sizeof(TranslationContext) == sizeof(code::Context));
static_assert(offsetof(TranslationContext, frame) == offsetof(code::Context, frame));
static_assert(offsetof(TranslationContext, bytes) == offsetof(code::Context, bytes));
static_assert(offsetof(TranslationContext, data) == offsetof(code::Context, data));
static_assert(offsetof(TranslationContext, calls) == offsetof(code::Context, calls));
static_assert(offsetof(TranslationContext, count) == offsetof(code::Context, count));
static_assert(offsetof(TranslationContext, limit) == offsetof(code::Context, limit));
static_assert(offsetof(TranslationContext, functions) == offsetof(code::Context, functions));
static_assert(offsetof(TranslationContext, other) == offsetof(code::Context, other));

struct Registry {
    std::unordered_map<std::uint64_t, TranslatedCode> functions; ///< Written before worlds are made.
    std::atomic<std::size_t> used = 0;
};
Registry& registry() {
    static Registry one;
    return one;
}

} // namespace

std::uint64_t hash_of(const code::Function& function) {
    std::vector<std::uint64_t> words;
    const auto operand = [&](const code::Operand& one) {
        words.push_back(static_cast<std::uint64_t>(one.kind) << 32U | one.value);
    };
    for (const code::Instruction& one : function.code) {
        if (one.op == code::Op::remark) continue;
        std::uint64_t helper = 0;
        for (std::uint64_t i = 0; i < std::size(native_helpers); ++i)
            if (native_helpers[i].function == one.function) helper = i + 1;
        words.push_back(static_cast<std::uint64_t>(one.op) | static_cast<std::uint64_t>(one.condition) << 8U |
                        std::uint64_t{one.width} << 16U | std::uint64_t{one.negated} << 24U |
                        std::uint64_t{one.cold} << 25U | helper << 26U | std::uint64_t{one.label} << 32U);
        operand(one.d);
        operand(one.a);
        operand(one.b);
        operand(one.memory.base);
        operand(one.memory.index);
        words.push_back(static_cast<std::uint32_t>(one.memory.offset) | std::uint64_t{one.number} << 32U);
        words.push_back(one.keep | std::uint64_t{one.site} << 32U);
    }
    for (const code::Label& label : function.labels) {
        words.push_back(label.exit | std::uint64_t{label.entry} << 32U);
        for (const code::Operand& use : label.uses) operand(use);
    }
    for (const code::Variable& variable : function.variables)
        words.push_back(static_cast<std::uint32_t>(variable.home) | std::uint64_t{variable.in_memory} << 32U);
    for (const code::CallSite& site : function.sites) {
        words.push_back(site.note | std::uint64_t{site.frame} << 32U);
        words.push_back(site.bytes);
    }
    return hash64(std::as_bytes(std::span(words)));
}

bool has_translations() noexcept { return !registry().functions.empty(); }

TranslatedCode find_translation(std::uint64_t hash) {
    const auto found = registry().functions.find(hash);
    if (found == registry().functions.end()) return nullptr;
    ++registry().used;
    return found->second;
}

void add_translation(std::span<const TranslatedFunction> functions) {
    for (const TranslatedFunction& one : functions) registry().functions.insert_or_assign(one.hash, one.code);
}

std::size_t translations_used() noexcept { return registry().used; }

namespace translated {

std::int32_t call_native(TranslationContext* context, std::uint32_t number) {
    return call_for_native(reinterpret_cast<code::Context*>(context), number);
}
std::int32_t call_pure(TranslationContext* context, std::uint32_t number) {
    return pure_for_native(reinterpret_cast<code::Context*>(context), number);
}
std::int32_t call_plain(TranslationContext* context, std::uint32_t number) {
    return plain_for_native(reinterpret_cast<code::Context*>(context), number);
}
std::int32_t do_slowly(TranslationContext* context, std::uint32_t number) {
    return slow_for_native(reinterpret_cast<code::Context*>(context), number);
}
std::int32_t find_array(TranslationContext* context, std::uint32_t number) {
    return find_array_for_native(reinterpret_cast<code::Context*>(context), number);
}
std::int32_t enter_other(TranslationContext* context, std::uint32_t number) {
    return enter_far_for_native(reinterpret_cast<code::Context*>(context), number);
}
std::int32_t leave_other(TranslationContext* context, std::uint32_t number) {
    return leave_far_for_native(reinterpret_cast<code::Context*>(context), number);
}

} // namespace translated

} // namespace vellum::ags
