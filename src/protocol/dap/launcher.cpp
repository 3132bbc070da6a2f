#include "protocol/dap/launcher.hpp"

#include <algorithm>
#include <optional>

#include "base/ascii.hpp"
#include "base/suggest.hpp"
#include "debug/source_text.hpp"
#include "vellum/run.hpp"
#include "workspace/run/codes.hpp"
#include "workspace/run/plan_file.hpp"
#include "workspace/run/request.hpp"
#include "workspace/run/rights.hpp"
#include "workspace/setting_words.hpp"

namespace vellum::protocol::dap {

namespace {

/// Members that are the adapter's own.
constexpr std::string_view own_members[] = {"program",   "args",    "cwd",   "report",  "stopOnEntry",
                                            "stopAtEnd", "noDebug", "token", "request", "type",
                                            "name",      "port",    "slice"};

constexpr std::string_view own_flags[] = {"stopOnEntry", "stopAtEnd", "noDebug"};

std::string text_of(const Json& value) {
    return value.is_string() ? std::string(value.as_string()) : value.to_text();
}

/// What a client asks for.
struct Launch {
    RunRequest run;
    Settings settings;
    debug::TimelineOptions timeline;
};

std::vector<std::string_view> known_members() {
    std::vector<std::string_view> names{"plan", "history"};
    for (const runs::Member& member : runs::members()) names.push_back(member.parameter.name);
    for (const SettingWord& word : setting_words()) names.push_back(word.name);
    return names;
}

class Reader {
  public:
    Reader(const LaunchOptions& options, const Json& arguments, const Tell& tell)
        : options_(options), arguments_(arguments), tell_(tell) {}

    Result<Launch> read() {
        launch_.settings = options_.settings;
        if (const std::string plan(arguments_["plan"].as_string()); !plan.empty())
            if (auto done = read_plan(plan); !done) return std::unexpected(std::move(done.error()));
        for (const JsonMember& member : arguments_.members()) {
            if (auto done = take(runs::member_name(member.key), member); !done)
                return std::unexpected(std::move(done.error()));
        }
        launch_.run.granted = options_.granted;
        if (auto done = take_words(arguments_["args"]); !done)
            return std::unexpected(std::move(done.error()));
        const Json& program = arguments_["program"];
        if (program.is_string()) launch_.run.programs.emplace_back(program.as_string());
        for (const Json& one : program.elements()) launch_.run.programs.push_back(text_of(one));
        if (auto allowed = check_rights(); !allowed) return std::unexpected(std::move(allowed.error()));
        return std::move(launch_);
    }

  private:
    Result<void> read_plan(const std::string& plan) {
        const Workspace workspace(options_.files, options_.settings);
        std::vector<Diagnostic> said;
        auto planned = runs::request_of_plan(workspace, plan, options_.granted, said);
        for (const Diagnostic& note : said) tell_("important", format(note) + "\n");
        if (!planned) return std::unexpected(std::move(planned.error()));
        launch_.run = std::move(*planned);
        return {};
    }

    Result<void> take(const std::string& name, const JsonMember& member) {
        if (name == "grant")
            return fail(codes::cli_right, "'grant' is not allowed in a launch request", {},
                        "start the adapter as 'vellum dap --grant FOLDER'");
        if (name == "plan") return {};
        if (name == "history") {
            const std::uint64_t megabytes = member.value.as_uint();
            launch_.timeline.memory = std::clamp<std::uint64_t>(megabytes, 1, 1U << 20U) << 20U;
            return {};
        }
        if (std::ranges::find(own_flags, member.key) != std::end(own_flags) && !member.value.is_bool())
            return fail(codes::cli_world, "'" + member.key + "' is true or false");
        if (std::ranges::find(own_members, member.key) != std::end(own_members)) return {};
        Result<void> done;
        if (const runs::Member* const found = runs::find_member(name))
            done = runs::set(launch_.run, *found, member.value);
        else if (const SettingWord* const word = find_setting_word(name))
            done = take(*word, member.value);
        else
            ask_back(name, member.key);
        if (done) return done;
        Diagnostic& why = done.error();
        why.message = "'" + member.key + "': " + why.message;
        if (!why.place.file.empty()) why.message += ": " + why.place.file;
        return done;
    }

    void ask_back(const std::string& name, const std::string& key) {
        // Clients send much of their own; what only looks like an option was meant as one.
        std::string meant = did_you_mean(key, own_flags);
        if (meant.empty()) meant = did_you_mean(name, known_members());
        if (!meant.empty()) tell_("important", "'" + key + "' is not an option." + meant + "\n");
    }

