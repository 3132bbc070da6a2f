// Which source lines a program's instructions come from: out of its debug information, else those of the
// listing that it was assembled from, or else what the instructions say themselves (AGS).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/program.hpp"

namespace vellum {

class LineTable {
  public:
    explicit LineTable(const Program& program);

    [[nodiscard]] bool empty() const noexcept { return lines_.empty(); }
    [[nodiscard]] const std::vector<std::string>& files() const noexcept { return files_; }
    /// The line an instruction belongs to, or null.
    [[nodiscard]] const DebugLine* at(std::uint32_t address) const noexcept;
    /// Control comes to another line with that instruction.
    [[nodiscard]] bool begins(std::uint32_t address) const noexcept;
    /// Lines from one to another that begin somewhere, ascending, each once.
    [[nodiscard]] std::vector<std::uint32_t> lines_with_code(std::string_view file, std::uint32_t first,
                                                             std::uint32_t last) const;
    /// Where the first line from `line` on that has code begins; of any file if none is said.
    [[nodiscard]] std::vector<std::uint32_t> beginning(std::string_view file, std::uint32_t line) const;

  private:
    void find_lines(const Program& program);
    [[nodiscard]] bool is_of(const DebugLine& line, std::string_view file) const noexcept;

    std::vector<std::string> files_;
    std::vector<DebugLine> lines_;         ///< Ascending address.
    std::vector<std::uint32_t> by_number_; ///< Of lines_, by line and address.
};

/// What a program is decompiled into, if its lines are those of that text; empty if they are of another one.
[[nodiscard]] std::string decompiled_text(const Program& program);

/// "guard.skrit", of a path.
[[nodiscard]] std::string_view file_name_of(std::string_view path) noexcept;

} // namespace vellum
