// Rows of tables of engines as JSON, for `isa` and `natives`.
#pragma once

#include <string>
#include <string_view>

#include "base/json_writer.hpp"

namespace vellum::questions {

/// An array of objects, one for each table: with its `engine`, what `head` and `more` write, and `many`, the
/// rows as `write` writes them. `lines`: instead an object a line, with the engine, what `head` writes, and
/// `one`, a row.
[[nodiscard]] std::string rows_json(const auto& tables, bool lines, std::string_view many,
                                    std::string_view one, auto&& head, auto&& more, auto&& write) {
    TextWriter out;
    JsonWriter json(out, {.indented = true});
    const auto begin = [&](JsonWriter& to, const auto& table) {
        to.begin_object();
        to.member("engine", table.engine->id());
        head(to, table);
    };
    if (!lines) json.begin_array();
    for (const auto& table : tables) {
        if (!lines) {
            begin(json, table);
            more(json, table);
            json.list(many, table.rows, [&](const auto& row) { write(json, row); });
            json.end_object();
            continue;
        }
        for (const auto& row : table.rows) {
            JsonWriter line(out);
            begin(line, table);
            line.key(one);
            write(line, row);
            line.end_object();
            out.newline();
        }
    }
    if (lines) return out.take();
    json.end_array();
    out.newline();
    return out.take();
}

} // namespace vellum::questions
