// A longest-common-subsequence diff; quadratic in the part that differs, which is short once equal ends are
// cut off.
#include "runner/diff.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace vellum::cases {

namespace {

using Lines = std::vector<std::string_view>;

Lines lines_of(std::string_view text) {
    Lines lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

struct Edit {
    char sign;
    std::string_view line;
};

void append_changes(const Lines& a, std::size_t a_first, std::size_t a_end, const Lines& b,
                    std::size_t b_first, std::size_t b_end, std::vector<Edit>& edits) {
    const std::size_t rows = a_end - a_first;
    const std::size_t columns = b_end - b_first;
    constexpr std::size_t most_cells = 4'000'000;
    if ((rows + 1) * (columns + 1) > most_cells) { // everything out, everything in: still right
        for (std::size_t i = a_first; i < a_end; ++i) edits.push_back({'-', a[i]});
        for (std::size_t j = b_first; j < b_end; ++j) edits.push_back({'+', b[j]});
        return;
    }
    std::vector<std::size_t> common((rows + 1) * (columns + 1), 0);
    const auto cell = [&](std::size_t i, std::size_t j) -> std::size_t& {
        return common[i * (columns + 1) + j];
    };
    for (std::size_t i = rows; i-- > 0;)
        for (std::size_t j = columns; j-- > 0;)
            cell(i, j) = a[a_first + i] == b[b_first + j] ? cell(i + 1, j + 1) + 1
                                                          : std::max(cell(i + 1, j), cell(i, j + 1));
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < rows || j < columns) {
        if (i < rows && j < columns && a[a_first + i] == b[b_first + j]) {
            edits.push_back({' ', a[a_first + i]});
            ++i;
            ++j;
        } else if (i < rows && (j == columns || cell(i + 1, j) >= cell(i, j + 1))) {
            edits.push_back({'-', a[a_first + i++]});
        } else {
            edits.push_back({'+', b[b_first + j++]});
        }
    }
}

} // namespace

std::string unified_diff(std::string_view expected, std::string_view actual) {
    const Lines a = lines_of(expected);
    const Lines b = lines_of(actual);
    std::size_t same_start = 0;
    while (same_start < a.size() && same_start < b.size() && a[same_start] == b[same_start]) ++same_start;
    std::size_t same_end = 0;
    while (same_end < a.size() - same_start && same_end < b.size() - same_start &&
           a[a.size() - 1 - same_end] == b[b.size() - 1 - same_end])
        ++same_end;
    std::vector<Edit> edits;
    for (std::size_t i = 0; i < same_start; ++i) edits.push_back({' ', a[i]});
    append_changes(a, same_start, a.size() - same_end, b, same_start, b.size() - same_end, edits);
    for (std::size_t i = a.size() - same_end; i < a.size(); ++i) edits.push_back({' ', a[i]});

    constexpr std::size_t context = 3;
    std::vector<bool> shown(edits.size(), false);
    for (std::size_t i = 0; i < edits.size(); ++i) {
        if (edits[i].sign == ' ') continue;
        const std::size_t last = std::min(edits.size(), i + context + 1);
        for (std::size_t k = i - std::min(i, context); k < last; ++k) shown[k] = true;
    }
    std::string text;
    std::size_t line = 1; // in the expected text
    for (std::size_t i = 0; i < edits.size(); ++i) {
        if (shown[i]) {
            if (i == 0 || !shown[i - 1]) text += "@@ line " + std::to_string(line) + " @@\n";
            text += edits[i].sign;
            text += edits[i].line;
            text += '\n';
        }
        if (edits[i].sign != '+') ++line;
    }
    return text;
}

} // namespace vellum::cases
