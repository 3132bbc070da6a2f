// A conversation with one client over a stream of bytes, and the port where clients come in. Whoever has not
// shown the token is a stranger: what is read, answered, waited and kept for strangers has limits of its own,
// in one turn and in all, so that whoever runs the turns is never held up.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "base/socket.hpp"
#include "base/stream.hpp"
#include "protocol/dap/adapter.hpp"
#include "protocol/message.hpp"

namespace vellum::protocol::dap {

class Conversation {
  public:
    /// Neither is owned.
    Conversation(ByteStream& bytes, Front& front);

    /// Shown each message before the adapter; true: somebody else answers it.
    void on_message(std::function<bool(const Json&)> look) { look_ = std::move(look); }
    /// Reads what has come within that time, of a stranger one message, answers it, and runs what is to run.
    void work(std::chrono::milliseconds most);
    /// Until it is over. Not for strangers.
    void run();
    [[nodiscard]] Adapter& adapter() noexcept { return adapter_; }
    [[nodiscard]] const Adapter& adapter() const noexcept { return adapter_; }
    [[nodiscard]] MessageStream& messages() noexcept { return messages_; }
    [[nodiscard]] bool ended() const noexcept { return adapter_.ended(); }

  private:
    /// Takes a message that comes within that time. False: there is none.
    bool take(std::chrono::milliseconds most);
    /// Takes all that come, but no more than are answered in one turn.
    void take_all(std::chrono::milliseconds most);

    MessageStream messages_;
    std::function<bool(const Json&)> look_;
    Adapter adapter_;
    std::size_t strange_ = 0; ///< Messages that came before the token.
    bool gone_ = false;       ///< Nothing more will come.
    bool deaf_ = false;       ///< What was sent was not taken; nothing more is sent.
};

/// A client that came in at a port.
struct Client {
    Client(std::unique_ptr<ByteStream> stream, Front& front)
        : bytes(std::move(stream)), conversation(*bytes, front) {}
    std::unique_ptr<ByteStream> bytes;
    Conversation conversation;
    std::chrono::steady_clock::time_point came = std::chrono::steady_clock::now();
};

/// What strangers may cost.
struct StrangerLimits {
    std::chrono::milliseconds time{10'000}; ///< From connecting to the token, whatever is sent meanwhile.
    std::size_t count = 8;                  ///< At the same time.
    std::chrono::milliseconds turn{1};      ///< What a turn works for them, but for the message begun.
};

/// Speaks with those who connect to a port until one of them shows the token. A few may try at the same time;
/// if there are too many, the one that came first makes room.
class Reception {
  public:
    /// Neither is owned.
    Reception(LocalPort& port, Front& front, const StrangerLimits& limits = {})
        : port_(port), front_(front), limits_(limits) {}

    /// One turn, which waits at most that long and works for strangers for a moment. The client that has
    /// shown the token, or null. All others are turned away then.
    [[nodiscard]] Result<std::unique_ptr<Client>> admit(std::chrono::milliseconds most);

  private:
    LocalPort& port_;
    Front& front_;
    StrangerLimits limits_;
    std::vector<std::unique_ptr<Client>> strangers_; ///< The oldest first.
};

} // namespace vellum::protocol::dap
