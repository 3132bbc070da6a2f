// Files for translators: the texts of scripts and tables as PO or CSV, and back. Both keep every byte: what
// is no printable character stands as a backslash and three octal digits. AGS has forms of its own: TRS,
// which its translators edit, and TRA, which its games load. These know a text by itself, not by its place.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
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

/// A file for translators.
struct TextFile {
    std::vector<TextRow> rows; ///< Of TRS and TRA without a file: they are for every file with that text.
    /// Names and values as TRS files have them: "GameID", "GameName", "NormalFont", "Encoding". PO and CSV
    /// have none.
    std::vector<std::pair<std::string, std::string>> settings = {};
    /// Of a TRA, the blocks that have no other form: their names and what is in them.
    std::vector<std::pair<std::string, std::string>> blocks = {};
    bool ended = false; ///< Of a TRA: its lengths count a NUL, as those of AGS 2 do.

    /// The value of a setting; null if there is none.
    [[nodiscard]] const std::string* setting(std::string_view name) const;
    /// Replaces a setting, or adds it.
    void set(std::string_view name, std::string value);
    /// True if its texts are UTF-8; else, in TRS and TRA, they are bytes in the game's encoding.
    [[nodiscard]] bool is_utf8() const;
};

enum class TextForm : std::uint8_t { po, csv, trs, tra };
/// By the name's ending; PO if it has none of these.
[[nodiscard]] TextForm text_form(std::string_view file_name);

/// The file's bytes. TRS and TRA have each text once, the first translation of it; TRA only those with one.
[[nodiscard]] std::string write_text_file(const TextFile& file, TextForm form);
/// Fails with text.file, and the line or offset, at the first thing that makes no sense.
[[nodiscard]] Result<TextFile> read_text_file(std::string_view text, TextForm form);

/// A row of the text parser's dictionary, by its id: the number of its meaning.
[[nodiscard]] std::optional<std::uint16_t> parser_word(const TextRow& row);

/// True if both have the same places for values, such as %d, in the same order: games crash if not.
[[nodiscard]] bool same_placeholders(std::string_view before, std::string_view after);
/// True if both have as many line breaks, which AGS writes as `[`; `\[` is a bracket.
[[nodiscard]] bool same_line_breaks(std::string_view before, std::string_view after);

} // namespace vellum::tools

namespace vellum::codes {

inline constexpr DiagnosticCode text_file{"text.file", Severity::error,
                                          "A file of texts for translators has an error."};

} // namespace vellum::codes
