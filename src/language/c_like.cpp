// Declarations as in C, out of the pattern `type name` alone: nothing else in these languages puts two words
// side by side, so half-written texts are read as well as whole ones.
#include <algorithm>
#include <utility>

#include "language/reader.hpp"

namespace vellum::language {

namespace {

/// The end of a scope that is not closed yet.
constexpr Offset open_end = 0xFFFFFFFE;

} // namespace

void CLikeReader::run() {
    blocks_.emplace_back();
    blocks_.back().braces = false;
    while (!reader_.at_end()) {
        if (fresh_) statement_ = reader_.peek().span.begin;
        const std::size_t parentheses = parentheses_;
        if (special() || declaration()) {
            fresh_ = std::exchange(begins_again_, false);
            continue;
        }
        if (parentheses != parentheses_) continue;
        const Token token = reader_.next();
        const std::string_view text = reader_.text(token.span);
        const bool was_fresh = std::exchange(fresh_, false);
        if (token.kind != TokenKind::mark) continue;
        if (text == "{")
            open_brace();
        else if (text == "}")
            close_brace();
        else if (text == ";")
            end_statement();
        else if (text == "(")
            ++parentheses_;
        else if (text == ")")
            close_parenthesis();
        else if (text == ",") {
            if (!list_type_.empty() && parentheses_ == list_at_ && reader_.at_word() &&
                declare_variable(list_type_, reader_.peek().span))
                static_cast<void>(reader_.next());
        } else
            fresh_ = was_fresh && text == "]"; // `]]` behind a disabled part
    }
    const auto end = static_cast<Offset>(reader_.input().text.size());
    while (!blocks_.empty()) close(end);
}

void CLikeReader::open_brace() {
    list_type_ = {};
    parentheses_ = 0;
    parameters_at_ = 0;
    fresh_ = true;
    const Offset begin = reader_.before().span.end;
    if (std::exchange(is_coming_, false)) {
        coming_.begin = begin;
        blocks_.push_back(std::move(coming_));
    } else if (!blocks_.back().braces && blocks_.back().kind == Block::body) {
        blocks_.back().braces = true; // the body of the function whose head this was
    } else {
        Open inner;
        inner.kind = blocks_.back().kind == Block::names ? Block::names : Block::body;
        if (blocks_.back().kind == Block::members) inner.kind = Block::members;
        inner.symbol = blocks_.back().symbol;
        inner.owner = blocks_.back().owner;
        inner.begin = begin;
        blocks_.push_back(std::move(inner));
    }
}

void CLikeReader::close(Offset end) {
    Open& block = blocks_.back();
    for (const SymbolId id : block.names)
        if (id != no_symbol && reader_[id].scope.end == open_end) reader_[id].scope.end = end;
    const SymbolId symbol = block.symbol;
    const bool inner = blocks_.size() > 1 && blocks_[blocks_.size() - 2].symbol == symbol;
    if (!inner) reader_.ends(symbol, end);
    blocks_.pop_back();
}

void CLikeReader::close_brace() {
    list_type_ = {};
    parentheses_ = 0;
    parameters_at_ = 0;
    is_coming_ = false;
    fresh_ = true;
    const Offset end = reader_.before().span.end;
    while (blocks_.size() > 1 && !blocks_.back().braces) close(end);
    if (blocks_.size() > 1) close(end);
}

void CLikeReader::end_statement() {
    list_type_ = {};
    if (parentheses_ != 0 && parameters_at_ == 0) return; // of a `for`
    parentheses_ = 0;
    parameters_at_ = 0;
    fresh_ = true;
    is_coming_ = false;
    // A head without a body.
    if (blocks_.size() > 1 && !blocks_.back().braces) close(reader_.before().span.end);
}

void CLikeReader::close_parenthesis() {
    if (parentheses_ != 0) --parentheses_;
    if (parameters_at_ == 0 || parentheses_ >= parameters_at_) return;
    parameters_at_ = 0;
    const SymbolId id = blocks_.back().symbol;
    if (id == no_symbol) return;
    Symbol& symbol = reader_[id];
    if (symbol.places.size() == 1 || symbol.declaration.empty())
        symbol.declaration = reader_.one_line({statement_, reader_.before().span.end});
    reader_.ends(id, reader_.before().span.end);
}

bool CLikeReader::is_type(std::size_t ahead) const {
    const Token& token = reader_.peek(ahead);
    if (token.kind == TokenKind::word) return true;
    return token.kind == TokenKind::keyword &&
           std::ranges::any_of(types_, [&](std::string_view type) { return reader_.at(type, ahead); });
}

/// In front of a declaration stands the end of something else, or a word such as `const`.
bool CLikeReader::may_declare() const {
    const Token& before = reader_.before();
    if (fresh_ || before.kind == TokenKind::keyword) return true;
    const std::string_view text = reader_.text(before.span);
    if (text == "(" || text == ",") return parameters_at_ != 0 && parentheses_ == parameters_at_;
    return text == ")" || text == "]";
}

bool CLikeReader::declaration() {
    const bool in_for =
        reader_.text(reader_.before().span) == "(" && parentheses_ == 1 && parameters_at_ == 0;
    if (!is_type(0) || (!may_declare() && !in_for)) return false;
    std::size_t ahead = 1;
    while (reader_.at("*", ahead) || (reader_.at("[", ahead) && reader_.at("]", ahead + 1)))
        ahead += reader_.at("*", ahead) ? 1 : 2;
    if (!reader_.at_word(ahead)) return false;
    const Span type = reader_.peek().span;
    Span name = reader_.peek(ahead).span;
    if (parameters_at_ != 0) {
        if (!reader_.at(",", ahead + 1) && !reader_.at(")", ahead + 1) && !reader_.at("=", ahead + 1) &&
            !reader_.at("[", ahead + 1))
            return false;
        for (std::size_t i = 0; i <= ahead; ++i) static_cast<void>(reader_.next());
        parameter(type, name);
        return true;
    }
    Symbol symbol;
    symbol.type = reader_.text(type);
    std::size_t behind = ahead + 1;
    if (reader_.at(":", behind) && reader_.at(":", behind + 1) && reader_.at_word(behind + 2)) {
        symbol.owner = reader_.text(name); // int Box::Area()
        name = reader_.peek(behind + 2).span;
        behind += 3;
    }
    if (reader_.at("(", behind)) {
        if (block() == Block::body) return false;
        for (std::size_t i = 0; i < behind; ++i) static_cast<void>(reader_.next());
        function(symbol, head_before(name.begin));
        static_cast<void>(declare_function(std::move(symbol), name));
        return true;
    }
    if (!symbol.owner.empty()) return false;
    const bool known = reader_.peek(behind).kind == TokenKind::keyword;
    if (!known && !reader_.at("=", behind) && !reader_.at(";", behind) && !reader_.at(",", behind) &&
        !reader_.at("[", behind) && !reader_.at("}", behind))
        return false;
    for (std::size_t i = 0; i < ahead; ++i) static_cast<void>(reader_.next());
    if (!declare_variable(type, name)) return false;
    static_cast<void>(reader_.next());
    list_type_ = type;
    list_at_ = parentheses_;
    return true;
}

std::string_view CLikeReader::head_before(Offset name) const {
    return reader_.text({std::min(statement_, name), name});
}

bool CLikeReader::declare_variable(Span type, Span name) {
    Symbol symbol;
    symbol.kind = SymbolKind::variable;
    symbol.type = reader_.text(type);
    const bool first = list_type_.empty();
    symbol.declaration = first ? reader_.one_line({statement_, name.end})
                               : std::string(reader_.text(type)) + " " + std::string(reader_.text(name));
    if (block() != Block::body) symbol.documentation = reader_.comment_above(statement_);
    variable(symbol, head_before(first ? name.begin : type.end));
    static_cast<void>(declare_here(std::move(symbol), name, name.end));
    return true;
}

SymbolId CLikeReader::declare_here(Symbol symbol, Span name, Offset end) {
    Open& block = blocks_.back();
    const bool in_file = blocks_.size() == 1;
    if (symbol.owner.empty() && block.kind == Block::members)
        symbol.owner = block.owner;
    else if (symbol.owner.empty())
        symbol.scope = in_file                      ? DeclarationReader::everywhere
                       : block.kind == Block::names ? Span{block.begin, open_end}
                                                    : Span{name.end, open_end};
    if (symbol.kind == SymbolKind::variable && block.kind == Block::members)
        symbol.kind = SymbolKind::property;
    symbol.parent = block.symbol;
    const SymbolId id = reader_.declare(std::move(symbol), name, {std::min(statement_, name.begin), end});
    block.names.push_back(id);
    return id;
}

SymbolId CLikeReader::declare_in_function(Symbol symbol, Span name, Offset end) {
    std::size_t outermost = blocks_.size() - 1;
    while (outermost > 1 && blocks_[outermost - 1].symbol == blocks_.back().symbol) --outermost;
    symbol.scope = {blocks_[outermost].begin, open_end};
    symbol.parent = blocks_[outermost].symbol;
    const SymbolId id = reader_.declare(std::move(symbol), name, {name.begin, end});
    blocks_[outermost].names.push_back(id);
    return id;
}

SymbolId CLikeReader::declare_block(Symbol symbol, Span name, Block kind, std::string owner) {
    symbol.documentation = reader_.comment_above(statement_);
    symbol.declaration = reader_.one_line({statement_, name.end});
    const SymbolId id = declare_here(std::move(symbol), name, name.end);
    coming_ = {};
    coming_.kind = kind;
    coming_.symbol = id;
    coming_.owner = std::move(owner);
    is_coming_ = true;
    fresh_ = false;
    return id;
}

SymbolId CLikeReader::declare_function(Symbol symbol, Span name) {
    if (symbol.kind == SymbolKind::variable) symbol.kind = SymbolKind::function;
    symbol.callable = true;
    symbol.documentation = reader_.comment_above(statement_);
    symbol.declaration = reader_.one_line({statement_, name.end});
    const SymbolId id = declare_here(std::move(symbol), name, name.end);
    if (id != no_symbol) reader_[id].parameters.clear(); // the last one's names count
    Open head;
    head.kind = Block::body;
    head.symbol = id;
    head.begin = name.end;
    head.braces = false;
    blocks_.push_back(std::move(head));
    if (reader_.accept("(")) {
        ++parentheses_;
        parameters_at_ = parentheses_;
    }
    return id;
}

void CLikeReader::parameter(Span type, Span name) {
    // Up to the comma or parenthesis behind it, with its default value.
    Offset end = name.end;
    for (std::size_t i = 0; i < 32; ++i) {
        if (reader_.at(",", i) || reader_.at(")", i) || reader_.peek(i).span.empty()) break;
        end = reader_.peek(i).span.end;
    }
    Offset begin = type.begin;
    Symbol symbol;
    symbol.kind = SymbolKind::parameter;
    symbol.type = reader_.text(type);
    symbol.declaration = reader_.one_line({begin, end});
    symbol.scope = {name.begin, open_end};
    const SymbolId function = blocks_.back().symbol;
    symbol.parent = function;
    if (function != no_symbol) {
        Symbol& owner = reader_[function];
        owner.optional = owner.optional || symbol.declaration.contains('=');
        owner.parameters.push_back({symbol.declaration, {}});
    }
    if (blocks_.back().braces) return;
    blocks_.back().names.push_back(reader_.declare(std::move(symbol), name, {begin, end}));
}

} // namespace vellum::language
