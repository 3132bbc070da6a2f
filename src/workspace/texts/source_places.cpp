#include "workspace/texts/source_places.hpp"

#include <algorithm>

namespace vellum {

std::vector<Function> source_functions(const Workspace& workspace, const Node& node,
                                       const tools::OpenedFile& opened, const tools::TextSource& source) {
    const auto script = std::ranges::find_if(opened.scripts, [&](const tools::Script& each) {
        return each.member == source.member && each.offset == source.offset;
    });
    if (source.table || script == opened.scripts.end()) return {};
    Diagnostics unheard;
    const auto program = workspace.load(node, opened, *script, SourceView::if_possible, unheard);
    return program ? (*program)->functions() : std::vector<Function>();
}

} // namespace vellum
