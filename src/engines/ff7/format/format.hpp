// Bytes to Script and back. Keeps everything a file holds, so that writing an untouched script gives the same
// bytes.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "engines/ff7/format/script.hpp"
#include "vellum/diagnostic.hpp"
#include "vellum/engine.hpp"

namespace vellum::ff7 {

/// How sure the bytes look like a script of either layout.
[[nodiscard]] Confidence looks_like_script(std::span<const std::byte> bytes, std::string_view file_name);

/// Reads a file; options.engines may insist on a layout.
[[nodiscard]] Result<std::shared_ptr<Script>>
read_script(const Engine& engine, std::span<const std::byte> bytes, const LoadOptions& options);
[[nodiscard]] std::vector<std::byte> write_script(const Script& script);

/// One warning if the call table breaks a rule that decides which functions the game finds.
void warn_of_table(const Script& script, Diagnostics& diagnostics);
/// Reports every rule of the page's section "Rules of the table" that the script breaks, and what is unwise.
void check_script(const Script& script, Diagnostics& diagnostics);

} // namespace vellum::ff7
