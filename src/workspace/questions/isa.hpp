// Instructions by table, for `isa`.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/engine.hpp"

namespace vellum::questions {

struct Instructions {
    const Engine* engine;
    const isa::Table* table;
    std::vector<const isa::Row*> rows;
};

/// "0x1a", "0x100-0x1ff".
[[nodiscard]] std::string opcode_text(const isa::Table& table, const isa::Row& row);
/// Tables with the rows that are meant; those without are left out. `engine`: only its, null for all;
/// `table`: its name, or any; `pattern`: in lower case, a part of a mnemonic, a pattern or an opcode.
[[nodiscard]] std::vector<Instructions> tables_of(const Engine* engine, std::string_view table,
                                                  std::string_view pattern);
/// `lines`: one JSON object a line, else one array.
[[nodiscard]] std::string tables_json(std::span<const Instructions> choices, bool lines);

} // namespace vellum::questions
