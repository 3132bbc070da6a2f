// Between an editor, which starts `vellum dap`, and a game that it wants to attach to: what one says is
// handed to the other. Until then, and for what is launched, the adapter here answers.
#pragma once

#include "base/socket.hpp"
#include "protocol/dap/converse.hpp"
#include "protocol/message.hpp"

namespace vellum::cli {

class Bridge {
  public:
    /// Neither is owned.
    Bridge(ByteStream& editor, protocol::dap::Front& front) : conversation_(editor, front) {
        conversation_.on_message([this](const Json& message) { return takes(message); });
    }
    /// Until the editor has ended it.
    void run() { conversation_.run(); }

  private:
    /// True: the game answers.
    bool takes(const Json& message);
    void hand_over(ByteStream& bytes, const Json& attach);

    protocol::dap::Conversation conversation_;
    Json greeting_; ///< The editor's `initialize`.
};

} // namespace vellum::cli
