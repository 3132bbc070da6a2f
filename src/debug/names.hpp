// The names of expressions, looked up in what a frame holds.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "debug/expression.hpp"
#include "vellum/scheduler.hpp"

namespace vellum::debug {

/// Where a variable is, for as long as its frame is there.
struct VariablePlace {
    std::string scope;     ///< Of Scheduler::scopes.
    std::size_t index = 0; ///< In it.
};

/// The variables of one frame of one machine. A name is looked for in the scopes in their order; with the
/// name of a scope in front ("globals.door", "stack[0]") only there.
class FrameNames final : public Names {
  public:
    FrameNames(const Scheduler& scheduler, std::size_t machine, std::size_t frame)
        : scheduler_(scheduler), machine_(machine), frame_(frame) {}

    void set_frame(std::size_t frame) noexcept {
        frame_ = frame;
    } ///< The same function's, further in or out.
    [[nodiscard]] Result<Variable> find(std::string_view path) const override;
    /// Where the variable itself is; nothing for a part of one.
    [[nodiscard]] std::optional<VariablePlace> place_of(std::string_view path) const;

    /// Names of scopes and variables that begin so; with the name of a scope in front, that scope's.
    [[nodiscard]] std::vector<std::string> beginning_with(std::string_view text, std::size_t most) const;
    [[nodiscard]] std::optional<Variable> at(const VariablePlace& place) const;

  private:
    const Scheduler& scheduler_;
    std::size_t machine_, frame_;
    /// Found before: looked at there first, and anew if something else has come to stand there.
    mutable std::map<std::string, VariablePlace, std::less<>> known_;
    mutable std::map<std::string, std::string, std::less<>> found_names_;
};

} // namespace vellum::debug
