// Translations of a game that know a text by itself: what they say of the game, their encoding, and whether
// the game has their texts.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "base/code_page.hpp"
#include "tools/texts/text_file.hpp"
#include "vellum/fact.hpp"

namespace vellum::tools {

/// What a container of scripts says of its game.
struct TranslatedGame {
    std::string name, id;           ///< Empty: not said.
    std::uint64_t data_version = 0; ///< 0: not said.
    const CodePage* page = nullptr; ///< Of its texts; null: UTF-8, or not known.

    /// Takes what is there.
    void add(std::span<const Fact> facts);
    /// AGS since 3.6 reads translations in UTF-8.
    [[nodiscard]] bool takes_utf8() const noexcept { return data_version >= 3'060'000; }
};

/// Texts and translations in UTF-8: those of a file in another encoding are in `page`, if it is not null.
void to_utf8(TextFile& file, const CodePage* page);

/// Says which game the file is for, and puts its texts into the encoding that the game reads: UTF-8, or that
/// of the game's own texts. Rows with a character that this lacks go to `refuse` and are left without a
/// translation.
void prepare(TextFile& file, const TranslatedGame& game, const std::function<void(const TextRow&)>& refuse);

/// Whether a translation may be wrong, for people; empty if it looks right. `breaks`: `[` begins a line, as
/// in AGS.
[[nodiscard]] std::string doubt(const TextRow& row, bool breaks);

/// Tells `warn` of rows whose text the game does not have, of second translations of a text that differ from
/// the first, and of doubtful ones.
void check(const TextFile& file, const std::set<std::string, std::less<>>& known,
           const std::function<void(const TextRow&, const std::string&)>& warn);

} // namespace vellum::tools
