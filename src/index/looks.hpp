// What was looked at, as rows of the table `look`.
#pragma once

#include <string_view>

#include "index/database.hpp"
#include "workspace/answers.hpp"

namespace vellum::index {

[[nodiscard]] constexpr std::string_view to_string(Seen::What what) {
    switch (what) {
    case Seen::What::stamp: return "stamp";
    case Seen::What::names: return "names";
    case Seen::What::never: break;
    }
    return "never";
}

/// Of a row of `what`, `name`, `size` and `written`.
[[nodiscard]] inline Seen look_of(const Statement& row) {
    Seen seen{Seen::What::never, std::string(row.text(1)), {}};
    for (const Seen::What what : {Seen::What::stamp, Seen::What::names})
        if (row.text(0) == to_string(what)) seen.what = what;
    if (!row.is_null(2)) seen.stamp = {static_cast<std::uint64_t>(row.integer(2)), row.integer(3)};
    return seen;
}

} // namespace vellum::index
