// What is known of a file, a program or an archive, for people and as numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace vellum {

/// One line of `vellum info`: a name and a value, as text and, where it is one, as a number.
struct Fact {
    Fact(std::string what, std::string text) : name(std::move(what)), value(std::move(text)) {} ///< A text.
    /// A number; `unit` stands behind it in the text.
    Fact(std::string what, std::uint64_t count, std::string_view unit = {})
        : name(std::move(what)), value(std::to_string(count)), number(count) {
        if (!unit.empty()) value.append(1, ' ').append(unit);
    }
    /// Yes or no, as a number 1 or 0.
    static Fact yes_or_no(std::string what, bool yes) {
        Fact fact(std::move(what), yes ? "yes" : "no");
        fact.number = yes ? 1 : 0;
        return fact;
    }

    std::string name;                    ///< What it says: "functions".
    std::string value;                   ///< "12", "64 bytes", "yes".
    std::optional<std::uint64_t> number; ///< 12, 64, 1; nothing for what is no number.
};

} // namespace vellum
