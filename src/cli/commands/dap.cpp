// `vellum dap`: the debugger for editors.
#include <fmt/format.h>

#include <cstdlib>

#include "base/disk.hpp"
#include "base/socket.hpp"
#include "cli/codes.hpp"
#include "cli/commands/commands.hpp"
#include "cli/debugger/bridge.hpp"
#include "cli/session.hpp"
#include "protocol/dap/converse.hpp"
#include "protocol/dap/launcher.hpp"

namespace vellum::cli::dap_command {

namespace {

protocol::dap::LaunchOptions launch_options(Session& session, std::string token) {
    return {.files = session.workspace().tree(),
            .settings = session.workspace().settings(),
            .granted = session.arguments().list("--grant"),
            .token = std::move(token),
            .enter = [](const std::string& folder) -> Result<void> {
                if (const std::error_code error = disk::enter(folder))
                    return fail(codes::cli_world, "the folder of 'cwd': " + error.message());
                return {};
            },
            .absolute = disk::absolute};
}

/// Clients one after the other, each with what it launches.
ExitCode serve(Session& session, std::uint16_t number) {
    auto port = open_local_port(number);
    if (!port) return session.report(port.error());
    const char* const given = std::getenv("VELLUM_DAP_TOKEN");
    auto token = given != nullptr && *given != '\0' ? Result<std::string>(given) : random_token();
    if (!token) return session.report(token.error());
    session.console().out(fmt::format("listening on 127.0.0.1:{}, token {}\n", (*port)->number(), *token));
    if (!session.console().flush()) return ExitCode::io;
    protocol::dap::Launcher launcher(launch_options(session, *token));
    protocol::dap::Reception reception(**port, launcher);
    while (true) {
        auto client = reception.admit(std::chrono::hours(1));
        if (!client) return session.report(client.error());
        if (*client == nullptr) continue;
        (*client)->conversation.run();
        if (session.arguments().has("--once")) return ExitCode::ok;
    }
}

ExitCode run(Session& session) {
    if (const auto number = session.arguments().count("--port")) {
        if (*number > 65535) return session.usage("--port takes a number up to 65535.");
        return serve(session, static_cast<std::uint16_t>(*number));
    }
    auto stream = standard_stream();
    if (!stream) return session.report(stream.error());
    protocol::dap::Launcher launcher(launch_options(session, {}));
    Bridge bridge(**stream, launcher);
    bridge.run();
    return ExitCode::ok;
}

constexpr Option own[] = {
    {"--port", 0, "N",
     "Listen on this port of 127.0.0.1 instead; 0 picks a free one. Prints the port and the token that "
     "'launch' must send; VELLUM_DAP_TOKEN can set the token.",
     ValueKind::count},
    {"--grant",
     0,
     "FOLDER",
     "Let launch requests read settings from below FOLDER ('@FILE'), and let scripts write there ('files'). "
     "Without it requests read below the current folder only, and scripts write nothing.",
     ValueKind::folder,
     {},
     true},
    {"--once", 0, "", "With --port: exit after the first client with the token."},
};
const OptionGroup options[] = {own};
constexpr Example examples[] = {
    {"vellum dap", "what an editor starts; it talks over standard input and output"},
};

} // namespace

constinit const Command described{
    "dap",
    "Run",
    "Debug from an editor (Debug Adapter Protocol)",
    "Speaks the Debug Adapter Protocol, which VS Code, Neovim, Emacs and others use, over standard input and "
    "output. A launch request names the scripts as 'program' and may have any option of 'vellum debug' as a "
    "member: \"event\": [\"OnUse:null\"], \"frames\": 30, \"source\": true. An attach request with 'port' "
    "and 'token' connects to a game that has opened a port (docs/embedding.md). docs/debugging.md has the "
    "settings for editors.",
    {},
    options,
    examples,
    run};

} // namespace vellum::cli::dap_command
