// The String type: immutable byte texts, indices count bytes (8-bit text mode). Messages are the engine's
// where the reference has them (docs/engines/ags.md "Script API").
#include <algorithm>
#include <cstdlib>

#include "engines/ags/api/format.hpp"
#include "engines/ags/api/letters.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/machine/context.hpp"

namespace vellum::ags {

namespace {

/// CompareTo alone knows the styles for locales (2 and 3), which change nothing in 8-bit texts; others count
/// as "without case". The other functions ask only whether there is a style.
bool compares_case(Word style) noexcept { return (number_of(style) | 2U) == 3U; }
bool minds_case(Word style) noexcept { return number_of(style) != 0; }

bool equal(std::string_view a, std::string_view b, bool sensitive) noexcept {
    return a.size() == b.size() && (sensitive ? a == b : compare_texts(a, b, lower_letter) == 0);
}

// A text with a NUL in it ends there for every function but Length and Chars, which know its size.
std::string_view whole_text(const BuiltinCall& call, std::string_view text) {
    const Pool& pool = call.world.pool();
    const bool object =
        kind_of(call.self) == Tag::object && pool.exists(object_of(call.self)) && number_of(call.self) == 0;
    return object && pool[object_of(call.self)].holds_nul ? pool.text(object_of(call.self)) : text;
}

/// The receiver's text, and the first argument's where there is one.
bool self_text(BuiltinCall& call, std::string_view& self) { return call.text(call.self, self); }
bool two_texts(BuiltinCall& call, std::string_view& self, std::string_view& other) {
    return self_text(call, self) && call.text(call.arguments[0], other);
}

Word format(BuiltinCall& call) {
    std::string_view pattern;
    std::string out;
    if (!call.text(call.arguments[0], pattern) || !format_text(call, pattern, call.arguments.subspan(1), out))
        return 0;
    return call.string(out.substr(0, out.find('\0'))); // %c may have made one
}

Word is_null_or_empty(BuiltinCall& call) {
    std::string_view text;
    if (is_null(call.arguments[0])) return 1;
    return call.text(call.arguments[0], text) ? integer_word(text.empty()) : 0;
}

/// This text with another behind it.
Word joined(BuiltinCall& call, std::string_view self, std::string_view other) {
    Pool& pool = call.world.pool();
    const bool object = kind_of(call.self) == Tag::object && number_of(call.self) == 0 &&
                        pool[object_of(call.self)].kind == ObjectKind::string &&
                        !pool[object_of(call.self)].holds_nul;
    if (object) { // mostly the text grows where it stands, and only the new part is written
        call.charge(other.size() +
                    (pool.grows_in_place(object_of(call.self), other.size()) ? 0 : self.size()) +
                    BuiltinCall::object_work);
        if (const std::uint32_t handle = pool.append_string(object_of(call.self), other); handle != 0)
            return address_word(Tag::object, handle);
    }
    char* bytes = nullptr;
    const Word made = call.text_of(self.size() + other.size(), bytes);
    if (bytes == nullptr) return 0;
    self.copy(bytes, self.size());
    other.copy(bytes + self.size(), other.size());
    return made;
}

Word append(BuiltinCall& call) {
    std::string_view self;
    std::string_view other;
    return two_texts(call, self, other) ? joined(call, self, other) : 0;
}

Word append_char(BuiltinCall& call) {
    std::string_view self;
    if (!self_text(call, self)) return 0;
    const char extra = static_cast<char>(number_of(call.arguments[0]));
    return extra == '\0' ? call.string(self) : joined(call, self, {&extra, 1});
}

Word compare_to(BuiltinCall& call) {
    std::string_view self;
    std::string_view other;
    if (!two_texts(call, self, other)) return 0;
    call.charge(compare_work * std::min(self.size(), other.size()));
    const bool sensitive = call.arguments.size() > 1 && compares_case(call.arguments[1]);
    return integer_word(sensitive ? compare_texts(self, other, same_letter)
                                  : compare_texts(self, other, lower_letter));
}

Word find(BuiltinCall& call) {
    std::string_view self;
    std::string_view other;
    if (!two_texts(call, self, other)) return 0;
    call.charge(search_work * (self.size() + other.size()));
    return integer_word(index_of(self, other));
}

Word copy(BuiltinCall& call) {
    std::string_view self;
    return self_text(call, self) ? call.string(self) : 0;
}

Word starts_with(BuiltinCall& call) {
    std::string_view self;
    std::string_view other;
    if (!two_texts(call, self, other)) return 0;
    call.charge(compare_work * other.size());
    return integer_word(equal(self.substr(0, other.size()), other, minds_case(call.arguments[1])));
}

Word ends_with(BuiltinCall& call) {
    std::string_view self;
    std::string_view other;
    if (!two_texts(call, self, other)) return 0;
    if (other.size() > self.size()) return 0;
    call.charge(compare_work * other.size());
    return integer_word(equal(self.substr(self.size() - other.size()), other, minds_case(call.arguments[1])));
}

template <char (*Change)(char) noexcept> Word change_case(BuiltinCall& call) {
    std::string_view self;
    if (!self_text(call, self)) return 0;
    call.charge(compare_work * self.size());
    char* bytes = nullptr;
    const Word made = call.text_of(self.size(), bytes);
    if (bytes != nullptr) std::transform(self.begin(), self.end(), bytes, Change);
    return made;
}

Word replace(BuiltinCall& call) {
    std::string_view self;
    std::string_view wanted;
    std::string_view with;
    if (!two_texts(call, self, wanted) || !call.text(call.arguments[1], with)) return 0;
    const bool sensitive = minds_case(call.arguments[2]);
    const auto next = [&](std::size_t from) {
        return sensitive ? find_text(self, wanted, same_letter, from)
                         : find_text(self, wanted, lower_letter, from);
    };
    call.charge(2 * search_work * (self.size() + wanted.size())); // once to count, once to replace
    const std::size_t first = wanted.empty() ? std::string_view::npos : next(0);
    if (first == std::string_view::npos) return call.self;
    std::uint64_t count = 0;
    for (std::size_t at = first; at != std::string_view::npos; at = next(at + wanted.size())) ++count;
    constexpr std::uint64_t longest = 1U << 28U;
    const std::uint64_t length = self.size() - count * wanted.size() + count * with.size();
    if (length >= longest) return call.fail(codes::api_error, "String.Replace: the text is too long");
    char* bytes = nullptr;
    const Word made = call.text_of(length, bytes);
    if (bytes == nullptr) return 0;
    std::size_t from = 0;
    for (std::size_t at = first; at != std::string_view::npos; at = next(from)) {
        bytes += self.copy(bytes, at - from, from);
        bytes += with.copy(bytes, with.size());
        from = at + wanted.size();
    }
    self.copy(bytes, self.size() - from, from);
    return made;
}

Word replace_char_at(BuiltinCall& call) {
    std::string_view self;
    if (!self_text(call, self)) return 0;
    const std::int32_t index = signed_of(call.arguments[0]);
    if (index < 0 || static_cast<std::size_t>(index) >= self.size())
        return call.fail(codes::api_error, "String.ReplaceCharAt: index outside range of string");
    const char c = static_cast<char>(number_of(call.arguments[1]));
    char* bytes = nullptr;
    const Word made = call.text_of(self.size(), bytes);
    if (bytes == nullptr) return 0;
    self.copy(bytes, self.size());
    bytes[index] = c;
    call.world.pool()[object_of(made)].holds_nul = c == '\0'; // the length stays
    return made;
}

Word substring(BuiltinCall& call) {
    std::string_view self;
    if (!self_text(call, self)) return 0;
    const std::int32_t index = signed_of(call.arguments[0]);
    const std::int32_t length = signed_of(call.arguments[1]);
    if (length < 0) return call.fail(codes::api_error, "String.Substring: invalid length");
    if (index < 0 || static_cast<std::size_t>(index) > self.size())
        return call.fail(codes::api_error, "String.Substring: invalid index");
    return call.string(self.substr(static_cast<std::size_t>(index), static_cast<std::size_t>(length)));
}

Word truncate(BuiltinCall& call) {
    std::string_view self;
    if (!self_text(call, self)) return 0;
    const std::int32_t length = signed_of(call.arguments[0]);
    if (length < 0) return call.fail(codes::api_error, "String.Truncate: invalid length");
    if (static_cast<std::size_t>(length) >= self.size()) return call.self;
    return call.string(self.substr(0, static_cast<std::size_t>(length)));
}

Word as_float(BuiltinCall& call) {
    std::string_view self;
    return self_text(call, self) ? real_word(static_cast<float>(std::atof(number_at(call, self).c_str())))
                                 : 0;
}

Word as_int(BuiltinCall& call) {
    std::string_view self;
    return self_text(call, self) ? integer_word(static_cast<std::int32_t>(
                                       std::strtol(number_at(call, self).c_str(), nullptr, 10)))
                                 : 0;
}

Word chars(BuiltinCall& call) {
    std::string_view self;
    if (!self_text(call, self)) return 0;
    self = whole_text(call, self);
    const std::uint32_t index = number_of(call.arguments[0]);
    return index < self.size() ? integer_word(std::int32_t{static_cast<signed char>(self[index])}) : 0;
}

Word length(BuiltinCall& call) {
    std::string_view self;
    return self_text(call, self) ? integer_word(static_cast<std::uint32_t>(whole_text(call, self).size()))
                                 : 0;
}

constexpr BuiltinEntry entries[] = {
    {"String::Format", 101, format, "A text from a pattern with placeholders."},
    {"String::IsNullOrEmpty", 1, is_null_or_empty, "True for null and the empty text."},
    {"String::Append", 1, append, "This text with another behind it."},
    {"String::AppendChar", 1, append_char, "This text with one more character."},
    {"String::CompareTo", 2, compare_to, "Below, at or above 0: order of two texts; style 1 minds case."},
    {"String::CompareTo", 1, compare_to, "Order of two texts without case."},
    {"String::Contains", 1, find, "As IndexOf."},
    {"String::Copy", 0, copy, "A new object with the same text."},
    {"String::EndsWith", 2, ends_with, "True if the text ends so; style 1 minds case."},
    {"String::IndexOf", 1, find, "Where the other text begins in this one, without case; -1 if nowhere."},
    {"String::LowerCase", 0, change_case<lower_letter>, "The text in small letters."},
    {"String::Replace", 3, replace,
     "The text with every occurrence replaced; the same object if there is none."},
    {"String::ReplaceCharAt", 2, replace_char_at, "The text with one character replaced."},
    {"String::StartsWith", 2, starts_with, "True if the text begins so; style 1 minds case."},
    {"String::Substring", 2, substring, "A part of the text."},
    {"String::Truncate", 1, truncate, "The text cut to that length."},
    {"String::UpperCase", 0, change_case<upper_letter>, "The text in capital letters."},
    {"String::get_AsFloat", 0, as_float, "The number at the start of the text."},
    {"String::get_AsInt", 0, as_int, "The number at the start of the text."},
    {"String::geti_Chars", 1, chars, "A character's code, signed; 0 outside of the text."},
    {"String::get_Length", 0, length, "Number of characters."},
};

} // namespace

std::span<const BuiltinEntry> string_builtins() noexcept { return entries; }

} // namespace vellum::ags
