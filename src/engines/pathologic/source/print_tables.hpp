// What stands above the declarations of a text if the file's tables are not those that the text makes.
#pragma once

#include <string_view>

#include "base/text_writer.hpp"
#include "engines/pathologic/source/tree.hpp"

namespace vellum::pathologic::source {

/// A text in quotes, as the lexer reads it back.
void print_string(TextWriter& out, std::string_view text);
/// `OnUse`, or `Event7`.
void print_event(TextWriter& out, std::uint32_t event, bool window);
/// A function as it is called from a task or, with none, from the script.
void print_function(TextWriter& out, const Tree& tree, std::uint32_t function, std::uint32_t task);
/// `OnUse, OnSee`
void print_events(TextWriter& out, const std::vector<std::uint32_t>& events, bool window);
/// `int, bool`
void print_types(TextWriter& out, const std::vector<VariableType>& types);
/// A name that the language cannot have, in quotes or as bytes.
void print_stored_name(TextWriter& out, std::string_view name);
/// `hex 00ff`
void print_bytes(TextWriter& out, std::string_view bytes);
/// The lines of the pool, the imports, the order of tasks and events, and where the run begins. `order`:
/// tasks as they come in the text. False if there is nothing to say.
bool print_tables(TextWriter& out, const Tree& tree, const std::vector<std::uint32_t>& order);

} // namespace vellum::pathologic::source
