// Worlds that a client of the debug adapter launches: the request's members are those of a run and the words
// of settings.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "protocol/dap/subject.hpp"
#include "vellum/workspace.hpp"

namespace vellum::protocol::dap {

/// What launching stands on.
struct LaunchOptions {
    std::shared_ptr<const FileSystem> files; ///< Not null.
    Settings settings = {};                  ///< To which a request adds.
    std::vector<std::string> granted = {};   ///< Folders of --grant, for all that is launched.
    std::string token = {};                  ///< See Front::token.
    /// Makes a folder the current one; empty: 'cwd' cannot be said.
    std::function<Result<void>(const std::string& folder)> enter = {};
    /// A file's path as editors have it; empty: as it is named.
    std::function<std::string(const std::string& path)> absolute = {};
};

class Launcher final : public Front {
  public:
    explicit Launcher(LaunchOptions options) : options_(std::move(options)) {}
    [[nodiscard]] Result<std::shared_ptr<Subject>> begin(bool launch, const Json& arguments,
                                                         const Tell& tell) override;
    [[nodiscard]] std::string_view token() const override { return options_.token; }

  private:
    LaunchOptions options_;
};

} // namespace vellum::protocol::dap
