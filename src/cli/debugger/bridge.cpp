#include "cli/debugger/bridge.hpp"

namespace vellum::cli {

using protocol::MessageStream;
using std::chrono::milliseconds;

namespace {

constexpr milliseconds between_looks{5}; ///< At what the game says, while the editor is silent.

} // namespace

bool Bridge::takes(const Json& message) {
    const std::string_view command = message["command"].as_string();
    if (command == "initialize") greeting_ = message;
    const std::uint64_t port = message["arguments"]["port"].as_uint();
    if (command != "attach" || port == 0 || port > 65535 || greeting_.is_null()) return false;
    const auto game = connect_locally(static_cast<std::uint16_t>(port));
    if (!game) {
        conversation_.adapter().complain(game.error());
        return false;
    }
    if (!conversation_.adapter().begun())
        conversation_.adapter().work(); // what came before is answered first
    hand_over(**game, message);
    return true;
}

void Bridge::hand_over(ByteStream& bytes, const Json& attach) {
    MessageStream& editor = conversation_.messages();
    MessageStream game(bytes);
    bool well = game.send(greeting_) && game.send(attach);
    while (well && !editor.ended() && !game.ended()) {
        if (auto message = editor.receive(between_looks); message && *message)
            well = game.send(**message).has_value();
        while (well) {
            auto message = game.receive(milliseconds(0));
            if (!message || !*message) break;
            // The greeting was answered here.
            if ((**message)["command"].as_string() != "initialize") well = editor.send(**message).has_value();
        }
    }
    conversation_.adapter().leave();
}

} // namespace vellum::cli
