// Where functions are in a source, by name.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "vellum/engine.hpp"

namespace vellum::tools {

class SourceOutline {
  public:
    /// Empty for a text that is no source of the engine. `source` is not kept.
    SourceOutline(const Engine& engine, std::string_view source);
    /// Each spelling of a function's name is understood. Null if there is none of that name.
    [[nodiscard]] const SourceFunction* find(std::string_view name) const;
    /// The byte at which its head begins.
    [[nodiscard]] std::optional<std::size_t> begin_of(std::string_view name) const;

  private:
    std::vector<SourceFunction> functions_;
    std::unordered_map<std::string, const SourceFunction*> by_name_;
};

} // namespace vellum::tools
