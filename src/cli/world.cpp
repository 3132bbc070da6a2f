// Setting up and running a world. Every step goes through the recorder when there is one, so that its log
// holds the whole run; a replay is driven by the log alone.
#include "cli/world.hpp"
#include "cli/inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <thread>

#include "base/bytes.hpp"
#include "base/codes.hpp"
#include "base/disk.hpp"
#include "base/escape.hpp"
#include "base/hash.hpp"
#include "base/json_writer.hpp"
#include "base/relative_name.hpp"
#include "base/suggest.hpp"
#include "cli/codes.hpp"
#include "cli/engines/engines.hpp"
#include "cli/inputs.hpp"
#include "cli/parser.hpp"
#include "cli/plan/plan_file.hpp"
#include "cli/rights.hpp"
#include "runtime/value_text.hpp"

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
     "Values are 5, 1.5, true, \"text\", null, (x,y,z) or #12 for an object.",
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
    {"--host", 0, "FILE",
     "A Lua script that answers for the game: function GetPosition(actor) return vec(1,2,3) end.",
     ValueKind::file},
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

Result<std::pair<std::string, std::string>> parse_setting(Session& session, const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        return fail(codes::cli_value, fmt::format("the setting '{}' is not of the form NAME=VALUE", text));
    std::string value = text.substr(equals + 1);
    if (value.starts_with('@')) {
        auto bytes = session.read(value.substr(1));
        if (!bytes) return std::unexpected(bytes.error());
        value = as_text(*bytes);
    }
    return std::pair(text.substr(0, equals), std::move(value));
}

/// A script's word on the command line may leave out the ending and go on with start-up parameters, as in
/// 'rotatey?rpm=8'. Words that name files as they stand are left alone.
struct StartWord {
    std::string path, parameters;
};

StartWord take_apart(const std::string& word) {
    if (word == "-" || disk::kind_of(word) != FileKind::none) return {word, {}};
    const std::size_t question = word.find('?');
    const std::string before = word.substr(0, question);
    const std::string parameters = question == std::string::npos ? std::string() : word.substr(question + 1);
    if (question != std::string::npos && parameters.find('=') == std::string::npos && !parameters.empty())
        return {word, {}}; // a pattern
    if (disk::kind_of(before) == FileKind::file) return {before, parameters};
    for (const Engine* engine : engines())
        for (const std::string_view ending : engine->source_extensions())
            if (disk::kind_of(before + std::string(ending)) == FileKind::file)
                return {before + std::string(ending), parameters};
    return {word, {}};
}

Result<Plan::Save> parse_save(const std::string& text) {
    Plan::Save save{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), save.frame);
    const auto at = static_cast<std::size_t>(end - text.data());
    if (error != std::errc() || at + 1 >= text.size() || text[at] != ':')
        return fail(codes::cli_value, fmt::format("'{}' is not of the form FRAME:FILE", text), {},
                    "for example 100:middle.snapshot");
    save.file = text.substr(at + 1);
    return save;
}

} // namespace

constexpr OptionGroup world_options = options;

World::~World() = default;

/// Adds what a plan of `vellum test` says to what the command line does not say itself.
ExitCode World::read_plan_file(const std::string& word) {
    const std::size_t hash = word.find('#');
    const std::string path = word.substr(0, hash);
    const auto bytes = session_.read(path);
    if (!bytes) return session_.report(bytes.error());
    Diagnostics diagnostics;
    std::vector<PlanTest> tests =
        vellum::cli::read_plan_file(as_text(*bytes), path, arguments_.list("--grant"), diagnostics);
    for (const Diagnostic& diagnostic : diagnostics.all()) static_cast<void>(session_.report(diagnostic));
    if (!diagnostics.ok()) return ExitCode::usage;
    if (hash != std::string::npos)
        std::erase_if(tests, [name = std::string_view(word).substr(hash + 1)](const PlanTest& test) {
            return test.name != name;
        });
    if (tests.size() != 1)
        return session_.usage(
            hash != std::string::npos
                ? fmt::format("{} has {} of that name.", path, counted(tests.size(), "test"))
                : fmt::format("{} has {}; choose one with --plan {}#NAME.", path,
                              counted(tests.size(), "test"), path));
    std::vector<std::string> words = std::move(tests[0].words);
    words.emplace_back("x"); // in the place of a script
    const auto planned = parse_arguments(*find_command("run"), words);
    if (!planned) return session_.usage(planned.error().message);
    for (const Option& option : options) {
        if (!planned->has(option.name) || (!option.repeatable && arguments_.has(option.name))) continue;
        std::vector<std::string> values = planned->list(option.name);
        const std::vector<std::string>& own = arguments_.list(option.name);
        values.insert(values.end(), own.begin(), own.end());
        arguments_.set(option.name, std::move(values));
    }
    return ExitCode::ok;
}

