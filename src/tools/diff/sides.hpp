// One of two programs that are compared: its functions, their names, and the text that people are shown.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tools/diff/functions.hpp"
#include "vellum/tools.hpp"

namespace vellum::tools {

/// Other names for words of a source text.
using Words = std::map<std::string, std::string, std::less<>>;

class Side {
  public:
    /// `source`: the text that the program was compiled from; empty: whatever its engine can make of it.
    Side(const Program& program, std::string_view source, bool listing, const SourceNames* names);

    [[nodiscard]] const FunctionList& functions() const noexcept { return functions_; }
    /// As the text or the program has them.
    [[nodiscard]] const std::vector<std::string>& names() const noexcept { return names_; }
    /// It has a source text.
    [[nodiscard]] bool is_source() const noexcept { return !text_.empty(); }
    /// The function stands in the source text.
    [[nodiscard]] bool in_source(std::uint32_t function) const { return parts_[function] != no_part; }
    /// The lines of a function in it.
    [[nodiscard]] std::vector<std::string> source_of(std::uint32_t function, const Words& words) const;
    /// What stands outside of functions: lines of the source, or the directives of the listing.
    [[nodiscard]] std::vector<std::string> declarations(const Words& words) const;

  private:
    static constexpr std::size_t no_part = static_cast<std::size_t>(-1);

    void find_parts(std::string_view source);
    void decompile(const SourceNames* names);

    const Program& program_;
    const bool written_;
    FunctionList functions_;
    std::vector<std::string> names_;
    std::string text_;
    std::vector<SourceFunction> outline_;
    std::vector<std::size_t> parts_; ///< Of the outline, by function.
};

/// The text with other words, but for those in quotes, of natives and of methods.
[[nodiscard]] std::string replace_words(std::string_view text, const Words& words);

} // namespace vellum::tools
