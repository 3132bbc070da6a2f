// The text functions from before there were Strings: they write into buffers of 200 bytes and know bytes
// only, whatever mode the game's texts have. Relies on the machine's memory spans, so a buffer that is
// shorter than that is never overrun.
#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "engines/ags/codes.hpp"
#include "engines/ags/machine/machine.hpp"
#include "engines/ags/natives/characters.hpp"
#include "engines/ags/natives/format.hpp"
#include "engines/ags/natives/letters.hpp"
#include "engines/ags/natives/strings.hpp"

namespace vellum::ags {

namespace {

constexpr std::size_t buffer_size = 200;

/// Everything behind the address that may be written.
std::span<std::byte> writable(BuiltinCall& call, Word word) {
    const std::span<std::byte> bytes = kind_of(word) == Tag::stack
                                           ? call.environment.current->stack_memory(word)
                                           : call.environment.writable(word);
    if (bytes.empty())
        call.fail(is_null(word) ? codes::null_pointer : codes::memory_access,
                  is_null(word) ? "Null pointer referenced" : "a text cannot be written there");
    return bytes;
}

std::span<std::byte> buffer(BuiltinCall& call, Word word) {
    const std::span<std::byte> bytes = writable(call, word);
    return bytes.first(std::min(bytes.size(), buffer_size));
}

/// Writes a text, which may be a part of the target, at some place of it; cut where the buffer ends.
Word put(std::span<std::byte> target, std::string_view text, std::size_t at = 0) {
    if (at >= target.size()) return 0;
    const std::size_t length = std::min(text.size(), target.size() - at - 1);
    if (length != 0) std::memmove(target.data() + at, text.data(), length); // an empty text may be at null
    target[at + length] = std::byte{0};
    return 0;
}

/// The first two arguments as texts.
bool two(BuiltinCall& call, std::string_view& a, std::string_view& b) {
    return call.text(call.arguments[0], a) && call.text(call.arguments[1], b);
}

Word copy(BuiltinCall& call) {
    std::string_view from;
    return call.text(call.arguments[1], from) ? put(buffer(call, call.arguments[0]), from) : 0;
}

Word concatenate(BuiltinCall& call) {
    std::string_view target;
    std::string_view more;
    if (!two(call, target, more)) return 0;
    return put(buffer(call, call.arguments[0]), more, target.size());
}

template <char (*Fold)(char) noexcept> Word compare(BuiltinCall& call) {
    std::string_view a;
    std::string_view b;
    if (!two(call, a, b)) return 0;
    call.charge(compare_work(TextMode::bytes) * std::min(a.size(), b.size()));
    return integer_word(compare_texts(a, b, Fold));
}

Word contains(BuiltinCall& call) {
    std::string_view text;
    std::string_view wanted;
    return two(call, text, wanted) ? index_of(call, text, wanted) : 0;
}

Word format(BuiltinCall& call) {
    std::string_view pattern;
    TextBuilder out(call);
    if (!call.text(call.arguments[1], pattern) || !format_text(call, pattern, call.arguments.subspan(2), out))
        return 0;
    return put(buffer(call, call.arguments[0]), out.visible());
}

Word get_char(BuiltinCall& call) {
    std::string_view text;
    if (!call.text(call.arguments[0], text)) return 0;
    const std::uint32_t index = number_of(call.arguments[1]);
    return index < text.size() ? integer_word(std::int32_t{static_cast<signed char>(text[index])}) : 0;
}

Word set_char(BuiltinCall& call) {
    std::string_view text;
    if (!call.text(call.arguments[0], text)) return 0;
    const std::span<std::byte> bytes = writable(call, call.arguments[0]);
    if (bytes.empty()) return 0;
    const std::uint32_t index = number_of(call.arguments[1]);
    if (index > text.size() || index >= buffer_size || index >= bytes.size())
        return call.fail(codes::api_error, "StrSetCharAt: tried to write past end of string");
    bytes[index] = static_cast<std::byte>(number_of(call.arguments[2]));
    // The end moves behind a buffer of 200 bytes that is full, as in the engine, but never out of its object.
    if (index == text.size() && index + 1 < bytes.size()) bytes[index + 1] = std::byte{0};
    return 0;
}

Word length(BuiltinCall& call) {
    std::string_view text;
    return call.text(call.arguments[0], text) ? integer_word(static_cast<std::uint32_t>(text.size())) : 0;
}

template <char (*Change)(char) noexcept> Word change_ascii(BuiltinCall& call) {
    std::string_view text;
    if (!call.text(call.arguments[0], text)) return 0;
    const std::span<std::byte> bytes = buffer(call, call.arguments[0]);
    for (std::byte& byte : bytes.first(std::min(bytes.size(), text.size())))
        byte = static_cast<std::byte>(Change(static_cast<char>(byte)));
    return 0;
}

Word to_int(BuiltinCall& call) {
    std::string_view text;
    return call.text(call.arguments[0], text) ? integer_word(static_cast<std::int32_t>(
                                                    std::strtoll(number_at(call, text).c_str(), nullptr, 10)))
                                              : 0;
}

constexpr BuiltinEntry old_text_entries[] = {
    {"StrCat", 2, concatenate},
    {"StrCaseComp", 2, compare<lower_ascii>},
    {"StrComp", 2, compare<same_letter>},
    {"StrContains", 2, contains},
    {"StrCopy", 2, copy},
    {"StrFormat", 102, format},
    {"StrGetCharAt", 2, get_char},
    {"StrLen", 1, length},
    {"StrSetCharAt", 3, set_char},
    {"StrToLowerCase", 1, change_ascii<lower_ascii>},
    {"StrToUpperCase", 1, change_ascii<upper_ascii>},
    {"StringToInt", 1, to_int},
};

} // namespace

Word write_text(BuiltinCall& call, Word target, std::string_view text) {
    return put(buffer(call, target), text);
}

std::span<const BuiltinEntry> old_text_builtins() noexcept { return old_text_entries; }

} // namespace vellum::ags
