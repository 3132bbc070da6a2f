// The table of texts that players read, `main.dat` in Strings.vfs. Facts: docs/engines/pathologic.md,
// "Texts".
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "vellum/engine.hpp"

namespace vellum::pathologic {

class TextTable {
  public:
    /// Fails with text.change if the bytes are no such table, or could be two.
    [[nodiscard]] static Result<TextTable> read(std::span<const std::byte> bytes);

    [[nodiscard]] std::vector<GameText> texts() const;
    /// The table with other texts; entries that are not named keep their bytes. Fails with text.change.
    [[nodiscard]] Result<std::vector<std::byte>> change(std::span<const TextChange> changes) const;

  private:
    struct Entry {
        std::string id;
        std::size_t length_at, text_at, end; ///< In the file.
    };
    /// `unit`: bytes that the length counts at once.
    static std::optional<std::vector<Entry>> parse(std::span<const std::byte> bytes, std::size_t unit);

    std::span<const std::byte> bytes_;
    std::vector<Entry> entries_;
    std::size_t unit_ = 1;
};

} // namespace vellum::pathologic
