// The world map's message file, `mes` of world_us.lgp: the texts of its windows by number. What is not
// changed comes back byte for byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engines/ff7/format/text_codes.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum::ff7 {

/// The edition that a file of the archive `name!...` is of, if the game's name for the archive says it.
[[nodiscard]] std::optional<Edition> edition_of(std::string_view name);

/// The game has room for no more.
inline constexpr std::size_t largest_messages = 0x1000;

class Messages {
  public:
    /// An error if the bytes are no message file. `edition`: whose; unless given, the bytes tell.
    [[nodiscard]] static Result<Messages> read(std::vector<std::byte> bytes,
                                               std::optional<Edition> edition = {});

    [[nodiscard]] std::size_t size() const noexcept { return texts_.size(); }
    /// The bytes of a text, its end not counted.
    [[nodiscard]] std::span<const std::byte> bytes(std::size_t index) const noexcept;
    /// The same as decode_text writes it.
    [[nodiscard]] std::string text(std::size_t index) const;
    /// Another text, or with the number behind the last one a new text; an error, which changes nothing, if
    /// the game cannot show it.
    [[nodiscard]] Result<void> set(std::size_t index, std::string_view text);
    [[nodiscard]] Edition edition() const noexcept { return edition_; }

    /// The file, or an error if the texts have become too long for the game. A text whose bytes others use
    /// too goes behind the last one, so that the others stay, and so does a new one. Zeros that fill the file
    /// make room and are added again; what else stands behind the texts moves, or goes with a warning.
    [[nodiscard]] Result<std::vector<std::byte>> write(Diagnostics& diagnostics) const;

  private:
    struct Range {
        std::size_t offset = 0, length = 0; ///< The end is not counted.
        friend auto operator<=>(const Range&, const Range&) = default;
    };
    [[nodiscard]] bool looks_japanese() const noexcept;
    [[nodiscard]] std::map<Range, const std::vector<std::byte>*> replaceable() const;
    [[nodiscard]] std::size_t content_end() const noexcept;
    [[nodiscard]] std::unexpected<Diagnostic> too_long(std::size_t taken) const;

    Edition edition_ = Edition::western;
    std::vector<std::byte> file_;
    std::vector<Range> texts_; ///< Those of the file, then an empty one for each that is new.
    std::size_t old_count_ = 0;
    std::map<std::size_t, std::vector<std::byte>> changed_;
};

} // namespace vellum::ff7