    /// Scripts, and members as a command line has them: "--frames=2", "--frames", "2".
    Result<void> take_words(const Json& words) {
        for (std::size_t i = 0; i < words.size(); ++i) {
            const std::string word = text_of(words.at(i));
            if (!word.starts_with("--")) {
                launch_.run.programs.push_back(word);
                continue;
            }
            const std::size_t equals = std::min(word.find('='), word.size());
            const std::string name = word.substr(2, equals - 2);
            const runs::Member* const member = runs::find_member(name);
            const SettingWord* const setting = find_setting_word(name);
            const bool flag = member != nullptr ? member->parameter.holds == questions::Holds::flag
                                                : setting != nullptr && setting->flag();
            Json value(flag);
            if (equals < word.size())
                value = Json(word.substr(equals + 1));
            else if (!flag && i + 1 < words.size())
                value = words.at(++i);
            if (auto done = take(name, {word, std::move(value)}); !done) return done;
        }
        return {};
    }

    Result<void> take(const SettingWord& word, const Json& value) {
        if (value.is_null() || (word.flag() && !value.as_bool())) return {};
        for (const Json& one : value.elements())
            if (auto done = take(word, one); !done) return done;
        if (value.is_array()) return {};
        return say_setting(launch_.settings, word, word.flag() ? std::string() : text_of(value),
                           *options_.files);
    }

    /// Projects bring launch requests with them.
    Result<void> check_rights() {
        runs::Rights rights(*options_.files, std::string(), options_.granted);
        if (!launch_.run.host.empty())
            if (auto right = rights.read(launch_.run.host); !right) return right;
        for (const auto& [name, value] : launch_.run.settings)
            if (auto right = rights.setting(name, value); !right) return right;
        for (const Diagnostic& note : rights.take_used()) tell_("important", format(note) + "\n");
        return {};
    }

    const LaunchOptions& options_;
    const Json& arguments_;
    const Tell& tell_;
    Launch launch_;
};

/// A world and all that it needs to be there.
class Launched final : public Subject {
  public:
    Launched(const LaunchOptions& options, Launch launch, Tell tell)
        : absolute_(options.absolute),
          tell_(std::move(tell)),
          workspace_(options.files, std::move(launch.settings)),
          run_(workspace_, std::move(launch.run)),
          timeline_(launch.timeline) {
        run_.on_host_line([this](std::string_view line) { tell_("stderr", std::string(line) + "\n"); });
    }

    [[nodiscard]] Result<void> open() {
        std::vector<Diagnostic> said;
        const bool opened = run_.open(said, true);
        std::string text;
        for (const Diagnostic& each : said) text += format(each) + "\n";
        if (!opened) return fail(codes::cli_world, std::string(trimmed(text)));
        debugger_.emplace(run_.scheduler(), run_.tape(), run_.programs(), timeline_);
        tell_("stderr", text); // warnings
        for (debug::Action& action : run_.debug_actions()) debugger_->timeline().add(std::move(action));
        return debugger_->timeline().begin();
    }

    [[nodiscard]] debug::Debugger& debugger() override { return *debugger_; }
    [[nodiscard]] std::span<const ProgramPtr> programs() const override { return run_.programs(); }
    [[nodiscard]] const Host* names() const override { return &run_.names(); }
    void suggest(Diagnostic& refusal, std::string_view name) const override { run_.suggest(refusal, name); }
    [[nodiscard]] std::string remarks() const override {
        std::string text;
        const Diagnostics found = run_.host_diagnostics();
        for (const Diagnostic& each : found.all()) text += format(each) + "\n";
        return text;
    }
    [[nodiscard]] debug::SourceFile source(const Program& program, const std::string& file) override {
        debug::FoundSource found = debug::find_source(workspace_.files(), program, file);
        if (found.path.empty()) return {};
        return {std::move(found.text), absolute_ ? absolute_(found.path) : found.path};
    }

  private:
    std::function<std::string(const std::string&)> absolute_;
    Tell tell_;
    Workspace workspace_;
    Run run_;
    debug::TimelineOptions timeline_;
    std::optional<debug::Debugger> debugger_;
};

} // namespace

Result<std::shared_ptr<Subject>> Launcher::begin(bool launch, const Json& arguments, const Tell& tell) {
    if (!launch)
        return fail(codes::cli_world, "no game is running here to attach to", {},
                    "give the 'port' and 'token' that the game shows");
    if (const std::string_view folder = arguments["cwd"].as_string(); !folder.empty()) {
        if (!options_.enter) return fail(codes::cli_world, "the folder of 'cwd' does not exist");
        if (auto entered = options_.enter(std::string(folder)); !entered)
            return std::unexpected(std::move(entered.error()));
    }
    if (arguments["program"].as_string().empty() && arguments["program"].size() == 0 &&
        arguments["args"].size() == 0)
        return fail(codes::cli_world, "'program' must name the script");
    auto read = Reader(options_, arguments, tell).read();
    if (!read) return std::unexpected(std::move(read.error()));
    auto launched = std::make_shared<Launched>(options_, std::move(*read), tell);
    if (auto opened = launched->open(); !opened) return std::unexpected(std::move(opened.error()));
    return launched;
}

} // namespace vellum::protocol::dap