ExitCode World::read_plan() {
    if (arguments_.has("--plan"))
        if (const ExitCode code = read_plan_file(std::string(arguments_.text("--plan")));
            code != ExitCode::ok)
            return code;
    const Arguments& arguments = arguments_;
    for (const std::string& text : arguments.list("--event")) {
        auto action = parse_event(text);
        if (!action) return worst(session_.report(action.error()), ExitCode::usage);
        plan_.actions.push_back(std::move(*action));
    }
    for (const std::string& text : arguments.list("--call")) {
        auto action = parse_call(text);
        if (!action) return worst(session_.report(action.error()), ExitCode::usage);
        plan_.actions.push_back(std::move(*action));
    }
    for (const std::string& text : arguments.list("--setting")) {
        auto setting = parse_setting(session_, text);
        if (!setting) return worst(session_.report(setting.error()), ExitCode::usage);
        plan_.options.settings.push_back(std::move(*setting));
    }
    for (const std::string& text : arguments.list("--snapshot-at")) {
        auto save = parse_save(text);
        if (!save) return worst(session_.report(save.error()), ExitCode::usage);
        plan_.saves.push_back(std::move(*save));
    }
    plan_.seconds = static_cast<float>(arguments.real("--seconds").value_or(1.0 / 30));
    plan_.options.budget.instructions = arguments.count("--budget").value_or(0);
    plan_.options.budget.memory = arguments.count("--budget-memory").value_or(0);
    plan_.options.budget.call_depth = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(arguments.count("--budget-depth").value_or(0), 0xFFFFFFFFU));
    plan_.record = arguments.text("--record");
    plan_.replay = arguments.text("--replay");
    plan_.restore = arguments.text("--restore");
    if (arguments.declares("--reload") && arguments.has("--reload") &&
        !(plan_.replay.empty() && plan_.record.empty()))
        return session_.usage("a run whose scripts change cannot be recorded or replayed: leave out "
                              "--reload, or --record and --replay.");
    if (!plan_.replay.empty() &&
        (!plan_.actions.empty() || !plan_.record.empty() || arguments.has("--host") ||
         arguments.has("--frames") || arguments.has("--seconds") || !plan_.saves.empty()))
        return session_.usage(
            "--replay repeats a run exactly: leave out --frames, --seconds, --event, --call, --host, "
            "--record and --snapshot-at.");
    return ExitCode::ok;
}

/// Says when everything of the plan is due. Frames are numbered from the start of the world, so a restored
/// world has to be there first. Nothing that was asked for may be left undone: what is due before the first
/// frame or after the last one is refused. Before the frame after the last one means at the end.
ExitCode World::settle_frames() {
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max() - 1;
    plan_.before = std::min(scheduler_->frames(), most);
    for (std::size_t i = 0; i < plan_.actions.size(); ++i) {
        Action& action = plan_.actions[i];
        action.order = i;
        if (action.frame == 0) action.frame = plan_.before + 1;
    }
    std::ranges::sort(plan_.actions, {},
                      [](const Action& action) { return std::pair(action.frame, action.order); });
    const Arguments& arguments = arguments_;
    const bool calls = arguments.has("--call");
    const bool reloads = arguments.declares("--reload") && arguments.has("--reload");
    const std::uint64_t wanted = arguments.count("--frames").value_or(reloads ? most : calls ? 0 : 60);
    plan_.last = plan_.before + std::min(wanted, most - plan_.before);
    if (!arguments.has("--frames")) { // what was asked for at a frame must come to pass
        for (const Action& action : plan_.actions)
            plan_.last = std::max(plan_.last, action.frame - (calls ? 1 : 0));
        for (const Plan::Save& save : plan_.saves) plan_.last = std::max(plan_.last, save.frame);
    }
    const auto check = [&](std::string_view what, std::uint64_t due, std::uint64_t least) {
        if (least < plan_.before)
            return session_.usage(fmt::format("{} is for frame {}, but {} was taken after frame {}.", what,
                                              due, plan_.restore, plan_.before));
        if (least <= plan_.last) return ExitCode::ok;
        const std::uint64_t runs = plan_.last - plan_.before;
        return session_.usage(
            fmt::format("{} is for frame {}, but {}{}; --frames {} or more would reach it.", what, due,
                        runs == 1 ? "only 1 frame runs" : fmt::format("only {} frames run", runs),
                        plan_.before == 0 ? std::string() : fmt::format(" from frame {}", plan_.before + 1),
                        least - plan_.before));
    };
    ExitCode code = ExitCode::ok;
    for (const Action& action : plan_.actions)
        if (code == ExitCode::ok) code = check(action.text, action.frame, action.frame - 1);
    for (const Plan::Save& save : plan_.saves)
        if (code == ExitCode::ok) code = check("--snapshot-at " + save.file, save.frame, save.frame);
    return code;
}

