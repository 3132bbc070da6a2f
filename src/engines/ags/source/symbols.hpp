// Every word, sign and literal of a compilation as a number, and what the number means so far. Numbers are
// given in the order in which spellings are first seen; code that releases variables goes in that order, so
// nothing here may be numbered in another. Relies on nothing of the compiler.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::ags::source {

/// What a symbol is. Up to `member` it may stand in an expression; what follows ends one.
enum class Kind : std::uint8_t {
    undefined,
    global,
    local,
    function,
    operation,
    open_bracket,
    close_bracket,
    integer,
    real,
    text,
    dot,
    open_parenthesis,
    close_parenthesis,
    constant,
    new_,
    null,
    member,
    ends_expression,
    type = ends_expression, ///< Though "T.name" and "new T" may stand in one.
    forward,                ///< A struct that was only announced.
    assign,
    semicolon,
    comma,
    open_brace,
    close_brace,
    compound,
    step,
    if_,
    else_,
    while_,
    for_,
    break_,
    continue_,
    do_,
    switch_,
    case_,
    default_,
    ellipsis,
    struct_,
    import,
    export_,
    return_,
    readonly,
    scope,
    colon,
    attribute,
    enum_,
    managed,
    extends,
    static_,
    protected_,
    writeprotected,
    const_,
    internalstring,
    autoptr,
    noloopcheck,
    builtin,
};

/// True of what may be part of an expression.
[[nodiscard]] constexpr bool in_expression(Kind kind) noexcept { return kind < Kind::ends_expression; }

using SymbolId = std::uint32_t;
inline constexpr SymbolId no_symbol = 0;

/// Numbers of the words in words.def that the compiler asks for by name.
namespace word {
inline constexpr SymbolId int_ = 1, char_ = 2, short_ = 4, string = 5, void_ = 6, float_ = 7;
inline constexpr SymbolId star_assign = 17, increment = 24, negate = 26, star = 27, assign = 8, minus = 31;
inline constexpr SymbolId equal = 37, not_equal = 38, logical_and = 43, logical_or = 44, null = 71;
inline constexpr SymbolId try_import = 62, last = 80;
} // namespace word

/// A type: the symbol that names it and how it is used.
struct Type {
    SymbolId symbol : 28 = no_symbol;
    SymbolId pointer : 1 = 0;
    SymbolId constant : 1 = 0;
    SymbolId array : 1 = 0; ///< A dynamic array of it.

    friend bool operator==(const Type&, const Type&) = default;
    [[nodiscard]] Type element() const noexcept { return {symbol, pointer, constant, 0}; }
    [[nodiscard]] Type without_const() const noexcept { return {symbol, pointer, 0, array}; }
    [[nodiscard]] bool handle() const noexcept { return pointer != 0 || array != 0; }
    [[nodiscard]] bool is(SymbolId plain) const noexcept { return symbol == plain && !handle(); }
};
static_assert(sizeof(Type) == 4);

/// Marks of a symbol.
enum Flag : std::uint32_t {
    is_imported = 1U << 0,
    is_accessed = 1U << 1,
    is_array = 1U << 2, ///< Of a fixed length.
    is_struct = 1U << 3,
    is_managed = 1U << 4,
    is_builtin = 1U << 5,
    is_autoptr = 1U << 6,
    is_readonly = 1U << 7,
    is_static = 1U << 8,
    is_protected = 1U << 9,
    is_writeprotected = 1U << 10,
    is_property = 1U << 11,
    is_parameter = 1U << 12,
    is_this = 1U << 13,
    has_arrays = 1U << 14, ///< A struct with dynamic arrays in it.
    is_method = 1U << 15,
    is_failed = 1U << 16, ///< A mistake with this name was told already.
    is_try = 1U << 17,    ///< An import that another may replace.
    is_level_operator = 1U << 18,
    is_placed = 1U << 19, ///< A text of a table.
};

/// A symbol.
struct Symbol {
    std::string_view name; ///< Members behind a dot begin with it; texts have their quotes.
    Kind kind = Kind::undefined;
    std::uint8_t level = 0; ///< Of an operator.
    std::uint32_t flags = 0;
    Type type;                 ///< Of a variable, member, constant or result.
    std::int32_t size = 0;     ///< Of a type or of one element, in bytes.
    std::int32_t offset = 0;   ///< Address, number of the import, value of a constant, place of a text.
    std::int32_t length = 0;   ///< Of a fixed array.
    SymbolId owner = 0;        ///< The struct of a member; the base of a struct.
    std::uint32_t details = 0; ///< Index of a function, a struct's members or a property's accessors.

    [[nodiscard]] bool has(Flag flag) const noexcept { return (flags & flag) != 0; }
};

/// All symbols.
class Symbols {
  public:
    /// Without `newest_words` those of editor 3.4.0 and later, such as "switch", are ordinary names.
    explicit Symbols(bool newest_words = true);
    Symbols(const Symbols& other);
    Symbols& operator=(const Symbols&) = delete;
    Symbols(Symbols&&) = delete;
    Symbols& operator=(Symbols&&) = delete;
    ~Symbols() = default;

    /// The number of a spelling, made if it is new.
    SymbolId add(std::string_view name);
    /// The number of a spelling, or no_symbol.
    [[nodiscard]] SymbolId find(std::string_view name) const noexcept;
    /// "Struct::name"; `member` may begin with its dot.
    [[nodiscard]] SymbolId find_member(SymbolId owner, std::string_view member);
    SymbolId add_member(SymbolId owner, std::string_view member);

    /// References stay true while symbols are added.
    [[nodiscard]] Symbol& operator[](SymbolId id) noexcept { return pages_[id / page][id % page]; }
    [[nodiscard]] const Symbol& operator[](SymbolId id) const noexcept {
        return pages_[id / page][id % page];
    }
    [[nodiscard]] std::size_t size() const noexcept { return count_; }
    /// "const string", "int[]", "M*": a type as messages call it.
    [[nodiscard]] std::string type_name(Type type) const;

  private:
    [[nodiscard]] std::size_t slot(std::string_view name, std::uint32_t hash) const noexcept;
    std::string_view keep(std::string_view text);
    void grow();
    std::string_view joined(SymbolId owner, std::string_view member);

    struct Slot {
        std::uint32_t hash = 0;
        SymbolId id = no_symbol;
    };
    static constexpr std::size_t page = 512;
    Symbol& append();
    std::vector<std::unique_ptr<Symbol[]>> pages_;
    std::size_t count_ = 0;
    std::vector<Slot> slots_;
    std::deque<std::shared_ptr<char[]>> blocks_; ///< Copies share them; each goes on in blocks of its own.
    std::size_t block_left_ = 0;
    char* block_next_ = nullptr;
    std::string buffer_;
};

} // namespace vellum::ags::source
