// A script as text and back. The text holds everything the file holds: assembling a listing gives the same
// bytes.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "engines/ff7/format/script.hpp"
#include "vellum/diagnostic.hpp"
#include "vellum/engine.hpp"

namespace vellum::ff7 {

[[nodiscard]] std::string print_script(const Script& script, const ListingOptions& options);

/// Mistakes go to `diagnostics`; the result is an error if there was any.
[[nodiscard]] Result<std::shared_ptr<Script>> assemble_script(const Engine& engine, std::string_view text,
                                                              const LoadOptions& options,
                                                              Diagnostics& diagnostics);

} // namespace vellum::ff7
