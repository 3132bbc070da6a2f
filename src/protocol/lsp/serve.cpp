#include "protocol/lsp/serve.hpp"

#include "engines/languages.hpp"
#include "protocol/lsp/server.hpp"
#include "protocol/message.hpp"

namespace vellum::protocol::lsp {

Result<bool> serve(ByteStream& bytes) {
    using std::chrono::milliseconds;
    constexpr milliseconds at_once(0), pause(50), long_time(60'000);
    MessageStream stream(bytes);
    Server server(languages());
    bool told = true; // what is wrong with the texts as they are
    while (!stream.ended() && !server.exited()) {
        std::vector<Json> out;
        const Result<std::optional<Json>> message = stream.receive(told ? long_time : at_once);
        if (!message) {
            if (stream.ended()) return std::unexpected(message.error());
            out.push_back(Server::parse_error(message.error().message));
        } else if (*message) {
            server.handle(**message, out);
            told = false;
        } else if (!told) { // whoever types fast is not compiled for at every letter
            if (bytes.readable(pause)) continue;
            server.idle(out);
            told = true;
        }
        for (const Json& each : out)
            if (auto sent = stream.send(each); !sent) return std::unexpected(sent.error());
    }
    return server.exited() && server.in_order();
}

} // namespace vellum::protocol::lsp
