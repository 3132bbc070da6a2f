#include "luahost/host_scripts.hpp"

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "luahost/lua_host.hpp"

namespace vellum {

namespace {

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

HostScripts lua_host_scripts() {
    return [](std::string_view text, const std::string& name, const Host* known,
              std::function<void(std::string_view)> printed) -> Result<std::unique_ptr<HostScript>> {
        LuaHost::Options options;
        options.known = known;
        options.log = std::move(printed);
        auto lua = LuaHost::load(text, name, options);
        if (!lua) return std::unexpected(std::move(lua.error()));
        return std::make_unique<LuaScript>(std::move(*lua), hash64(as_bytes(text)));
    };
}

} // namespace vellum
