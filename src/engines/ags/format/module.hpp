// Script modules as the editor exports them (.scm): the source of a script and of its header, with what their
// maker says of them. Facts: docs/engines/ags.md, "Files".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/diagnostic.hpp"
#include "vellum/fact.hpp"

namespace vellum::ags {

/// A source in a module.
struct ModuleSource {
    std::string name;         ///< "KeyListener.asc"
    std::uint64_t offset = 0; ///< Of its first byte in the file.
    std::string_view text;
};

/// What a module package says. Texts look into its bytes.
struct ModulePackage {
    std::int32_t format = 0;
    std::string_view author, description, name, version;
    ModuleSource script, header;
    std::uint64_t unread = 0; ///< Bytes behind the header, of which nothing is known.
};

[[nodiscard]] bool is_module(std::span<const std::byte> bytes) noexcept;
/// `file_name` names the sources of a module whose own name is none for files. Fails with ags.container where
/// a length and the end of its text contradict each other, or the file ends before.
[[nodiscard]] Result<ModulePackage> read_module(std::span<const std::byte> bytes, std::string_view file_name);

/// What a module says of itself: "module", "version", "author", "description"; empty for a damaged one.
[[nodiscard]] std::vector<Fact> module_facts(std::span<const std::byte> bytes);

} // namespace vellum::ags
