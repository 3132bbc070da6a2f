// Values, events and calls as they are written on a command line:
//
//     5  -3  0x1f   integer      1.5  -2e3  float       true false   boolean
//     "text"        string       null               the null object     #12   object 12
//     (1,2.5,-3)    vector
//
//     OnUse   2:1,"key"   2:(0,1,2)@30      an event, its values, the frame before which it is sent
//     Add(1,2)   Open("door")@5            a call of a script function
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/diagnostic.hpp"
#include "vellum/scheduler.hpp"
#include "vellum/value.hpp"

namespace vellum::cli {

/// Values divided by commas; empty text gives none.
[[nodiscard]] Result<std::vector<Value>> parse_values(std::string_view text);

/// Something to be done before a frame.
struct Action {
    enum class Kind : std::uint8_t { event, call };
    Kind kind = Kind::event;
    std::uint64_t frame = 0; ///< Frames count from 1; 0: the first that runs.
    std::size_t order = 0;   ///< Among all of the command line.
    Event event;             ///< For a call: name and arguments.
    std::string text;        ///< As written.
};

[[nodiscard]] Result<Action> parse_event(std::string_view text);
[[nodiscard]] Result<Action> parse_call(std::string_view text);

} // namespace vellum::cli
