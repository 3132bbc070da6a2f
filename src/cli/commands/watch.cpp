// `vellum watch`: compile, check and run again whenever a source changes. Files are looked at again and
// again, which works the same on every system and in every shared folder.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <thread>

#include "base/ascii.hpp"
#include "base/disk.hpp"
#include "base/ending.hpp"
#include "base/escape.hpp"
#include "base/file.hpp"
#include "base/path.hpp"
#include "cli/batch.hpp"
#include "cli/codes.hpp"
#include "cli/commands/commands.hpp"
#include "cli/dispatch.hpp"
#include "cli/engines/engines.hpp"
#include "cli/stamps.hpp"
#include "tools/check.hpp"
#include "tools/codes.hpp"
#include "tools/open.hpp"
#include "workspace/find.hpp"

namespace vellum::cli::watch_command {

namespace {

class Watch {
  public:
    explicit Watch(Session& session)
        : session_(session),
          folder_(session.arguments().words().front()),
          archive_path_(session.arguments().text("--pack")) {}

    ExitCode run() {
        if (ExitCode code = open_archive(); code != ExitCode::ok) return code;
        const std::uint64_t rounds = session_.arguments().count("--rounds").value_or(0);
        const std::chrono::milliseconds interval(session_.arguments().count("--interval").value_or(200));
        Stamps before;
        ExitCode code = ExitCode::ok;
        for (std::uint64_t round = 0; rounds == 0 || round < rounds;) {
            Stamps now = look_at({folder_}, session_.engine());
            if (round != 0 && now == before) {
                std::this_thread::sleep_for(interval);
                continue;
            }
            now = settled({folder_}, session_.engine(), std::move(now), interval);
            std::vector<std::string> changed;
            for (const auto& [path, stamp] : now)
                if (const auto old = before.find(path); old == before.end() || old->second != stamp)
                    changed.push_back(path);
            before = std::move(now);
            if (round != 0 && changed.empty()) continue; // files that are gone
            ++round;
            code = once(changed);
        }
        return code;
    }

  private:
    ExitCode open_archive() {
        const bool packs = !archive_path_.empty();
        if (packs != session_.arguments().has("--output"))
            return session_.usage("--pack ARCHIVE and -o COPY need each other.");
        if (!packs) return ExitCode::ok;
        if (const auto there = open_file(archive_path_); !there) return session_.report(there.error());
        auto archive = session_.workspace().archive(archive_path_);
        if (!archive) return session_.report(archive.error());
        if (*archive == nullptr)
            return session_.report(
                fail(codes::cli_member, "the file is not an archive", {.file = archive_path_}).error());
        archive_ = std::move(*archive);
        session_.outputs().protect(archive_path_);
        return may_replace(std::string(session_.arguments().text("--output")));
    }

    /// What is replaced at each change must be a copy that was made before, not any file.
    ExitCode may_replace(const std::string& copy) {
        if (disk::kind_of(copy) != FileKind::file) return ExitCode::ok;
        const auto old = open_file(copy);
        if (old && archives::detect(**old) == archive_->format()) return ExitCode::ok;
        return session_.report(
            fail(codes::cli_output,
                 fmt::format("the file already exists and is not an archive ({})", archive_->format()),
                 {.file = copy}, "name another file, or move this one away")
                .error());
    }

    /// What is done whenever something changed.
    ExitCode once(std::span<const std::string> changed) {
        ExitCode code = ExitCode::ok;
        for (const std::string& path : changed) code = worst(code, compile(path));
        Console& console = session_.console();
        if (!session_.quiet())
            console.err(fmt::format("{}: {}\n", counted(changed.size(), "file"),
                                    code == ExitCode::ok
                                        ? console.paint(Stream::err, Style::good, "ok")
                                        : console.paint(Stream::err, Style::error, "with errors")));
        if (code == ExitCode::ok && archive_ != nullptr) code = pack();
        const auto& words = session_.arguments().words();
        if (code == ExitCode::ok && words.size() > 1)
            code = dispatch(console, {words.begin() + 1, words.end()});
        return console.flush() ? code : worst(code, ExitCode::io);
    }

