// Host scripts: a small Lua 5.4 program answers the natives that a game would answer. A feature of the tools,
// not of the core library: this folder may throw, because Lua's C++ build raises its errors as exceptions.
// The rules that scripts rely on stand in docs/host-scripts.md. A script runs without files, processes, byte
// code or a clock, within limits of instructions and memory, and with seeded random numbers, so that a run
// can be repeated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "vellum/diagnostic.hpp"
#include "vellum/host.hpp"

namespace vellum {

/// Limits and surroundings of a host script.
struct LuaOptions {
    const Host* known = nullptr;           ///< The engine's known natives: their signatures tell directions.
    std::uint64_t seed = 1;                ///< For math.random.
    std::uint64_t instructions = 10000000; ///< Per native call or frame; 0: no limit.
    std::size_t memory = std::size_t{64} << 20U; ///< Bytes in all; 0: no limit.
    std::function<void(std::string_view)> log;   ///< Gets lines of `log` and `print`, without line end.
};

class LuaHost final : public Host {
  public:
    using Options = LuaOptions;

    /// Compiles and runs the script's main part. `name` is what messages call it ("my.lua"). Fails with
    /// `host.script`.
    [[nodiscard]] static Result<std::unique_ptr<LuaHost>> load(std::string_view script, std::string_view name,
                                                               Options options = {});
    ~LuaHost() override;

    /// Calls the script's `on_frame(number, seconds)` if it has one. Do it before each frame of the world;
    /// events the script sends go through `world`.
    [[nodiscard]] Result<void> frame(SchedulerLink world, std::uint64_t number, float seconds);
    /// True if it has one: then something may come of any frame.
    [[nodiscard]] bool acts_on_frames() const;

    /// Knows what the script's functions, class tables and `methods` define.
    [[nodiscard]] Native resolve(const NativeKey& key) override;
    [[nodiscard]] std::string object_name(ObjectId object) const override;
    [[nodiscard]] std::string_view object_class(ObjectId object) const override;
    void each_signature(const std::function<void(const Signature&)>& visit) const override;

    /// Tells what went unheard so far: `host.unused` (a note) for functions that no script asked for,
    /// `host.arity` (a warning) for those that name more parameters than they are given.
    void check(Diagnostics& diagnostics) const;

  private:
    struct Impl;
    explicit LuaHost(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

namespace codes {
inline constexpr DiagnosticCode host_script{"host.script", Severity::error,
                                            "A host script has an error or exceeded its limits."};
} // namespace codes

} // namespace vellum
