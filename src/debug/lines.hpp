// Which source lines a program's instructions come from: out of its debug information, or else out of the
// instructions that say so themselves (AGS).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/program.hpp"

namespace vellum::debug {

class LineTable {
  public:
    explicit LineTable(const Program& program);

    [[nodiscard]] bool empty() const noexcept { return lines_.empty(); }
    [[nodiscard]] const std::vector<std::string>& files() const noexcept { return files_; }
    /// The line an instruction belongs to, or null.
    [[nodiscard]] const DebugLine* at(std::uint32_t address) const noexcept;
    /// Control comes to another line with that instruction.
    [[nodiscard]] bool begins(std::uint32_t address) const noexcept;
    /// Where the first line from `line` on that has code begins; of any file if none is said.
    [[nodiscard]] std::vector<std::uint32_t> beginning(std::string_view file, std::uint32_t line) const;

  private:
    std::vector<std::string> files_;
    std::vector<DebugLine> lines_; ///< Ascending address.
};

/// "guard.skrit", of a path.
[[nodiscard]] std::string_view file_name_of(std::string_view path) noexcept;

} // namespace vellum::debug
