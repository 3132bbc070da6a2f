// What scripts may read by name: files that the user named, files below the folder of the source and below
// those of --data, in that order; archives count as folders. Nothing else of the disk is opened for a script.
#pragma once

#include <string>
#include <vector>

#include "vellum/files.hpp"

namespace vellum::cli {

class Session;

class DataFiles final : public FileSystem {
  public:
    /// What is read counts among the inputs of the command. `named`: paths as the user typed them, which are
    /// read from where he is.
    DataFiles(Session& session, std::vector<std::string> folders, std::vector<std::string> named = {})
        : session_(session), folders_(std::move(folders)), named_(std::move(named)) {}

    [[nodiscard]] Result<std::vector<std::byte>> read(std::string_view name) const override;
    [[nodiscard]] Result<std::vector<std::byte>> read_at_most(std::string_view name,
                                                              std::uint64_t most) const override;
    [[nodiscard]] std::vector<std::string> list(std::string_view folder) const override;

  private:
    Session& session_;
    std::vector<std::string> folders_;
    std::vector<std::string> named_;
};

} // namespace vellum::cli
