#include "cli/highlight.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "engines/languages.hpp"

namespace vellum::cli {

namespace {

constexpr language::Lexicon listing_lexicon{.line_comment = ";",
                                            .block_begin = {},
                                            .block_end = {},
                                            .word_begins = "$",
                                            .word_goes_on = "$",
                                            .quotes = "\""};

Style style_of(language::TokenKind kind) {
    switch (kind) {
    case language::TokenKind::keyword: return Style::keyword;
    case language::TokenKind::number: return Style::number;
    case language::TokenKind::text: return Style::text;
    case language::TokenKind::comment: return Style::faint;
    case language::TokenKind::word:
    case language::TokenKind::mark:
    case language::TokenKind::line_end: break;
    }
    return Style::plain;
}

std::string paint(const Console& console, std::string_view text, const language::Lexicon& lexicon) {
    std::string out;
    std::size_t done = 0;
    for (const language::Token& token : scan(text, lexicon)) {
        const Style style = style_of(token.kind);
        if (style == Style::plain) continue;
        out += text.substr(done, token.span.begin - done);
        for (done = token.span.begin; done < token.span.end;) { // pagers colour line by line
            const std::size_t end = std::min<std::size_t>(text.find('\n', done), token.span.end);
            if (end != done) out += console.paint(Stream::out, style, text.substr(done, end - done));
            done = end;
            if (done < token.span.end) out += text[done++];
        }
    }
    return out += text.substr(done);
}

std::size_t word_length(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::find_if_not(text,
                                                             [](char c) {
                                                                 const char small = lower_ascii(c);
                                                                 return (small >= 'a' && small <= 'z') ||
                                                                        (c >= '0' && c <= '9') || c == '_' ||
                                                                        c == '$';
                                                             }) -
                                    text.begin());
}

std::string paint_line(const Console& console, std::string_view line, Syntax syntax) {
    std::string out;
    const auto put = [&](Style style, std::size_t length) {
        out += console.paint(Stream::out, style, line.substr(0, length));
        line.remove_prefix(length);
    };
    const auto blanks = [&] { put(Style::plain, std::min(line.find_first_not_of(" \t"), line.size())); };
    const auto rest = [&] { return out + paint(console, line, listing_lexicon); };
    if (syntax == Syntax::trace) {
        const std::size_t name = line.find("  ");
        if (line.starts_with(';') || name == std::string_view::npos) return rest();
        put(Style::faint, name);
        blanks();
        const std::size_t address = word_length(line);
        if (address < 4 || line.substr(address, 2) != "  ") return rest();
        put(Style::number, address);
    }
    // A label, a directive or a mnemonic.
    const bool indented = line.starts_with(' ') || line.starts_with('\t');
    blanks();
    const std::size_t dot = line.starts_with('.') ? 1 : 0;
    const std::size_t end = dot + word_length(line.substr(dot));
    const std::size_t colon = line.find_first_of(" ;\"\n");
    if (end == 0) return rest();
    if (!indented && colon != std::string_view::npos && colon > 0 && line[colon - 1] == ':')
        put(Style::name, colon);
    else
        put(Style::keyword, end);
    return rest();
}

} // namespace

std::string highlight(const Console& console, std::string_view text, Syntax syntax) {
    if (!console.colors(Stream::out)) return std::string(text);
    std::string out;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        out += paint_line(console, text.substr(0, end), syntax);
        text.remove_prefix(end);
    }
    return out;
}

std::string highlight_source(const Console& console, std::string_view text, std::string_view name) {
    const auto language = std::ranges::find_if(
        languages(), [&](const language::Language* one) { return one->takes(name, text); });
    if (!console.colors(Stream::out) || language == languages().end()) return std::string(text);
    return paint(console, text, (*language)->lexicon());
}

} // namespace vellum::cli
