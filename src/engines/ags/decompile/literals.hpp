// Literals of the printed text. A literal takes as many bytes of the strings as its source has letters, so
// how many letters are escaped can only be said when it is known which literal comes next: the printers leave
// marks, which are filled in at the end.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engines/ags/format/scom.hpp"

namespace vellum::ags::decompile {

/// What stands in front of the script's own literals.
struct Marks {
    std::vector<std::string> headers; ///< Names of the headers, in order.
    std::string script;               ///< Its own name.
    std::size_t end = 0;              ///< Behind all of them.
    bool found = false;
    /// Parts of the script with names and lines of their own, as dialogs have them.
    struct Part {
        std::string name;
        std::size_t offset = 0; ///< In the strings.
    };
    std::vector<Part> parts;
};
/// `sections`: those of the script; the first one is the script's own.
[[nodiscard]] Marks find_marks(std::span<const std::byte> strings, std::span<const Section> sections);

/// Where a literal will stand.
[[nodiscard]] std::string literal_mark(std::size_t offset);

/// Where a function that stays instructions names all its texts, in the order in which the strings have them,
/// and where one of its instructions means one of them. `offsets`: of the texts, once for each use.
[[nodiscard]] std::string group_mark(std::span<const std::size_t> offsets);
[[nodiscard]] std::string reference_mark(std::size_t offset);

/// Marks of the texts from an offset on, divided by commas; empty if there are none.
[[nodiscard]] std::string literal_marks(std::span<const std::byte> strings, std::size_t from);

/// How many of them there are.
[[nodiscard]] std::size_t count_marks(std::string_view text);

/// Replaces the marks of `text` by literals. `padded`: escapes leave zeros behind a literal. False, and
/// nothing is changed, if the strings have something else.
/// `places` of the text, in order, are moved along; `failed` gets the place of what is something else.
[[nodiscard]] bool fill_literals(std::string& text, std::span<const std::byte> strings, std::size_t begin,
                                 bool padded, std::vector<std::size_t>& places, std::size_t& failed);

} // namespace vellum::ags::decompile
