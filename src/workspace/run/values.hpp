// Values, events and calls as they are written on a command line:
//
//     5  -3  0x1f   integer      1.5  -2e3  float       true false   boolean
//     "text"        string       null               the null object     #12   object 12
//     (1,2.5,-3)    vector
//
//     OnUse   2:1,"key"   2:(0,1,2)@30      an event, its values, the frame before which it is sent
//     Add(1,2)   Open("door")@5            a call of a script function
//     irand=3    Door.IsLocked=true        a native and what it answers
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/diagnostic.hpp"
#include "vellum/run.hpp"
#include "vellum/value.hpp"

namespace vellum::runs {

/// Values divided by commas; empty text gives none.
[[nodiscard]] Result<std::vector<Value>> parse_values(std::string_view text);

[[nodiscard]] Result<RunAction> parse_event(std::string_view text);
[[nodiscard]] Result<RunAction> parse_call(std::string_view text);
[[nodiscard]] Result<RunAnswer> parse_answer(std::string_view text);

} // namespace vellum::runs
