// The basic blocks of function after function, for callers that ask about all of a program: what follows what
// is worked out once. `blocks_of` looks at one function alone.
#pragma once

#include <vector>

#include "analysis/control_flow.hpp"
#include "vellum/code.hpp"

namespace vellum {

class FunctionBlocks {
  public:
    /// The code must outlive it.
    explicit FunctionBlocks(const isa::Code& code);
    FunctionBlocks(const FunctionBlocks&) = delete;
    FunctionBlocks& operator=(const FunctionBlocks&) = delete;

    /// The same as `blocks_of`.
    [[nodiscard]] std::vector<BasicBlock> of(const Function& function);

  private:
    const isa::Code& code_;
    std::vector<analysis::Successors> successors_;
    analysis::Reachable reachable_;
};

} // namespace vellum
