// All versions are tried; nearly every one fails at one of the script's first imports.
#include "engines/ags/api/version.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace vellum::ags::api {

namespace {

/// A row that takes slots.
struct Slots {
    std::string_view owner, name;
    std::uint32_t releases = 0;
    std::uint16_t guards = 0; ///< Its place among the guards.
    bool property = false, sets = false, indexed = false;
};

/// An import that is used.
struct Used {
    std::size_t slot = 0;
    std::string_view owner, name; ///< Without the number of parameters.
};

bool is_accessor(std::string_view name, std::string_view verb, bool indexed, std::string_view of) {
    if (!name.starts_with(verb)) return false;
    name.remove_prefix(verb.size());
    if (indexed != name.starts_with('i')) return false;
    if (indexed) name.remove_prefix(1);
    return name.starts_with('_') && name.substr(1) == of;
}

/// True if the import is what the row left in one of its slots.
bool matches(const Slots& row, std::size_t which, const Used& used) {
    if (used.owner != row.owner) return false;
    if (!row.property) return used.name == row.name;
    return is_accessor(used.name, which == 0 ? "get" : "set", row.indexed, row.name);
}

struct SlotTable {
    std::vector<Slots> rows;
    std::vector<std::string_view> guards;
    std::set<std::pair<std::string_view, std::string>> names; ///< Owners and names of imports.

    SlotTable() {
        Rows table;
        for (Row row; table.next(row);) {
            const bool property = row.kind == RowKind::property;
            if (!property && row.kind != RowKind::function && row.kind != RowKind::variable) continue;
            auto guard = std::ranges::find(guards, row.guards);
            if (guard == guards.end()) guard = guards.insert(guards.end(), row.guards);
            rows.push_back({row.owner, row.name, row.releases,
                            static_cast<std::uint16_t>(guard - guards.begin()), property,
                            property && !row.has_word("readonly"), row.index == "[]"});
            const std::string middle = row.index == "[]" ? "i_" : "_";
            if (property) {
                names.emplace(row.owner, "get" + middle + std::string(row.name));
                names.emplace(row.owner, "set" + middle + std::string(row.name));
            } else {
                names.emplace(row.owner, row.name);
            }
        }
    }

    /// True if any version has the import, wherever.
    [[nodiscard]] bool declares(const Used& used) const {
        return names.contains(std::pair(used.owner, std::string(used.name)));
    }
};

std::vector<Used> used_imports(std::span<const std::string> imports) {
    std::vector<Used> used;
    for (std::size_t slot = 0; slot < imports.size(); ++slot) {
        std::string_view name = imports[slot];
        if (name.empty()) continue;
        name = name.substr(0, name.rfind('^'));
        const std::size_t colons = name.find("::");
        const bool member = colons != std::string_view::npos;
        used.push_back({slot, member ? name.substr(0, colons) : std::string_view{},
                        member ? name.substr(colons + 2) : name});
    }
    return used;
}

/// How many used imports a version explains; nothing if it contradicts one.
std::optional<std::size_t> explained(const SlotTable& table, std::span<const Used> used, std::size_t slots,
                                     Release release, const std::vector<bool>& holds) {
    std::size_t next = 0, slot = 0;
    for (const Slots& row : table.rows) {
        if ((row.releases >> release & 1U) == 0 || !holds[row.guards]) continue;
        const std::size_t taken = row.sets ? 2 : 1;
        for (; next < used.size() && used[next].slot < slot + taken; ++next)
            if (!matches(row, used[next].slot - slot, used[next])) return std::nullopt;
        slot += taken;
    }
    if (slot > slots) return std::nullopt;
    return next;
}

/// Releases that can have written such a block.
bool is_possible(Release release, const ScriptTraits& traits) {
    constexpr std::int32_t version_of_3_4 = 90;
    const std::string_view name = releases()[release];
    const bool old_block = name < "3.4";
    if (old_block != (traits.block_version < version_of_3_4)) return false;
    const bool counts = name >= "3.6.2";
    return !traits.counts_functions || *traits.counts_functions == counts;
}

/// How unusual a version may be: an older level counts two, what is kept for an old level one or two, each
/// switch of old scripts one.
constexpr int most_odd = 7;

} // namespace

std::optional<Version> find_version(std::span<const std::string> imports, const ScriptTraits& traits) {
    static const SlotTable table;
    const std::vector<Used> used = used_imports(imports);
    if (used.empty()) return std::nullopt;
    if (std::ranges::none_of(used, [&](const Used& each) { return table.declares(each); }))
        return std::nullopt;
    std::map<std::tuple<std::size_t, std::size_t, std::uint32_t>, std::vector<bool>>
        known; // which guards hold
    const auto fits = [&](const Version& version, std::uint32_t switches) {
        auto& holds = known[{version.conditions.api, version.conditions.compat, switches}];
        if (holds.empty())
            for (const std::string_view guard : table.guards) holds.push_back(version.conditions.hold(guard));
        const auto found = explained(table, used, imports.size(), version.release, holds);
        return found && *found > 0;
    };
    for (int oddity = 0; oddity <= most_odd; ++oddity)
        for (auto release = static_cast<Release>(releases().size()); release-- > 0;) {
            if (!is_possible(release, traits)) continue;
            const std::size_t top = Conditions::newest(release).api;
            const bool levels = releases()[release] >= "3.4"; // before, the header is the level
            for (std::size_t api = top + 1; api-- > (levels ? 0 : top);)
                for (std::size_t compat = api + 1; compat-- > (levels ? 0 : api);)
                    for (std::uint32_t switches = 0; switches < 8; ++switches) {
                        const int odd = (api == top ? 0 : 2) +
                                        (compat == api ? 0
                                         : compat == 0 ? 1
                                                       : 2) +
                                        std::popcount(switches);
                        if (odd != oddity) continue;
                        const Version version{release,
                                              {.api = api,
                                               .compat = compat,
                                               .strict = (switches & 1U) == 0,
                                               .strict_strings = (switches & 2U) == 0,
                                               .strict_audio = (switches & 4U) == 0}};
                        if (fits(version, switches)) return version;
                    }
        }
    return std::nullopt;
}

} // namespace vellum::ags::api
