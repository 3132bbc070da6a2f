// The file in which somebody's names and comments for decompiled functions are kept: lines that people can
// read, merge and correct.
//
//     vellum names 1
//     function 8c1f2e77aa01b3d4          what it does, see function_keys.hpp; .2 behind it: the third such
//       name GiveMoney
//       task TTrade                      of an init: its task
//       parameter 0 actor
//       local 2 amount
//       variable 1 m_owner               of its task
//       global 0 g_money                 the first one that the function uses
//       comment 3 above only if he pays  in front of its line 3, counted from 0
//       comment 3 behind or so
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engines/pathologic/decompile/function_keys.hpp"
#include "vellum/engine.hpp"

namespace vellum::pathologic {
const Engine& engine(); // the last module: it is linked, not included
}

namespace vellum::pathologic::decompile {

enum class SlotKind : std::uint8_t { parameter, local, variable, global };

struct Slot {
    SlotKind kind = SlotKind::parameter;
    std::uint32_t number = 0;
    auto operator<=>(const Slot&) const = default;
};

struct Comment {
    std::uint32_t line = 0; ///< Of the function's text, from 0.
    bool behind = false;    ///< On the line; else above it.
    std::string text;       ///< Without the slashes; one line.
};

struct FunctionNames {
    std::string name, task; ///< Empty: none.
    std::map<Slot, std::string> slots;
    std::vector<Comment> comments; ///< By line; those of one line in their order.

    [[nodiscard]] bool empty() const {
        return name.empty() && task.empty() && slots.empty() && comments.empty();
    }
};

struct Names final : SourceNames {
    Names() : SourceNames(pathologic::engine()) {}

    std::map<FunctionKey, FunctionNames> functions;
};

/// Null after adding errors with their lines.
[[nodiscard]] std::shared_ptr<const Names> read_names(std::string_view text, Diagnostics& diagnostics);
[[nodiscard]] std::string write_names(const std::map<FunctionKey, FunctionNames>& functions);

} // namespace vellum::pathologic::decompile
