// Reading and giving of inline answers; see the header.
#include "runner/inline_host.hpp"

#include "base/lexer.hpp"
#include "runtime/value_text.hpp"

namespace vellum::cases {

bool InlineHost::read_answer(LineLexer& lexer, Answer& answer) {
    const Token& token = lexer.peek();
    if (token.is(TokenKind::identifier) && token.text == "wait") {
        answer.kind = Answer::Kind::wait;
        static_cast<void>(lexer.next());
        return true;
    }
    if (token.is(TokenKind::identifier) && token.text == "fail") {
        answer.kind = Answer::Kind::fail;
        static_cast<void>(lexer.next());
        const auto text = lexer.expect(TokenKind::string, "the reason");
        if (text) answer.error = text->value;
        return text.has_value();
    }
    if (!token.is('[') && !read_plain(lexer, answer.result)) return false;
    if (!lexer.accept('[')) return true;
    while (!lexer.accept(']')) {
        if (lexer.peek().is(TokenKind::identifier) && lexer.peek().text == "_") {
            static_cast<void>(lexer.next());
            answer.arguments.emplace_back();
        } else {
            Value value;
            if (!read_plain(lexer, value)) return false;
            answer.arguments.emplace_back(std::move(value));
        }
        if (lexer.accept(']')) break;
        if (!lexer.expect(',')) return false;
    }
    return true;
}

void InlineHost::add(std::string_view line, Diagnostics& diagnostics) {
    LineLexer lexer(line, diagnostics);
    while (!lexer.peek().ends_line()) {
        const Token name = lexer.next();
        if (!name.is(TokenKind::identifier) && !name.is(TokenKind::string))
            return lexer.error(name, "expected the name of a native", "write name=answer,answer");
        if (!lexer.expect('=')) return;
        Script& script = scripts_[name.is(TokenKind::string) ? name.value : std::string(name.text)];
        do {
            if (!read_answer(lexer, script.answers.emplace_back())) return;
        } while (lexer.accept(','));
    }
}

Native InlineHost::resolve(const NativeKey& key) {
    auto found = scripts_.end();
    if (!key.owner.empty()) found = scripts_.find(std::string(key.owner) + "." + std::string(key.name));
    if (found == scripts_.end()) found = scripts_.find(key.name);
    if (found == scripts_.end()) return {};
    return {&invoke, &found->second};
}

void InlineHost::invoke(void* self, Call& call) {
    auto& script = *static_cast<Script*>(self);
    const Answer& answer = script.answers[script.next];
    if (script.next + 1 < script.answers.size()) ++script.next;
    switch (answer.kind) {
    case Answer::Kind::wait: return call.suspend();
    case Answer::Kind::fail: return call.fail(answer.error);
    case Answer::Kind::value: break;
    }
    call.result = answer.result;
    for (std::size_t i = 0; i < answer.arguments.size(); ++i) {
        if (!answer.arguments[i]) continue;
        if (i >= call.size()) return call.fail("the case answers with more arguments than the call has");
        call[i] = *answer.arguments[i];
    }
}

} // namespace vellum::cases
