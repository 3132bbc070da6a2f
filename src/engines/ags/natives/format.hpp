// The printf-like formatting of String.Format and StrFormat. Facts: docs/engines/ags.md, "Script API".
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engines/ags/machine/environment.hpp"

namespace vellum::ags {

/// A text that a built-in puts together. What it holds counts for the world's memory while it lives.
class TextBuilder {
  public:
    explicit TextBuilder(BuiltinCall& call) noexcept : call_(call) {}
    TextBuilder(const TextBuilder&) = delete;
    TextBuilder& operator=(const TextBuilder&) = delete;
    ~TextBuilder() { call_.environment.pool().uncharge(Pool::held_by(text_)); }

    /// False after failing the call: the text would be too long, or there is no memory for it.
    [[nodiscard]] bool make_room(std::uint64_t more);
    /// Where what there is room for is appended.
    [[nodiscard]] std::string& text() noexcept { return text_; }
    /// What a script sees of it: %c may have made a NUL.
    [[nodiscard]] std::string_view visible() const noexcept {
        return std::string_view(text_).substr(0, text_.find('\0'));
    }

  private:
    BuiltinCall& call_;
    std::string text_;
};

/// Formats `arguments` (in order) by `format` into `out`. False after `call.fail`.
bool format_text(BuiltinCall& call, std::string_view format, std::span<const Word> arguments,
                 TextBuilder& out);

/// The start of a text as the C library's number readers want it: without what cannot belong to a number, and
/// ended. What stands behind 65,536 characters is left out.
[[nodiscard]] std::string number_at(BuiltinCall& call, std::string_view text);

} // namespace vellum::ags
