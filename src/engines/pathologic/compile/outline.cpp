// Outside of bodies there are only declarations that end with `;`, tasks and heads of functions.
#include "engines/pathologic/compile/outline.hpp"

#include <string>

#include "engines/pathologic/compile/compile.hpp"
#include "engines/pathologic/compile/lexer.hpp"

namespace vellum::pathologic::compile {

namespace {

class Outliner {
  public:
    explicit Outliner(std::string_view text) : sources_(text), lexer_(sources_, 0, dialect, ignored_) {}

    std::vector<SourceFunction> run() {
        while (lexer_.peek().kind != TokenKind::end) declaration({});
        return std::move(found_);
    }

  private:
    /// Up to a `;` or behind a body; `task`: the one around it.
    void declaration(std::string_view task) {
        const std::size_t begin = lexer_.peek().offset;
        bool is_task = false;
        std::string_view name;
        for (;;) {
            const Token token = lexer_.next();
            if (token.kind == TokenKind::end || token.is(";") || token.is("}")) return;
            if (token.is("(")) return function(task, name, begin);
            if (token.is("{")) {
                if (!is_task) return body();
                while (lexer_.peek().kind != TokenKind::end && !lexer_.peek().is("}")) declaration(name);
                static_cast<void>(lexer_.accept("}"));
                return;
            }
            is_task = is_task || (token.is("task") && task.empty());
            if (token.kind == TokenKind::name) name = token.text;
        }
    }

    void function(std::string_view task, std::string_view name, std::size_t begin) {
        while (lexer_.peek().kind != TokenKind::end && !lexer_.peek().is("{") && !lexer_.peek().is(";"))
            if (lexer_.next().is("asm") && lexer_.peek().is("{")) {
                static_cast<void>(lexer_.next());
                std::uint32_t offset = 0;
                static_cast<void>(lexer_.raw_block(offset));
                return found(task, name, begin);
            }
        if (!lexer_.accept("{")) return;
        body();
        found(task, name, begin);
    }

    void body() {
        for (std::size_t depth = 1; depth != 0 && lexer_.peek().kind != TokenKind::end;) {
            const Token token = lexer_.next();
            if (token.is("{")) ++depth;
            if (token.is("}")) --depth;
        }
    }

    void found(std::string_view task, std::string_view name, std::size_t begin) {
        std::string full(task);
        if (!task.empty()) full += '.';
        full += name;
        found_.push_back({std::move(full), begin, lexer_.behind()});
    }

    Diagnostics ignored_;
    Sources sources_;
    Lexer lexer_;
    std::vector<SourceFunction> found_;
};

} // namespace

std::vector<SourceFunction> outline(std::string_view text) {
    if (text.starts_with(listing_mark)) return {};
    return Outliner(text).run();
}

} // namespace vellum::pathologic::compile
