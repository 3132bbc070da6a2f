// From declarations to uses: one pass over the tokens that knows what each name means where it stands, and of
// what class the value in front of a dot is. Linear in the text, whatever stands there.
#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/ascii.hpp"
#include "language/language.hpp"
#include "language/reader.hpp"

namespace vellum::language {

namespace {

class Resolver {
  public:
    Resolver(const Language& language, std::string_view text, Analysis& analysis)
        : language_(language), text_(text), analysis_(analysis), catalogue_(language.catalogue()) {
        order_.reserve(analysis.symbols.size());
        for (SymbolId id = 0; id < analysis.symbols.size(); ++id) {
            const Symbol& symbol = analysis.symbols[id];
            if (!symbol.owner.empty()) members_.emplace(key(symbol.owner, symbol.name), id);
            if (!symbol.owner.empty()) by_name_[catalogue_.key(symbol.name)].push_back(id);
            if (symbol.owner.empty() && !symbol.scope.empty()) order_.push_back(id);
            for (const Declared& place : symbol.places)
                if (place.file == 0) declared_.emplace(place.name.begin, id);
            if (symbol.callable)
                for (const Declared& place : symbol.places)
                    if (place.file == 0 && !symbol.owner.empty()) methods_.emplace_back(place.all, id);
        }
        std::ranges::sort(order_, {},
                          [&](SymbolId id) { return std::pair(analysis_.symbols[id].scope.begin, id); });
        std::ranges::sort(methods_, {}, [](const auto& one) { return one.first.begin; });
    }

    void run() {
        for (at_ = 0; at_ < analysis_.tokens.size(); ++at_) {
            const Token& token = analysis_.tokens[at_];
            if (token.kind == TokenKind::comment) continue;
            if (token.kind == TokenKind::line_end) {
                value_.clear();
                open_.clear();
                continue;
            }
            if (!open_.empty() && !is(token, ")") && !is(token, ",")) open_.back().something = true;
            switch (token.kind) {
            case TokenKind::word: name(token); break;
            case TokenKind::keyword: keyword(token); break;
            case TokenKind::text: text(token); break;
            case TokenKind::mark: mark(token); break;
            default: value_.clear();
            }
            last_ = at_;
        }
        std::ranges::sort(analysis_.uses, {},
                          [](const Use& use) { return std::pair(use.span.begin, use.symbol); });
        folds();
    }

  private:
    struct Open {
        std::size_t use = none; ///< Whose arguments these are.
        std::string value;      ///< What stands before.
        std::size_t commas = 0;
        bool something = false;
    };
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    [[nodiscard]] std::string_view word(const Token& token) const noexcept {
        return text_.substr(token.span.begin, token.span.end - token.span.begin);
    }
    [[nodiscard]] bool is(const Token& token, std::string_view what) const noexcept {
        return token.kind == TokenKind::mark && word(token) == what;
    }
    [[nodiscard]] std::string key(std::string_view owner, std::string_view name) const {
        return catalogue_.key(owner) + '\0' + catalogue_.key(name);
    }
    /// The bytes behind a token, without blanks.
    [[nodiscard]] std::string_view behind(const Token& token) const noexcept {
        const std::size_t from = std::min(text_.find_first_not_of(" \t", token.span.end), text_.size());
        return text_.substr(from, 3);
    }
    [[nodiscard]] bool written(const Token& token) const noexcept {
        const std::string_view next = behind(token);
        if (next.starts_with("++") || next.starts_with("--")) return true;
        if (next.starts_with('=')) return !next.starts_with("==");
        return next.size() > 1 && next[1] == '=' && std::string_view("+-*/%&|^").contains(next[0]);
    }

