// Debugging a world inside its game: the game opens a port of this machine, and an editor with the Debug
// Adapter Protocol attaches to it while the game keeps drawing. See docs/embedding.md.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/diagnostic.hpp"
#include "vellum/export.hpp"
#include "vellum/host.hpp"
#include "vellum/program.hpp"
#include "vellum/scheduler.hpp"

namespace vellum::debug {

/// Sits between a world and its game's host and records the game's answers, so that a debugger can run the
/// world backwards. It grows as long as the world runs, so games use it only for debugging.
class VELLUM_API History {
  public:
    /// `game` is not owned. `engine`: of the world.
    History(Host& game, const Engine& engine);
    History(const History&) = delete;
    History& operator=(const History&) = delete;
    ~History();

    /// The host to create the world with.
    [[nodiscard]] Host& host() noexcept;

  private:
    friend class Serving;
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// A source that scripts of the game were compiled from.
struct SourceFile {
    std::string text; ///< Empty if it is not available.
    std::string path; ///< Its path, for editors that have it open; may be empty.
};

/// How a game lets itself be debugged.
struct ServeOptions {
    std::uint16_t port = 0;     ///< Of 127.0.0.1; 0: one that is free.
    std::string token;          ///< The token that clients must send; empty: a random one.
    History* history = nullptr; ///< Of the world's host, not owned; null: debuggers cannot go back.
    std::uint64_t memory = std::uint64_t{256} << 20U; ///< Bytes of memory for reverse execution.
    /// Called when a client with the token attaches; false refuses it. Empty: no client is refused.
    std::function<bool()> allow;
    /// Called for a file of a program's debug information. Empty: scripts are shown as listings.
    std::function<SourceFile(const Program& program, std::string_view file)> source;
};

/// An open port. The game drives its world through this object, so that the debugger can stop there.
class VELLUM_API Server {
  public:
    Server() = default;
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;
    virtual ~Server() = default; ///< Closes the port; the world continues without stops.

    [[nodiscard]] virtual std::uint16_t port() const = 0;       ///< The port's number.
    [[nodiscard]] virtual const std::string& token() const = 0; ///< The token that clients must send.
    [[nodiscard]] virtual bool attached() const = 0;            ///< A client with the token is connected.
    [[nodiscard]] virtual bool stopped() const = 0;             ///< The world is stopped for it.

    /// As Scheduler::start. False if it stopped somewhere.
    virtual bool start() = 0;
    /// As Scheduler::frame, and serves the client. False: the world is stopped, and so is its time; the game
    /// keeps drawing and calls again. Never blocks.
    virtual bool frame(float seconds) = 0;
    /// As Scheduler::send. False if it stopped somewhere, or the event waits until the world continues.
    virtual bool send(const Event& event) = 0;
    /// As Scheduler::call, without the result. False as with `send`.
    virtual bool call(std::string_view function, std::span<const Value> arguments) = 0;
    /// As Scheduler::take_faults, which does not have the faults of calls made here.
    virtual std::vector<Fault> take_faults() = 0;
};

/// Opens a port for debuggers of a world that is at rest and made of `programs`. `world` is not owned and
/// must outlive the server.
[[nodiscard]] VELLUM_API Result<std::unique_ptr<Server>>
serve(Scheduler& world, std::span<const ProgramPtr> programs, const ServeOptions& options = {});

} // namespace vellum::debug
