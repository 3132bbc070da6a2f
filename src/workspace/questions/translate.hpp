// Scripts as C++.
#pragma once

#include <vector>

#include "vellum/ags_translation.hpp"
#include "workspace/questions/question.hpp"

namespace vellum::questions {

/// What the question `translate` answers, before it is JSON. What is wrong with the scripts is in `problems`.
[[nodiscard]] Result<std::vector<ags::TranslatedFile>>
translate_scripts(const Workspace& workspace, const Request& request, std::vector<Diagnostic>& problems);
[[nodiscard]] std::string to_json(const std::vector<ags::TranslatedFile>& files,
                                  const std::vector<Diagnostic>& problems);

} // namespace vellum::questions
