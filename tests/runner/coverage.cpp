// The words of cases and what is missing among them; see the header.
#include "runner/coverage.hpp"

#include <algorithm>
#include <set>

#include "base/ascii.hpp"
#include "vellum/code.hpp"
#include "vellum/natives.hpp"

namespace vellum::cases {

namespace {

using Words = std::set<std::string, std::less<>>;

bool is_word(char c) {
    const char lower = lower_ascii(c);
    return (lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

/// Adds "Maths.Sin", "Maths" and "Sin" for `Maths.Sin(1)`; "ags.array-size" is one word, too.
void add_words(std::string_view text, Words& words) {
    const auto joins = [&](std::size_t at) {
        return (text[at] == '.' || text[at] == '-') && at + 1 < text.size() && is_word(text[at + 1]);
    };
    for (std::size_t begin = 0; begin < text.size(); ++begin) {
        if (!is_word(text[begin])) continue;
        std::size_t end = begin;
        for (std::size_t part = begin; end < text.size() && (is_word(text[end]) || joins(end)); ++end) {
            if (is_word(text[end])) continue;
            words.emplace(text.substr(part, end - part));
            part = end + 1;
        }
        words.emplace(text.substr(begin, end - begin));
        begin = end;
    }
}

/// `;;` and a sentence: such a line may speak of everything and tries nothing.
bool is_prose(std::string_view line) {
    if (!line.starts_with(";;")) return false;
    const std::size_t first = line.find_first_not_of("; ");
    const std::size_t colon = line.find(':');
    return first == std::string_view::npos || colon == std::string_view::npos ||
           !std::all_of(line.begin() + static_cast<std::ptrdiff_t>(first),
                        line.begin() + static_cast<std::ptrdiff_t>(colon),
                        [](char c) { return c >= 'a' && c <= 'z'; });
}

std::string without_prose(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        if (!is_prose(text.substr(0, end))) result.append(text.substr(0, end));
        text.remove_prefix(end);
    }
    return result;
}

} // namespace

std::vector<std::string> uncovered(const Engine& engine, std::span<const std::string> texts) {
    Words all;
    Words used;
    for (const std::string& text : texts) {
        add_words(text, all);
        add_words(without_prose(text), used);
    }
    std::vector<std::string> missing;
    const auto need = [&](const Words& words, std::string_view kind, std::string_view name) {
        if (words.contains(name)) return;
        std::string line = std::string(engine.id()).append(" ").append(kind).append(" ").append(name);
        if (std::find(missing.begin(), missing.end(), line) == missing.end())
            missing.push_back(std::move(line));
    };
    for (const isa::Table* table : engine.format().tables())
        for (const isa::Row& row : table->rows) need(used, "instruction", row.mnemonic);
    engine.runtime().each_native([&](const NativeRow& row) {
        if (row.implemented) need(used, "native", full_name(row.signature));
    });
    for (const DiagnosticCode* code : engine.format().codes()) need(all, "code", code->id);
    return missing;
}

} // namespace vellum::cases
