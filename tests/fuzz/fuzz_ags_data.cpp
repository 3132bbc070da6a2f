// Fuzz target: main data and rooms of AGS. Any bytes are refused with a reason, or give their texts; a text
// that is changed reads back, all others stay, and the old text gives the old file. The names that main data
// has, with what its scripts declare, are a file of names.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engines/ags/decompile/decompile.hpp"
#include "engines/ags/format/data_texts.hpp"
#include "support/demand.hpp"

namespace {

using namespace vellum;
using test::demand;

void change(std::span<const std::byte> bytes, std::span<const GameText> texts, std::size_t number) {
    const GameText& text = texts[number];
    // Of several with one name and one text the first is meant.
    const auto same = [&](const GameText& other) { return other.id == text.id; };
    if (std::ranges::count_if(texts, same) != 1) return;
    const TextChange there{text.id, text.text, text.text + "x"};
    const auto changed = ags::change_data_texts(bytes, std::span(&there, 1));
    if (!changed) return demand(!changed.error().message.empty(), "a refusal says why");
    const auto now = ags::data_texts(*changed);
    demand(now.has_value() && now->size() == texts.size(), "the changed file is read");
    for (std::size_t i = 0; i < texts.size(); ++i)
        demand((*now)[i].text == (i == number ? there.after : texts[i].text), "only that text changes");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bytes = std::as_bytes(std::span(data, size));
    if (const auto names = ags::decompile::names_in(bytes, nullptr)) {
        Diagnostics found;
        demand(ags::decompile::read_names(*names, found) != nullptr, "names are read again");
    }
    const auto texts = ags::data_texts(bytes);
    if (!texts) {
        demand(!texts.error().message.empty(), "a refusal says why");
        return 0;
    }
    if (const auto same = ags::change_data_texts(bytes, {}))
        demand(std::ranges::equal(*same, bytes), "without a change the bytes are the same");
    constexpr std::size_t most = 4;
    for (std::size_t i = 0; i < std::min(texts->size(), most); ++i)
        change(bytes, *texts, i * texts->size() / most);
    return 0;
}
