#include "protocol/dap/converse.hpp"

#include <algorithm>

namespace vellum::protocol::dap {

namespace {

using std::chrono::milliseconds;

/// A stranger that does not read is not waited for.
constexpr MessageLimits for_strangers{
    .max_head = 1024, .max_body = std::size_t{64} << 10U, .max_depth = 16, .max_send = milliseconds(0)};
constexpr std::size_t most_strange_messages = 16;
/// While there are strangers, whoever waits for others looks at them so often.
constexpr milliseconds between_looks{10};

constexpr std::size_t most_in_a_turn = 256;

} // namespace

Conversation::Conversation(ByteStream& bytes, Front& front)
    : messages_(bytes, for_strangers),
      adapter_(
          front,
          [this](const Json& message) {
              if (deaf_ || messages_.send(message)) return;
              deaf_ = true;
              adapter_.hang_up();
          },
          [this] { take_all(milliseconds(0)); }) {}

bool Conversation::take(milliseconds most) {
    if (gone_ || ended()) return false;
    if (adapter_.trusted()) messages_.set_limits({});
    auto message = messages_.receive(most);
    const bool came = message && *message;
    if (!adapter_.trusted()) {
        if (messages_.ended() || ((came || !message) && ++strange_ > most_strange_messages)) {
            adapter_.hang_up();
            return false;
        }
    } else if (!message) {
        adapter_.complain(message.error());
    }
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

void Conversation::take_all(milliseconds most) {
    const std::size_t at_once = adapter_.trusted() ? most_in_a_turn : 1;
    for (std::size_t taken = 0; taken < at_once && take(most); ++taken) most = milliseconds(0);
}

void Conversation::work(milliseconds most) {
    take_all(most);
    adapter_.work();
}

void Conversation::run() {
    while (!ended()) work(std::chrono::hours(1));
}

Result<std::unique_ptr<Client>> Reception::admit(milliseconds most) {
    auto came = port_.accept(strangers_.empty() ? most : std::min(most, between_looks));
    if (!came) return std::unexpected(std::move(came.error()));
    if (*came != nullptr) {
        if (strangers_.size() == limits_.count) strangers_.erase(strangers_.begin());
        strangers_.push_back(std::make_unique<Client>(std::move(*came), front_));
    }
    const auto now = std::chrono::steady_clock::now();
    for (auto one = strangers_.begin();
         one != strangers_.end() && std::chrono::steady_clock::now() - now < limits_.turn; ++one) {
        Conversation& conversation = (*one)->conversation;
        conversation.work(milliseconds(0));
        if (conversation.ended() || !conversation.adapter().trusted()) continue;
        std::unique_ptr<Client> client = std::move(*one);
        strangers_.clear();
        return client;
    }
    std::erase_if(strangers_, [&](const std::unique_ptr<Client>& one) {
        return one->conversation.ended() || now - one->came >= limits_.time;
    });
    return nullptr;
}

} // namespace vellum::protocol::dap
