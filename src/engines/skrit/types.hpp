// The types of Skrit: what a variable or a host value may be, which store keeps it and which letter the
// p-code uses for it on the expression stack (docs/engines/skrit.md, "Types", "P-code"). Relies on nothing;
// every other part of the engine includes it.
#pragma once

#include <cstdint>
#include <string_view>

namespace vellum::skrit {

/// Sort of a type. The last five also have a name: an enumeration or a class of the host.
enum class TypeKind : std::uint8_t {
    none,        ///< void
    boolean,     ///< 0 or 1
    integer,     ///< 32-bit two's complement
    real,        ///< IEEE single
    string,      ///< immutable bytes
    enumeration, ///< int with a name set
    pointer,     ///< non-owning reference to a host object; 0 is null
    managed,     ///< reference-counted handle to a host object; 0 is null
    identifier,  ///< 32-bit id with methods; 0 is the default
    value        ///< reference to a temporary structure of the host; 0 is null
};

/// Kinds that exist during compilation only.
inline constexpr auto kind_error = static_cast<TypeKind>(100);
inline constexpr auto kind_null = static_cast<TypeKind>(101);

/// "void", "bool", "int", "float", "string", "enum", "pointer", "managed", "identifier", "value".
[[nodiscard]] std::string_view to_string(TypeKind kind) noexcept;

inline constexpr std::uint32_t no_index = 0xFFFFFFFF;

/// A type by number: `index` selects the enumeration or class of the named kinds in the exports.
struct ExportType {
    TypeKind kind = TypeKind::none;
    std::uint32_t index = no_index;
    friend bool operator==(const ExportType&, const ExportType&) = default;
};

/// Which of the three stores holds a variable.
enum class Store : std::uint8_t {
    general, ///< LOADVAR, STOREVAR: ints, floats, identifiers, pointers
    text,    ///< LOADSTR, STORESTR
    handle   ///< LOADHDL, STOREHDL
};

[[nodiscard]] constexpr Store store_of(TypeKind kind) noexcept {
    if (kind == TypeKind::string) return Store::text;
    if (kind == TypeKind::managed) return Store::handle;
    return Store::general;
}

/// What one cell of the expression stack holds. The letters are the ones of the opcode names; bool, int,
/// enumerations and identifiers are all `integer` here.
enum class Cell : char {
    none = '-',
    integer = 'I',
    real = 'F',
    wide = 'D',    ///< a double, made by FLTTODBL for variable arguments only
    string = 'S',  ///< a string object
    text = 'C',    ///< text that may not be changed: a constant or the content of a string object
    handle = 'H',  ///< a managed handle
    pointer = 'P', ///< a host object, the skrit object, the machine or the owner
    word = 'W',    ///< a constant of 32 bits: an integer or a float, as its reader wants
    zero = '0',    ///< the constant 0: a word that may also be the null pointer or the null handle
    unusable = '!' ///< two ways to an instruction disagree; reading it is refused
};

/// The cell a value of that type takes on the stack. `none` gives Cell::none.
[[nodiscard]] constexpr Cell cell_of(TypeKind kind) noexcept {
    switch (kind) {
    case TypeKind::none: return Cell::none;
    case TypeKind::real: return Cell::real;
    case TypeKind::string: return Cell::string;
    case TypeKind::managed: return Cell::handle;
    case TypeKind::pointer:
    case TypeKind::value: return Cell::pointer;
    default: return Cell::integer;
    }
}

/// True for bool, int, enumerations: what conditions, `!` and the bit operators take.
[[nodiscard]] constexpr bool is_integral(TypeKind kind) noexcept {
    return kind == TypeKind::boolean || kind == TypeKind::integer || kind == TypeKind::enumeration;
}
/// True for those and float: what is calculated with.
[[nodiscard]] constexpr bool is_number(TypeKind kind) noexcept {
    return is_integral(kind) || kind == TypeKind::real;
}
/// True for the kinds whose values may be null.
[[nodiscard]] constexpr bool is_reference(TypeKind kind) noexcept {
    return kind == TypeKind::pointer || kind == TypeKind::managed || kind == TypeKind::value;
}
/// True for the kinds that carry the name of a host class or enumeration.
[[nodiscard]] constexpr bool is_named(TypeKind kind) noexcept { return kind >= TypeKind::enumeration; }

} // namespace vellum::skrit