Diagnostics World::host_diagnostics() const {
    Diagnostics diagnostics;
    if (script_host_ != nullptr) script_host_->check(diagnostics);
    diagnostics.set_file(arguments_.text("--host"));
    return diagnostics;
}

ExitCode World::load_programs() {
    std::vector<Node> inputs;
    std::vector<std::string> words;
    std::vector<std::pair<std::string, std::string>> parameters; // path and parameters, as named
    for (const std::string& word : words_) {
        StartWord start = take_apart(word);
        words.push_back(start.path);
        if (!start.parameters.empty()) parameters.emplace_back(start.path, std::move(start.parameters));
    }
    if (const ExitCode code = gather_inputs(session_, words, inputs, InArchives::scripts, Takes::once);
        code != ExitCode::ok)
        return code;
    const Workspace& workspace = session_.workspace();
    const std::vector<std::string>& data = workspace.settings().data;
    // Records, snapshots and plans are of the script itself, under its own names.
    const bool of_itself = !plan_.record.empty() || !plan_.replay.empty() || !plan_.restore.empty() ||
                           !plan_.saves.empty() || arguments_.has("--plan");
    const SourceView view = session_.source_view(of_itself ? SourceView::none : usual_view_);
    auto next_parameters = parameters.begin();
    std::vector<std::string> folders;
    /// `open` and `load` are done once more when the files have changed.
    const auto take = [&](const tools::OpenedFile& opened, const auto& open, const auto& load) {
        for (const tools::Script& script : opened.scripts) {
            Diagnostics diagnostics;
            auto program = load(opened, script, diagnostics);
            for (const Diagnostic& diagnostic : diagnostics.all())
                static_cast<void>(session_.report(diagnostic));
            if (!program) {
                if (diagnostics.ok()) static_cast<void>(session_.report(program.error()));
                return ExitCode::findings;
            }
            if (!programs_.empty() && &programs_.front()->engine() != &(*program)->engine())
                return session_.report(
                    make_diagnostic(codes::cli_world,
                                    fmt::format("this is for {}, but {} is for {}: they cannot run together",
                                                (*program)->engine().id(), programs_.front()->name(),
                                                programs_.front()->engine().id()),
                                    {.file = script.name}));
            programs_.push_back(std::move(*program));
            again_.emplace_back(
                [open, load, name = script.name](Diagnostics& problems) -> Result<ProgramPtr> {
                    auto now = open();
                    if (!now) return std::unexpected(now.error());
                    for (const tools::Script& one : now->scripts)
                        if (one.name == name) return load(*now, one, problems);
                    return fail(codes::cli_world, "the script no longer exists", {.file = name});
                });
        }
        return ExitCode::ok;
    };
    for (const Node& input : inputs) {
        if (next_parameters != parameters.end() && input.named && input.path == next_parameters->first) {
            plan_.options.settings.emplace_back(fmt::format("params.{}", programs_.size()),
                                                std::move(next_parameters->second));
            ++next_parameters;
        }
        const auto open = [input, &workspace] { return workspace.open(input); };
        auto opened = open();
        if (!opened) {
            if (!input.named && opened.error().code->id == codes::engine_unknown.id) continue;
            return session_.report(opened.error());
        }
        if (!input.root.empty() && std::ranges::find(folders, input.root) == folders.end())
            folders.push_back(input.root);
        if (input.mounts != nullptr)
            for (const std::string& mount : *input.mounts)
                if (std::ranges::find(folders, mount) == folders.end()) folders.push_back(mount);
        const ExitCode code =
            take(*opened, open,
                 [input, view, &workspace](const tools::OpenedFile& from, const tools::Script& script,
                                           Diagnostics& diagnostics) {
                     return workspace.load(input, from, script, view, diagnostics);
                 });
        if (code != ExitCode::ok) return code;
    }
    std::vector<std::pair<std::string, std::string>>
        settings; // those of the command line come last and count
    auto named = content_programs(session_, arguments_, settings);
    if (!named) return session_.report(named.error());
    for (ContentProgram& each : *named) {
        for (auto& [before, behind, value] : each.settings)
            settings.emplace_back(fmt::format("{}{}{}", before, programs_.size(), behind), std::move(value));
        Node input;
        if (data.empty()) input.root = ".";
        input.path = each.path;
        const auto open = [input, files = workspace.files_of(input),
                           &workspace]() -> Result<tools::OpenedFile> {
            auto bytes = files->read(input.path);
            if (!bytes) return std::unexpected(bytes.error());
            return workspace.open_bytes(std::move(*bytes), input, files);
        };
        auto opened = open();
        if (!opened) return session_.report(opened.error());
        const ExitCode code =
            take(*opened, open,
                 [](const tools::OpenedFile& from, const tools::Script& script, Diagnostics& diagnostics) {
                     return tools::load(from, script, diagnostics);
                 });
        if (code != ExitCode::ok) return code;
    }
    plan_.options.settings.insert(plan_.options.settings.begin(), std::make_move_iterator(settings.begin()),
                                  std::make_move_iterator(settings.end()));
    if (!named->empty() && data.empty()) folders.emplace_back(".");
    if (programs_.empty())
        return session_.report(make_diagnostic(codes::cli_world, "there is no script to run"));
    folders.insert(folders.end(), data.begin(), data.end());
    places_ = folders;
    files_ = workspace.mount(std::move(folders));
    return ExitCode::ok;
}

