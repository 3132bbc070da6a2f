// What a host script's function returned: values for the native's result and out-arguments, or a wait that
// ends in such values. Also how a wait is kept in the machine's own state, so that it is saved with the
// machine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lua.hpp>

#include "vellum/host.hpp"

namespace vellum {

struct Answer {
    /// Where the values go.
    enum class Target : std::uint8_t {
        by_rule,  ///< as the native's signature or the types say
        result,   ///< result(v): the result alone
        out,      ///< out(a, b): the out-arguments in order
        positions ///< out{[2] = a}: these arguments
    };
    /// What must happen before they go there.
    enum class Wait : std::uint8_t { none, seconds, frames, until };

    Target target = Target::by_rule;
    std::vector<Value> values;
    std::vector<std::pair<std::uint32_t, Value>> positions; ///< From 1.
    Wait wait = Wait::none;
    float seconds = 0;        ///< Left to wait.
    std::int32_t frames = 0;  ///< Left to wait.
    int function = LUA_NOREF; ///< Registry reference of a wait_until.

    /// Reads everything on the stack frame from `first` on. Raises Lua errors.
    void collect(lua_State* state, int first);
    /// Reads what a wait_until's function returned: nothing, nil or false means that the wait goes on.
    void collect_condition(lua_State* state, int function_reference);

    /// The state that a machine keeps while this waits. A wait_until lives in this process only and is a
    /// memory value, which snapshots refuse.
    [[nodiscard]] Value to_state() const;
    /// Reads a state made of a wait for seconds or frames; nothing if it is anything else.
    [[nodiscard]] static std::optional<Answer> from_state(const Value& state);
    /// The native was asked again: a frame has passed, or an event came (0 seconds).
    void pass(float delta_time);

    /// Writes the values into the call, or gives the reason why they do not fit it. `variables`: natives of
    /// the engine may write into variables, so values of one that is not known may be meant for its
    /// arguments.
    [[nodiscard]] std::optional<std::string> apply(const Signature* signature, bool variables,
                                                   Call& call) const;
};

/// Makes `wait`, `wait_frames`, `wait_until`, `result` and `out` known to scripts.
void open_answers(lua_State* state);

} // namespace vellum