    /// What the names mean whose scope has begun by now.
    void advance(Offset at) {
        while (next_ < order_.size() && analysis_.symbols[order_[next_]].scope.begin <= at) {
            const SymbolId id = order_[next_++];
            const Symbol& symbol = analysis_.symbols[id];
            (symbol.kind == SymbolKind::state ? states_ : meanings_)[catalogue_.key(symbol.name)].push_back(
                id);
        }
    }
    using Meanings = std::unordered_map<std::string, std::vector<SymbolId>>;
    [[nodiscard]] SymbolId meaning(std::string_view name, Offset at) { return meaning(meanings_, name, at); }
    [[nodiscard]] SymbolId meaning(Meanings& meanings, std::string_view name, Offset at) {
        advance(at);
        const auto found = meanings.find(catalogue_.key(name));
        if (found == meanings.end()) return no_symbol;
        std::vector<SymbolId>& stack = found->second;
        while (!stack.empty() && analysis_.symbols[stack.back()].scope.end <= at) stack.pop_back();
        return stack.empty() ? no_symbol : stack.back();
    }
    [[nodiscard]] SymbolId offered(std::string_view owner, std::string_view name) const {
        const std::vector<SymbolId> found = catalogue_.find(owner, name);
        return found.empty() ? no_symbol : found.front() + shift();
    }
    [[nodiscard]] SymbolId shift() const noexcept { return static_cast<SymbolId>(analysis_.symbols.size()); }
    [[nodiscard]] SymbolId member(std::string_view owner, std::string_view name) const {
        if (owner.empty()) { // whatever it is: perhaps only one thing has such a member
            const auto found = by_name_.find(catalogue_.key(name));
            return found != by_name_.end() && found->second.size() == 1 ? found->second.front() : no_symbol;
        }
        if (const auto found = members_.find(key(owner, name)); found != members_.end()) return found->second;
        for (const std::string& base : catalogue_.with_bases(owner))
            if (const auto found = members_.find(key(base, name)); found != members_.end())
                return found->second;
        return offered(owner, name);
    }

    void use(const Token& token, SymbolId id, bool declares) {
        Use made{.span = token.span, .symbol = id, .declares = declares};
        made.calls = !declares && behind(token).starts_with('(');
        made.writes = written(token);
        analysis_.uses.push_back(made);
        value_ = analysis_.symbol(id).type;
        named_ = analysis_.uses.size() - 1;
        named_at_ = at_;
    }

    void name(const Token& token) {
        const std::string before = std::exchange(value_, {});
        const std::string_view written_name = word(token);
        if (const auto found = declared_.find(token.span.begin); found != declared_.end())
            return use(token, found->second, true);
        SymbolId id = no_symbol;
        if (names_state(token)) id = meaning(states_, written_name, token.span.begin);
        if (id != no_symbol) return use(token, id, false);
        if (dot_ != none && dot_ == last_)
            id = member(before, written_name);
        else {
            id = meaning(written_name, token.span.begin);
            if (id == no_symbol) id = offered({}, written_name);
        }
        if (id != no_symbol) use(token, id, false);
    }

    /// Control goes to a state, or comes from one.
    [[nodiscard]] bool names_state(const Token& token) const noexcept {
        if (behind(token).starts_with("->")) return true;
        if (last_ == none) return false;
        const Token& before = analysis_.tokens[last_];
        return (before.kind == TokenKind::keyword && same_name(word(before), "setstate")) ||
               (is(before, ">") && before.span.begin != 0 && text_[before.span.begin - 1] == '-');
    }

    void keyword(const Token& token) {
        value_.clear();
        const std::string_view written_name = word(token);
        if (const auto found = declared_.find(token.span.begin); found != declared_.end())
            return use(token, found->second, true);
        if (const SymbolId id = meaning(written_name, token.span.begin); id != no_symbol)
            return use(token, id, false);
        std::string inside;
        const auto after = std::ranges::upper_bound(methods_, token.span.begin, {},
                                                    [](const auto& one) { return one.first.begin; });
        if (after != methods_.begin() && token.span.begin < (after - 1)->first.end)
            inside = analysis_.symbols[(after - 1)->second].owner;
        value_ = language_.owner_of_word(written_name, inside);
        if (const SymbolId id = offered({}, written_name); id != no_symbol) {
            const std::string kept = value_;
            use(token, id, false);
            if (!kept.empty()) value_ = kept;
        }
    }

    /// A text may be a name that a listing declares.
    void text(const Token& token) {
        value_.clear();
        if (!language_.lexicon().lines) return;
        if (const auto found = declared_.find(token.span.begin); found != declared_.end())
            return use(token, found->second, true);
        if (const SymbolId id = meaning(word(token), token.span.begin); id != no_symbol)
            use(token, id, false);
    }

