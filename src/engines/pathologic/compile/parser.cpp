// Recursive descent; see the header. This file: the text as a whole, mistakes and names.
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

void Parser::add(const DiagnosticCode& code, std::uint32_t offset, std::string message, std::string hint) {
    diagnostics_.add(code, std::move(message), sources_.place(offset), std::move(hint));
}

/// Told once until something is read again.
void Parser::syntax(std::string message, std::string hint) {
    if (recovering_) return;
    recovering_ = true;
    const Token& token = lexer_.peek();
    if (token.kind == TokenKind::end) message += "; the text ends";
    add(codes::source_syntax, token.offset, std::move(message), std::move(hint));
}

bool Parser::expect(std::string_view text) {
    if (lexer_.accept(text)) {
        recovering_ = false;
        return true;
    }
    if (!recovering_ && text == ";") {
        recovering_ = true;
        add(codes::source_syntax, lexer_.behind(), "';' is missing");
        return false;
    }
    syntax("'" + std::string(text) + "' is missing in front of " + shown());
    return false;
}

std::string Parser::shown() const {
    const Token& token = lexer_.peek();
    if (token.kind == TokenKind::end) return "the end";
    return "'" + std::string(token.text.substr(0, 40)) + "'";
}

/// Goes behind the statement that could not be read.
void Parser::skip_statement() {
    std::uint32_t depth = 0;
    while (lexer_.peek().kind != TokenKind::end) {
        if (depth == 0 && lexer_.peek().is("}")) break;
        if (lexer_.peek().is("{")) ++depth;
        if (lexer_.peek().is("}") && --depth == 0) {
            static_cast<void>(lexer_.next());
            break;
        }
        const bool end = depth == 0 && lexer_.peek().is(";");
        static_cast<void>(lexer_.next());
        if (end) break;
    }
    recovering_ = false;
}

TextId Parser::name(std::string_view what) {
    const Token& token = lexer_.peek();
    if (token.kind != TokenKind::name || source::is_keyword(token.text)) {
        if (token.kind == TokenKind::name)
            syntax("'" + std::string(token.text) + "' is a word of the language and cannot be " +
                   std::string(what));
        else
            syntax(std::string(what) + " is missing in front of " + shown());
        return none;
    }
    return tree_.intern(lexer_.next().text);
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
