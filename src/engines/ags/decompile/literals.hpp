// Literals of the printed text. A literal takes as many bytes of the strings as its source has letters, so
// how many letters are escaped can only be said when it is known which literal comes next: the printers leave
// marks, which are filled in at the end. Where the strings are not what the literals make, a table says them.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engines/ags/format/scom.hpp"

namespace vellum::ags::decompile {

/// What stands in front of the script's own literals.
struct Marks {
    std::vector<std::string> headers; ///< Names of the headers, in order.
    std::string script;               ///< Its own name; empty if it is the first part.
    std::size_t end = 0;              ///< Behind all of them.
    bool found = false;
    /// Parts of the script with names and lines of their own, as dialogs have them.
    struct Part {
        std::string name;
        std::size_t offset = 0; ///< In the strings; npos if they do not say it.
    };
    std::vector<Part> parts;
};
/// True if the first line of a source can say that its script is called so; else a line of its own can.
[[nodiscard]] bool is_plain_section(std::string_view name) noexcept;

/// `sections`: those of the script; the first one is the script's own.
[[nodiscard]] Marks find_marks(std::span<const std::byte> strings, std::span<const Section> sections);

/// Where a literal will stand, and where one will in a function that stays instructions.
[[nodiscard]] std::string literal_mark(std::size_t offset);
[[nodiscard]] std::string instruction_mark(std::size_t offset);

/// How many of them there are.
[[nodiscard]] std::size_t count_marks(std::string_view text);

/// Replaces the marks of `text` by literals. `padded`: escapes leave zeros behind a literal. False, and
/// nothing is changed, if the strings have something else.
/// `places` of the text, in order, are moved along; `failed` gets the place of what is something else.
[[nodiscard]] bool fill_literals(std::string& text, std::span<const std::byte> strings, std::size_t begin,
                                 bool padded, std::vector<std::size_t>& places, std::size_t& failed);

/// All strings of a script as the table of texts in a source, and what a literal is called there.
class TextTable {
  public:
    /// `used`: offsets that the code has, sorted, each once. `prefix`: what names begin with.
    TextTable(std::span<const std::byte> strings, std::span<const std::size_t> used, std::string_view prefix);

    /// "texts { ... }", lines of its own.
    [[nodiscard]] const std::string& text() const noexcept { return text_; }
    /// As fill_literals. Gives where texts are used that begin inside others, and changes nothing then.
    [[nodiscard]] std::vector<std::size_t> fill(std::string& text, std::vector<std::size_t>& places) const;

  private:
    void add(std::string_view item, bool byte);

    std::span<const std::byte> strings_;
    std::map<std::size_t, std::string> written_; ///< How a text that is used stands in the code.
    std::string text_;
    std::size_t line_ = 0; ///< Where the last line of bytes begins; 0: the last line is none.
};

} // namespace vellum::ags::decompile
