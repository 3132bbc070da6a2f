// The functions of a program as lines that say what they do and not where they stand: jumps go to labels
// counted in the function, calls to functions by their number in the program.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vellum/program.hpp"

namespace vellum::tools {

inline constexpr std::uint32_t no_function = 0xFFFFFFFF;

/// One function. Several entries to the same code are one, under all their names.
struct FunctionFacts {
    std::string name;
    std::uint32_t address = 0;
    std::size_t first = 0, last = 0;    ///< Instructions.
    std::vector<std::uint32_t> lines;   ///< A number for each, without what is called.
    std::vector<std::uint32_t> sorted;  ///< The same, ascending; see sort_lines.
    std::vector<std::uint32_t> callees; ///< Functions, in the order of the calls; no_function: another place.
    std::vector<std::uint32_t> calls;   ///< The lines that call them.
    std::uint64_t own = 0;              ///< Of all lines.
    std::uint64_t deep = 0;             ///< The same, with those of what it calls, and what these call.
};

class FunctionList {
  public:
    explicit FunctionList(const Program& program) : FunctionList(program, program.functions()) {}
    /// `functions`: those of the program.
    FunctionList(const Program& program, const std::vector<Function>& functions);

    /// Sets `FunctionFacts::sorted`, for those who compare functions that are not the same.
    void sort_lines();
    /// The lines of a function, which has none from then on.
    [[nodiscard]] std::vector<std::uint32_t> take_lines(std::size_t function) {
        return std::move(functions_[function].lines);
    }

    [[nodiscard]] const std::vector<FunctionFacts>& all() const noexcept { return functions_; }
    /// The listing of a function; `call_name` gives what a call goes to, `label_name` a label by its number,
    /// from 1.
    [[nodiscard]] std::vector<std::string>
    listing(std::uint32_t function, const std::function<std::string(std::uint32_t)>& call_name,
            const std::function<std::string(std::uint32_t)>& label_name) const;
    /// no_function if none begins there.
    [[nodiscard]] std::uint32_t at(std::int64_t address) const;

  private:
    struct Line;
    template <class Visit> void each_line(const FunctionFacts& function, Visit&& visit) const;

    const Program& program_;
    std::vector<FunctionFacts> functions_;
};

} // namespace vellum::tools
