// Files for translators: the texts of scripts and tables as PO or CSV, and back. Both keep every byte: what
// is no printable character stands as a backslash and three octal digits.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/diagnostic.hpp"
#include "vellum/engine.hpp"

namespace vellum::tools {

/// One text of one file.
struct TextRow {
    std::string file;        ///< Of the game: "b_lamp.bin", "data/Strings.vfs!main.dat".
    GameText text;           ///< What it is, and where it stands. From a file for translators: id and text.
    std::string translation; ///< Empty: none.
    std::uint32_t line = 0;  ///< Of the file for translators; 0: not from one.
};

enum class TextForm : std::uint8_t { po, csv };
/// By the name's ending; PO if it has none of these.
[[nodiscard]] TextForm text_form(std::string_view file_name);

[[nodiscard]] std::string write_text_file(std::span<const TextRow> rows, TextForm form);
/// Fails with text.file, and the line, at the first thing that makes no sense.
[[nodiscard]] Result<std::vector<TextRow>> read_text_file(std::string_view text, TextForm form);

/// True if both have the same places for values, such as %d, in the same order: games crash if not.
[[nodiscard]] bool same_placeholders(std::string_view before, std::string_view after);

} // namespace vellum::tools

namespace vellum::codes {

inline constexpr DiagnosticCode text_file{"text.file", Severity::error,
                                          "A file of texts for translators has an error."};

} // namespace vellum::codes
