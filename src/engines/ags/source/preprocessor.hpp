// From a source file to the text that the lexer reads: comments and directives go, macros are replaced, every
// line stays a line. Macros live on from file to file, headers first. Never reads a file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace vellum::ags::source {

/// Begins the first line of every preprocessed text, inside quotes; the script's name follows.
inline constexpr std::string_view section_mark = "__NEWSCRIPTSTART_";

/// A mistake, with the line of the file from 1.
struct LineMistake {
    std::uint32_t line = 0;
    std::string message;
    bool demanded = false; ///< By the text itself, with #error.
};

class Preprocessor {
  public:
    /// `line_end` joins the lines. `version`: what #ifver compares with; without one it never holds.
    Preprocessor(std::string_view line_end, std::optional<std::uint64_t> version)
        : line_end_(line_end), version_(version) {}

    /// Defines a macro before anything is read; the last definition counts.
    void define(std::string_view name, std::string_view value);
    /// One file; without the name of a script it does not say where it comes from. All mistakes are added;
    /// the text is of use only if there are none.
    [[nodiscard]] std::string run(std::string_view text, std::string_view script,
                                  std::vector<LineMistake>& mistakes);

    /// "3.6.2.1" as a number that grows with the version; nothing if it is none.
    [[nodiscard]] static std::optional<std::uint64_t> version_number(std::string_view text);

  private:
    struct Macro {
        std::string value;
        bool open = false; ///< Is being replaced.
    };
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const noexcept {
            return std::hash<std::string_view>{}(text);
        }
    };

    std::string_view without_comments(std::string_view line);
    void directive(std::string_view line);
    void condition(std::string_view name, std::string_view rest);
    bool replace(std::string_view line, std::string& out, std::uint32_t depth);
    void mistake(std::string message, bool demanded = false);
    [[nodiscard]] bool skipping() const noexcept { return !conditions_.empty() && !conditions_.back(); }

    std::string line_end_;
    std::optional<std::uint64_t> version_;
    std::unordered_map<std::string, Macro, Hash, std::equal_to<>> macros_;
    std::uint64_t first_letters_[4] = {}; ///< With which bytes macros begin.
    std::vector<bool> conditions_;
    std::vector<LineMistake>* mistakes_ = nullptr;
    std::string line_buffer_;
    std::uint32_t line_ = 0;
    bool in_comment_ = false;
    std::size_t expansion_left_ = 0; ///< Bytes that macros may still become.
};

} // namespace vellum::ags::source
