// What a case's world is made with: its answers, its Lua lines, stand-ins; and the world.
#pragma once

#include <memory>
#include <string>

#include "runner/inline_host.hpp"
#include "runner/running.hpp"
#include "vellum/hosts.hpp"

#if defined(VELLUM_HAVE_LUAHOST)
#include "luahost/lua_host.hpp"
#endif

namespace vellum::cases {

/// The hosts of one run: the case's answers, its Lua lines, stand-ins.
class CaseHost {
  public:
    CaseHost(const Engine& engine, const CaseFile& file, Diagnostics& diagnostics) {
        for (const std::string& line : file.host) inline_.add(line, diagnostics);
        chain_.push_back(inline_);
        if (!file.lua.empty()) add_lua(engine, file.lua, diagnostics);
        stand_in_ = std::make_unique<StandInHost>(&chain_, engine.runtime().known_natives());
    }

    [[nodiscard]] Host& host() { return *stand_in_; }

  private:
#if defined(VELLUM_HAVE_LUAHOST)
    void add_lua(const Engine& engine, const std::string& text, Diagnostics& diagnostics) {
        LuaHost::Options options;
        options.known = engine.runtime().known_natives();
        auto loaded = LuaHost::load(text, "host.lua", options);
        if (!loaded) return diagnostics.add(std::move(loaded.error()));
        lua_ = std::move(*loaded);
        chain_.push_back(*lua_);
    }
    std::unique_ptr<LuaHost> lua_;
#else
    void add_lua(const Engine&, const std::string&, Diagnostics& diagnostics) {
        diagnostics.add(codes::engine_unsupported, "this build has no Lua host scripts");
    }
#endif
    InlineHost inline_;
    HostChain chain_;
    std::unique_ptr<StandInHost> stand_in_;
};

[[nodiscard]] Result<std::unique_ptr<Scheduler>> make_world(const Engine& engine, const CaseFile& file,
                                                            const Programs& programs, Host& host,
                                                            Diagnostics& diagnostics);

/// Says what kept a run from beginning.
void write_failure(TextWriter& out, const Diagnostics& diagnostics, const Diagnostic* error);

} // namespace vellum::cases
