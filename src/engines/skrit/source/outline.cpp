// Works on the words of the text alone. Includes are not opened: what they hold stands elsewhere.
#include "engines/skrit/source/outline.hpp"

#include <string>

#include "engines/skrit/source/lexer.hpp"

namespace vellum::skrit {

namespace {

class Outline {
  public:
    explicit Outline(std::string_view text) {
        if (!sources_.add("source", std::string(text))) return;
        Diagnostics unused;
        const std::string defines[] = {"game", "dev"};
        static_cast<void>(Lexer({sources_, list_, unused, defines, nullptr, false, true}).run());
    }

    std::vector<SourceFunction> run() {
        while (at_ + 1 < list_.tokens.size())
            if (is(Tok::close_brace)) {
                state_.clear();
                ++at_;
            } else
                declaration();
        return std::move(found_);
    }

  private:
    [[nodiscard]] const Token& peek() const { return list_.tokens[at_]; }
    [[nodiscard]] bool is(Tok kind) const { return peek().kind == kind; }
    [[nodiscard]] bool is_word(Symbol word) const { return is(Tok::keyword) && peek().value == word; }
    [[nodiscard]] std::string name_here() const {
        const Token& token = peek();
        std::string name(std::string_view(sources_.file(0).text).substr(token.position, token.length));
        return name.substr(0, name.find('$')) + "$";
    }

    /// A body of instructions, which no brace of the grammar opens: a value's is part of its declaration.
    [[nodiscard]] bool at_assembly(bool transition, std::size_t round) const {
        return is(Tok::assembly) && round == 0 &&
               (transition || at_ == 0 || list_.tokens[at_ - 1].kind != Tok::assign);
    }

    void declaration() {
        const std::size_t begin = peek().position;
        std::size_t round = 0; // open parentheses
        const bool state = is_word(word::state) || is_word(word::startup),
                   transition = is_word(word::transition);
        bool member = !state; // of a state that has no braces
        std::string names[2]; // the state's and the function's
        for (; at_ + 1 < list_.tokens.size(); ++at_) {
            if (is(Tok::semicolon)) {
                ++at_;
                return;
            }
            if (is(Tok::close_brace)) return;
            if (is(Tok::open_paren)) ++round;
            if (is(Tok::close_paren) && round != 0) --round;
            if (is(Tok::open_brace) || at_assembly(transition, round)) break;
            if (is_word(word::event) || is_word(word::trigger) || is_word(word::at)) member = true;
            if (!is(Tok::user)) continue;
            std::string& name = names[state && !names[0].empty() ? 1 : state ? 0 : 1];
            if (name.empty()) name = name_here();
        }
        if (state && !member) {
            state_ = names[0];
            ++at_;
            return;
        }
        const std::size_t end = body();
        if (transition || names[1].empty()) return;
        const std::string& owner = state ? names[0] : state_;
        found_.push_back({owner.empty() ? names[1] : owner + "." + names[1], begin, end});
    }

    /// Behind the braces that open here.
    std::size_t body() {
        std::size_t open = 0, end = peek().position;
        while (at_ + 1 < list_.tokens.size()) {
            if (is(Tok::open_brace)) ++open;
            if (is(Tok::close_brace)) --open;
            end = peek().position + peek().length;
            ++at_;
            if (open == 0) break;
        }
        return end;
    }

    SourceMap sources_;
    TokenList list_;
    std::size_t at_ = 0;
    std::string state_; ///< Whose body is open.
    std::vector<SourceFunction> found_;
};

} // namespace

std::vector<SourceFunction> source_outline(std::string_view text) { return Outline(text).run(); }

} // namespace vellum::skrit
