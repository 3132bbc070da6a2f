// Looks through the names that a host of known natives can tell.
#include "host/nearly_known.hpp"

#include <algorithm>
#include <vector>

#include "base/suggest.hpp"

namespace vellum {

std::string nearly_known(std::string_view name, const Host& known) {
    std::vector<std::string> names;
    known.each_signature([&](const Signature& signature) {
        names.push_back(signature.name);
        if (signature.kind == NativeKind::getter) names.push_back("get_" + signature.name);
        if (signature.kind == NativeKind::getter || signature.kind == NativeKind::setter)
            names.push_back("set_" + signature.name);
    });
    if (std::ranges::find(names, name) != names.end()) return {};
    const std::vector<std::string_view> views(names.begin(), names.end());
    return std::string(nearest(name, views));
}

} // namespace vellum
