// The one place where the command line meets Lua.
#include "cli/host_script.hpp"

#include <fmt/format.h>

#include "cli/codes.hpp"

#if defined(VELLUM_HAVE_LUAHOST)
#include "luahost/lua_host.hpp"
#endif

namespace vellum::cli {

#if defined(VELLUM_HAVE_LUAHOST)
Result<std::unique_ptr<Host>> load_host_script(Session& session, const std::string& path) {
    return fail(codes::cli_world, "not yet", {.file = path});
}
#else
Result<std::unique_ptr<Host>> load_host_script(Session&, const std::string& path) {
    return fail(codes::cli_world, "this build has no Lua, so it cannot read host scripts", {.file = path},
                "build Vellum with liblua5.4-dev installed, or run without --host");
}
#endif

} // namespace vellum::cli
