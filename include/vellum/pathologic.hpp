// Embedding Pathologic: where scripts come from, the script manager that loads and keeps them, and the world
// their runs live in. A game gives a host per context (actor before player before standard, as a HostChain),
// starts runs, calls `frame` once a frame and sends events. Everything a front end needs is in Scheduler;
// this header adds Pathologic's own. See docs/engines/pathologic.md, "How to embed".
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/engine.hpp"
#include "vellum/files.hpp"
#include "vellum/host.hpp"
#include "vellum/program.hpp"
#include "vellum/scheduler.hpp"

namespace vellum::pathologic {

using vellum::FileSystem;       ///< Where script files come from.
using vellum::FolderFileSystem; ///< A folder of them.
using vellum::MemoryFileSystem; ///< Kept in memory.

/// Loads scripts by name and keeps them; any number of runs share one script. Not thread-safe, but the
/// scripts it returns are.
class VELLUM_API ScriptManager {
  public:
    /// Both must outlive the manager.
    ScriptManager(const Engine& engine, const FileSystem& files) : engine_(engine), files_(files) {}

    /// The script of that name, loaded at the first request. Warnings go to `diagnostics` if given.
    [[nodiscard]] Result<ProgramPtr> load(std::string_view name, Diagnostics* diagnostics = nullptr);
    /// Drops a script; runs that use it keep it.
    void forget(std::string_view name);
    /// Scripts kept.
    [[nodiscard]] std::size_t size() const noexcept { return scripts_.size(); }

  private:
    const Engine& engine_;
    const FileSystem& files_;
    std::map<std::string, ProgramPtr, std::less<>> scripts_;
};

/// Options of a Pathologic world; also the `settings` of RunOptions, by the names in brackets.
struct WorldOptions : vellum::WorldOptions {
    /// Reaching the instruction limit of a frame ends the run instead of continuing next frame.
    /// ["limit-is-fatal"]
    bool limit_is_fatal = false;
    /// A method called on a null object is skipped instead of ending the run. ["ignore-null"]
    bool ignore_null_receiver = false;
    /// Every instruction is executed with all checks, even where verified code needs none. ["checked"]
    bool checked = false;
    /// Functions that are passed often become machine code, in builds that make it (CMake's VELLUM_NATIVE).
    /// Nothing but the speed changes. ["tier=native"]
    bool native = false;
    /// How often a function's beginning and the heads of its loops are passed before it is compiled.
    /// ["native_after"]
    std::uint32_t native_after = 64;
    /// Machine code is named in a file below /tmp for `perf`. ["perf_map=yes"]
    bool perf_map = false;
    /// Most variables on one run's stack. ["stack"]
    std::uint32_t stack_limit = 1U << 20U;
    /// Scripts started by start(), with one run each, are named after their file, without its extension.
    bool call_by_file_name = true;
};

/// A world of running scripts. Events are named by number ("2"), by the names in the event table ("OnUse"),
/// and go to every run, or with "@" to one: "2@1", "OnUse@door". Values are converted to the handler's types.
class VELLUM_API World : public Scheduler {
  public:
    /// Adds a run of a Pathologic program. It starts with the next `start` or at once if the world has
    /// started. `host` is the run's context; null means the world's own. Hosts must outlive the world.
    virtual Result<std::uint32_t> add(const ProgramPtr& program, std::string name, Host* host = nullptr) = 0;
    /// Ends a run. Its index stays taken.
    virtual void stop(std::uint32_t machine) = 0;

    /// Sends an event to one run. The text is its outcome, see docs/engines/pathologic.md.
    virtual EventResult send_to(std::uint32_t machine, std::uint32_t event,
                                std::span<const Value> values) = 0;

    /// The object that stands for a run's actor; returned by the stand-in `self`.
    [[nodiscard]] virtual ObjectId owner(std::uint32_t machine) const = 0;
    virtual void set_owner(std::uint32_t machine, ObjectId object) = 0; ///< Null: none.
    /// A named global ("script property") of a run; empty if there is none of that name.
    [[nodiscard]] virtual std::optional<Value> property(std::uint32_t machine,
                                                        std::string_view name) const = 0;
    /// False if there is no such property or the value does not fit its type.
    virtual bool set_property(std::uint32_t machine, std::string_view name, const Value& value) = 0;

    /// The next number of the world's random sequence, saved with snapshots: for natives that must replay.
    virtual std::uint32_t random() = 0;
    /// Text for the observer, in plain words.
    virtual void note(std::uint32_t machine, std::string_view text) = 0;
};

/// An empty world. The host is the context of runs that have none of their own.
[[nodiscard]] VELLUM_API std::unique_ptr<World> make_world(Host& host, const WorldOptions& options = {});

/// The options given by settings in text; fails with `engine.option` for unknown names and impossible values.
[[nodiscard]] VELLUM_API Result<WorldOptions> world_options(const RunOptions& options);

/// The natives that the games' scripts call, with signatures, and implementations of those that work without
/// a game. One object for all worlds; its state is in the worlds.
[[nodiscard]] VELLUM_API Host& known_natives();

} // namespace vellum::pathologic
