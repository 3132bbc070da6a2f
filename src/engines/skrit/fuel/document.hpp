// The tree of a .gas file: blocks with headers, attributes in order, values as text that is converted when
// somebody asks (docs/engines/skrit.md, ".gas files and the naming key"). Plain data; the reader makes it,
// stores put several together.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::skrit {

/// How a value was written.
enum class FuelQuoting : std::uint8_t {
    plain,  ///< up to the semicolon, trimmed
    quoted, ///< "text"
    raw     ///< [[ text ]]: skrits and long formulas
};

/// `i key = value;`
struct FuelAttribute {
    std::string key; ///< One name; colons of the source made blocks of the parts before it.
    char type = 0;   ///< b, i, f, x, p, q or v if a type letter stands in front, else 0.
    FuelQuoting quoting = FuelQuoting::plain;
    std::string text;                   ///< Without quotes or brackets.
    std::uint32_t line = 0, column = 0; ///< Where the text begins, from 1.
    std::uint32_t key_line = 0, key_column = 0;

    /// Conversions; nothing if the text is none of that kind.
    [[nodiscard]] std::optional<bool> boolean() const;
    [[nodiscard]] std::optional<std::int32_t> integer() const;
    [[nodiscard]] std::optional<float> real() const;
    /// All numbers of a list divided by commas or blanks; nothing if one is none. At most 16.
    [[nodiscard]] std::optional<std::vector<float>> reals() const;
};

/// `[t:template,n:name] { … }`. Names are found without regard to case and may repeat.
struct FuelBlock {
    std::string name;                                 ///< "*" for anonymous entries.
    std::string type;                                 ///< Behind `t:`; may be empty.
    std::vector<std::string> flags;                   ///< Bare words before the name: "dev".
    std::uint32_t line = 0, column = 0;               ///< Of the header; 0 for folders and implied blocks.
    std::string file;                                 ///< Only in blocks right below a document's root.
    std::vector<FuelAttribute> attributes;            ///< In order of the source.
    std::vector<std::unique_ptr<FuelBlock>> children; ///< In order of the source.

    /// The first attribute of that name, or null.
    [[nodiscard]] const FuelAttribute* attribute(std::string_view key) const;
    /// The first block of that name, or null.
    [[nodiscard]] const FuelBlock* child(std::string_view wanted) const;
    /// The block behind `a:b:c`, or null: where names repeat, every one is tried in order.
    [[nodiscard]] const FuelBlock* find(std::string_view path) const;
    /// The attribute behind `a:b:key`, or null.
    [[nodiscard]] const FuelAttribute* value(std::string_view path) const;
    [[nodiscard]] bool get(std::string_view path, bool otherwise) const;
    [[nodiscard]] std::int32_t get(std::string_view path, std::int32_t otherwise) const;
    [[nodiscard]] float get(std::string_view path, float otherwise) const;
    [[nodiscard]] std::string_view get(std::string_view path, std::string_view otherwise) const;
};

} // namespace vellum::skrit
