// What scripts may read by name: files that the user named, then those below several folders and archives, in
// their order. Nothing else is opened for a script.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "vellum/workspace.hpp"

namespace vellum {

class Workspace::Mounts final : public FileSystem {
  public:
    /// `named`: names that are read exactly as they are. `game`: files that come before all others; may be
    /// null.
    Mounts(const Workspace& workspace, std::vector<std::string> places, std::vector<std::string> named,
           std::shared_ptr<const FileSystem> game = {})
        : workspace_(workspace),
          places_(std::move(places)),
          named_(std::move(named)),
          game_(std::move(game)) {}

    [[nodiscard]] Result<std::vector<std::byte>> read(std::string_view name) const override;
    [[nodiscard]] Result<std::vector<std::byte>> read_at_most(std::string_view name,
                                                              std::uint64_t most) const override;
    [[nodiscard]] std::vector<std::string> list(std::string_view folder) const override;

  private:
    [[nodiscard]] std::shared_ptr<const FileSystem> tree(const std::string& place) const;

    const Workspace& workspace_;
    std::vector<std::string> places_;
    std::vector<std::string> named_;
    std::shared_ptr<const FileSystem> game_;
};

} // namespace vellum
