// The forms of files for translators, a file each.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/texts/text_file.hpp"

namespace vellum::tools {

[[nodiscard]] std::string write_po(std::span<const TextRow> rows);
[[nodiscard]] Result<std::vector<TextRow>> read_po(std::string_view text);
[[nodiscard]] std::string write_csv(std::span<const TextRow> rows);
[[nodiscard]] Result<std::vector<TextRow>> read_csv(std::string_view all);

[[nodiscard]] std::string write_trs(const TextFile& file);
[[nodiscard]] Result<TextFile> read_trs(std::string_view text);
[[nodiscard]] std::string write_tra(const TextFile& file);
[[nodiscard]] Result<TextFile> read_tra(std::string_view bytes);

[[nodiscard]] inline std::unexpected<Diagnostic> wrong_line(std::uint32_t line, std::string why) {
    return fail(codes::text_file, std::move(why), Place{{}, Place::unknown, line, 1});
}

} // namespace vellum::tools