/// Reads the record of --replay and takes settings and budget from it. What the command line says otherwise
/// is refused: the run would be another one.
ExitCode World::read_record() {
    auto bytes = session_.read(plan_.replay);
    if (!bytes) return session_.report(bytes.error());
    auto log = HostLog::from_jsonl(as_text(*bytes));
    if (!log) {
        log.error().place.file = plan_.replay;
        return session_.report(log.error());
    }
    log_ = std::move(*log);
    const auto refuse = [this](std::string message, std::string hint) {
        return session_.report(
            make_diagnostic(codes::cli_replay, std::move(message), {.file = plan_.replay}, std::move(hint)));
    };
    if (log_.run.engine.empty())
        return refuse("the record does not name its programs",
                      "record with 'vellum run --record', or set HostLog::run");
    RunOptions& run = plan_.options;
    HostLogRun given = HostLogRun::of(programs_, run);
    if (!snapshot_.empty()) given.snapshot = hash64(snapshot_);
    // Settings and limits that are not given are the record's; those that are given must be.
    for (const auto& setting : log_.run.settings)
        if (std::ranges::find(run.settings, setting.first, &std::pair<std::string, std::string>::first) ==
            run.settings.end())
            given.settings.push_back(setting);
    const Arguments& arguments = arguments_;
    if (!arguments.has("--budget")) given.budget.instructions = log_.run.budget.instructions;
    if (!arguments.has("--budget-memory")) given.budget.memory = log_.run.budget.memory;
    if (!arguments.has("--budget-depth")) given.budget.call_depth = log_.run.budget.call_depth;
    if (std::string difference = log_.run.difference(given); !difference.empty())
        return refuse(std::move(difference), "a replay takes settings and budget from its record; programs "
                                             "and snapshot must be the recorded ones");
    Rights rights(plan_.replay, arguments_.list("--grant"));
    for (const auto& [name, value] : log_.run.settings) {
        const auto own = std::ranges::find(run.settings, name, &std::pair<std::string, std::string>::first);
        if (own != run.settings.end() || value.starts_with('@')) continue;
        if (auto right = rights.setting(name, value); !right) return session_.report(right.error());
    }
    for (const Diagnostic& note : rights.take_used()) static_cast<void>(session_.report(note));
    run.settings = log_.run.settings;
    run.budget = log_.run.budget;
    return ExitCode::ok;
}