    void mark(const Token& token) {
        const std::string_view text = word(token);
        if (text == "(" || text == "[") {
            Open open;
            if (text == "(" && named_ != none && named_at_ == last_) open.use = named_;
            open.value = std::exchange(value_, {});
            if (open_.size() < 1000) open_.push_back(std::move(open));
        } else if ((text == ")" || text == "]") && !open_.empty()) {
            const Open open = std::move(open_.back());
            open_.pop_back();
            value_ = open.value;
            if (open.use != none)
                choose(analysis_.uses[open.use], open.commas + (open.something || open.commas != 0 ? 1 : 0));
        } else if (text == ",") {
            value_.clear();
            if (!open_.empty()) ++open_.back().commas;
        } else if (text == "." || (text == ">" && last_is("-"))) {
            dot_ = at_;
            if (text == ">") value_ = std::exchange(arrow_, {});
            analysis_.owners.emplace_back(token.span.end, value_);
            return;
        } else if (text == ":" && last_is(":")) {
            dot_ = at_;
            value_ = std::exchange(arrow_, {});
        } else {
            if (text == "-" || text == ":")
                arrow_ = named_ != none && named_at_ == last_ && text == ":"
                             ? analysis_.symbol(analysis_.uses[named_].symbol).name
                             : value_;
            value_.clear();
            if (text == ";" || text == "{" || text == "}") open_.clear();
        }
    }
    [[nodiscard]] bool last_is(std::string_view what) const noexcept {
        return at_ != 0 && is(analysis_.tokens[at_ - 1], what) &&
               analysis_.tokens[at_ - 1].span.end == analysis_.tokens[at_].span.begin;
    }

    /// The overload that takes so many arguments.
    void choose(Use& use, std::size_t arguments) {
        if (use.symbol >= shift()) {
            const Symbol& first = analysis_.symbol(use.symbol);
            for (const SymbolId id : catalogue_.find(first.owner, first.name)) {
                const Symbol& one = catalogue_.symbols()[id];
                if (one.callable && (one.parameters.size() == arguments ||
                                     ((one.more || one.optional) && arguments >= one.parameters.size()))) {
                    use.symbol = id + shift();
                    break;
                }
            }
        }
        value_ = analysis_.symbol(use.symbol).type;
    }

    /// Braces and comments over several lines.
    void folds() {
        std::vector<Offset> braces;
        Span comments;
        for (const Token& token : analysis_.tokens) {
            if (token.kind == TokenKind::comment) {
                const bool joined = !comments.empty() && is_blank_line(comments.end, token.span.begin);
                if (!joined) add_fold(comments);
                comments = joined ? Span{comments.begin, token.span.end} : token.span;
                continue;
            }
            if (token.kind == TokenKind::line_end) continue;
            add_fold(std::exchange(comments, Span{}));
            if (is(token, "{")) braces.push_back(token.span.begin);
            if (is(token, "}") && !braces.empty()) {
                add_fold({braces.back(), token.span.end});
                braces.pop_back();
            }
        }
        add_fold(comments);
        for (const Symbol& symbol : analysis_.symbols)
            if (symbol.kind == SymbolKind::label || symbol.kind == SymbolKind::directive)
                for (const Declared& place : symbol.places)
                    if (place.file == 0) add_fold(place.all);
    }
    [[nodiscard]] bool is_blank_line(Offset from, Offset to) const noexcept {
        const std::string_view between = text_.substr(from, to - from);
        return std::ranges::count(between, '\n') <= 1 &&
               between.find_first_not_of(" \t\r\n") == std::string_view::npos;
    }
    void add_fold(Span span) {
        if (text_.substr(span.begin, span.end - span.begin).contains('\n')) analysis_.folds.push_back(span);
    }

    const Language& language_;
    std::string_view text_;
    Analysis& analysis_;
    const Catalogue& catalogue_;
    std::vector<SymbolId> order_;
    std::size_t next_ = 0;
    Meanings meanings_, states_; ///< What is not over yet, the innermost last.
    std::unordered_map<std::string, std::vector<SymbolId>> by_name_;
    std::unordered_map<std::string, SymbolId> members_;
    std::unordered_map<Offset, SymbolId> declared_;
    std::vector<std::pair<Span, SymbolId>> methods_;
    std::vector<Open> open_;
    std::string value_, arrow_;
    std::size_t at_ = 0, last_ = none, dot_ = none, named_ = none, named_at_ = none;
};

} // namespace

Result<std::string> Language::format(const Input& input, Diagnostics&) const {
    return std::string(input.text);
}

Analysis analyse(const Language& language, const Input& input) {
    Analysis analysis;
    analysis.catalogue = &language.catalogue();
    analysis.files.emplace_back(input.name);
    analysis.tokens = scan(input.text, language.lexicon());
    ReadingState state{analysis, {}};
    DeclarationReader reader(language, input, 0, state, analysis.tokens);
    language.declarations(reader);
    Resolver(language, input.text, analysis).run();
    return analysis;
}

} // namespace vellum::language
