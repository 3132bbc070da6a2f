// Any bytes as a room file, main data or packed game, in which a script is replaced by one of another length:
// refused with a reason, or the file reads back with that script and all others as they were, and the old
// script put back gives the old file.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "engines/ags/engine.hpp"
#include "engines/ags/format/scom.hpp"
#include "support/ags_oracle.hpp"

namespace {

using namespace vellum;
using test::demand;

std::span<const std::byte> content(std::span<const std::byte> bytes, const archives::Member& member) {
    return bytes.subspan(static_cast<std::size_t>(member.offset), static_cast<std::size_t>(member.size));
}

/// A script that no file has, and longer than most.
const std::vector<std::byte>& other_script() {
    static const std::vector<std::byte> made = [] {
        std::string text = "import void Show(const string); int f() { Show(\"";
        text += std::string(300, 'x') + "\"); return 1; }";
        Diagnostics diagnostics;
        const auto program = ags::engine().language()->compile(text, {"other.asc", {}}, diagnostics);
        demand(program.has_value(), "the other script compiles");
        auto bytes = (*program)->save();
        demand(bytes.has_value(), "the other script is written");
        return std::move(*bytes);
    }();
    return made;
}

void replace(std::span<const std::byte> bytes, std::string_view name, std::size_t number) {
    const auto members = ags::members_of(bytes, name);
    if (!members || members->empty()) return;
    if (number >= members->size()) return;
    const archives::Member& chosen = (*members)[number];
    if (chosen.kind != "script" || chosen.cut_off) return;
    const auto first_of_name = std::ranges::find(*members, chosen.name, &archives::Member::name);
    if (&*first_of_name != &chosen) return; // the name means another
    const auto old = content(bytes, chosen);
    // What is damaged itself does not go back.
    const archives::Change same{chosen.name, std::vector(old.begin(), old.end())};
    const auto kept = ags::replaced(bytes, name, std::span(&same, 1));
    if (!kept) return demand(!kept.error().message.empty(), "a refusal says why");
    demand(std::ranges::equal(*kept, bytes), "a script replaced by itself changes nothing", chosen.name);
    const archives::Change change{chosen.name, other_script()};
    const auto changed = ags::replaced(bytes, name, std::span(&change, 1));
    if (!changed) return demand(!changed.error().message.empty(), "a refusal says why");
    const auto after = ags::members_of(*changed, name);
    demand(after.has_value(), "the changed file is read", chosen.name);
    demand(after->size() == members->size(), "the changed file has the same members", chosen.name);
    for (std::size_t i = 0; i < members->size(); ++i) {
        const archives::Member& before = (*members)[i];
        if (before.kind != "script" || before.cut_off) continue;
        const auto now = content(*changed, (*after)[i]);
        demand(
            std::ranges::equal(now, &before == &chosen ? std::span(other_script()) : content(bytes, before)),
            "scripts are what they should be", before.name);
    }
    // Modules are called after their sections.
    const std::string& now_called = (*after)[number].name;
    if (std::ranges::find(*after, now_called, &archives::Member::name) - after->begin() !=
        static_cast<std::ptrdiff_t>(number))
        return;
    std::size_t looked_at = 0;
    if (ags::measure_scom(old, looked_at) != old.size()) return; // a damaged one stays, and does not go in
    const archives::Change back{now_called, std::vector(old.begin(), old.end())};
    const auto again = ags::replaced(*changed, name, std::span(&back, 1));
    demand(again.has_value(), "the old script goes back", chosen.name);
    demand(std::ranges::equal(*again, bytes), "the old script gives the old file", chosen.name);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t most_members = 3; // of which one is replaced in turn
    const auto bytes = std::as_bytes(std::span(data, size));
    for (const std::string_view name : {"game.exe", "room7.crm"})
        for (std::size_t member = 0; member < most_members; ++member) replace(bytes, name, member);
    return 0;
}
