// What a language's class reads a text's declarations with: tokens without comments, scopes that open and
// close, included texts. It takes whatever comes and remembers names; it never says that something is wrong.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "language/language.hpp"

namespace vellum::language {

/// What all texts of one analysis share.
struct ReadingState {
    Analysis& analysis;
    std::unordered_map<std::string, SymbolId> shared; ///< By owner, a NUL and name: known in the whole text.
    std::unordered_set<std::string> asked{};          ///< Names of includes.
    std::size_t bytes_left = std::size_t{16} << 20U;  ///< That includes may still bring.
    std::size_t depth = 0;                            ///< Of includes.
};

class DeclarationReader {
  public:
    static constexpr Span everywhere{0, 0xFFFFFFFF};

    DeclarationReader(const Language& language, const Input& input, std::uint32_t file, ReadingState& state,
                      const std::vector<Token>& tokens);

    [[nodiscard]] const Input& input() const noexcept { return input_; }
    [[nodiscard]] const Language& language() const noexcept { return language_; }
    [[nodiscard]] bool included() const noexcept { return file_ != 0; }

    // --- Tokens, without comments; behind the last one empty marks come. ---
    [[nodiscard]] const Token& peek(std::size_t ahead = 0) const noexcept;
    [[nodiscard]] std::string_view word(std::size_t ahead = 0) const noexcept {
        return text(peek(ahead).span);
    }
    [[nodiscard]] std::string_view text(Span span) const noexcept {
        return input_.text.substr(span.begin, span.end - span.begin);
    }
    [[nodiscard]] bool at(std::string_view what, std::size_t ahead = 0) const noexcept;
    [[nodiscard]] bool at_word(std::size_t ahead = 0) const noexcept {
        return peek(ahead).kind == TokenKind::word;
    }
    [[nodiscard]] bool at_end() const noexcept { return at_ >= tokens_.size(); }
    /// The token before, or an empty mark.
    [[nodiscard]] const Token& before() const noexcept;
    Token next() noexcept;
    bool accept(std::string_view what);
    /// Takes what is left of the line; gives its bytes.
    Span rest_of_line();

    // --- Names ---
    /// A name that holds in `symbol.scope`, or a member. One that the whole text knows is declared once; what
    /// comes again is another place of the same.
    SymbolId declare(Symbol symbol, Span name, Span all);
    [[nodiscard]] Symbol& operator[](SymbolId id) { return state_.analysis.symbols[id]; }
    [[nodiscard]] std::size_t count() const noexcept { return state_.analysis.symbols.size(); }
    /// What belongs to a symbol of this text ends here.
    void ends(SymbolId id, Offset end);
    /// A name that is used where tokens do not show it.
    void use(Span span, SymbolId id);
    /// The comment that stands directly above, without its marks.
    [[nodiscard]] std::string comment_above(Offset at) const;
    /// Blanks become one each; long texts are cut.
    [[nodiscard]] std::string one_line(Span span) const;
    /// Reads another text's declarations, once.
    void include(std::string_view name);
    /// Reads the declarations of a text that was made of the file `name`. `place` says where in that file
    /// something of the text is; an empty one leaves its names without places.
    using PlaceIn = std::function<Span(Span)>;
    void include_made(std::string_view name, std::string_view text, const PlaceIn& place);

  private:
    /// Reads a text's declarations as those of the last file.
    void read(std::string_view name, std::string_view text);

    const Language& language_;
    Input input_;
    std::uint32_t file_;
    ReadingState& state_;
    std::vector<Token> tokens_;
    std::vector<Span> comments_;
    std::size_t at_ = 0;
};

/// Declarations as in C: types in front of names, parameters in parentheses, blocks in braces. Languages add
/// what they have beside them.
class CLikeReader {
  public:
    /// A pair of braces, or the parameters and the body of a function.
    enum class Block : std::uint8_t { file, members, names, body };

    explicit CLikeReader(DeclarationReader& reader, std::span<const std::string_view> types)
        : reader_(reader), types_(types) {}
    virtual ~CLikeReader() = default;
    CLikeReader(const CLikeReader&) = delete;
    CLikeReader& operator=(const CLikeReader&) = delete;

    void run();

  protected:
    /// Reads what only this language has; false if nothing of the kind stands here.
    virtual bool special() { return false; }
    /// A variable is about to be declared; `head` is everything in front of its name.
    virtual void variable(Symbol&, std::string_view) {}
    /// A function is about to be declared.
    virtual void function(Symbol&, std::string_view) {}

    DeclarationReader& reader() noexcept { return reader_; }
    [[nodiscard]] Block block() const noexcept { return blocks_.back().kind; }
    /// What the innermost block belongs to.
    [[nodiscard]] SymbolId around() const noexcept { return blocks_.back().symbol; }
    [[nodiscard]] bool statement_begins() const noexcept { return fresh_; }
    [[nodiscard]] Offset statement_begin() const noexcept { return statement_; }
    /// What `special` has read was a line of its own.
    void line_was_read() noexcept { begins_again_ = true; }
    /// Declares something whose braces come next: its names are members (with `owner`), or hold inside.
    SymbolId declare_block(Symbol symbol, Span name, Block kind, std::string owner = {});
    /// The braces of the last declare_block were read already.
    void forget_block() noexcept { is_coming_ = false; }
    /// Declares a function whose parenthesis or brace comes next.
    SymbolId declare_function(Symbol symbol, Span name);
    /// A name in the scope that the statement stands in, or of the whole function around it.
    SymbolId declare_here(Symbol symbol, Span name, Offset end);
    SymbolId declare_in_function(Symbol symbol, Span name, Offset end);

  private:
    struct Open {
        Block kind = Block::file;
        SymbolId symbol = no_symbol;
        std::string owner;
        std::vector<SymbolId> names; ///< Their scope ends with the block.
        Offset begin = 0;
        bool braces = true; ///< Waits for a closing brace.
    };

    void open_brace();
    void close_brace();
    void close(Offset end);
    void end_statement();
    void close_parenthesis();
    bool declaration();
    bool declare_variable(Span type, Span name);
    void parameter(Span type, Span name);
    [[nodiscard]] bool is_type(std::size_t ahead) const;
    [[nodiscard]] bool may_declare() const;
    [[nodiscard]] std::string_view head_before(Offset name) const;

    DeclarationReader& reader_;
    std::span<const std::string_view> types_;
    std::vector<Open> blocks_;
    Open coming_;            ///< Opens with the next brace,
    bool is_coming_ = false; ///< if this is set.
    std::size_t parentheses_ = 0;
    std::size_t parameters_at_ = 0; ///< Depth of the parentheses of a function's head; 0: in none.
    Span list_type_{};              ///< Of `int a, b`: what stands behind the comma is declared too.
    std::size_t list_at_ = 0;
    Offset statement_ = 0;
    bool fresh_ = true, begins_again_ = false;
};

} // namespace vellum::language
