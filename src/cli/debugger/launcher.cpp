#include "cli/debugger/launcher.hpp"

#include <fmt/format.h>

#include <optional>

#include "base/ascii.hpp"
#include "base/disk.hpp"
#include "base/suggest.hpp"
#include "cli/codes.hpp"
#include "cli/debugger/source_text.hpp"
#include "cli/parser.hpp"
#include "cli/rights.hpp"
#include "cli/session.hpp"
#include "cli/world.hpp"

namespace vellum::cli {

using protocol::dap::Subject;
using protocol::dap::Tell;

namespace {

/// Members that are the adapter's own.
constexpr std::string_view own_members[] = {"program",     "args",      "cwd",     "report",
                                            "stopOnEntry", "stopAtEnd", "noDebug", "token",
                                            "request",     "type",      "name",    "port"};
/// Options that are about a terminal, or the command line's alone.
constexpr std::string_view not_here[] = {"--commands", "--batch", "--help", "--color", "--grant"};

/// "budgetMemory" and "budget-memory" as "--budget-memory".
std::string option_name(std::string_view member) {
    std::string name = "--";
    for (const char c : member) {
        if (c >= 'A' && c <= 'Z') name += '-';
        name += lower_ascii(c);
    }
    return name;
}

std::string text_of(const Json& value) {
    return value.is_string() ? std::string(value.as_string()) : value.to_text();
}

/// What a client says as words of a command line.
Result<std::vector<std::string>> words_of(const Command& command, const Json& arguments, const Tell& tell) {
    std::vector<std::string> words;
    std::vector<std::string> known;
    for_each_option(command, [&](const Option& option) {
        if (std::ranges::find(not_here, option.name) == std::end(not_here)) known.emplace_back(option.name);
    });
    for (const JsonMember& member : arguments.members()) {
        const std::string name = option_name(member.key);
        const Option* found = nullptr;
        for_each_option(command, [&](const Option& option) {
            if (option.name == name && std::ranges::find(known, name) != known.end()) found = &option;
        });
        if (found == nullptr) {
            // Clients send much of their own; what only looks like an option was meant as one.
            const std::vector<std::string_view> names(known.begin(), known.end());
            const bool own = std::ranges::find(own_members, member.key) != std::end(own_members);
            if (const std::string meant = did_you_mean(name, names); !meant.empty() && !own)
                tell("important", fmt::format("'{}' is not an option.{}\n", member.key, meant));
            continue;
        }
        if (found->kind == ValueKind::none) {
            if (member.value.as_bool()) words.push_back(name);
            continue;
        }
        const auto add = [&](const Json& value) { words.push_back(name + "=" + text_of(value)); };
        if (member.value.is_array())
            for (const Json& one : member.value.elements()) add(one);
        else if (!member.value.is_null())
            add(member.value);
    }
    for (const Json& word : arguments["args"].elements()) words.push_back(text_of(word));
    const Json& program = arguments["program"];
    if (program.is_string()) words.emplace_back(program.as_string());
    for (const Json& one : program.elements()) words.push_back(text_of(one));
    return words;
}

/// A world and all that it needs to be there.
class Launched final : public Subject {
  public:
    Launched(const Arguments& arguments, Tell tell)
        : arguments_(arguments), tell_(std::move(tell)), session_(console_, arguments_), world_(session_) {
        console_.set_color(ColorChoice::never);
        console_.redirect([this](Stream, std::string_view text) {
            if (!debugger_)
                said_ += text;
            else
                tell_("stderr", text);
        });
    }

    [[nodiscard]] Result<void> open() {
        const ExitCode code = world_.open_for_debugging();
        if (code != ExitCode::ok)
            return fail(codes::cli_world,
                        std::string(said_.empty() ? "there is nothing to run" : trimmed(said_)));
        debug::TimelineOptions options;
        if (const auto megabytes = arguments_.count("--history"))
            options.memory = std::max<std::uint64_t>(1, std::min<std::uint64_t>(*megabytes, 1U << 20U))
                             << 20U;
        debugger_.emplace(world_.scheduler(), world_.tape(), world_.programs(), options);
        tell_("stderr", said_); // warnings
        for (debug::Action& action : world_.debug_actions()) debugger_->timeline().add(std::move(action));
        return debugger_->timeline().begin();
    }

    [[nodiscard]] debug::Debugger& debugger() override { return *debugger_; }
    [[nodiscard]] std::span<const ProgramPtr> programs() const override { return world_.programs(); }
    [[nodiscard]] const Host* names() const override { return &world_.names(); }
    void suggest(Diagnostic& refusal, std::string_view name) const override { world_.suggest(refusal, name); }
    [[nodiscard]] debug::SourceFile source(const Program& program, const std::string& file) override {
        FoundSource found = find_source(session_, program, file);
        if (found.path.empty()) return {};
        return {std::move(found.text), disk::absolute(found.path)};
    }

  private:
    Arguments arguments_;
    Tell tell_;
    std::string said_; ///< While it was opened.
    Console console_;
    Session session_;
    World world_;
    std::optional<debug::Debugger> debugger_;
};

} // namespace

Result<std::shared_ptr<Subject>> Launcher::begin(bool launch, const Json& arguments, const Tell& tell) {
    if (!launch)
        return fail(codes::cli_world, "no game is running here to attach to", {},
                    "give the 'port' and 'token' that the game shows");
    if (const std::string_view folder = arguments["cwd"].as_string(); !folder.empty()) {
        if (const std::error_code error = disk::enter(std::string(folder)))
            return fail(codes::cli_world, "the folder of 'cwd': " + error.message());
    }
    if (arguments["program"].as_string().empty() && arguments["program"].size() == 0 &&
        arguments["args"].size() == 0)
        return fail(codes::cli_world, "'program' says which script is debugged");
    const Command& command = *find_command("debug");
    auto words = words_of(command, arguments, tell);
    if (!words) return std::unexpected(words.error());
    auto parsed = parse_arguments(command, *words);
    if (!parsed) return fail(codes::cli_world, parsed.error().message);
    if (parsed->has("--grant"))
        return fail(codes::cli_right, "'grant' is not allowed in a launch request", {},
                    "start the adapter as 'vellum dap --grant FOLDER'");
    parsed->set("--grant", granted_);
    // Projects bring launch requests with them.
    Rights rights(std::string(), granted_);
    for (const std::string& setting : parsed->list("--setting")) {
        const std::size_t equals = std::min(setting.find('='), setting.size());
        if (equals == setting.size()) continue; // told when it is read
        auto right = rights.setting(setting.substr(0, equals), setting.substr(equals + 1));
        if (!right) return std::unexpected(std::move(right.error()));
    }
    for (const Diagnostic& note : rights.take_used()) tell("important", format(note) + "\n");
    auto launched = std::make_shared<Launched>(*parsed, tell);
    if (auto opened = launched->open(); !opened) return std::unexpected(opened.error());
    return launched;
}

} // namespace vellum::cli
