// The String type: immutable texts whose indices count characters, which are bytes or code points as the
// world's text mode says. Messages are the original's where they are known (docs/engines/ags.md, "Script
// API").
#include "engines/ags/natives/strings.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "engines/ags/codes.hpp"
#include "engines/ags/machine/machine.hpp"
#include "engines/ags/natives/characters.hpp"
#include "engines/ags/natives/format.hpp"
#include "engines/ags/natives/letters.hpp"

namespace vellum::ags {

namespace {

/// CompareTo alone knows the styles for locales (2 and 3), which compare as 0 and 1 here: there is no locale;
/// others count as "without case". The other functions ask only whether there is a style.
bool compares_case(Word style) noexcept { return (number_of(style) | 2U) == 3U; }
bool minds_case(Word style) noexcept { return number_of(style) != 0; }

TextMode mode_of(const BuiltinCall& call) noexcept { return call.environment.text_mode; }

bool equal(TextMode mode, std::string_view a, std::string_view b, bool sensitive) noexcept {
    return sensitive ? a == b : compare_without_case(mode, a, b) == 0;
}

/// The bytes of a script's index into a text; charges the walk.
std::size_t offset_at(BuiltinCall& call, std::string_view text, std::uint32_t index) {
    call.charge(count_work(mode_of(call)) * std::min<std::uint64_t>(text.size(), std::uint64_t{index} * 4));
    return offset_of(mode_of(call), text, index);
}

// A text with a NUL in it ends there for every function but Length and Chars, which know its size.
std::string_view whole_text(const BuiltinCall& call, std::string_view text) {
    const Pool& pool = call.environment.pool();
    const bool object =
        kind_of(call.self) == Tag::object && pool.exists(object_of(call.self)) && number_of(call.self) == 0;
    return object && pool[object_of(call.self)].holds_nul ? pool.text(object_of(call.self)) : text;
}

std::size_t characters_of(BuiltinCall& call, std::string_view text) {
    call.charge(count_work(mode_of(call)) * text.size());
    return count_characters(mode_of(call), text);
}

/// The receiver's text, and the first argument's where there is one.
bool self_text(BuiltinCall& call, std::string_view& self) { return call.text(call.self, self); }
bool two_texts(BuiltinCall& call, std::string_view& self, std::string_view& other) {
    return self_text(call, self) && call.text(call.arguments[0], other);
}

Word format(BuiltinCall& call) {
    std::string_view pattern;
    TextBuilder out(call);
    if (!call.text(call.arguments[0], pattern) || !format_text(call, pattern, call.arguments.subspan(1), out))
        return 0;
    return call.string(out.visible());
}

Word is_null_or_empty(BuiltinCall& call) {
    std::string_view text;
    if (is_null(call.arguments[0])) return 1;
    return call.text(call.arguments[0], text) ? integer_word(text.empty()) : 0;
}

/// This text with another behind it.
Word joined(BuiltinCall& call, std::string_view self, std::string_view other) {
    Pool& pool = call.environment.pool();
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
    const std::string extra = encoded(mode_of(call), number_of(call.arguments[0]));
    return extra[0] == '\0' ? call.string(self) : joined(call, self, extra);
}

Word compare_to(BuiltinCall& call) {
    std::string_view self;
    std::string_view other;
    if (!two_texts(call, self, other)) return 0;
    call.charge(compare_work(mode_of(call)) * std::min(self.size(), other.size()));
    const bool sensitive = call.arguments.size() > 1 && compares_case(call.arguments[1]);
    return integer_word(sensitive ? compare_texts(self, other, same_letter)
                                  : compare_without_case(mode_of(call), self, other));
}

/// A finder whose copies count for the budget while it lives.
class CountedFinder {
  public:
    CountedFinder(BuiltinCall& call, Matching matching, std::string_view text, std::string_view wanted)
        : pool_(call.environment.pool()), memory_(Finder::memory(mode_of(call), matching, text, wanted)) {
        call.charge(search_work(mode_of(call)) * (text.size() + wanted.size()));
        if (!pool_.charge(memory_)) {
            memory_ = 0;
            call.fail(codes::out_of_memory, "searching needs more memory than the budget allows");
        } else
            finder_.emplace(mode_of(call), matching, text, wanted);
    }
    CountedFinder(const CountedFinder&) = delete;
    CountedFinder& operator=(const CountedFinder&) = delete;
    ~CountedFinder() { pool_.uncharge(memory_); }

