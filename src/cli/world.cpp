#include "cli/world.hpp"

#include <fmt/format.h>

#include <chrono>
#include <thread>

#include "base/escape.hpp"
#include "base/json_writer.hpp"
#include "cli/codes.hpp"
#include "cli/stamps.hpp"
#include "workspace/run/plan_file.hpp"
#include "workspace/run/request.hpp"

namespace vellum::cli {

namespace {

constexpr Option options[] = {
    {"--frames", 'n', "N",
     "Run N frames, with --restore N more. Default: 60, or none if functions are called.", ValueKind::count},
    {"--seconds", 's', "S", "Length of a frame in seconds. Default: 0.033333.", ValueKind::real},
    {"--event",
     'E',
     "EVENT",
     "Send an event: NAME or NAME:VALUES, with @FRAME before that frame, such as 'OnUse', '2:1,\"key\"@30'. "
     "Default: before the first frame. Frames count from the start of the world, also after --restore. "
     "Values are 5, 1.5, true, \"text\" or 'text', null, (x,y,z) or #12 for an object.",
     ValueKind::text,
     {},
     true},
    {"--plan", 0, "FILE",
     "Also take events, calls, frames, settings and host from a plan of 'vellum test'; FILE#NAME if it has "
     "several tests.",
     ValueKind::file},
    {"--call",
     'c',
     "CALL",
     "Call a script function and show its result: 'Add(1,2)', with @FRAME like an event.",
     ValueKind::text,
     {},
     true},
    {"--step",
     0,
     "STEP",
     "Do what a player does, such as 'look hDoor', 'click oDoor with iKey', 'choose 2', 'wait 40': one after "
     "the other, "
     "each when the game is ready. Runs to the end of the last, without --frames. For AGS games.",
     ValueKind::text,
     {},
     true},
    {"--host", 0, "FILE",
     "A Lua script that answers for the game: function GetPosition(actor) return vec(1,2,3) end.",
     ValueKind::file},
    {"--answer",
     0,
     "NATIVE=VALUES",
     "What a native answers every time: 'irand=3', 'Door.IsLocked=true', 'FindActor=#5,true' for its result "
     "and what it writes.",
     ValueKind::text,
     {},
     true},
    {"--setting",
     0,
     "NAME=VALUE",
     "A setting of the engine, see its page; '@FILE' reads the value from a file.",
     ValueKind::text,
     {},
     true},
    {"--budget", 0, "N", "At most N instructions per machine in a frame, event or call.", ValueKind::count},
    {"--budget-memory", 0, "BYTES", "At most this much memory for the world's stacks, strings and objects.",
     ValueKind::count},
    {"--budget-depth", 0, "N", "At most N nested script calls.", ValueKind::count},
    {"--record", 0, "FILE", "Record everything the game answered, as JSON lines, for --replay.",
     ValueKind::file},
    {"--replay", 0, "FILE", "Repeat a recorded run exactly and report any difference.", ValueKind::file},
    {"--snapshot-at",
     0,
     "FRAME:FILE",
     "Write the whole state to a file after that frame (0: after the start), counted like those of events.",
     ValueKind::text,
     {},
     true},
    {"--restore", 0, "FILE", "Continue from a snapshot instead of starting; frame numbers continue too.",
     ValueKind::file},
    {"--grant",
     0,
     "FOLDER",
     "Let a plan or a record read below FOLDER, and its scripts write there. Without it a plan reads below "
     "its own folder and the current one only, and scripts write nothing.",
     ValueKind::folder,
     {},
     true},
    {"--force", 0, "", "Overwrite existing files. Inputs of the command are never overwritten."},
};

/// With --reload frames take as long as they last, and files are looked at now and then.
class Pace {
  public:
    Pace(Session& session, Run& run)
        : session_(session), run_(run), stamps_(look_at(run.places(), &run.engine())) {}

    void operator()(RunReporter& reporter) {
        constexpr std::chrono::milliseconds interval(200), settling(30);
        next_frame_ +=
            std::chrono::duration_cast<clock::duration>(std::chrono::duration<float>(run_.seconds()));
        static_cast<void>(session_.console().flush());
        std::this_thread::sleep_until(next_frame_);
        if (clock::now() < next_look_) return;
        Stamps now = look_at(run_.places(), &run_.engine());
        if (now != stamps_) {
            now = settled(run_.places(), &run_.engine(), std::move(now), settling);
            run_.reload(reporter);
        }
        stamps_ = std::move(now);
        next_look_ = clock::now() + interval;
    }

