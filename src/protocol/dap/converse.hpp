// A conversation with one client over a stream of bytes.
#pragma once

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
    /// Reads what has come within that time, answers it, and runs what is to run.
    void work(std::chrono::milliseconds most);
    /// Until it is over.
    void run();
    [[nodiscard]] Adapter& adapter() noexcept { return adapter_; }
    [[nodiscard]] MessageStream& messages() noexcept { return messages_; }
    [[nodiscard]] bool ended() const noexcept { return adapter_.ended(); }

  private:
    /// Takes the messages that have come. False: there is none.
    bool take(std::chrono::milliseconds most);

    MessageStream messages_;
    std::function<bool(const Json&)> look_;
    Adapter adapter_;
    bool gone_ = false; ///< Nothing more will come.
};

} // namespace vellum::protocol::dap
