// The naming key: from a short name such as k_job_c_attack_utils to the folders it stands in (reference
// "Naming key"). Several files are merged; later lines win.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "vellum/diagnostic.hpp"

namespace vellum::skrit {

class NamingKey {
  public:
    /// Reads the text of a .nnk file. Lines that make no sense are warnings.
    void add(std::string_view text, std::string_view name, Diagnostics& diagnostics);
    /// Path of a name, in lower case with forward slashes: folders, the whole name, `extension`. Nothing if
    /// no prefix of the name is defined.
    [[nodiscard]] std::optional<std::string> expand(std::string_view name,
                                                    std::string_view extension = ".skrit") const;
    /// What the longest defined prefix stands for: "Edens End"; empty if there is none.
    [[nodiscard]] std::string_view description(std::string_view name) const;
    [[nodiscard]] std::size_t size() const noexcept { return trees_.size(); }

  private:
    struct Tree {
        std::string folder, description;
    };
    std::unordered_map<std::string, Tree> trees_; ///< By prefix in lower case.
};

} // namespace vellum::skrit
