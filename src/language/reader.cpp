#include "language/reader.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "base/bytes.hpp"

namespace vellum::language {

namespace {

constexpr std::size_t most_files = 200, most_depth = 32, most_line = 300;
constexpr Token nothing{};

} // namespace

DeclarationReader::DeclarationReader(const Language& language, const Input& input, std::uint32_t file,
                                     ReadingState& state, const std::vector<Token>& tokens)
    : language_(language), input_(input), file_(file), state_(state) {
    tokens_.reserve(tokens.size());
    for (const Token& token : tokens)
        if (token.kind == TokenKind::comment)
            comments_.push_back(token.span);
        else
            tokens_.push_back(token);
}

const Token& DeclarationReader::peek(std::size_t ahead) const noexcept {
    return at_ + ahead < tokens_.size() ? tokens_[at_ + ahead] : nothing;
}

const Token& DeclarationReader::before() const noexcept { return at_ == 0 ? nothing : tokens_[at_ - 1]; }

Token DeclarationReader::next() noexcept {
    const Token token = peek();
    if (at_ < tokens_.size()) ++at_;
    return token;
}

bool DeclarationReader::at(std::string_view what, std::size_t ahead) const noexcept {
    const std::string_view there = word(ahead);
    return language_.lexicon().ignore_case ? same_name(there, what) : there == what;
}

bool DeclarationReader::accept(std::string_view what) {
    if (!at(what)) return false;
    ++at_;
    return true;
}

Span DeclarationReader::rest_of_line() {
    const Offset begin = before().span.end;
    const auto end =
        static_cast<Offset>(std::min(input_.text.find_first_of("\r\n", begin), input_.text.size()));
    while (!at_end() && peek().span.begin < end) ++at_;
    return {begin, end};
}

SymbolId DeclarationReader::declare(Symbol symbol, Span name, Span all) {
    if (symbol.name.empty()) symbol.name = text(name);
    if (symbol.declaration.empty()) symbol.declaration = one_line(all);
    symbol.places = {{file_, name, all}};
    std::vector<Symbol>& symbols = state_.analysis.symbols;
    const bool whole = symbol.scope == everywhere || !symbol.owner.empty();
    if (!whole) {
        if (included()) return no_symbol; // what holds in a part of another text is not seen from here
        symbols.push_back(std::move(symbol));
        return static_cast<SymbolId>(symbols.size() - 1);
    }
    const Catalogue& catalogue = language_.catalogue();
    // States have names of their own: a variable may be called the same.
    const std::string_view sort = symbol.kind == SymbolKind::state ? "\1" : "";
    const std::string key =
        catalogue.key(symbol.owner) + '\0' + catalogue.key(symbol.name) + std::string(sort);
    const auto [found, fresh] = state_.shared.try_emplace(key, static_cast<SymbolId>(symbols.size()));
    if (fresh) {
        symbols.push_back(std::move(symbol));
        return found->second;
    }
    Symbol& known = symbols[found->second];
    known.places.push_back(symbol.places.front());
    if (known.documentation.empty()) known.documentation = std::move(symbol.documentation);
    if (known.parent == no_symbol) known.parent = symbol.parent;
    return found->second;
}

void DeclarationReader::ends(SymbolId id, Offset end) {
    if (id == no_symbol) return;
    for (auto place = state_.analysis.symbols[id].places.rbegin();
         place != state_.analysis.symbols[id].places.rend(); ++place)
        if (place->file == file_) {
            place->all.end = std::max(place->all.end, end);
            return;
        }
}

void DeclarationReader::use(Span span, SymbolId id) {
    if (!included()) state_.analysis.uses.push_back({.span = span, .symbol = id});
}

std::string DeclarationReader::comment_above(Offset at) const {
    constexpr std::size_t most_lines = 40;
    std::vector<std::string_view> lines;
    auto after = std::ranges::upper_bound(comments_, at, {}, &Span::end);
    while (after != comments_.begin() && lines.size() < most_lines) {
        --after;
        const std::string_view between = text({after->end, at});
        if (between.find_first_not_of(" \t\r\n") != std::string_view::npos ||
            std::ranges::count(between, '\n') > 1)
            break;
        Offset line = after->begin;
        while (line != 0 && (input_.text[line - 1] == ' ' || input_.text[line - 1] == '\t')) --line;
        if (line != 0 && input_.text[line - 1] != '\n' && input_.text[line - 1] != '\r')
            break; // it belongs to what stands in front of it
        lines.push_back(text(*after));
        at = after->begin;
    }
    std::string all;
    for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
        std::string_view rest = *line;
        for (const std::string_view mark :
             {language_.lexicon().block_begin, std::string_view("*"), language_.lexicon().line_comment})
            while (!mark.empty() && rest.starts_with(mark)) rest.remove_prefix(mark.size());
        if (!language_.lexicon().block_end.empty() && rest.ends_with(language_.lexicon().block_end))
            rest.remove_suffix(language_.lexicon().block_end.size());
        while (rest.starts_with('/') || rest.starts_with('-')) rest.remove_prefix(1);
        if (!all.empty()) all += '\n';
        all += trimmed(rest);
    }
    return all;
}

std::string DeclarationReader::one_line(Span span) const {
    std::string line;
    for (const char c : text(span)) {
        if (line.size() >= most_line) return line + "…";
        if (!is_blank(c))
            line += c;
        else if (!line.empty() && line.back() != ' ')
            line += ' ';
    }
    return std::string(trimmed(line));
}

void DeclarationReader::include(std::string_view name) {
    if (input_.files == nullptr || state_.depth >= most_depth) return;
    std::vector<std::string>& files = state_.analysis.files;
    if (files.size() >= most_files || !state_.asked.insert(std::string(name)).second) return;
    const auto bytes = input_.files->read_at_most(name, state_.bytes_left);
    if (!bytes) return;
    state_.bytes_left -= bytes->size();
    files.emplace_back(name);
    const std::string text(as_text(*bytes));
    read(name, text);
}

void DeclarationReader::include_made(std::string_view name, std::string_view text, const PlaceIn& place) {
    std::vector<std::string>& files = state_.analysis.files;
    if (state_.depth >= most_depth || files.size() >= most_files || text.size() > state_.bytes_left) return;
    state_.bytes_left -= text.size();
    files.emplace_back(name);
    const auto file = static_cast<std::uint32_t>(files.size() - 1);
    read(name, text);
    for (Symbol& symbol : state_.analysis.symbols)
        for (auto at = symbol.places.begin(); at != symbol.places.end();) {
            if (at->file == file) at->name = at->all = place ? place(at->name) : Span{};
            if (at->file == file && at->name.end == 0) // nowhere, not even in the first line
                at = symbol.places.erase(at);
            else
                ++at;
        }
}

void DeclarationReader::read(std::string_view name, std::string_view text) {
    const std::vector<std::string>& files = state_.analysis.files;
    const Input inside{.text = text, .name = name, .files = input_.files};
    std::vector<Token> tokens = scan(text, language_.lexicon());
    DeclarationReader reader(language_, inside, static_cast<std::uint32_t>(files.size() - 1), state_, tokens);
    ++state_.depth;
    language_.declarations(reader);
    --state_.depth;
}

} // namespace vellum::language
