// Names; see the header.
#include "engines/pathologic/decompile/naming.hpp"

#include <string>

namespace vellum::pathologic::decompile {

using source::none;

void give_names(const Script& script, source::Tree& tree) {
    static_cast<void>(script);
    std::uint32_t number = 0;
    for (source::Global& global : tree.globals)
        if (!global.property) global.name = tree.intern("g_" + std::to_string(number++));
    for (std::uint32_t i = 0; i < tree.tasks.size(); ++i) {
        tree.tasks[i].name = tree.intern(i == tree.main ? "TMain" : "T" + std::to_string(i));
        for (std::uint32_t v = 0; v < tree.tasks[i].variables.size(); ++v)
            tree.tasks[i].variables[v].name = tree.intern("m_" + std::to_string(v));
    }
    for (std::uint32_t i = 0; i < tree.functions.size(); ++i) {
        source::Function& function = tree.functions[i];
        function.name = tree.intern("Func" + std::to_string(i));
        function.parameter_names.clear();
        function.local_names.clear();
        for (std::size_t p = 0; p < function.parameters.size(); ++p)
            function.parameter_names.push_back(tree.intern("a" + std::to_string(p)));
        for (std::size_t v = 0; v < function.locals.size(); ++v)
            function.local_names.push_back(tree.intern("v" + std::to_string(v)));
    }
}

} // namespace vellum::pathologic::decompile