  private:
    using clock = std::chrono::steady_clock;

    Session& session_;
    Run& run_;
    Stamps stamps_;
    clock::time_point next_frame_ = clock::now(), next_look_ = next_frame_;
};

} // namespace

constexpr OptionGroup world_options = options;

ExitCode World::read(RunRequest& request) {
    const Arguments& arguments = session_.arguments();
    if (arguments.has("--plan")) {
        std::vector<Diagnostic> said;
        auto planned = runs::request_of_plan(session_.workspace(), std::string(arguments.text("--plan")),
                                             arguments.list("--grant"), said);
        static_cast<void>(session_.report(said));
        if (!planned) return worst(report(planned.error()), ExitCode::usage);
        request = std::move(*planned);
    }
    request.settings.insert(request.settings.begin(), settings_.begin(), settings_.end());
    for (const runs::Member& member : runs::members()) {
        const std::string option = "--" + std::string(member.parameter.name);
        if (!arguments.declares(option)) continue;
        if (member.parameter.holds == questions::Holds::flag) {
            if (arguments.has(option)) static_cast<void>(member.set(request, {}));
            continue;
        }
        for (const std::string& text : arguments.list(option))
            if (auto done = runs::set(request, member, text); !done)
                return worst(session_.report(done.error()), ExitCode::usage);
    }
    request.programs = arguments.words();
    request.reload = arguments.declares("--reload") && arguments.has("--reload");
    if (!arguments.declares("--source")) request.view = SourceView::none;
    if (request.programs.empty() && request.template_name.empty() && request.bots.empty())
        return session_.usage(
            fmt::format("FILE is missing: {}", arguments.command().positionals.front().help));
    return ExitCode::ok;
}

ExitCode World::report(const Diagnostic& diagnostic) {
    return diagnostic.code == &codes::run_request ? session_.usage(diagnostic.message)
                                                  : session_.report(diagnostic);
}

/// Better told before a long run than after it.
ExitCode World::may_write() {
    const RunRequest& request = run_->request();
    const Arguments& arguments = session_.arguments();
    std::vector<std::string> files;
    for (const RunRequest::Snapshot& save : request.snapshots) files.push_back(save.file);
    if (!request.record.empty()) files.push_back(request.record);
    if (arguments.declares("--svg") && arguments.has("--svg") && arguments.text("--svg") != "-")
        files.emplace_back(arguments.text("--svg"));
    for (const std::string& file : files)
        if (auto allowed = session_.outputs().may_write(file, Old::keep); !allowed)
            return session_.report(allowed.error());
    return ExitCode::ok;
}

ExitCode World::open(bool debugged) {
    RunRequest request;
    if (const ExitCode code = read(request); code != ExitCode::ok) return code;
    run_ = std::make_unique<Run>(session_.workspace(), std::move(request));
    run_->on_host_line(
        [this](std::string_view line) { session_.console().err(escape_control(line) + "\n"); });
    std::vector<Diagnostic> said;
    const bool opened = run_->open(said, debugged);
    ExitCode code = ExitCode::ok;
    std::erase_if(said, [&](const Diagnostic& each) {
        const bool asked = each.code == &codes::run_request;
        if (asked) code = worst(code, session_.usage(each.message));
        return asked;
    });
    code = worst(code, session_.report(said));
    return opened ? may_write() : code;
}

ExitCode World::play(RunReporter& reporter) {
    if (run_->request().reload) run_->before_frames(Pace(session_, *run_));
    ExitCode code = ExitCode::ok;
    for (const Diagnostic& problem :
         run_->play(reporter, [this](const std::string& file, std::span<const std::byte> bytes) {
             return session_.outputs().write_and_compare(file, bytes, Old::keep);
         }))
        code = worst(code, exit_code_of(problem));
    return code;
}

std::string json_report_line(std::string_view type, std::string_view text, std::uint64_t frame) {
    TextWriter out;
    JsonWriter json(out);
    json.begin_object();
    json.member("type", type);
    json.member("text", text);
    if (frame != 0) json.member("frame", frame);
    json.end_object();
    out.newline();
    return out.take();
}

} // namespace vellum::cli
