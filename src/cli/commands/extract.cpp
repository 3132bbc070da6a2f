// `vellum extract`: the members of containers as files of their own.
#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.hpp"
#include "base/bytes.hpp"
#include "base/escape.hpp"
#include "base/glob.hpp"
#include "base/json_writer.hpp"
#include "cli/batch.hpp"
#include "cli/codes.hpp"
#include "cli/commands/commands.hpp"
#include "cli/member_names.hpp"
#include "cli/output.hpp"
#include "tools/codes.hpp"

namespace vellum::cli {

namespace {

struct ExtractPart : Part {
    std::vector<std::string> values;
    std::size_t written = 0;
};

std::string to_json(const std::string& file, const archives::Member& member) {
    std::string text;
    TextWriter writer(text);
    JsonWriter json(writer);
    json.begin_object();
    json.member("file", file);
    json.member("name", member.name);
    json.member("kind", may_be_script(member.name, nullptr) ? "script" : "file");
    if (member.cut_off) json.member("cut_off", true);
    if (member.storage == archives::Storage::nothing) json.member("deleted", true);
    json.member("offset", member.offset);
    json.member("stored", member.stored);
    json.member("size", member.size);
    json.end_object();
    writer.flush();
    return text;
}

std::string to_json(const std::string& file, const Member& member) {
    std::string text;
    TextWriter writer(text);
    JsonWriter json(writer);
    json.begin_object();
    json.member("file", file);
    json.member("name", member.name);
    json.member("kind", member.kind);
    if (member.cut_off) json.member("cut_off", true);
    json.member("offset", member.offset);
    json.member("size", member.size);
    json.end_object();
    writer.flush();
    return text;
}

/// The members of one archive: listed, or written below the destination.
class ArchiveExtraction {
  public:
    ArchiveExtraction(Session& session, Destination& destination, JsonList& list, bool several)
        : session_(session), destination_(destination), list_(list), several_(several) {}

    ExitCode run(const Input& input) {
        const auto members = input.archive->members();
        const std::string& wanted = input.inside;
        ExitCode code = ExitCode::ok;
        bool any = false;
        for (std::size_t i = 0; i < members.size(); ++i) {
            const bool meant = wanted.empty() ? true
                               : has_wildcard(wanted)
                                   ? matches(lower_case(wanted), lower_case(members[i].name))
                                   : i == input.archive->find(wanted);
            if (!meant) continue;
            any = true;
            if (session_.arguments().has("--list"))
                tell(input.path, members[i]);
            else if (members[i].storage != archives::Storage::nothing)
                code = worst(code, write(input, i));
        }
        if (!any)
            return session_.report(make_diagnostic(
                codes::cli_member, "the archive has no member '" + wanted + "'", {.file = input.path},
                "'vellum extract --list " + input.path + "' lists what is inside"));
        return code;
    }
    [[nodiscard]] std::size_t written() const { return written_; }

  private:
    void tell(const std::string& path, const archives::Member& member) {
        if (session_.format() != Format::text) return list_.add(to_json(path, member));
        session_.console().out(fmt::format(
            "{}!{}  {}{}{}, {} bytes at 0x{:x}\n", escape_control(path), escape_control(member.name),
            may_be_script(member.name, nullptr) ? "script" : "file", member.cut_off ? " cut off" : "",
            member.storage == archives::Storage::nothing ? " deleted" : "", grouped(member.size),
            member.offset));
    }

    ExitCode write(const Input& input, std::size_t number) {
        const archives::Member& member = input.archive->members()[number];
        const auto bytes = input.archive->read(number);
        const auto report = [&](Diagnostic diagnostic) {
            if (diagnostic.place.file.empty()) diagnostic.place.file = input.path;
            return session_.report(diagnostic);
        };
        if (!bytes) return report(bytes.error());
        const std::string safe = safe_path(member.name);
        const std::string below = several_ ? input.relative + "/" : std::string();
        const auto path = destination_.place(below + (safe.empty() ? fmt::format("member_{}", number) : safe),
                                             input.path + "!" + member.name);
        if (!path) return report(path.error());
        if (auto done = session_.outputs().write_and_compare(*path, *bytes, Old::keep, true); !done)
            return report(done.error());
        if (session_.format() != Format::text) list_.add(to_json(input.path, member));
        ++written_;
        return ExitCode::ok;
    }

