// The String type: immutable byte texts, indices count bytes (8-bit text mode). Messages are the engine's
// where the reference has them (docs/engines/ags.md "Script API").
#include <cstdlib>
#include <cstring>

#include "engines/ags/api/format.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/machine/context.hpp"

namespace vellum::ags {

namespace {

char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }
char upper(char c) noexcept { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; }
bool is_sensitive(Word style) noexcept { return (number_of(style) & 1U) != 0; }

int compare(std::string_view a, std::string_view b, bool sensitive) noexcept {
    const std::size_t common = a.size() < b.size() ? a.size() : b.size();
    for (std::size_t i = 0; i < common; ++i) {
        const auto left = static_cast<unsigned char>(sensitive ? a[i] : lower(a[i]));
        const auto right = static_cast<unsigned char>(sensitive ? b[i] : lower(b[i]));
        if (left != right) return left < right ? -1 : 1;
    }
    if (a.size() == b.size()) return 0;
    return a.size() < b.size() ? -1 : 1;
}

std::size_t find(std::string_view text, std::string_view wanted, bool sensitive,
                 std::size_t from = 0) noexcept {
    if (sensitive) return text.find(wanted, from);
    for (; from + wanted.size() <= text.size(); ++from)
        if (compare(text.substr(from, wanted.size()), wanted, false) == 0) return from;
    return std::string_view::npos;
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
    return call.string(out);
}

Word is_null_or_empty(BuiltinCall& call) {
    std::string_view text;
    if (is_null(call.arguments[0])) return 1;
    return call.text(call.arguments[0], text) ? integer_word(text.empty()) : 0;
}

Word append(BuiltinCall& call) {
    std::string_view self;
    std::string_view other;
    if (!two_texts(call, self, other)) return 0;
    Pool& pool = call.world.pool();
    const bool object =
        kind_of(call.self) == Tag::object && pool[object_of(call.self)].kind == ObjectKind::string;
    if (!object) return call.string(std::string(self).append(other));
    const std::uint32_t handle = pool.append_string(object_of(call.self), other);
    return handle != 0 ? address_word(Tag::object, handle) : call.string(std::string(self).append(other));
}

Word append_char(BuiltinCall& call) {
    std::string_view self;
    if (!self_text(call, self)) return 0;
    const char extra = static_cast<char>(number_of(call.arguments[0]));
    if (extra == '\0') return call.string(self);
    return call.string(std::string(self) + extra);
}

Word compare_to(BuiltinCall& call) {
    std::string_view self;
    std::string_view other;
    if (!two_texts(call, self, other)) return 0;
    return integer_word(compare(self, other, call.arguments.size() > 1 && is_sensitive(call.arguments[1])));
}

Word index_of(BuiltinCall& call) {
    std::string_view self;
    std::string_view other;
    if (!two_texts(call, self, other)) return 0;
    return integer_word(static_cast<std::int32_t>(find(self, other, false)));
}

Word copy(BuiltinCall& call) {
    std::string_view self;
    return self_text(call, self) ? call.string(std::string(self)) : 0;
}

Word starts_with(BuiltinCall& call) {
    std::string_view self;
    std::string_view other;
    if (!two_texts(call, self, other)) return 0;
    return integer_word(compare(self.substr(0, other.size()), other, is_sensitive(call.arguments[1])) == 0);
}

Word ends_with(BuiltinCall& call) {
    std::string_view self;
    std::string_view other;
    if (!two_texts(call, self, other)) return 0;
    if (other.size() > self.size()) return 0;
    return integer_word(
        compare(self.substr(self.size() - other.size()), other, is_sensitive(call.arguments[1])) == 0);
}

template <char (*Change)(char) noexcept> Word change_case(BuiltinCall& call) {
    std::string_view self;
    if (!self_text(call, self)) return 0;
    std::string text(self);
    for (char& c : text) c = Change(c);
    return call.string(text);
}

Word replace(BuiltinCall& call) {
    std::string_view self;
    std::string_view wanted;
    std::string_view with;
    if (!two_texts(call, self, wanted) || !call.text(call.arguments[1], with)) return 0;
    const bool sensitive = is_sensitive(call.arguments[2]);
    std::size_t at = wanted.empty() ? std::string_view::npos : find(self, wanted, sensitive);
    if (at == std::string_view::npos) return call.self;
    std::string text;
    std::size_t from = 0;
    constexpr std::size_t longest = 1U << 28U;
    for (; at != std::string_view::npos && text.size() < longest; at = find(self, wanted, sensitive, from)) {
        text.append(self.substr(from, at - from)).append(with);
        from = at + wanted.size();
    }
    if (text.size() >= longest) return call.fail(codes::api_error, "String.Replace: the text is too long");
    return call.string(text.append(self.substr(from)));
}

Word replace_char_at(BuiltinCall& call) {
    std::string_view self;
    if (!self_text(call, self)) return 0;
    const std::int32_t index = signed_of(call.arguments[0]);
    if (index < 0 || static_cast<std::size_t>(index) >= self.size())
        return call.fail(codes::api_error, "String.ReplaceCharAt: index outside range of string");
    std::string text(self);
    text[static_cast<std::size_t>(index)] = static_cast<char>(number_of(call.arguments[1]));
    return call.string(text.substr(0, text.find('\0')));
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
    return self_text(call, self) ? real_word(static_cast<float>(std::atof(std::string(self).c_str()))) : 0;
}

Word as_int(BuiltinCall& call) {
    std::string_view self;
    return self_text(call, self)
               ? integer_word(static_cast<std::int32_t>(std::strtol(std::string(self).c_str(), nullptr, 10)))
               : 0;
}

Word chars(BuiltinCall& call) {
    std::string_view self;
    if (!self_text(call, self)) return 0;
    const std::uint32_t index = number_of(call.arguments[0]);
    return index < self.size()
               ? integer_word(static_cast<std::uint32_t>(static_cast<unsigned char>(self[index])))
               : 0;
}

Word length(BuiltinCall& call) {
    std::string_view self;
    return self_text(call, self) ? integer_word(static_cast<std::uint32_t>(self.size())) : 0;
}

constexpr BuiltinEntry entries[] = {
    {"String::Format", 101, format, "A text from a pattern with placeholders."},
    {"String::IsNullOrEmpty", 1, is_null_or_empty, "True for null and the empty text."},
    {"String::Append", 1, append, "This text with another behind it."},
    {"String::AppendChar", 1, append_char, "This text with one more character."},
    {"String::CompareTo", 2, compare_to, "-1, 0 or 1: order of two texts; style 1 minds case."},
    {"String::CompareTo", 1, compare_to, "Order of two texts without case."},
    {"String::Contains", 1, index_of, "As IndexOf."},
    {"String::Copy", 0, copy, "A new object with the same text."},
    {"String::EndsWith", 2, ends_with, "True if the text ends so; style 1 minds case."},
    {"String::IndexOf", 1, index_of, "Where the other text begins in this one, without case; -1 if nowhere."},
    {"String::LowerCase", 0, change_case<lower>, "The text in small letters."},
    {"String::Replace", 3, replace,
     "The text with every occurrence replaced; the same object if there is none."},
    {"String::ReplaceCharAt", 2, replace_char_at, "The text with one character replaced."},
    {"String::StartsWith", 2, starts_with, "True if the text begins so; style 1 minds case."},
    {"String::Substring", 2, substring, "A part of the text."},
    {"String::Truncate", 1, truncate, "The text cut to that length."},
    {"String::UpperCase", 0, change_case<upper>, "The text in capital letters."},
    {"String::get_AsFloat", 0, as_float, "The number at the start of the text."},
    {"String::get_AsInt", 0, as_int, "The number at the start of the text."},
    {"String::geti_Chars", 1, chars, "A character's code; 0 outside of the text."},
    {"String::get_Length", 0, length, "Number of characters."},
};

} // namespace

std::span<const BuiltinEntry> string_builtins() noexcept { return entries; }

} // namespace vellum::ags
