// The headers of plugins, by the names of their files.
#include <algorithm>

#include "base/ascii.hpp"
#include "engines/ags/project/generated.hpp"

namespace vellum::ags::project {

namespace {

struct Plugin {
    std::string_view name, header;
};
constexpr Plugin plugins[] = {
#define PLUGIN(name, header) {name, header},
#include "engines/ags/project/plugins.inc"
#undef PLUGIN
};

} // namespace

std::string_view plugin_header(std::string_view file) noexcept {
    file = file.substr(0, file.rfind('.'));
    std::string name = lower_case(file);
    std::erase(name, '_');
    const auto* const found = std::ranges::find(plugins, name, &Plugin::name);
    return found == std::end(plugins) ? std::string_view{} : found->header;
}

} // namespace vellum::ags::project
