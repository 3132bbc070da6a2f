#include "engines/pathologic/source/full_name.hpp"

#include "engines/pathologic/format/event_names.hpp"

namespace vellum::pathologic::source {

std::string own_name(const Tree& tree, const Function& function) {
    if (function.event) {
        const std::string_view name = event_name(*function.event, tree.window);
        return name.empty() ? "Event" + std::to_string(*function.event) : std::string(name);
    }
    return function.init ? "init" : std::string(tree.text(function.name));
}

std::string full_name(const Tree& tree, const Function& function) {
    if (function.task == none) return own_name(tree, function);
    return std::string(tree.text(tree.tasks[function.task].name)) + "::" + own_name(tree, function);
}

} // namespace vellum::pathologic::source
