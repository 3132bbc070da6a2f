// Made-up names of functions and the test for plain names.
#include "engines/pathologic/format/names.hpp"

#include <algorithm>

#include "base/text_writer.hpp"

namespace vellum::pathologic {

namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

constexpr bool is_name_start(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c == '$' || c == '@' ||
           c == '?' || c == '^';
}

} // namespace

bool is_plain_name(std::string_view text) noexcept {
    if (text.empty() || !is_name_start(text.front())) return false;
    if (text == "inf" || text == "nan") return false; // numbers to the lexer
    return std::ranges::all_of(text, [](char c) { return is_name_start(c) || is_digit(c); });
}

bool is_global_number(std::string_view text) noexcept {
    return text.size() > 1 && text.front() == 'G' && std::ranges::all_of(text.substr(1), is_digit);
}

std::optional<std::uint32_t> global_number(std::string_view text) noexcept {
    if (!is_global_number(text) || (text.size() > 2 && text[1] == '0')) return std::nullopt;
    std::uint64_t value = 0;
    for (const char digit : text.substr(1)) {
        value = value * 10 + static_cast<std::uint64_t>(digit - '0');
        if (value > 0xFFFFFFFF) return std::nullopt;
    }
    return static_cast<std::uint32_t>(value);
}

void write_name(TextWriter& out, std::string_view text) {
    if (is_plain_name(text))
        out.text(text);
    else
        out.quoted(text);
}

void write_function_name(TextWriter& out, const FunctionEntry& function) {
    switch (function.kind) {
    case EntryKind::run: out.text("run"); break;
    case EntryKind::task_init:
    case EntryKind::task_event:
        out.put("task", function.task);
        if (function.kind == EntryKind::task_init) {
            out.text("_init");
            break;
        }
        out.put("_event", function.event);
        break;
    case EntryKind::global_event: out.put("event", function.event); break;
    case EntryKind::call: out.put(function_prefix, Hex{function.address, 4}); break;
    }
}

std::optional<std::uint32_t> function_address(const Entries& entries, std::string_view name) {
    TextWriter own;
    for (const FunctionEntry& entry : entries.functions) {
        own.truncate(0);
        write_function_name(own, entry);
        if (own.view() == name) return entry.address;
    }
    return std::nullopt;
}

std::string_view kind_name(EntryKind kind) noexcept {
    switch (kind) {
    case EntryKind::run: return "run";
    case EntryKind::task_init: return "task init";
    case EntryKind::task_event: return "task event";
    case EntryKind::global_event: return "event";
    case EntryKind::call: return "function";
    }
    return "function";
}

} // namespace vellum::pathologic