ExitCode World::read_snapshot() {
    if (plan_.restore.empty()) return ExitCode::ok;
    auto bytes = session_.read(plan_.restore);
    if (!bytes) return session_.report(bytes.error());
    snapshot_ = std::move(*bytes);
    return ExitCode::ok;
}

ExitCode World::make_host() {
    if (!plan_.replay.empty() && debugged_) return make_tape();
    if (!plan_.replay.empty()) {
        if (const ExitCode code = read_record(); code != ExitCode::ok) return code;
        replay_ = std::make_unique<ReplayHost>(log_, engine().known_natives());
        host_ = replay_.get();
        return ExitCode::ok;
    }
    if (arguments_.has("--host")) {
        const auto log = [this](std::string_view line) {
            if (reporter_ != nullptr)
                reporter_->host_says(line);
            else
                session_.console().err(escape_control(line) + "\n");
        };
        auto made =
            load_host_script(session_, std::string(arguments_.text("--host")), engine().known_natives(), log);
        if (!made) return session_.report(made.error());
        script_host_ = std::move(*made);
    }
    stand_in_ = std::make_unique<StandInHost>(script_host_ == nullptr ? nullptr : &script_host_->host(),
                                              engine().known_natives());
    host_ = stand_in_.get();
    if (debugged_) return make_tape();
    if (!plan_.record.empty()) {
        log_.run = HostLogRun::of(programs_, plan_.options);
        if (script_host_ != nullptr) {
            log_.run.host_script = arguments_.text("--host");
            log_.run.host_script_hash = script_host_->hash();
        }
        if (!snapshot_.empty()) log_.run.snapshot = hash64(snapshot_);
        recorder_ = std::make_unique<RecordingHost>(*stand_in_, log_);
        host_ = recorder_.get();
    }
    return ExitCode::ok;
}

/// Better told before a long run than after it.
ExitCode World::may_write() {
    std::vector<std::string> files;
    files.reserve(plan_.saves.size());
    for (const Plan::Save& save : plan_.saves) files.push_back(save.file);
    if (!plan_.record.empty()) files.push_back(plan_.record);
    const Arguments& arguments = arguments_;
    if (arguments.declares("--svg") && arguments.has("--svg") && arguments.text("--svg") != "-")
        files.emplace_back(arguments.text("--svg"));
    if (!plan_.restore.empty()) session_.outputs().protect(plan_.restore);
    for (const std::string& file : files)
        if (auto allowed = session_.outputs().may_write(file, Old::keep); !allowed)
            return session_.report(allowed.error());
    return ExitCode::ok;
}

/// A record among the files stands for its programs, which it names.
ExitCode World::find_record() {
    if (words_.size() != 1 || !plan_.replay.empty()) return ExitCode::ok;
    if (disk::kind_of(words_.front()) != FileKind::file) return ExitCode::ok;
    constexpr std::uint64_t most_record = std::uint64_t{1} << 30U;
    const auto bytes = session_.read(words_.front(), most_record);
    if (!bytes || bytes->empty() || bytes->front() != std::byte{'{'}) return ExitCode::ok;
    const auto log = HostLog::from_jsonl(as_text(*bytes));
    if (!log || log->run.programs.empty()) return ExitCode::ok;
    plan_.replay = words_.front();
    words_.clear();
    // Whoever sent the record does not say which files are read: one beside it, or below this folder.
    const auto after_folder = [](const std::string& path) { return path.rfind('/') + 1; }; // npos + 1 is 0
    const std::string folder = plan_.replay.substr(0, after_folder(plan_.replay));
    for (const HostLogProgram& program : log->run.programs) {
        const std::string named = disk::portable(program.name);
        const std::string beside = folder + named.substr(after_folder(named));
        if (disk::kind_of(beside) == FileKind::file)
            words_.push_back(beside);
        else if (stays_inside(named))
            words_.push_back(program.name);
        else
            return session_.report(make_diagnostic(
                codes::cli_replay, "the record needs " + program.name + ", which is not here",
                {.file = plan_.replay}, "put it next to the record, or name it with --replay"));
    }
    return ExitCode::ok;
}

