// The templates of a game's .gas files by name: which skrits they attach and what values they hold, what they
// specialize first. Compiles nothing and makes nothing.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engines/skrit/fuel/resources.hpp"
#include "engines/skrit/fuel/store.hpp"

namespace vellum::skrit {

/// A skrit that a template attaches.
struct Component {
    std::string path;                     ///< Of its skrit.
    std::vector<const FuelBlock*> blocks; ///< The base's first.
    std::string name;
};

class TemplateIndex {
  public:
    /// Both must outlive this; the store must not change any more.
    TemplateIndex(const Resources& resources, const FuelStore& fuel);

    [[nodiscard]] const FuelBlock* find(std::string_view name) const;
    /// In the order of the source.
    [[nodiscard]] const std::vector<const FuelBlock*>& all() const noexcept { return ordered_; }
    /// Templates that are defined twice or specialize what does not exist, as warnings.
    [[nodiscard]] const Diagnostics& problems() const noexcept { return problems_; }

    /// The template and what it specializes, the most general first.
    [[nodiscard]] std::vector<const FuelBlock*> lineage(const FuelBlock& of) const;
    /// Its skrit components, in the order of the source; what it specializes comes first and is overridden.
    [[nodiscard]] std::vector<Component> components(const FuelBlock& of) const;
    /// Every value below it by its address, "aspect:life"; later ones override.
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> values(const FuelBlock& of) const;

  private:
    void index(const FuelBlock& block);
    void problem(const FuelBlock& block, std::string message);

    const Resources& resources_;
    std::unordered_map<std::string, const FuelBlock*> templates_; ///< By name in lower case.
    std::vector<const FuelBlock*> ordered_;
    Diagnostics problems_;
};

} // namespace vellum::skrit
