// The text functions from before there were Strings: they write into buffers of 200 bytes. Relies on the
// machine's memory spans, so a buffer that is shorter than that is never overrun.
#include <cstdlib>
#include <cstring>

#include "base/bytes.hpp"
#include "engines/ags/api/format.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/machine/context.hpp"

namespace vellum::ags {

namespace {

constexpr std::size_t buffer_size = 200;

std::span<std::byte> buffer(BuiltinCall& call, Word word) {
    std::span<std::byte> bytes =
        kind_of(word) == Tag::stack ? call.world.current->stack_memory(word) : call.world.writable(word);
    if (bytes.empty()) {
        call.fail(is_null(word) ? codes::null_pointer : codes::memory_access,
                  is_null(word) ? "Null pointer referenced" : "a text cannot be written there");
        return {};
    }
    return bytes.first(bytes.size() < buffer_size ? bytes.size() : buffer_size);
}

Word put(std::span<std::byte> target, std::string_view text) {
    if (target.empty()) return 0;
    const std::size_t length = text.size() < target.size() ? text.size() : target.size() - 1;
    std::memmove(target.data(), text.data(), length);
    target[length] = std::byte{0};
    return 0;
}

/// The first two arguments as texts.
bool two(BuiltinCall& call, std::string_view& a, std::string_view& b) {
    return call.text(call.arguments[0], a) && call.text(call.arguments[1], b);
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }
char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; }

std::string lowered(std::string_view text) {
    std::string result(text);
    for (char& c : result) c = lower(c);
    return result;
}

Word copy(BuiltinCall& call) {
    std::string_view from;
    return call.text(call.arguments[1], from) ? put(buffer(call, call.arguments[0]), std::string(from)) : 0;
}

Word concatenate(BuiltinCall& call) {
    std::string_view target;
    std::string_view more;
    if (!two(call, target, more)) return 0;
    return put(buffer(call, call.arguments[0]), std::string(target).append(more));
}

Word compare(BuiltinCall& call) {
    std::string_view a;
    std::string_view b;
    if (!two(call, a, b)) return 0;
    const int order = lowered(a).compare(lowered(b));
    return integer_word(order < 0 ? -1 : order > 0 ? 1 : 0);
}

Word contains(BuiltinCall& call) {
    std::string_view text;
    std::string_view wanted;
    if (!two(call, text, wanted)) return 0;
    const std::size_t at = lowered(text).find(lowered(wanted));
    return integer_word(at == std::string::npos ? -1 : static_cast<std::int32_t>(at));
}

Word format(BuiltinCall& call) {
    std::string_view pattern;
    std::string out;
    if (!call.text(call.arguments[1], pattern) || !format_text(call, pattern, call.arguments.subspan(2), out))
        return 0;
    return put(buffer(call, call.arguments[0]), out);
}

Word get_char(BuiltinCall& call) {
    std::string_view text;
    if (!call.text(call.arguments[0], text)) return 0;
    const std::uint32_t index = number_of(call.arguments[1]);
    return index < text.size()
               ? integer_word(static_cast<std::uint32_t>(static_cast<unsigned char>(text[index])))
               : 0;
}

Word set_char(BuiltinCall& call) {
    std::string_view text;
    if (!call.text(call.arguments[0], text)) return 0;
    const std::span<std::byte> bytes = buffer(call, call.arguments[0]);
    const std::uint32_t index = number_of(call.arguments[1]);
    if (bytes.empty() || index > text.size() || index + 1 >= bytes.size()) return 0;
    bytes[index] = static_cast<std::byte>(number_of(call.arguments[2]));
    if (index == text.size()) bytes[index + 1] = std::byte{0};
    return 0;
}

Word length(BuiltinCall& call) {
    std::string_view text;
    return call.text(call.arguments[0], text) ? integer_word(static_cast<std::uint32_t>(text.size())) : 0;
}

template <char (*Change)(char)> Word change_case(BuiltinCall& call) {
    std::string_view text;
    if (!call.text(call.arguments[0], text)) return 0;
    std::string changed(text);
    for (char& c : changed) c = Change(c);
    return put(buffer(call, call.arguments[0]), changed);
}

Word to_int(BuiltinCall& call) {
    std::string_view text;
    return call.text(call.arguments[0], text)
               ? integer_word(static_cast<std::int32_t>(std::strtol(std::string(text).c_str(), nullptr, 10)))
               : 0;
}

constexpr BuiltinEntry entries[] = {
    {"StrCat", 2, concatenate, "Appends to a text buffer."},
    {"StrComp", 2, compare, "Order of two texts without case."},
    {"StrContains", 2, contains, "Where the second text begins in the first; -1 if nowhere."},
    {"StrCopy", 2, copy, "Copies into a text buffer."},
    {"StrFormat", 102, format, "Formats into a text buffer."},
    {"StrGetCharAt", 2, get_char, "A character's code; 0 outside of the text."},
    {"StrLen", 1, length, "Length of a text."},
    {"StrSetCharAt", 3, set_char, "Replaces a character in a text buffer."},
    {"StrToLowerCase", 1, change_case<lower>, "Makes a text buffer's letters small."},
    {"StrToUpperCase", 1, change_case<upper>, "Makes a text buffer's letters capital."},
    {"StringToInt", 1, to_int, "The number at the start of a text."},
};

} // namespace

std::span<const BuiltinEntry> old_text_builtins() noexcept { return entries; }

} // namespace vellum::ags