ExitCode World::make_tape() {
    if (!plan_.replay.empty())
        if (const ExitCode code = read_record(); code != ExitCode::ok) return code;
    Host& game = plan_.replay.empty()
                     ? *host_
                     : *(stand_in_ = std::make_unique<StandInHost>(nullptr, engine().known_natives()));
    tape_ = std::make_unique<debug::Tape>(game, log_, engine().known_natives());
    host_ = tape_.get();
    return ExitCode::ok;
}

ExitCode World::open_for_debugging() {
    debugged_ = true;
    return open();
}

std::vector<debug::Action> World::debug_actions() const {
    using Kind = debug::Action::Kind;
    std::vector<debug::Action> result;
    if (!plan_.replay.empty()) {
        for (const HostLogEntry& entry : log_.entries) {
            if (entry.depth != 0 || entry.step == LogStep::native) continue;
            const Kind kind = entry.step == LogStep::start   ? Kind::start
                              : entry.step == LogStep::frame ? Kind::frame
                              : entry.step == LogStep::send  ? Kind::send
                                                             : Kind::call;
            result.push_back({kind, entry.seconds, {entry.name, entry.arguments}});
        }
        return result;
    }
    if (plan_.restore.empty()) result.push_back({Kind::start, 0, {}});
    auto next = plan_.actions.begin();
    for (std::uint64_t frame = plan_.before + 1; frame <= plan_.last || next != plan_.actions.end();
         ++frame) {
        const bool runs = frame <= plan_.last;
        for (; next != plan_.actions.end() && (next->frame <= frame || !runs); ++next)
            result.push_back({next->kind == Action::Kind::event ? Kind::send : Kind::call, 0, next->event});
        if (runs) result.push_back({Kind::frame, plan_.seconds, {}});
    }
    return result;
}

ExitCode World::open() {
    words_ = arguments_.words();
    if (const ExitCode code = read_plan(); code != ExitCode::ok) return code;
    if (words_.empty() && !arguments_.has("--template") && !arguments_.has("--bot"))
        return session_.usage(
            fmt::format("FILE is missing: {}", arguments_.command().positionals.front().help));
    if (debugged_)
        if (const ExitCode code = find_record(); code != ExitCode::ok) return code;
    if (const ExitCode code = load_programs(); code != ExitCode::ok) return code;
    if (const ExitCode code = read_snapshot(); code != ExitCode::ok) return code;
    if (const ExitCode code = make_host(); code != ExitCode::ok) return code;
    if (const ExitCode code = may_write(); code != ExitCode::ok) return code;
    Diagnostics diagnostics;
    plan_.options.files = files_.get();
    auto made = engine().instantiate(programs_, *host_, plan_.options, diagnostics);
    for (const Diagnostic& diagnostic : diagnostics.all()) static_cast<void>(session_.report(diagnostic));
    if (!made) {
        if (made.error().place.file.empty()) made.error().place.file = programs_.back()->name();
        return diagnostics.ok() ? session_.report(made.error()) : ExitCode::findings;
    }
    scheduler_ = std::move(*made);
    names_ = std::make_unique<ObjectNames>(*host_, *scheduler_);
    if (plan_.options.budget.instructions != 0 || plan_.options.budget.memory != 0 ||
        plan_.options.budget.call_depth != 0)
        scheduler_->set_budget(plan_.options.budget);
    if (!plan_.restore.empty())
        if (auto restored = scheduler_->restore(snapshot_); !restored) {
            restored.error().place.file = plan_.restore;
            return session_.report(restored.error());
        }
    return settle_frames();
}

void World::suggest(Diagnostic& problem, std::string_view wanted) const {
    const bool function = problem.code == &codes::engine_function;
    if (!function && problem.code != &codes::engine_event) return;
    if (problem.message.ends_with('?')) return; // the engine has asked
    wanted = wanted.substr(0, wanted.rfind('@'));
    std::vector<std::string> known;
    for (const ProgramPtr& program : programs_) {
        if (function)
            for (Function& each : program->functions()) {
                known.push_back(std::move(each.name));
                std::ranges::move(each.also, std::back_inserter(known));
            }
        else
            for (Reference& each : program->references())
                if (each.kind == ReferenceKind::handler) known.push_back(std::move(each.name));
    }
    if (std::ranges::find(known, wanted) != known.end()) return; // the name is not what is wrong
    const std::vector<std::string_view> names(known.begin(), known.end());
    // Of "room1/F" it may be the script that is wrong.
    if (problem.message.contains("'" + std::string(nearest(wanted, names)) + "'")) return;
    if (const std::string meant = did_you_mean(wanted, names); !meant.empty())
        problem.message += (problem.message.ends_with('.') ? "" : ".") + meant;
}

