// `vellum extract`: the members of containers as files of their own.
#include <fmt/format.h>

#include <map>
#include <span>

#include "base/bytes.hpp"
#include "base/escape.hpp"
#include "base/json_writer.hpp"
#include "base/safe_path.hpp"
#include "base/source.hpp"
#include "cli/batch.hpp"
#include "cli/codes.hpp"
#include "cli/commands/commands.hpp"
#include "cli/member_names.hpp"
#include "cli/output.hpp"
#include "tools/codes.hpp"
#include "tools/game.hpp"
#include "workspace/find.hpp"
#include "workspace/questions/extract.hpp"

namespace vellum::cli::extract_command {

using questions::read_member;
using questions::Told;

namespace {

struct ExtractPart : Part {
    std::vector<std::string> values;
    std::size_t written = 0;
};

std::string line_of(const Told& told, const std::string& file) {
    return fmt::format("{}!{}  {}{}{}, {} bytes at 0x{:x}\n", escape_control(file), escape_control(told.name),
                       escape_control(told.kind), told.cut_off ? " cut off" : "",
                       told.deleted ? " deleted" : "", grouped(told.size), told.offset);
}
/// The members of one archive: listed, or written below the destination.
class ArchiveExtraction {
  public:
    ArchiveExtraction(Session& session, Destination& destination, JsonList& list, bool several)
        : session_(session), destination_(destination), list_(list), several_(several) {}

    ExitCode run(const Node& input) {
        const auto members = input.archive->members();
        const std::vector<std::size_t> meant = members_meant(*input.archive, input.inside);
        names_ = {};
        ExitCode code = ExitCode::ok;
        for (const std::size_t i : meant) {
            if (session_.arguments().has("--list"))
                tell(input.path, *input.archive, i);
            else if (members[i].storage != archives::Storage::nothing)
                code = worst(code, write(input, i));
        }
        if (meant.empty() && !input.inside.empty()) // an empty archive has nothing to tell
            return report(input.name(),
                          make_diagnostic(codes::cli_member,
                                          "the archive has no member '" + input.inside + "'",
                                          {.file = input.path},
                                          "'vellum extract --list " + input.path + "' lists what is inside"));
        return code;
    }
    [[nodiscard]] std::size_t written() const { return written_; }

  private:
    void tell(const std::string& path, const archives::Archive& archive, std::size_t entry) {
        const Told told(archive, entry, may_read_);
        if (session_.format() != Format::text) return list_.add(told.json(path));
        session_.console().out(line_of(told, path));
    }

    /// `name`: of what was not written.
    ExitCode report(const std::string& name, const Diagnostic& diagnostic) {
        if (session_.format() != Format::text) list_.add(problems_json(name, std::span(&diagnostic, 1)));
        return session_.report(diagnostic);
    }

    ExitCode write(const Node& input, std::size_t number) {
        const archives::Member& member = input.archive->members()[number];
        const auto bytes = input.archive->read(number);
        const auto failed = [&](Diagnostic diagnostic) {
            if (diagnostic.place.file.empty()) diagnostic.place.file = input.path;
            return report(input.path + "!" + member.name, diagnostic);
        };
        if (!bytes) return failed(bytes.error());
        const std::string safe = safe_path(member.name);
        const std::string below = several_ ? input.relative + "/" : std::string();
        const std::string name = names_.next(safe.empty() ? fmt::format("member_{}", number) : safe);
        const auto path = destination_.place(below + name, input.path + "!" + member.name);
        if (!path) return failed(path.error());
        if (auto done = session_.outputs().write_and_compare(*path, *bytes, Old::keep, true); !done)
            return failed(done.error());
        if (session_.format() != Format::text)
            list_.add(Told(*input.archive, number, may_read_).json(input.path, *path));
        ++written_;
        return ExitCode::ok;
    }

