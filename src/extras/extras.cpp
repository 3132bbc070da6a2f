#include "extras/extras.hpp"

#include "extras/regex.hpp"
#if defined(VELLUM_HAVE_LUAHOST)
#include "luahost/host_scripts.hpp"
#endif

namespace vellum {

void add_extras(Settings& settings) {
#if defined(VELLUM_HAVE_LUAHOST)
    settings.host_scripts = lua_host_scripts();
#endif
    settings.regular_expressions = [](std::string_view pattern, bool ignore_case) -> Result<NameTest> {
        auto regex = Regex::compile(pattern, ignore_case);
        if (!regex) return std::unexpected(std::move(regex.error()));
        return [regex = std::move(*regex)](std::string_view name) { return regex.finds(name); };
    };
}

} // namespace vellum
