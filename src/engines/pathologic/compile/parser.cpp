// Recursive descent; see the header. This file: the text as a whole, and names.
#include <utility>

#include "engines/pathologic/compile/codes.hpp"
#include "engines/pathologic/compile/parser_state.hpp"

namespace vellum::pathologic::compile {

Parsed Parser::run() {
    if (lexer_.accept("script")) {
        heading();
    }
    declarations();
    finish();
    return std::move(parsed_);
}

TextId Parser::name(std::string_view what) {
    const Token& token = lexer_.peek();
    if (token.kind != TokenKind::name) {
        syntax("expected " + std::string(what) + " before " + shown());
        return none;
    }
    const TextId found = tree_.intern(token.text);
    if (is_keyword(found)) {
        syntax("'" + std::string(token.text) + "' is a keyword and cannot be " + std::string(what));
        return none;
    }
    lexer_.skip();
    return found;
}

const Parser::Named* Parser::find(TextId name) const {
    if (name >= bound_.size() || bound_[name] == none) return nullptr;
    return &bindings_[bound_[name]];
}

void Parser::bind(TextId name, Meaning meaning, std::uint32_t offset) {
    if (name == none) return;
    if (bound_.size() <= name) bound_.resize(name + 1, none);
    if (const Named* const known = find(name); known != nullptr && known->scope == scope_)
        add(codes::source_twice, offset, "'" + std::string(tree_.text(name)) + "' is declared twice here");
    undo_.push_back({name, bound_[name]});
    bound_[name] = static_cast<std::uint32_t>(bindings_.size());
    bindings_.push_back({meaning, scope_});
}

std::size_t Parser::open_scope() {
    ++scope_;
    return undo_.size();
}

void Parser::close_scope(std::size_t mark) {
    while (undo_.size() > mark) {
        bound_[undo_.back().name] = undo_.back().previous;
        undo_.pop_back();
    }
    --scope_;
}

std::optional<VariableType> Parser::type() {
    const auto found =
        lexer_.peek().kind == TokenKind::name ? source::type_of_word(lexer_.peek().text) : std::nullopt;
    if (found) static_cast<void>(lexer_.next());
    return found;
}

Parsed parse(Sources& sources, const FileSystem* files, Diagnostics& diagnostics) {
    return Parser(sources, files, diagnostics).run();
}

} // namespace vellum::pathologic::compile
