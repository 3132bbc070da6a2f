// All source texts of one compilation under one numbering of positions: a position is the text's base plus
// the offset in it, so a token or a syntax node needs four bytes to know file, line and column. Lines are
// counted only when somebody asks.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engines/skrit/unit/unit.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum::skrit {

using Position = std::uint32_t;

/// The texts.
class SourceMap {
  public:
    /// Most bytes of all texts together; keeps positions in 32 bits with room to spare.
    static constexpr std::size_t max_bytes = std::size_t{64} << 20U;

    struct File {
        std::string name; ///< For messages.
        std::string own;  ///< The same wherever the sources lie: the end of the name.
        std::string text;
        Position base = 0;
        std::vector<std::uint32_t> lines; ///< Offsets of line starts; empty until asked for.
    };

    /// Adds a text; false if there are too many or they are too long. `wanted`: as an #include names it,
    /// which says how many folders belong to the file's own name.
    bool add(std::string name, std::string text, std::string_view wanted = {});

    [[nodiscard]] std::size_t size() const noexcept { return files_.size(); }
    [[nodiscard]] const File& file(std::size_t index) const noexcept { return *files_[index]; }
    [[nodiscard]] std::uint16_t file_of(Position position) const noexcept;
    /// File and line; cheap when positions come in order.
    [[nodiscard]] SourceLine line(Position position);
    /// For diagnostics: name, line and column.
    [[nodiscard]] Place place(Position position);
    /// Texts moved out for the unit.
    [[nodiscard]] std::vector<UnitFile> take_files(bool with_text);

  private:
    std::vector<std::unique_ptr<File>> files_; // texts must not move: tokens point into them
    std::size_t total_ = 0;
    std::uint16_t last_file_ = 0;
    std::size_t last_line_ = 0;
};

} // namespace vellum::skrit
