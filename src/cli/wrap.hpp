// Text in lines of a width.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace vellum::cli {

/// For `wrap`: lines may have any length, as in files and pipes.
inline constexpr std::size_t any_width = static_cast<std::size_t>(-1);

/// Breaks paragraphs into lines that begin with `indent` blanks; the first line's indentation is the
/// caller's, who is at `first_column`. Columns are those of a terminal.
[[nodiscard]] std::string wrap(std::string_view text, std::size_t indent, std::size_t first_column,
                               std::size_t width);

/// The last column of a table, behind `used` columns: broken there if enough room is left, or else below,
/// with `indent` blanks in front.
[[nodiscard]] std::string last_column(std::string_view text, std::size_t used, std::size_t indent,
                                      std::size_t width);

} // namespace vellum::cli
