#include "engines/ags/format/texts.hpp"

#include <optional>
#include <string>
#include <unordered_map>

#include "base/bytes.hpp"

namespace vellum::ags {

Result<Scom> change_texts(const Script& script, std::span<const TextChange> changes) {
    struct Wanted {
        const TextChange* change;
        std::optional<std::uint32_t> offset; ///< Among the strings, once it is there.
    };
    std::unordered_map<std::string_view, Wanted> wanted;
    for (const TextChange& change : changes)
        if (change.before != change.after) wanted.emplace(change.before, Wanted{&change, {}});
    Scom scom = script.scom();
    for (std::uint32_t word = 0; word < script.words(); ++word) {
        if (script.fixup_at(word) != static_cast<std::uint8_t>(FixupType::string)) continue;
        std::byte* const place = scom.code.data() + std::size_t{word} * 4;
        const auto found = wanted.find(script.string_at(load_u32(place)));
        if (found == wanted.end()) continue;
        Wanted& one = found->second;
        if (!one.offset) {
            const std::string& after = one.change->after;
            if (after.find('\0') != std::string::npos)
                return fail(vellum::codes::text_change, "a text of a script cannot have a NUL");
            if (!scom.strings.empty() && scom.strings.back() != std::byte{0})
                scom.strings.push_back(std::byte{0});
            if (scom.strings.size() + after.size() >= 0x7FFFFFFF)
                return fail(vellum::codes::text_change, "the script's texts would be too long");
            one.offset = static_cast<std::uint32_t>(scom.strings.size());
            scom.strings.insert(scom.strings.end(), as_bytes(after).begin(), as_bytes(after).end());
            scom.strings.push_back(std::byte{0});
        }
        store_u32(place, *one.offset);
    }
    for (const auto& [before, one] : wanted)
        if (!one.offset)
            return fail(vellum::codes::text_change, "the script has no text '" + std::string(before) + "'");
    return scom;
}

} // namespace vellum::ags