    [[nodiscard]] bool next() { return finder_ && finder_->next(); }
    Finder* operator->() { return &*finder_; }

  private:
    Pool& pool_;
    std::uint64_t memory_;
    std::optional<Finder> finder_;
};

Word find(BuiltinCall& call) {
    std::string_view self;
    std::string_view other;
    return two_texts(call, self, other) ? index_of(call, self, other) : 0;
}

Word copy(BuiltinCall& call) {
    std::string_view self;
    return self_text(call, self) ? call.string(self) : 0;
}

Word starts_with(BuiltinCall& call) {
    std::string_view self;
    std::string_view other;
    if (!two_texts(call, self, other)) return 0;
    const TextMode mode = mode_of(call);
    call.charge((compare_work(mode) + count_work(mode)) * other.size());
    if (minds_case(call.arguments[1])) return integer_word(self.starts_with(other));
    const std::size_t begin = offset_of(mode, self, count_characters(mode, other));
    return integer_word(equal(mode, self.substr(0, begin), other, false));
}

Word ends_with(BuiltinCall& call) {
    std::string_view self;
    std::string_view other;
    if (!two_texts(call, self, other)) return 0;
    if (other.size() > self.size()) return 0; // as many bytes are compared, in both modes
    call.charge(compare_work(mode_of(call)) * other.size());
    return integer_word(
        equal(mode_of(call), self.substr(self.size() - other.size()), other, minds_case(call.arguments[1])));
}

template <Letters letters> Word change_case(BuiltinCall& call) {
    std::string_view self;
    if (!self_text(call, self)) return 0;
    const TextMode mode = mode_of(call);
    call.charge(compare_work(mode) * self.size());
    char* bytes = nullptr;
    const Word made = call.text_of(size_with(mode, letters, self), bytes);
    if (bytes != nullptr) write_with(mode, letters, self, bytes);
    return made;
}

Word replace(BuiltinCall& call) {
    std::string_view self;
    std::string_view wanted;
    std::string_view with;
    if (!two_texts(call, self, wanted) || !call.text(call.arguments[1], with)) return 0;
    if (wanted.empty()) return call.self;
    const Matching matching = minds_case(call.arguments[2]) ? Matching::exact : Matching::without_case;
    CountedFinder found(call, matching, self, wanted);
    call.charge(search_work(TextMode::bytes) * self.size()); // once to count, once to replace
    std::uint64_t length = self.size();
    bool any = false;
    for (; found.next(); any = true) length += with.size() - (found->end() - found->begin());
    if (!any) return call.code == nullptr ? call.self : 0;
    constexpr std::uint64_t longest = 1U << 28U;
    if (length >= longest) return call.fail(codes::api_error, "String.Replace: the text is too long");
    char* bytes = nullptr;
    const Word made = call.text_of(length, bytes);
    if (bytes == nullptr) return 0;
    std::size_t from = 0;
    for (found->rewind(); found.next(); from = found->end()) {
        bytes += self.copy(bytes, found->begin() - from, from);
        bytes += with.copy(bytes, with.size());
    }
    self.copy(bytes, self.size() - from, from);
    return made;
}

Word replace_char_at(BuiltinCall& call) {
    std::string_view self;
    if (!self_text(call, self)) return 0;
    const TextMode mode = mode_of(call);
    const std::int32_t index = signed_of(call.arguments[0]);
    const std::size_t at = index < 0 ? self.size() : offset_at(call, self, number_of(call.arguments[0]));
    const std::size_t behind = offset_of(mode, self.substr(at), 1) + at;
    if (behind == at)
        return call.fail(codes::api_error, "String.ReplaceCharAt: index outside range of string");
    const std::string character = encoded(mode, number_of(call.arguments[1]));
    char* bytes = nullptr;
    const Word made = call.text_of(self.size() - (behind - at) + character.size(), bytes);
    if (bytes == nullptr) return 0;
    bytes += self.copy(bytes, at);
    bytes += character.copy(bytes, character.size());
    self.copy(bytes, self.size() - behind, behind);
    call.environment.pool()[object_of(made)].holds_nul = character[0] == '\0'; // the length stays
    return made;
}

Word substring(BuiltinCall& call) {
    std::string_view self;
    if (!self_text(call, self)) return 0;
    const std::int32_t index = signed_of(call.arguments[0]);
    const std::int32_t length = signed_of(call.arguments[1]);
    if (length < 0) return call.fail(codes::api_error, "String.Substring: invalid length");
    const std::size_t begin = index < 0 ? 0 : offset_at(call, self, number_of(call.arguments[0]));
    // Where the text is shorter than that, its end comes early.
    const bool beyond =
        begin == self.size() && index > 0 && static_cast<std::size_t>(index) > characters_of(call, self);
    if (index < 0 || beyond) return call.fail(codes::api_error, "String.Substring: invalid index");
    self.remove_prefix(begin);
    return call.string(self.substr(0, offset_at(call, self, number_of(call.arguments[1]))));
}

Word truncate(BuiltinCall& call) {
    std::string_view self;
    if (!self_text(call, self)) return 0;
    const std::int32_t length = signed_of(call.arguments[0]);
    if (length < 0) return call.fail(codes::api_error, "String.Truncate: invalid length");
    const std::size_t end = offset_at(call, self, number_of(call.arguments[0]));
    if (end == self.size()) return call.self;
    return call.string(self.substr(0, end));
}

Word as_float(BuiltinCall& call) {
    std::string_view self;
    return self_text(call, self)
               ? real_word(static_cast<float>(std::strtod(number_at(call, self).c_str(), nullptr)))
               : 0;
}

Word as_int(BuiltinCall& call) {
    std::string_view self;
    return self_text(call, self) ? integer_word(static_cast<std::int32_t>(
                                       std::strtoll(number_at(call, self).c_str(), nullptr, 10)))
                                 : 0;
}

Word chars(BuiltinCall& call) {
    std::string_view self;
    if (!self_text(call, self)) return 0;
    self = whole_text(call, self);
    return integer_word(code_at(mode_of(call), self, offset_at(call, self, number_of(call.arguments[0]))));
}

Word length(BuiltinCall& call) {
    std::string_view self;
    return self_text(call, self)
               ? integer_word(static_cast<std::uint32_t>(characters_of(call, whole_text(call, self))))
               : 0;
}

constexpr BuiltinEntry string_entries[] = {
    {"String::Format", 101, format},
    {"String::IsNullOrEmpty", 1, is_null_or_empty},
    {"String::Append", 1, append},
    {"String::AppendChar", 1, append_char},
    {"String::CompareTo", 2, compare_to},
    {"String::CompareTo", 1, compare_to},
    {"String::Contains", 1, find},
    {"String::Copy", 0, copy},
    {"String::EndsWith", 2, ends_with},
    {"String::IndexOf", 1, find},
    {"String::LowerCase", 0, change_case<Letters::lower>},
    {"String::Replace", 3, replace},
    {"String::ReplaceCharAt", 2, replace_char_at},
    {"String::StartsWith", 2, starts_with},
    {"String::Substring", 2, substring},
    {"String::Truncate", 1, truncate},
    {"String::UpperCase", 0, change_case<Letters::upper>},
    {"String::get_AsFloat", 0, as_float},
    {"String::get_AsInt", 0, as_int},
    {"String::geti_Chars", 1, chars},
    {"String::get_Length", 0, length},
};

} // namespace

Word index_of(BuiltinCall& call, std::string_view text, std::string_view wanted) {
    CountedFinder found(call, Matching::without_case, text, wanted);
    if (!found.next()) return integer_word(-1);
    return integer_word(
        static_cast<std::uint32_t>(count_characters(mode_of(call), text.substr(0, found->begin()))));
}

std::span<const BuiltinEntry> string_builtins() noexcept { return string_entries; }

} // namespace vellum::ags
