// Debugging a world inside its game: the game opens a port of this machine, and an editor with the Debug
// Adapter Protocol attaches to it while the game goes on drawing. See docs/embedding.md.
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

/// Stands between a world and its game's host and writes down what the game answers: a debugger can then take
/// the world back in time. It grows as long as the world runs, so games use it when somebody debugs.
class VELLUM_API History {
  public:
    /// `game` is not owned. `engine`: of the world.
    History(Host& game, const Engine& engine);
    History(const History&) = delete;
    History& operator=(const History&) = delete;
    ~History();

    /// What the world is to be made with.
    [[nodiscard]] Host& host() noexcept;

  private:
    friend class Serving;
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// A source that scripts of the game were compiled from.
struct SourceFile {
    std::string text; ///< Empty: it is not at hand.
    std::string path; ///< Where it lies, for editors that have it open; may be empty.
};

/// How a game lets itself be debugged.
struct ServeOptions {
    std::uint16_t port = 0;     ///< Of 127.0.0.1; 0: one that is free.
    std::string token;          ///< What a client has to say; empty: one that nobody can guess.
    History* history = nullptr; ///< Of the world's host, not owned; null: debuggers cannot go back.
    std::uint64_t memory = std::uint64_t{256} << 20U; ///< Bytes that the way back may keep beside it.
    /// Asked when somebody with the token attaches; false refuses. Empty: nobody is refused.
    std::function<bool()> allow;
    /// Asked for a file of a program's debug information. Empty: scripts are shown as listings.
    std::function<SourceFile(const Program& program, std::string_view file)> source;
};

/// An open port. What the game would do to its world it does through this, or nobody could stop there.
class VELLUM_API Server {
  public:
    Server() = default;
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;
    virtual ~Server() = default; ///< Closes the port; the world goes on without stops.

    [[nodiscard]] virtual std::uint16_t port() const = 0;       ///< The port's number.
    [[nodiscard]] virtual const std::string& token() const = 0; ///< What a client has to say.
    [[nodiscard]] virtual bool attached() const = 0;            ///< A client with the token is there.
    [[nodiscard]] virtual bool stopped() const = 0;             ///< The world stands still for it.

    /// As Scheduler::start. False: it stopped somewhere.
    virtual bool start() = 0;
    /// As Scheduler::frame, and speaks with the client. False: the world stands still, and so does its time;
    /// the game draws on and calls again. Nothing here waits.
    virtual bool frame(float seconds) = 0;
    /// As Scheduler::send. False: it stopped somewhere, or the event waits until the world goes on.
    virtual bool send(const Event& event) = 0;
    /// As Scheduler::call, without the result. False as with `send`.
    virtual bool call(std::string_view function, std::span<const Value> arguments) = 0;
    /// As Scheduler::take_faults, which has none of those that happened in here.
    virtual std::vector<Fault> take_faults() = 0;
};

/// Opens a port for debuggers of a world that is at rest and made of `programs`. `world` is not owned and
/// must outlive the server.
[[nodiscard]] VELLUM_API Result<std::unique_ptr<Server>>
serve(Scheduler& world, std::span<const ProgramPtr> programs, const ServeOptions& options = {});

} // namespace vellum::debug
