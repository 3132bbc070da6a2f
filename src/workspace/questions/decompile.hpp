// What `decompile` says of a script, in JSON.
#pragma once

#include <memory>
#include <string>

#include "vellum/workspace.hpp"

namespace vellum::questions {

/// `with_text`: also the source itself and its headers.
[[nodiscard]] std::string decompiled_json(const tools::Script& script, const Engine& engine,
                                          const Decompiled& made, bool with_text);

/// {"file", "engine", form: text}: a listing, or one function.
[[nodiscard]] std::string function_json(const tools::Script& script, const Engine& engine,
                                        std::string_view form, std::string_view text);

/// False if a file of names says that it is another engine's.
[[nodiscard]] bool names_are_of(const Engine& engine, std::string_view text);
/// A file of names as text, read for that engine; null for an empty text or one of another engine.
[[nodiscard]] Result<std::shared_ptr<const SourceNames>> names_for(const Engine& engine,
                                                                   std::string_view text);
/// The same for a file, with the names of its game; without a text, the names of its project.
[[nodiscard]] Result<std::shared_ptr<const SourceNames>>
names_for(const Workspace& workspace, const tools::OpenedFile& opened, std::string_view text);

struct Answer;
/// The names and notes that a source adds to a file of names, as a file of names. What is wrong with the
/// source is in `said`.
[[nodiscard]] Result<std::string> names_with(const Workspace& workspace, const tools::OpenedFile& opened,
                                             std::string_view known, Answer& said);

} // namespace vellum::questions
