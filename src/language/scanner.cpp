#include "language/scanner.hpp"

#include <algorithm>
#include <string>
#include <unordered_set>

#include "base/ascii.hpp"

namespace vellum::language {

namespace {

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
bool is_letter(char c) noexcept {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}

class Scanner {
  public:
    Scanner(std::string_view text, const Lexicon& lexicon) : text_(text), lexicon_(lexicon) {
        for (const std::string_view word : lexicon.keywords)
            keywords_.insert(lexicon.ignore_case ? lower_case(word) : std::string(word));
    }

    std::vector<Token> run() {
        tokens_.reserve(text_.size() / 5 + 16);
        while (at_ < text_.size()) one();
        return std::move(tokens_);
    }

  private:
    [[nodiscard]] char look(std::size_t ahead = 0) const noexcept {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    [[nodiscard]] bool here(std::string_view what) const noexcept {
        return !what.empty() && text_.substr(at_).starts_with(what);
    }
    [[nodiscard]] bool begins_word(char c) const noexcept {
        return is_letter(c) || lexicon_.word_begins.contains(c);
    }
    [[nodiscard]] bool in_word() const noexcept {
        const char c = look();
        return is_letter(c) || is_digit(c) || (c != '\0' && lexicon_.word_goes_on.contains(c)) ||
               (lexicon_.scopes && c == ':' && look(1) == ':' && (is_letter(look(2)) || is_digit(look(2))));
    }
    void add(TokenKind kind, std::size_t begin) {
        tokens_.push_back({{static_cast<Offset>(begin), static_cast<Offset>(at_)}, kind});
    }

    void one() {
        const std::size_t begin = at_;
        const char c = text_[at_];
        if (c == '\n' || c == '\r') {
            ++at_;
            if (lexicon_.lines) add(TokenKind::line_end, begin);
        } else if (c == ' ' || c == '\t' || c == '\f' || c == '\v') {
            ++at_;
        } else if (here(lexicon_.line_comment)) {
            at_ = std::min(text_.find_first_of("\r\n", at_), text_.size());
            add(TokenKind::comment, begin);
        } else if (here(lexicon_.block_begin)) {
            const std::size_t end = text_.find(lexicon_.block_end, at_ + lexicon_.block_begin.size());
            at_ = end == std::string_view::npos ? text_.size() : end + lexicon_.block_end.size();
            add(TokenKind::comment, begin);
        } else if (is_digit(c) || (c == '.' && is_digit(look(1)))) {
            while (is_digit(look()) || is_letter(look()) || (look() == '.' && is_digit(look(1)))) ++at_;
            add(TokenKind::number, begin);
        } else if (begins_word(c)) {
            ++at_;
            while (in_word()) at_ += look() == ':' ? 2 : 1;
            add(is_keyword(begin) ? TokenKind::keyword : TokenKind::word, begin);
        } else if (lexicon_.quotes.contains(c)) {
            quoted(c);
            add(TokenKind::text, begin);
        } else {
            ++at_;
            add(TokenKind::mark, begin);
        }
    }

    bool is_keyword(std::size_t begin) {
        const std::string_view word = text_.substr(begin, at_ - begin);
        constexpr std::size_t longest = 32;
        if (word.size() > longest) return false;
        scratch_.assign(word);
        if (lexicon_.ignore_case) scratch_ = lower_case(word);
        return keywords_.contains(scratch_);
    }

    /// To the same quote again, at most to the end of the line: what is not closed there is being typed.
    void quoted(char quote) {
        for (++at_; at_ < text_.size() && text_[at_] != '\n' && text_[at_] != '\r'; ++at_) {
            if (text_[at_] == '\\' && lexicon_.escapes && at_ + 1 < text_.size() && text_[at_ + 1] != '\n' &&
                text_[at_ + 1] != '\r')
                ++at_;
            else if (text_[at_] == quote) {
                ++at_;
                return;
            }
        }
    }

    std::string_view text_;
    const Lexicon& lexicon_;
    std::unordered_set<std::string> keywords_;
    std::string scratch_;
    std::vector<Token> tokens_;
    std::size_t at_ = 0;
};

} // namespace

std::vector<Token> scan(std::string_view text, const Lexicon& lexicon) {
    return Scanner(text, lexicon).run();
}

} // namespace vellum::language
