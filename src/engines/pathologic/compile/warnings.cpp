// Which warnings a function gets; see the header.
#include "engines/pathologic/compile/warnings.hpp"

#include "engines/pathologic/compile/codes.hpp"
#include "engines/pathologic/compile/warning_kinds.hpp"

namespace vellum::pathologic::compile {

void warn(const Engine& engine, const Parsed& parsed, const std::vector<bool>& entered,
          const std::vector<bool>& wanted, const Sources& sources, Diagnostics& diagnostics) {
    WarningOutput out(parsed.tree, sources, diagnostics);
    const source::NativeIndex& natives = source::native_index(engine);
    std::unordered_set<std::uint64_t> told;
    for (std::uint32_t i = 0; i < parsed.tree.functions.size(); ++i) {
        const source::Function& function = parsed.tree.functions[i];
        const bool left_out = function.task != source::none && !entered[function.task];
        // What a library offers need not be used.
        if (left_out && function.init && out.is_own(function.place))
            out.add(codes::source_unused, function.place,
                    "no code enters " + out.quoted(parsed.tree.tasks[function.task].name) +
                        ", so it is not in the file");
        else if (!wanted[i] && !left_out && out.is_own(function.place))
            out.add(codes::source_unused, function.place,
                    "no code calls " + out.quoted(function.name) + ", so it is not in the file");
        if (function.assembled || function.body == source::none) continue;
        warn_of_natives(out, natives, told, function);
        warn_of_flow(out, function);
        warn_of_usage(out, function);
        warn_of_conversions(out, function);
    }
}

} // namespace vellum::pathologic::compile