    /// Loads and checks a file; notes what goes into the archive.
    ExitCode compile(const std::string& path) {
        Node input;
        input.path = input.relative = path;
        input.root = folder_;
        session_.outputs().protect(path);
        auto opened = session_.workspace().open(input);
        if (!opened) return session_.report(opened.error());
        ExitCode code = ExitCode::ok;
        for (const tools::CheckReport& report : tools::check(*opened))
            code = worst(code, session_.report(report.found));
        if (code != ExitCode::ok || archive_ == nullptr || opened->scripts.size() != 1) return code;
        const std::size_t member = member_for(path, *opened->engine);
        if (member == archives::Archive::none) return code;
        const std::string& name = archive_->members()[member].name;
        if (extension_of(name) == extension_of(path)) {
            changes_[name] = opened->bytes;
            return code;
        }
        Diagnostics unused;
        const auto program = tools::load(*opened, opened->scripts.front(), unused);
        if (!program) return session_.report(program.error());
        auto bytes = (*program)->save();
        if (!bytes) return session_.report(bytes.error());
        changes_[name] = std::move(*bytes);
        return code;
    }

    /// The member of the archive that a file is the source of: at the same place, or the only one so called.
    [[nodiscard]] std::size_t member_for(const std::string& path, const Engine& engine) const {
        const std::string inside = path.substr(path_below(folder_, {}).size());
        const std::string own = extension_of(path);
        const std::string stem = inside.substr(0, inside.size() - own.size());
        std::vector<std::string_view> endings{own};
        std::ranges::copy(engine.format().extensions(), std::back_inserter(endings));
        for (const std::string_view ending : endings)
            if (const std::size_t at = archive_->find(stem + std::string(ending));
                at != archives::Archive::none)
                return at;
        const auto members = archive_->members();
        const std::string_view alone = path::file_name(stem);
        std::size_t found = archives::Archive::none;
        for (std::size_t i = 0; i < members.size(); ++i) {
            const std::string ending = extension_of(members[i].name);
            if (!same_name(path::stem(members[i].name), alone) ||
                std::ranges::find(endings, ending) == endings.end())
                continue;
            if (found != archives::Archive::none) return archives::Archive::none;
            found = i;
        }
        return found;
    }

    /// The archive as it is on the disk, with everything that was compiled so far.
    ExitCode pack() {
        std::vector<archives::Change> changes;
        changes.reserve(changes_.size());
        for (const auto& [name, bytes] : changes_) changes.push_back({name, bytes});
        const auto changed = archive_->put_back(changes);
        if (!changed) return session_.report(changed.error());
        const std::string target(session_.arguments().text("--output"));
        if (auto done = session_.outputs().write_and_compare(target, *changed->front().bytes, Old::replace);
            !done)
            return session_.report(done.error());
        if (!session_.quiet())
            session_.console().err(fmt::format("{}: {} from '{}'\n", escape_control(target),
                                               counted(changes.size(), "member"), escape_control(folder_)));
        return ExitCode::ok;
    }

    Session& session_;
    std::string folder_, archive_path_;
    std::shared_ptr<const archives::Archive> archive_;
    std::map<std::string, std::vector<std::byte>> changes_; ///< By member.
};

ExitCode run(Session& session) {
    if (disk::kind_of(session.arguments().words().front()) != FileKind::folder)
        return session.usage("name the folder to watch.");
    return Watch(session).run();
}

constexpr Positional positionals[] = {
    {"FOLDER", "The folder of the sources; subfolders are included.", ValueKind::folder, true, false},
    {"COMMAND", "After --: a vellum command with its arguments, run after each change without errors.",
     ValueKind::text, false, true},
};
constexpr Option own[] = {
    {"--pack", 0, "ARCHIVE",
     "Also put compiled files into a copy of this archive, as the members with the same names.",
     ValueKind::file},
    {"--output", 'o', "COPY", "The copy for --pack; it is replaced at each change.", ValueKind::file},
    {"--rounds", 0, "N",
     "Stop after N rounds. The first one starts at once and covers all files. Default: never.",
     ValueKind::count},
    {"--interval", 0, "MS", "Milliseconds between checks for changes. Default: 200.", ValueKind::count},
    {"--quiet", 'q', "", "No summary: only errors, and what the command prints."},
};
const OptionGroup options[] = {own, engine_options, ags_source_options};
constexpr Example examples[] = {
    {"vellum watch mod/ -- run mod/b_lamp.patho", "run a script again whenever it is saved"},
    {"vellum watch mod/ --pack Scripts.vfs -o game/data/Scripts.vfs",
     "the game always has the latest version"},
};

} // namespace

constinit const Command described{
    "watch",
    "Run",
    "Compile, check and run again whenever a source changes",
    "Watches the folder's scripts and sources, checks those that changed and reports errors. If there are "
    "none, puts them into the copy of the archive and runs the command. Stop it with Ctrl-C.",
    positionals,
    options,
    examples,
    run,
    false};

} // namespace vellum::cli::watch_command
