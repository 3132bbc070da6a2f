// What files of names for decompiled functions have in common: lines of words, a function known by what it
// does, and below it what its parts are called. Which parts there are says each engine.
#pragma once

#include <charconv>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/text_writer.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum::source {

/// The line that says how a file of names is written.
inline constexpr std::string_view names_heading = "vellum names 1";

/// What a function is known by, in whatever script it stands.
struct FunctionKey {
    std::uint64_t hash = 0; ///< Of what it does.
    std::uint32_t twin = 0; ///< How many of that hash stand before it in the script.
    auto operator<=>(const FunctionKey&) const = default;
};

/// A line such as "function 8c1f2e77aa01b3d4.2".
void write_function_line(TextWriter& out, const FunctionKey& key);

/// True of letters, digits and underscores that do not begin with a digit.
[[nodiscard]] bool is_plain_name(std::string_view text) noexcept;

/// Goes through a file of names line by line, word by word.
class NamesLines {
  public:
    /// All must outlive the object. `code` is that of a wrong line.
    NamesLines(std::string_view text, const DiagnosticCode& code, Diagnostics& diagnostics)
        : text_(text), code_(code), diagnostics_(diagnostics) {}

    /// Goes on to the next line; false behind the last.
    bool next();
    /// What is left of the line.
    [[nodiscard]] std::string_view rest() const noexcept { return line_; }
    /// Takes the line's next word; empty at its end.
    std::string_view word();
    /// What is left as the text of a comment: all behind one blank.
    [[nodiscard]] std::string_view comment() const noexcept { return line_.substr(line_.empty() ? 0 : 1); }
    /// Takes the word behind "function"; nothing, with a message, if no function is known by it.
    [[nodiscard]] std::optional<FunctionKey> function_key();
    void mistake(std::string message);

    /// True if the whole text is a number.
    template <class Number> static bool number(std::string_view text, Number& value, int base = 10) {
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
        return error == std::errc() && end == text.data() + text.size();
    }

  private:
    std::string_view text_, line_;
    const DiagnosticCode& code_;
    Diagnostics& diagnostics_;
    std::uint32_t number_ = 0;
};

} // namespace vellum::source
