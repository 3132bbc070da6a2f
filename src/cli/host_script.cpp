// The one place where the command line meets Lua.
#include "cli/host_script.hpp"

#include "cli/codes.hpp"
#include "cli/session.hpp"

#if defined(VELLUM_HAVE_LUAHOST)
#include "base/bytes.hpp"
#include "base/codes.hpp"
#include "base/hash.hpp"
#include "base/path.hpp"
#include "luahost/lua_host.hpp"
#include "workspace/projects.hpp"
#endif

namespace vellum::cli {

#if defined(VELLUM_HAVE_LUAHOST)

namespace {

/// A project file stands for the host script that it names: naming it is how a user allows that script.
Result<std::string> host_path(Session& session, const std::string& named) {
    if (path::file_name(named) != project_file_name) return named;
    const auto project = session.workspace().project(named);
    if (project == nullptr || project->file != named)
        return fail(codes::io_read, "there is no such project file", {.file = named});
    if (project->settings.problem) return std::unexpected(*project->settings.problem);
    if (project->host.empty())
        return fail(codes::settings_member, "the project has no member 'host'", {.file = named});
    return project->host;
}

class LuaScript final : public HostScript {
  public:
    LuaScript(std::unique_ptr<LuaHost> lua, std::uint64_t hash) : lua_(std::move(lua)), hash_(hash) {}
    Host& host() override { return *lua_; }
    [[nodiscard]] std::uint64_t hash() const override { return hash_; }
    Result<void> frame(SchedulerLink world, std::uint64_t number, float seconds) override {
        return lua_->frame(world, number, seconds);
    }
    bool acts_on_frames() const override { return lua_->acts_on_frames(); }
    void check(Diagnostics& diagnostics) const override { lua_->check(diagnostics); }

  private:
    std::unique_ptr<LuaHost> lua_;
    std::uint64_t hash_;
};

} // namespace

Result<std::unique_ptr<HostScript>> load_host_script(Session& session, const std::string& named,
                                                     const Host* known,
                                                     std::function<void(std::string_view)> log) {
    const auto found = host_path(session, named);
    if (!found) return std::unexpected(found.error());
    const std::string& path = *found;
    const auto bytes = session.read(path);
    if (!bytes) return std::unexpected(bytes.error());
    LuaHost::Options options;
    options.known = known;
    options.log = std::move(log);
    auto lua = LuaHost::load(as_text(*bytes), path, options);
    if (!lua) {
        if (lua.error().place.file.empty()) lua.error().place.file = path;
        return std::unexpected(std::move(lua.error()));
    }
    return std::make_unique<LuaScript>(std::move(*lua), hash64(*bytes));
}

#else

Result<std::unique_ptr<HostScript>> load_host_script(Session&, const std::string& path, const Host*,
                                                     std::function<void(std::string_view)>) {
    return fail(codes::cli_world, "this build has no Lua, so it cannot read host scripts", {.file = path},
                "build Vellum with liblua5.4-dev installed, or run without --host");
}

#endif

} // namespace vellum::cli
