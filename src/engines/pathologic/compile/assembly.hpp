// Functions that are written as instructions: what no construct of the language says.
#pragma once

#include <optional>
#include <string_view>

#include "engines/pathologic/source/tree.hpp"
#include "isa/code.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum::pathologic::compile {

/// What instructions refer to by name.
class AssemblyLink {
  public:
    virtual ~AssemblyLink() = default;
    virtual std::optional<std::uint32_t> wide_text(std::string_view text) = 0;
    virtual std::optional<std::uint32_t> method(std::string_view name) = 0;
    virtual std::uint32_t native(std::string_view name, std::uint32_t arguments) = 0;
    virtual std::optional<std::uint32_t> task(std::string_view name) = 0;
    virtual std::optional<std::uint32_t> global(std::string_view name) = 0;
    /// Number of a function by its full name.
    virtual std::optional<std::uint32_t> function(std::string_view name) = 0;
    /// Its address, or a promise to put it there later.
    virtual std::uint32_t address(std::uint32_t function, std::size_t value) = 0;
};

/// Appends the instructions of `function` to `code`, and to `places`, which may be null, where each stands.
void assemble(const source::Function& function, AssemblyLink& link, isa::Code& code,
              std::vector<std::uint32_t>* places, Diagnostics& diagnostics);

} // namespace vellum::pathologic::compile
