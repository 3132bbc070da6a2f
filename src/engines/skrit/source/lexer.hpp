// Text to tokens: one pass over the main text and whatever it includes, directives carried out on the way
// (docs/engines/skrit.md, "Words and literals", "Directives"). Never recurses, never stops at a mistake.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engines/skrit/source/includes.hpp"
#include "engines/skrit/source/token.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum::skrit {

/// What the lexer works for.
struct LexerContext {
    SourceMap& sources;
    TokenList& out;
    Diagnostics& diagnostics;
    std::span<const std::string> defines; ///< Symbols that are true in \#only.
    IncludeProvider* includes = nullptr;  ///< Null knows no file.
    bool formula = false;                 ///< A # begins the name of a macro.
    bool open = false;                    ///< A file that is not found is no error.
};

/// What #option lines said.
struct SourceOptions {
    bool warnings = true;
    bool strict = false;         ///< Warnings count as errors.
    bool strip = false;          ///< Without lines, names of locals, documents and source.
    bool explicit_states = true; ///< Off: a state that is only named is declared by that.
    bool command = false;        ///< The first function is a command's.
    bool formula = false;        ///< What follows is a formula.
};

/// Reads file 0 of the sources and everything it includes.
class Lexer {
  public:
    explicit Lexer(LexerContext context) : context_(context) {}
    SourceOptions run();

  private:
    /// One text being read; includes stack.
    struct Frame {
        std::size_t file = 0;
        std::size_t at = 0;
    };

    void read_frame();
    void enter(std::size_t file);
    void name(std::size_t begin);
    void number(std::size_t begin);
    bool assembly(std::size_t begin);
    void hexadecimal(std::size_t begin);
    void string(std::size_t begin);
    void fourcc(std::size_t begin);
    bool escape(std::string& out, char quote);
    bool block_comment();
    void strange(std::size_t begin);
    bool punctuation(char c);
    void token(Tok kind, std::size_t begin, std::uint32_t value = 0);
    static constexpr const char* open_comment =
        "comments do not nest: the first */ ends one; // runs to the end of its line";
    void report(const DiagnosticCode& code, std::size_t at, std::string message, std::string hint = {});

    // directives.cpp
    void directive(std::size_t begin);
    bool include(std::size_t begin);
    void option(std::size_t begin);
    void only(std::size_t begin);
    bool only_condition(std::size_t begin, bool& value);
    bool only_or(bool& value, int depth);
    bool only_and(bool& value, int depth);
    void misspelt_symbol(std::string_view word);
    bool only_primary(bool& value, int depth);
    void skip_disabled(std::size_t begin);
    void skip_blanks();
    void skip_line_blanks();
    std::string_view word_here();
    void close_only(std::size_t begin);

    LexerContext context_;
    SourceOptions options_;
    std::vector<Frame> stack_;
    std::size_t braces_ = 0;      ///< Open ones: inside of a body a file may be included again and again.
    std::size_t again_ = 0;       ///< How often that happened.
    std::size_t again_bytes_ = 0; ///< Of those texts.
    /// What an #include names, by the name of its file, a NUL and its own words; empty if there is none.
    std::unordered_map<std::string, std::string> named_;
    /// Files already included, by their names in lower case with one kind of slash.
    std::unordered_map<std::string, std::size_t> taken_;
    struct OpenOnly {
        std::size_t depth;
        Position position;
    };
    std::vector<OpenOnly> open_only_; ///< Enabled #only blocks that wait for their `]]`.

    // the current text
    const char* text_ = nullptr; ///< A NUL stands behind it: one byte may be looked at without asking.
    std::size_t size_ = 0;
    std::size_t at_ = 0;
    Position base_ = 0;
    bool switched_ = false; ///< An include began: leave the frame's loop.
};

} // namespace vellum::skrit
