// Literals of the printed text. A literal takes as many bytes of the strings as its source has letters, so
// how many letters are escaped can only be said when it is known which literal comes next: the printers leave
// marks, which are filled in at the end.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::ags::decompile {

/// What stands in front of the script's own literals.
struct Marks {
    std::vector<std::string> headers; ///< Names of the headers, in order.
    std::string script;               ///< Its own name.
    std::size_t end = 0;              ///< Behind all of them.
    bool found = false;
};
[[nodiscard]] Marks find_marks(std::span<const std::byte> strings);

/// Where a literal will stand.
[[nodiscard]] std::string literal_mark(std::size_t offset);

/// Replaces the marks of `text` by literals. `padded`: escapes leave zeros behind a literal. False, and
/// nothing is changed, if the strings have something else.
[[nodiscard]] bool fill_literals(std::string& text, std::span<const std::byte> strings, std::size_t begin,
                                 bool padded);

} // namespace vellum::ags::decompile
