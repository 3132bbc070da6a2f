// Finding the engine's own functions by import name and arity, and the rows of all that scripts ask for.
#include <functional>
#include <unordered_map>
#include <utility>

#include "engines/ags/machine/environment.hpp"
#include "host/native_rows.hpp"

namespace vellum::ags {

const BuiltinEntry* find_builtin(std::string_view name, std::int32_t arity) {
    static const auto table = [] {
        std::unordered_multimap<std::string_view, const BuiltinEntry*> made;
        for (const std::span<const BuiltinEntry> part :
             {string_builtins(), maths_builtins(), container_builtins(), file_builtins(), old_text_builtins(),
              game_builtins(), time_builtins()})
            for (const BuiltinEntry& entry : part) made.emplace(entry.name, &entry);
        return made;
    }();
    // Older scripts import without an arity; then any row of that name serves.
    const BuiltinEntry* any = nullptr;
    const auto [first, last] = table.equal_range(name);
    for (auto entry = first; entry != last; ++entry) {
        if (entry->second->arity == arity) return entry->second;
        if (any == nullptr || entry->second->arity > any->arity) any = entry->second;
    }
    return arity < 0 ? any : nullptr;
}

namespace {

constexpr std::string_view rows =
#include "engines/ags/natives/rows.inc"
    ;

/// Machines call the builtins directly, so there is nothing to resolve here.
class KnownNatives final : public Host {
  public:
    [[nodiscard]] Native resolve(const NativeKey&) override { return {}; }
    void each_signature(const std::function<void(const Signature&)>& visit) const override {
        each_row([&](const NativeRow& row) { visit(row.signature); });
    }
};

} // namespace

void each_row(const std::function<void(NativeRow&&)>& visit) {
    each_native_row(rows, [&](NativeRow&& row) {
        row.source = row.implemented ? "docs/engines/ags.md, Script API"
                                     : "docs/engines/ags.md, What scripts ask of the game";
        visit(std::move(row));
    });
}

const Host& known_natives() {
    static const KnownNatives natives;
    return natives;
}

} // namespace vellum::ags
