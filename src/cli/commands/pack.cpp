// `vellum pack`: archives with some of their members changed.
#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.hpp"
#include "base/codes.hpp"
#include "base/ending.hpp"
#include "base/escape.hpp"
#include "base/glob.hpp"
#include "base/source.hpp"
#include "base/suggest.hpp"
#include "cli/codes.hpp"
#include "cli/commands/commands.hpp"
#include "cli/console.hpp"
#include "cli/inputs.hpp"
#include "cli/put_back.hpp"
#include "tools/codes.hpp"
#include "tools/game.hpp"
#include "tools/open.hpp"
#include "workspace/find.hpp"
#include "workspace/pattern.hpp"
#include "workspace/put_back.hpp"

namespace vellum::cli::pack_command {

namespace {

/// The bytes that go into the archive: a file as it is, but sources and listings as what they are compiled to
/// if the member is no text itself.
Result<std::vector<std::byte>> contents(Session& session, const std::string& member, const std::string& path,
                                        ExitCode& code) {
    const std::string from = extension_of(path), to = extension_of(member);
    if (from == to || !tools::is_text_name(path)) return session.read(path, std::uint64_t{1} << 30U);
    Node input;
    input.path = input.relative = path;
    input.root = folder_of(path);
    session.outputs().protect(path);
    auto opened = session.workspace().open(input);
    if (!opened) return std::unexpected(std::move(opened.error()));
    // Scripts inside other files have names without an ending.
    const auto endings = opened->engine->format().extensions();
    if (!to.empty() && std::ranges::find(endings, to) == endings.end())
        return fail(codes::cli_member,
                    fmt::format("a script of {} cannot go into '{}'", opened->engine->id(), member),
                    {.file = path}, "name a member that ends as the engine's compiled scripts do");
    Diagnostics diagnostics;
    auto program = tools::load(*opened, opened->scripts.front(), diagnostics);
    code = worst(code, session.report(diagnostics.all(), false));
    if (!program) return std::unexpected(std::move(program.error()));
    return (*program)->save();
}

/// A member that is to be replaced or added, and the file with what goes there.
struct Given {
    std::string member, path;
};

/// What an option gives: "MEMBER=FILE"; a FILE alone is the member of its name; a folder or a pattern all
/// files of it, in archives with folders below MEMBER.
Result<std::vector<Given>> given(Session& session, std::string_view option) {
    const FileSystem& files = session.workspace().files();
    std::vector<Given> all;
    for (const std::string& text : session.arguments().list(option)) {
        const std::size_t mark = text.find('=');
        std::string path = mark == std::string::npos ? text : text.substr(mark + 1);
        std::string member = mark == std::string::npos ? std::string() : text.substr(0, mark);
        if (path.empty() || mark == 0)
            return fail(codes::cli_member, "expected a member and a file", {.file = text},
                        "MEMBER=FILE, or a FILE of the member's name");
        while (path.size() > 1 && path.ends_with('/')) path.pop_back();
        const FileKind kind = files.kind(path);
        const bool pattern = kind == FileKind::none && has_wildcard(path);
        if (kind != FileKind::folder && !pattern) {
            all.push_back({member.empty() ? path.substr(path.rfind('/') + 1) : std::move(member), path});
            continue;
        }
        Diagnostics problems;
        const std::vector<std::string> found =
            pattern ? expand_pattern(files, path) : files.walk(path, problems);
        if (!problems.all().empty()) return std::unexpected(problems.all().front());
        if (found.empty()) return fail(codes::cli_member, "there is no file", {.file = path});
        const std::size_t inside = pattern ? pattern_begin(path) : path.size() + 1;
        if (!member.empty() && !member.ends_with('/')) member += "/";
        for (const std::string& file : found) all.push_back({member + file.substr(inside), file});
    }
    return all;
}

Result<archives::Change> change_of(Session& session, const Given& given, ExitCode& code) {
    auto bytes = contents(session, given.member, given.path, code);
    if (bytes) return archives::Change{given.member, std::move(*bytes)};
    if (bytes.error().place.file.empty()) bytes.error().place.file = given.path;
    return std::unexpected(std::move(bytes.error()));
}

/// A new archive with nothing but what --add names.
ExitCode create(Session& session, const std::string& path) {
    const Arguments& arguments = session.arguments();
    if (arguments.has("--replace") || arguments.has("--remove") || arguments.has("--output") ||
        arguments.has("--in-place") || !arguments.has("--add"))
        return session.usage("--new makes ARCHIVE from the members of --add only.");
    ExitCode code = ExitCode::ok;
    std::vector<archives::Change> members;
    const auto added = given(session, "--add");
    if (!added) return session.report(added.error());
    for (const Given& each : *added) {
        auto change = change_of(session, each, code);
        if (!change) return session.report(change.error());
        members.push_back(std::move(*change));
    }
    const auto made = archives::create(arguments.text("--new"), members);
    if (!made) return session.report(made.error());
    if (auto done = session.outputs().write_and_compare(path, *made, Old::keep); !done)
        return session.report(done.error());
    if (!session.quiet())
        session.console().err(fmt::format("{}: {}, {} bytes\n", escape_control(path),
                                          counted(members.size(), "member"), grouped(made->size())));
    return code;
}

/// The member that a name means: "script" is the only script of a container.
std::string meant(const archives::Archive& archive, const std::string& name) {
    if (archive.find(name) != archives::Archive::none || !same_name(name, "script")) return name;
    const auto is_script = [](const archives::Member& member) { return member.kind == "script"; };
    const auto found = std::ranges::find_if(archive.members(), is_script);
    return std::ranges::count_if(archive.members(), is_script) == 1 ? found->name : name;
}

/// ". Did you mean …?" of a name that is not there.
std::string neighbour(const archives::Archive& archive, const std::string& name) {
    std::vector<std::string_view> names;
    for (const archives::Member& member : archive.members()) names.emplace_back(member.name);
    const std::string close = did_you_mean(name, names);
    return close.empty() ? close : "." + close;
}

/// Reads the changes that the options ask for.
Result<std::vector<archives::Change>> changes_of(Session& session, std::span<const Given> replaced,
                                                 std::span<const Given> added,
                                                 const archives::Archive& archive, const std::string& path,
                                                 ExitCode& code) {
    std::vector<archives::Change> changes;
    for (const std::string_view option : {"--replace", "--add"})
        for (const Given& each : option == "--replace" ? replaced : added) {
            auto change = change_of(session, each, code);
            if (!change) return std::unexpected(std::move(change.error()));
            if (option == "--replace") change->name = meant(archive, change->name);
            const bool there = has_member(archive, change->name);
            if (there != (option == "--replace"))
                return fail(codes::cli_member,
                            fmt::format("the archive has {} member '{}'", there ? "a" : "no", change->name) +
                                (there ? std::string() : neighbour(archive, change->name)),
                            {.file = path},
                            there ? "--replace replaces it"
                                  : "'vellum extract --list " + path + "' lists what is inside");
            changes.push_back(std::move(*change));
        }
    for (const std::string& name : session.arguments().list("--remove"))
        changes.push_back({name, std::nullopt});
    return changes;
}

/// The ways back into a game, the cheapest first. Nothing is written.
ExitCode explain(Session& session, const std::string& path) {
    std::vector<Diagnostic> problems;
    const auto game = session.workspace().game(path, true, problems);
    if (!game)
        return session.report(fail(codes::cli_game, "this is not the folder of a known game", {.file = path},
                                   "name the folder where the game is installed")
                                  .error());
    std::string out =
        fmt::format("{}, {} in:\n", escape_control(game->title), counted(game->script_count(), "script"));
    for (const tools::GamePlace& place : game->places) out += "  " + escape_control(place.path) + "\n";
    for (std::size_t i = 0; i < game->way_back.size(); ++i)
        out += fmt::format("\n{}. {}\n", i + 1, escape_control(game->way_back[i]));
    session.console().out(out);
    return ExitCode::ok;
}

ExitCode run(Session& session) {
    const Arguments& arguments = session.arguments();
    const std::string path = disc_image(session.workspace().files(), arguments.words().front());
    if (arguments.has("--how")) return explain(session, path);
    if (arguments.has("--new")) return create(session, path);
    const bool in_place = arguments.has("--in-place");
    if (in_place == arguments.has("--output"))
        return session.usage("use -o FILE, or --in-place to change the archive itself.");
    const auto report = [&](Diagnostic diagnostic) {
        if (diagnostic.place.file.empty()) diagnostic.place.file = path;
        return session.report(diagnostic);
    };
    const auto archive = session.workspace().container(path);
    if (!archive) return report(archive.error());
    ExitCode code = ExitCode::ok;
    const auto replaced = given(session, "--replace");
    if (!replaced) return report(replaced.error());
    const auto added = given(session, "--add");
    if (!added) return report(added.error());
    const auto changes = changes_of(session, *replaced, *added, **archive, path, code);
    if (!changes) return report(changes.error());
    if (changes->empty())
        return session.usage(
            "nothing to change: use --replace MEMBER=FILE, --add MEMBER=FILE or --remove MEMBER.");
    const auto files = put_back(**archive, *changes);
    if (!files) return report(files.error());
    const std::string target(in_place ? path : std::string(arguments.text("--output")));
    session.outputs().protect(path);
    if (auto done = write_changed(session, *files, target, in_place, Old::keep); !done)
        return report(std::move(done.error()));
    if (!session.quiet())
        session.console().err(fmt::format("{}: {} replaced, {} added, {} removed; {} bytes\n",
                                          escape_control(target), counted(replaced->size(), "member"),
                                          added->size(), arguments.list("--remove").size(),
                                          grouped(files->back().bytes->size())));
    return code;
}

constexpr Positional positionals[] = {
    {"ARCHIVE",
     "An archive (.lgp, .vfs, .dsres, .dsmap, .zip, a disc image), or a room, main data or packed game "
     "of AGS.",
     ValueKind::file, true, false},
};
constexpr Option own[] = {
    {"--replace",
     'r',
     "MEMBER=FILE",
     "Replace a member with a file. A FILE alone replaces the member with its name; 'script' means the only "
     "script of a container such as a room, 'inner.vfs!b.bin' a member of an archive inside. A folder or a "
     "pattern replaces the members of its files' names. Sources and "
     "listings are compiled first if the member is a compiled script.",
     ValueKind::text,
     {},
     true},
    {"--add",
     0,
     "MEMBER=FILE",
     "Add a member, if the format allows it; of a folder or a pattern each file.",
     ValueKind::text,
     {},
     true},
    {"--remove", 0, "MEMBER", "Remove a member, if the format allows it.", ValueKind::text, {}, true},
    {"--output", 'o', "FILE", "The new archive.", ValueKind::file},
    {"--new", 0, "FORMAT",
     "Make a new ARCHIVE from the members of --add: 'vfs', 'lgp', 'zip', or 'tank' for a Dungeon Siege mod.",
     ValueKind::choice, "vfs|lgp|tank|zip"},
    {"--how", 0, "",
     "Change nothing: explain how to get a changed script into the game whose folder is given instead of "
     "ARCHIVE, simplest way first."},
    {"--in-place", 0, "", "Change the archive in place. The original is kept next to it as ARCHIVE.before."},
    {"--quiet", 'q', "", "No summary: only errors."},
};
const OptionGroup options[] = {own, output_options, engine_options};
constexpr Example examples[] = {
    {"vellum pack Scripts.vfs --replace b_rat.bin=b_rat.patho -o new.vfs",
     "a changed script back into its archive"},
    {"vellum pack room12.crm --replace script=room12.asc -o new.crm", "a changed script back into its room"},
    {"vellum pack mod.dsres --new tank --add world/ai/jobs/a.skrit=a.skrit",
     "a tank with one changed script"},
    {"vellum pack Scripts.vfs --new vfs --add 'out/*.bin'", "an archive of all scripts in a folder"},
    {"vellum pack --how \"C:/Games/Pathologic\"",
     "the simplest way to install a changed script in this game"},
    {"vellum pack world_us.lgp --replace wm0.ev -o new.lgp", "takes wm0.ev from this folder"},
};

} // namespace

constinit const Command described{
    "pack",
    "Change",
    "Put changed files back into an archive",
    "Writes a new archive with the given members replaced. Everything else keeps its bytes, its order and "
    "its compression. The result is read again and compared member by member before it is written; the "
    "archive itself changes only with --in-place.\n\nOften you need not change an archive at all: Pathologic "
    "prefers a loose file such as data/Scripts/NAME.bin to the one in Scripts.vfs, and Dungeon Siege reads "
    "every tank in its Resources folder.",
    positionals,
    options,
    examples,
    run};

} // namespace vellum::cli::pack_command
