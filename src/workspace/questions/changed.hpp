// Answers that hold files.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/json_writer.hpp"
#include "workspace/questions/question.hpp"

namespace vellum::questions {

/// The member "files": each with "name", "size" and "bytes" in Base64. `name`: of the file itself; others lie
/// beside it.
[[nodiscard]] Result<void> write_files(JsonWriter& json, const std::string& name,
                                       std::span<const archives::ChangedFile> files);

/// One of them, as an element of that array.
[[nodiscard]] Result<void> write_file(JsonWriter& json, const std::string& name,
                                      const archives::ChangedFile& file);
void write_file(JsonWriter& json, std::string_view name, std::span<const std::byte> bytes);

/// Compiles a text that stands in no file. `name` says what it is called, and so which engine it is of unless
/// `engine` does. The files that it names come from "files" of the request first, then from those beside
/// `node`.
[[nodiscard]] Result<ProgramPtr> compile_text(const Workspace& workspace, const Request& request,
                                              const std::string& text, const std::string& name,
                                              const Node* node, std::vector<Diagnostic>& problems);

} // namespace vellum::questions
