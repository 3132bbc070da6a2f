// The table of the engine's own natives, put together from the families.
#include <unordered_map>

#include "engines/skrit/natives/families.hpp"

namespace vellum::skrit {

BuiltIn find_built_in(std::string_view key) {
    static const std::unordered_map<std::string_view, BuiltIn> table = [] {
        std::unordered_map<std::string_view, BuiltIn> made;
        for (const std::span<const BuiltInRow> family :
             {math_natives(), text_natives(), report_natives(), object_natives(), skrit_natives(),
              help_natives(), bot_natives()})
            for (const BuiltInRow& row : family) made.emplace(row.key, row.function);
        return made;
    }();
    const auto found = table.find(key);
    return found == table.end() ? nullptr : found->second;
}

} // namespace vellum::skrit
