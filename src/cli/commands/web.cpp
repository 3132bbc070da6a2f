// `vellum web`: the explorer in the user's browser, on the user's files.
#include <fmt/format.h>

#include <atomic>
#include <list>
#include <thread>

#include "base/codes.hpp"
#include "base/disk.hpp"
#include "base/socket.hpp"
#include "cli/commands/commands.hpp"
#include "cli/indexed.hpp"
#include "cli/programs.hpp"
#include "cli/session.hpp"
#include "cli/web/site.hpp"

namespace vellum::cli::web_command {

namespace {

/// The folder of the explorer: the one that was named, next to the program, or where the package was
/// installed.
Result<std::string> page_folder(const Arguments& arguments) {
    std::vector<std::string> folders;
    if (const std::string_view named = arguments.text("--page"); !named.empty())
        folders.emplace_back(named);
    else if (const std::string own = program_folder(); !own.empty())
        folders = {own + "/web", own + "/../share/vellum/web"};
#if defined(VELLUM_WEB_FOLDER)
    if (!arguments.has("--page")) folders.emplace_back(VELLUM_WEB_FOLDER);
#endif
    for (const std::string& folder : folders)
        if (disk::kind_of(folder + "/index.html") == FileKind::file) return disk::resolved(folder);
    return fail(codes::io_read, "the explorer is not there",
                {.file = folders.empty() ? std::string() : folders.front()},
                "'make web' builds it; --page FOLDER says where it is");
}

/// A client and the thread that answers it.
struct Client {
    explicit Client(std::unique_ptr<ByteStream> from) : stream(std::move(from)) {}
    std::unique_ptr<ByteStream> stream;
    std::atomic<bool> gone = false;
    std::jthread thread; // last: it ends before what it uses
};

/// Until the process ends. A browser opens about six connections for each of its windows.
Result<void> serve(LocalPort& port, web::Site& site) {
    constexpr std::size_t most_clients = 64;
    std::list<Client> clients;
    while (true) {
        clients.remove_if([](const Client& client) { return client.gone.load(); });
        if (clients.size() == most_clients) { // the next ones wait
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
            continue;
        }
        auto stream = port.accept(std::chrono::seconds(1));
        if (!stream) return std::unexpected(stream.error());
        if (*stream == nullptr) continue;
        Client& client = clients.emplace_back(std::move(*stream));
        client.thread = std::jthread([&client, &site] {
            protocol::http::converse(*client.stream, [&site](const auto& request, const auto& body) {
                return site.answer(request, body);
            });
            client.stream.reset();
            client.gone = true;
        });
    }
}

ExitCode run(Session& session) {
    const Arguments& arguments = session.arguments();
    const std::uint64_t wanted = arguments.count("--port").value_or(0);
    if (wanted > 65535) return session.usage("--port takes a number up to 65535.");
    const auto page = page_folder(arguments);
    if (!page) return session.report(page.error());
    web::Places explorer, places;
    if (const auto added = explorer.add(*page); !added) return session.report(added.error());
    for (const std::string& word : arguments.words())
        if (const auto added = places.add(word); !added) return session.report(added.error());
    Indexed index;
    std::vector<std::string> words = arguments.words();
    if (!index.open(session, words)) return ExitCode::findings;
    auto port = open_local_port(static_cast<std::uint16_t>(wanted));
    if (!port) return session.report(port.error());
    const auto token = random_token(), once = random_token();
    if (!token || !once) return session.report(token ? once.error() : token.error());

    const bool write = arguments.has("--write");
    const std::string address = fmt::format("http://127.0.0.1:{}/", (*port)->number());
    std::string text = fmt::format("The explorer is at {}#serve={}\n", address, *token);
    for (const web::Place& place : places.all())
        text += fmt::format("  {}: {}\n", place.path,
                            write ? "read, and changed by Save with a backup" : "read only");
    text += "Close this window or press Ctrl-C to end it.\n";
    session.console().out(text);
    if (!session.console().flush()) return ExitCode::io;
    web::Site site(std::move(explorer), std::move(places), index, write, (*port)->number(), *token, *once);
    if (!arguments.has("--no-open") && !open_in_browser(fmt::format("{}#once={}", address, *once)))
        session.console().err("No browser could be started: open the address above.\n");
    return session.report(serve(**port, site).error());
}

constexpr Positional positionals[] = {
    {"PLACE", "Folders and files to open: a game's folder, an archive, a script.", ValueKind::file, false,
     true},
};
constexpr Option own[] = {
    {"--write", 0, "", "Let Save change these files. What a file was is kept as NAME.before."},
    {"--no-open", 0, "", "Print the address and start no browser."},
    {"--port", 0, "N", "Listen on this port of 127.0.0.1. Default: one that is free.", ValueKind::count},
    {"--page", 0, "FOLDER", "Where the explorer is (build/web). Default: where it was installed.",
     ValueKind::folder},
    index_option,
};
const OptionGroup options[] = {own};
constexpr Example examples[] = {
    {"vellum web ~/games/pathologic", "a game in the explorer: read, search, try"},
    {"vellum web --write mod/", "Save writes into the folder"},
};

} // namespace

constinit const Command described{
    "web",
    "Look",
    "Open the explorer in the browser",
    "Serves the explorer (docs/explorer.md) to the browser of this machine, with the places opened, and "
    "starts the "
    "browser. It runs until Ctrl-C.\n\nNobody else can read the files: the server listens on 127.0.0.1 "
    "alone, and only "
    "who has the address with its token is answered. Nothing is written without --write.",
    positionals,
    options,
    examples,
    run,
    false};

} // namespace vellum::cli::web_command
