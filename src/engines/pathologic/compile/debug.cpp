#include "engines/pathologic/compile/debug.hpp"

#include "engines/pathologic/source/full_name.hpp"
#include "isa/functions.hpp"

namespace vellum::pathologic::compile {

using vellum::source::Sources;

namespace {

std::vector<std::string> texts(const Tree& tree, std::span<const TextId> ids) {
    std::vector<std::string> list;
    for (const TextId id : ids) list.emplace_back(id == none ? std::string_view() : tree.text(id));
    return list;
}

void add_functions(const Tree& tree, const Layout& layout, DebugInfo& info) {
    for (std::uint32_t i = 0; i < tree.functions.size(); ++i) {
        const source::Function& function = tree.functions[i];
        if (layout.addresses[i] == none) continue;
        if (!info.functions.empty()) info.functions.back().end = layout.addresses[i];
        DebugFunction& made = info.functions.emplace_back();
        made.name = isa::dotted(full_name(tree, function));
        made.address = layout.addresses[i];
        made.end = static_cast<std::uint32_t>(layout.places.size());
        made.group = function.task;
        made.result = function.result.has_value();
        made.parameters = texts(tree, function.parameter_names);
        made.locals = texts(tree, function.local_names);
    }
}

} // namespace

DebugInfo debug_info(const Tree& tree, const Layout& layout, const Sources& sources, std::string_view file) {
    static_assert(DebugFunction::none == none);
    DebugInfo info;
    info.files.emplace_back(file);
    for (std::uint32_t i = 1; i < sources.size(); ++i) info.files.push_back(sources.name(i));
    for (std::uint32_t i = 0; i < layout.places.size(); ++i) {
        if (i != 0 && layout.places[i] == layout.places[i - 1]) continue;
        const Place place = sources.place(layout.places[i]);
        info.lines.push_back({i, sources.file_of(layout.places[i]), place.line, place.column});
    }
    add_functions(tree, layout, info);
    for (const source::Task& task : tree.tasks) {
        DebugGroup& group = info.groups.emplace_back();
        group.name = task.name == none ? std::string_view() : tree.text(task.name);
        for (const source::Variable& variable : task.variables)
            group.variables.emplace_back(variable.name == none ? std::string_view()
                                                               : tree.text(variable.name));
    }
    for (const source::Global& global : tree.globals)
        info.globals.emplace_back(global.name == none ? std::string_view() : tree.text(global.name));
    return info;
}

} // namespace vellum::pathologic::compile
