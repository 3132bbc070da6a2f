// Finding the engine's own functions by import name and arity.
#include <unordered_map>

#include "engines/ags/machine/world.hpp"

namespace vellum::ags {

const BuiltinEntry* find_builtin(std::string_view name, std::int32_t arity) {
    static const auto table = [] {
        std::unordered_multimap<std::string_view, const BuiltinEntry*> made;
        for (const std::span<const BuiltinEntry> part :
             {string_builtins(), maths_builtins(), container_builtins(), file_builtins(),
              old_text_builtins()})
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

} // namespace vellum::ags