    Session& session_;
    Destination& destination_;
    JsonList& list_;
    bool several_;
    std::size_t written_ = 0;
};

ExitCode run(Session& session) {
    std::vector<Input> inputs;
    ExitCode gathered = gather_inputs(session, session.arguments().words(), inputs, InArchives::whole);
    if (gathered == ExitCode::usage) return gathered;
    const Arguments& arguments = session.arguments();
    const bool listing = arguments.has("--list");
    if (!listing && !arguments.has("--output"))
        return session.usage("say where to: -o FOLDER, or --list to look only.");
    const Console& console = session.console();
    const bool text = session.format() == Format::text;
    std::string folder(arguments.text("--output"));
    if (!folder.empty() && folder.back() != '/') folder += '/';
    Destination destination(folder, true);
    JsonList list(session);
    std::size_t written = 0;

    ArchiveExtraction extraction(session, destination, list, inputs.size() > 1);
    for (const Input& input : inputs)
        if (input.archive != nullptr) gathered = worst(gathered, extraction.run(input));
    const bool several = inputs.size() > 1;
    std::erase_if(inputs, [](const Input& input) { return input.archive != nullptr; });
    written += extraction.written();

    const auto work = [&](const Input& input, tools::OpenedFile& opened, ExtractPart& part) {
        if (opened.members.empty())
            return part.report(console, make_diagnostic(codes::cli_member,
                                                        "the file is no container: nothing to extract",
                                                        {.file = input.display()}));
        MemberNames names;
        for (const Member& member : opened.members) {
            if (listing && text)
                part.out +=
                    fmt::format("{}!{}  {}{}, {} bytes at 0x{:x}\n", escape_control(input.path),
                                escape_control(member.name), escape_control(member.kind),
                                member.cut_off ? " cut off" : "", grouped(member.size), member.offset);
            if (!text) part.values.push_back(to_json(input.path, member));
            if (listing) continue;
            ByteReader container(opened.bytes);
            container.seek(member.offset);
            const auto bytes = container.bytes(member.size);
            if (member.cut_off || container.failed()) {
                part.report(console, make_diagnostic(codes::cli_member,
                                                     fmt::format("member '{}' lies outside of its container",
                                                                 member.name),
                                                     {input.path, member.offset, 0, 0}));
                continue;
            }
            const std::string name = names.next(member, *opened.engine);
            if (name.empty()) continue; // the same bytes were written under that name
            const std::string below = several ? input.relative + "/" : std::string();
            const auto path = destination.place(below + name, input.path + "!" + member.name);
            if (!path) {
                part.report(console, path.error());
                continue;
            }
            if (auto done = session.outputs().write_and_compare(*path, bytes, Old::keep, true); !done)
                part.report(console, done.error());
            else
                ++part.written;
        }
    };
    const ExitCode code =
        worst(gathered,
              run_batch<ExtractPart>(session, inputs, work, [&](const Input& input, const ExtractPart& part) {
                  if (part.has_failed() && !text) list.add(problems_json(input, part));
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
const OptionGroup options[] = {own, output_options, format_options, engine_options, batch_options};
constexpr Example examples[] = {
    {"vellum extract --list game.ags", "what is inside"},
    {"vellum extract game.ags -o scripts/", "all members as files"},
    {"vellum extract 'game.ags!room12' -o .", "one member"},
    {"vellum extract 'data/Scripts.vfs!cs_*.bin' -o scripts/", "members whose names fit a pattern"},
};

} // namespace

constinit const Command extract_command{
    "extract",
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

} // namespace vellum::cli
