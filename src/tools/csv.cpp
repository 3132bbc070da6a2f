#include "tools/csv.hpp"

#include <algorithm>

namespace vellum::tools {

bool is_csv_formula(std::string_view value) {
    value.remove_prefix(std::min(value.find_first_not_of('\''), value.size()));
    // Spreadsheets in Japanese take the wide signs for the others.
    for (const std::string_view wide : {"＝", "＋", "－", "＠"})
        if (value.starts_with(wide)) return true;
    return !value.empty() && std::string_view("=+-@\t\r\n").contains(value.front());
}

void write_csv_field(std::string& out, std::string_view value, bool last) {
    out += '"';
    if (is_csv_formula(value)) out += '\'';
    for (const char c : value) out.append(c == '"' ? 2 : 1, c);
    out += last ? "\"\r\n" : "\",";
}

} // namespace vellum::tools
