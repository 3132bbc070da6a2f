// The rows of the natives that Vellum answers, their arguments as letters: what programs that call each of
// them are made from.
#pragma once

#include <string>
#include <vector>

#include "engines/pathologic/natives/implementations.hpp"

namespace vellum::test {

struct Implemented {
    NativeKind kind = NativeKind::function;
    std::string name;
    std::string arguments; ///< ">i=s": direction and type of each.
    bool latent = false;
};

inline std::vector<Implemented> implemented_natives() {
    std::vector<Implemented> found;
    pathologic::each_row([&](NativeRow&& row) {
        if (!row.implemented) return;
        std::string arguments;
        for (const Parameter& parameter : row.signature.parameters) {
            arguments += "<>="[static_cast<std::size_t>(parameter.direction)];
            arguments += parameter.type == Type::none ? '*' : to_string(parameter.type)[0];
        }
        found.push_back({row.signature.kind, row.signature.name, arguments, row.signature.latent});
    });
    return found;
}

} // namespace vellum::test