    Session& session_;
    Destination& destination_;
    JsonList& list_;
    bool several_;
    MemberNames names_; ///< Of the archive that is at hand.
    std::size_t written_ = 0;
    std::uint64_t may_read_ = std::uint64_t{1} << 30U;
};

ExitCode run(Session& session) {
    std::vector<Node> inputs;
    ExitCode gathered = gather_inputs(session, session.arguments().words(), inputs, InArchives::whole);
    if (gathered == ExitCode::usage) return gathered;
    const Arguments& arguments = session.arguments();
    const bool listing = arguments.has("--list");
    if (!listing && !arguments.has("--output"))
        return session.usage("use -o FOLDER to write members, or --list to list them.");
    const Console& console = session.console();
    const bool text = session.format() == Format::text;
    std::string folder(arguments.text("--output"));
    if (!folder.empty() && folder.back() != '/') folder += '/';
    Destination destination(folder, true);
    JsonList list(session);
    std::size_t written = 0;

    ArchiveExtraction extraction(session, destination, list, inputs.size() > 1);
    for (const Node& input : inputs)
        if (input.archive != nullptr) gathered = worst(gathered, extraction.run(input));
    const bool several = inputs.size() > 1;
    std::erase_if(inputs, [](const Node& input) { return input.archive != nullptr; });
    written += extraction.written();

    const auto work = [&](const Node& input, const tools::OpenedFile& opened, ExtractPart& part) {
        if (opened.members.empty())
            return part.report(console, make_diagnostic(codes::cli_member,
                                                        "the file is not a container: nothing to extract",
                                                        {.file = input.name()}));
        MemberNames names;
        std::map<std::string, std::string> written_to; // by the name that was chosen
        for (const archives::Member& member : opened.members) {
            const Told told(member);
            if (listing) {
                if (text)
                    part.out += line_of(told, input.path);
                else
                    part.values.push_back(told.json(input.path));
                continue;
            }
            const std::string whole_name = input.path + "!" + member.name;
            const auto failed = [&](const Diagnostic& diagnostic) {
                part.report(console, diagnostic);
                if (!text) part.values.push_back(problems_json(whole_name, std::span(&diagnostic, 1)));
            };
            const auto bytes = read_member(opened, input, member);
            if (!bytes) {
                failed(bytes.error());
                continue;
            }
            const MemberNames::Name name = names.next(member, *opened.engine);
            const std::string below = several ? input.relative + "/" : std::string();
            if (!name.fresh) {
                // Its file failed, or says the same.
                if (const auto known = written_to.find(name.path); !text && known != written_to.end())
                    part.values.push_back(told.json(input.path, known->second));
                continue;
            }
            const auto path = destination.place(below + name.path, whole_name);
            if (!path) {
                failed(path.error());
                continue;
            }
            if (auto done = session.outputs().write_and_compare(*path, *bytes, Old::keep, true); !done) {
                failed(done.error());
                continue;
            }
            ++part.written;
            if (text) continue;
            part.values.push_back(told.json(input.path, *path));
            written_to.emplace(name.path, *path);
        }
    };
    const ExitCode code =
        worst(gathered,
              run_batch<ExtractPart>(session, inputs, work, [&](const Node& input, const ExtractPart& part) {
                  if (part.has_failed() && part.values.empty() && !text) list.add(problems_json(input, part));
                  for (const std::string& value : part.values) list.add(value);
                  written += part.written;
              }));
    if (!text) list.finish();
    if (!listing && !session.quiet())
        session.console().err(fmt::format("{} written to {}\n", counted(written, "member"), folder));
    return code;
}

constexpr Positional positionals[] = {
    {"FILE",
     "Archives, containers, folders, patterns, or 'container!member' for one member. Members of archives may "
     "be "
     "patterns too.",
     ValueKind::file, true, true},
};
constexpr Option own[] = {
    {"--output", 'o', "FOLDER", "Where to write. Several containers get a folder each.", ValueKind::folder},
    {"--list", 'l', "", "Only list what is inside."},
};
const OptionGroup options[] = {own,          output_options, format_options, engine_options,
                               list_options, batch_options};
constexpr Example examples[] = {
    {"vellum extract --list game.ags", "what is inside"},
    {"vellum extract game.ags -o scripts/", "all members as files"},
    {"vellum extract 'game.ags!room12' -o .", "one member"},
    {"vellum extract 'data/Scripts.vfs!cs_*.bin' -o scripts/", "members whose names fit a pattern"},
};

} // namespace

constinit const Command described{"extract",
                                  "Change",
                                  "Take scripts out of containers",
                                  "A container is a file with scripts inside: a room, a packed game, an "
                                  "archive of Final Fantasy VII (.lgp), Pathologic (.vfs) or Dungeon "
                                  "Siege (.dsres, .dsmap). "
                                  "The other commands look into containers by "
                                  "themselves; this one writes the members out unchanged.",
                                  positionals,
                                  options,
                                  examples,
                                  run};

} // namespace vellum::cli::extract_command
