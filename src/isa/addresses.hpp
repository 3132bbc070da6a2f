// Which instruction begins at an address, for code that asks about nearly every one of its instructions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "isa/code.hpp"

namespace vellum::isa {

/// As Code::at(), answered by a table of all addresses.
class AddressIndex {
  public:
    explicit AddressIndex(const Code& code) : indices_(std::size_t{code.end_address()} + 1, -1) {
        for (std::size_t i = 0; i < code.instructions.size(); ++i)
            indices_[code.instructions[i].address] = static_cast<std::int32_t>(i);
        indices_.back() = static_cast<std::int32_t>(code.instructions.size());
    }
    /// Index of the instruction, -1 if none begins at the address.
    [[nodiscard]] std::ptrdiff_t at(std::int64_t address) const noexcept {
        const std::ptrdiff_t found = boundary(address);
        return found < indices_.back() ? found : -1;
    }
    /// The same for where a range may end: the number of instructions for the address behind the last one.
    [[nodiscard]] std::ptrdiff_t boundary(std::int64_t address) const noexcept {
        return address >= 0 && static_cast<std::uint64_t>(address) < indices_.size()
                   ? indices_[static_cast<std::size_t>(address)]
                   : -1;
    }

  private:
    std::vector<std::int32_t> indices_;
};

} // namespace vellum::isa
