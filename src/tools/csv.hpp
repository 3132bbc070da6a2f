// Fields of comma-separated values after RFC 4180, for spreadsheets.
#pragma once

#include <string>
#include <string_view>

namespace vellum::tools {

/// True for values that spreadsheets run as a formula, which a script of a stranger must not bring.
[[nodiscard]] bool is_csv_formula(std::string_view value);

/// Adds a field in quotation marks, and what follows it. An apostrophe in front makes a formula a text again;
/// texts that begin with such an apostrophe get one more, so that reading takes off exactly what was put.
void write_csv_field(std::string& out, std::string_view value, bool last);

} // namespace vellum::tools
