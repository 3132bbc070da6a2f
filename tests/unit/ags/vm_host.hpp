// The host that the language snippets are written against: prints, a counting host type, an imported array.
// What it prints is what the original engine's interpreter printed for the same scripts.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/ags.hpp"
#include "vellum/engine.hpp"

namespace vellum::test {

class VmHost : public ags::GameLibrary {
  public:
    VmHost();

    [[nodiscard]] std::string_view object_class(ObjectId object) const override;

    std::string output;
    std::string quit; ///< Text of QuitGame.
    bool has_quit = false;

  private:
    void print_arguments(Call& call);

    std::map<std::uint64_t, std::int32_t> counters_;
    std::map<std::uint64_t, std::int32_t> items_;
    std::uint64_t next_ = 1;
    std::int32_t level_ = 7;
    std::int32_t natives_ = 0;
};

/// Loads and links the files in order, calls `function` and gives everything printed, with the last line the
/// way the snippets' expected outputs end: `RET n`, `ABORTED`, `QUIT …`, `LINKERR …`, or `SCRIPTERR …` and
/// the call stack.
[[nodiscard]] std::string run_snippet(const std::vector<std::vector<std::byte>>& files,
                                      const std::vector<std::string>& names, std::string_view function,
                                      const RunOptions& options = {});

} // namespace vellum::test