void World::perform(const Action& action, RunReporter& reporter, ExitCode& code) {
    reporter.announce(action);
    std::string outcome;
    if (action.kind == Action::Kind::event) {
        auto sent = recorder_ != nullptr ? recorder_->send(*scheduler_, action.event)
                                         : scheduler_->send(action.event);
        if (!sent) {
            suggest(sent.error(), action.event.name);
            reporter.problem(sent.error());
            code = worst(code, ExitCode::findings);
            return;
        }
        outcome = std::move(*sent);
    } else {
        auto result = recorder_ != nullptr
                          ? recorder_->call(*scheduler_, action.event.name, action.event.values)
                          : scheduler_->call(action.event.name, action.event.values);
        if (!result) {
            suggest(result.error(), action.event.name);
            reporter.problem(result.error());
            code = worst(code, ExitCode::findings);
            return;
        }
        outcome = result->is(Type::none) ? "done" : to_plain(*result, names_.get());
    }
    reporter.action(action, outcome);
}

void World::save(const std::string& file, RunReporter& reporter, ExitCode& code) {
    const auto bytes = scheduler_->snapshot();
    if (!bytes) {
        reporter.problem(bytes.error());
        code = worst(code, ExitCode::findings);
    } else if (auto written = session_.outputs().write(file, *bytes, Old::keep); !written) {
        reporter.problem(written.error());
        code = worst(code, exit_code_of(written.error()));
    } else {
        reporter.remark(fmt::format("snapshot of {} bytes written to {}", grouped(bytes->size()), file));
    }
}

/// Exchanges every program that is another one now. What does not compile stays as it was.
void World::reload(RunReporter& reporter) {
    for (std::size_t i = 0; i < programs_.size(); ++i) {
        Diagnostics diagnostics;
        Result<ProgramPtr> fresh = again_[i](diagnostics);
        for (const Diagnostic& diagnostic : diagnostics.all()) reporter.problem(diagnostic);
        if (!fresh) {
            if (diagnostics.ok()) reporter.problem(fresh.error());
            reporter.remark(fmt::format("{} keeps its old version", programs_[i]->name()));
            continue;
        }
        const auto was = programs_[i]->save(), is = (*fresh)->save();
        if (was && is && *was == *is) continue;
        if (auto done = scheduler_->exchange(*programs_[i], *fresh); !done) {
            reporter.problem(done.error());
            continue;
        }
        programs_[i] = std::move(*fresh);
        reporter.remark(fmt::format("{} was reloaded", programs_[i]->name()));
    }
}

/// With --reload frames take as long as they last, and files are looked at now and then.
void World::wait_for_frame(RunReporter& reporter) {
    using clock = std::chrono::steady_clock;
    constexpr std::chrono::milliseconds interval(200), settling(30);
    if (next_frame_ == clock::time_point()) next_frame_ = next_look_ = clock::now();
    next_frame_ += std::chrono::duration_cast<clock::duration>(std::chrono::duration<float>(plan_.seconds));
    static_cast<void>(session_.console().flush());
    std::this_thread::sleep_until(next_frame_);
    if (clock::now() < next_look_) return;
    Stamps now = look_at(places_, &engine());
    if (now != stamps_) {
        now = settled(places_, &engine(), std::move(now), settling);
        reload(reporter);
    }
    stamps_ = std::move(now);
    next_look_ = clock::now() + interval;
}

void World::frame(std::uint64_t number, RunReporter& reporter, ExitCode& code) {
    if (script_host_ != nullptr) {
        const SchedulerLink link =
            recorder_ != nullptr ? recorder_->link(*scheduler_) : SchedulerLink(scheduler_.get());
        if (auto acted = script_host_->frame(link, number, plan_.seconds); !acted) {
            reporter.problem(acted.error());
            code = worst(code, ExitCode::findings);
        }
    }
    if (recorder_ != nullptr)
        recorder_->frame(*scheduler_, plan_.seconds);
    else
        scheduler_->frame(plan_.seconds);
    ++frames_run_;
}

