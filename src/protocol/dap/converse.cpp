#include "protocol/dap/converse.hpp"

namespace vellum::protocol::dap {

namespace {

/// Of those who have not shown the token: nobody but them may use memory.
constexpr MessageLimits for_strangers{.max_head = 1024, .max_body = std::size_t{64} << 10U, .max_depth = 16};

/// How long a stranger may hold the line.
constexpr std::chrono::milliseconds most_strange{10'000};

} // namespace

Conversation::Conversation(ByteStream& bytes, Front& front)
    : messages_(bytes, for_strangers),
      adapter_(
          front, [this](const Json& message) { gone_ = !messages_.send(message) || gone_; },
          [this] {
              while (take(std::chrono::milliseconds(0))) {
              }
          }) {}

bool Conversation::take(std::chrono::milliseconds most) {
    if (gone_) return false;
    if (adapter_.trusted()) messages_.set_limits({});
    auto message = messages_.receive(most);
    if (!message) adapter_.complain(message.error());
    const bool came = message && *message;
    if (came && !(look_ && look_(**message))) adapter_.arrived(std::move(**message));
    if (!came && messages_.ended()) {
        gone_ = true;
        Json disconnect;
        disconnect.set("type", "request");
        disconnect.set("command", "disconnect");
        adapter_.arrived(std::move(disconnect));
    }
    return came || (!message && !gone_);
}

void Conversation::work(std::chrono::milliseconds most) {
    while (take(most)) most = std::chrono::milliseconds(0);
    adapter_.work();
}

void Conversation::run() {
    const auto begun = std::chrono::steady_clock::now();
    while (!ended()) {
        work(adapter_.trusted() ? std::chrono::milliseconds(std::chrono::hours(1)) : most_strange);
        if (!adapter_.trusted() && std::chrono::steady_clock::now() - begun >= most_strange) return;
    }
}

} // namespace vellum::protocol::dap
