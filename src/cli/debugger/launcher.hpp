// Worlds that a client of the debug adapter launches: the request's members are the options of `vellum
// debug`.
#pragma once

#include <string>
#include <vector>

#include "protocol/dap/subject.hpp"

namespace vellum::cli {

class Launcher final : public protocol::dap::Front {
  public:
    /// `granted`: folders of --grant, for all that is launched.
    explicit Launcher(std::vector<std::string> granted, std::string token = {})
        : granted_(std::move(granted)), token_(std::move(token)) {}
    [[nodiscard]] Result<std::shared_ptr<protocol::dap::Subject>>
    begin(bool launch, const Json& arguments, const protocol::dap::Tell& tell) override;
    [[nodiscard]] std::string_view token() const override { return token_; }

  private:
    std::vector<std::string> granted_;
    std::string token_;
};

} // namespace vellum::cli