ExitCode World::play_replay(RunReporter& reporter) {
    reporter.begin("replay", 0);
    const bool complete = replay_->run(*scheduler_);
    frames_run_ =
        static_cast<std::uint64_t>(std::ranges::count(log_.entries, LogStep::frame, &HostLogEntry::step));
    Verdict& verdict = verdict_.emplace();
    verdict = {complete, log_.entries.size(), replay_->position(), {}};
    if (complete)
        verdict.text = fmt::format("the run matched all {} recorded steps", grouped(log_.entries.size()));
    else
        verdict.text = "the run differs from its record: " + replay_->divergence();
    reporter.end();
    reporter.problem(make_diagnostic(complete ? codes::cli_replayed : codes::cli_replay, verdict.text,
                                     {.file = plan_.replay}));
    return complete ? ExitCode::ok : ExitCode::findings;
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

void World::write_verdict(JsonWriter& json) const {
    if (!verdict_) return;
    json.key("replay");
    json.begin_object();
    json.member("record", plan_.replay);
    json.member("same", verdict_->same);
    json.member("steps", verdict_->steps);
    json.member("repeated", verdict_->used);
    json.member("text", verdict_->text);
    json.end_object();
}

ExitCode World::play(RunReporter& reporter) {
    reporter_ = &reporter;
    const ExitCode code = replay_ != nullptr ? play_replay(reporter) : play_plan(reporter);
    reporter_ = nullptr;
    return code;
}

ExitCode World::play_plan(RunReporter& reporter) {
    ExitCode code = ExitCode::ok;
    if (plan_.restore.empty()) {
        reporter.begin("start", 0);
        if (recorder_ != nullptr)
            recorder_->start(*scheduler_);
        else
            scheduler_->start();
    } else {
        reporter.begin("restored", 0);
        reporter.remark(fmt::format("continuing from {}, after frame {}", plan_.restore, plan_.before));
    }
    const bool reloads = arguments_.declares("--reload") && arguments_.has("--reload");
    if (reloads) stamps_ = look_at(places_, &engine());
    auto next = plan_.actions.begin();
    const auto save_due = [&](std::uint64_t frame) {
        for (const Plan::Save& each : plan_.saves)
            if (each.frame == frame) save(each.file, reporter, code);
    };
    save_due(plan_.before);
    reporter.end();
    for (std::uint64_t frame = plan_.before + 1; frame <= plan_.last || next != plan_.actions.end();
         ++frame) {
        const bool runs = frame <= plan_.last;
        const bool saves_left =
            std::ranges::any_of(plan_.saves, [&](const Plan::Save& each) { return each.frame >= frame; });
        const bool host_acts = script_host_ != nullptr && script_host_->acts_on_frames();
        if (runs && next == plan_.actions.end() && !saves_left && !reloads && !host_acts &&
            scheduler_->finished()) {
            reporter.begin(fmt::format("frame {}", frame), frame);
            reporter.remark("nothing is left to run and no event is coming: finished");
            reporter.end();
            break;
        }
        reporter.begin(fmt::format("frame {}", frame), frame);
        if (reloads && runs) wait_for_frame(reporter);
        for (; next != plan_.actions.end() && (next->frame <= frame || !runs); ++next)
            perform(*next, reporter, code);
        if (runs) {
            this->frame(frame, reporter, code);
            save_due(frame);
        }
        reporter.end();
    }
    if (recorder_ == nullptr) return code;
    if (recorder_->full()) {
        reporter.problem(make_diagnostic(
            codes::cli_replay, "the record was not written: it would be longer than a gigabyte",
            {.file = plan_.record}, "record fewer frames, or a script that passes shorter texts"));
        return worst(code, ExitCode::findings);
    }
    const std::string lines = log_.to_jsonl();
    if (auto written = session_.outputs().write_and_compare(plan_.record, as_bytes(lines), Old::keep);
        !written) {
        reporter.problem(written.error());
        return worst(code, exit_code_of(written.error()));
    }
    reporter.remark(
        fmt::format("{} answers of the game written to {}", grouped(log_.entries.size()), plan_.record));
    return code;
}

} // namespace vellum::cli
