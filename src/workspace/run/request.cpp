#include "workspace/run/request.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "base/ascii.hpp"
#include "base/number.hpp"
#include "workspace/run/codes.hpp"
#include "workspace/run/values.hpp"

namespace vellum::runs {

namespace {

using questions::Holds;

Result<std::uint64_t> count(const std::string& text) {
    if (const auto value = whole_number<std::uint64_t>(text)) return *value;
    return fail(codes::cli_value, "this needs a whole number, 0 or more, not '" + text + "'");
}

template <auto member> Result<void> set_text(RunRequest& request, const std::string& text) {
    request.*member = text;
    return {};
}

template <auto member> Result<void> add_text(RunRequest& request, const std::string& text) {
    (request.*member).push_back(text);
    return {};
}

template <auto member> Result<void> set_limit(RunRequest& request, const std::string& text) {
    const auto value = count(text);
    if (!value) return std::unexpected(value.error());
    using Limit = std::remove_reference_t<decltype(*(request.*member))>;
    request.*member = static_cast<Limit>(std::min<std::uint64_t>(*value, std::numeric_limits<Limit>::max()));
    return {};
}

template <auto parse> Result<void> add_action(RunRequest& request, const std::string& text) {
    auto action = parse(text);
    if (!action) return std::unexpected(std::move(action.error()));
    request.actions.push_back(std::move(*action));
    return {};
}

Result<void> add_answer(RunRequest& request, const std::string& text) {
    auto answer = parse_answer(text);
    if (!answer) return std::unexpected(std::move(answer.error()));
    request.answers.push_back(std::move(*answer));
    return {};
}

Result<void> set_frames(RunRequest& request, const std::string& text) {
    const auto value = count(text);
    if (!value) return std::unexpected(value.error());
    request.frames = *value;
    return {};
}

Result<void> set_seconds(RunRequest& request, const std::string& text) {
    if (text.empty() || number_prefix(text) != text.size())
        return fail(codes::cli_value, "this needs a number such as 0.05, not '" + text + "'");
    request.seconds = static_cast<float>(read_double(text));
    return {};
}

Result<void> add_setting(RunRequest& request, const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        return fail(codes::cli_value, "the setting '" + text + "' is not of the form NAME=VALUE");
    request.settings.emplace_back(text.substr(0, equals), text.substr(equals + 1));
    return {};
}

Result<void> add_snapshot(RunRequest& request, const std::string& text) {
    const std::size_t colon = std::min(text.find(':'), text.size());
    const auto frame = count(text.substr(0, colon));
    if (!frame || colon + 1 >= text.size())
        return fail(codes::cli_value, "'" + text + "' is not of the form FRAME:FILE", {},
                    "for example 100:middle.snapshot");
    request.snapshots.push_back({*frame, text.substr(colon + 1)});
    return {};
}

template <SourceView view> Result<void> set_view(RunRequest& request, const std::string&) {
    request.view = view;
    return {};
}

using R = RunRequest;
constexpr Member rows[] = {
    {{"programs", Holds::texts, "The world's scripts: modules first, the main script last."},
     add_text<&R::programs>,
     true},
    {{"frames", Holds::count, "Number of frames to run. Default: 60, or none if functions are called."},
     set_frames},
    {{"seconds", Holds::number, "Length of a frame in seconds."}, set_seconds},
    {{"event", Holds::texts, "Events, such as 'OnUse' or '2:1,\"key\"@30' for one before frame 30."},
     add_action<parse_event>},
    {{"call", Holds::texts, "Calls of script functions, such as 'Add(1,2)'."}, add_action<parse_call>},
    {{"step", Holds::texts, "What a player does, such as 'look hDoor' or 'choose 2': one after the other."},
     add_text<&R::steps>},
    {{"host", Holds::text, "A Lua script that answers natives."}, set_text<&R::host>, true},
    {{"answer", Holds::texts, "What natives answer every time, such as 'irand=3' or 'Door.IsLocked=true'."},
     add_answer},
    {{"setting", Holds::texts, "Settings of the engine, NAME=VALUE; '@FILE' reads the value from a file."},
     add_setting},
    {{"budget", Holds::count, "At most this many instructions per machine in a frame, event or call."},
     set_limit<&R::instructions>},
    {{"budget-memory", Holds::count, "At most this many bytes for the world's stacks, strings and objects."},
     set_limit<&R::memory>},
    {{"budget-depth", Holds::count, "At most this many nested script calls."}, set_limit<&R::call_depth>},
    {{"record", Holds::text, "Record everything the game answered, under this name."},
     set_text<&R::record>,
     true},
    {{"replay", Holds::text, "Repeat the run of this record exactly."}, set_text<&R::replay>, true},
    {{"snapshot-at", Holds::texts, "Keep the whole state after a frame, FRAME:NAME."}, add_snapshot},
    {{"restore", Holds::text, "Continue from this snapshot."}, set_text<&R::restore>, true},
    {{"template", Holds::text, "Skrit: create the components of this template of the game's content."},
     set_text<&R::template_name>},
    {{"bot", Holds::texts, "Skrit: start these bots, such as 'auto/mp?players=3'."}, add_text<&R::bots>},
    {{"source", Holds::flag, "A script without source is an error."}, set_view<SourceView::required>},
    {{"listing", Holds::flag, "Name functions and places as the listing does."}, set_view<SourceView::none>},
    {{"grant", Holds::texts, "Folders below which a record may read, and its scripts write."},
     add_text<&R::granted>,
     true},
};

constexpr auto parameters = [] {
    std::array<questions::Parameter, std::size(rows)> result{};
    std::ranges::transform(rows, result.begin(), &Member::parameter);
    return result;
}();

/// The same run, and in which form its profile is wanted.
constexpr auto profile_parameters = [] {
    std::array<questions::Parameter, std::size(rows) + 1> result{};
    std::ranges::copy(parameters, result.begin());
    result.back() = {
        "format", Holds::choice,
        "Functions, lines, natives and stacks as JSON, or another form as a string: a table, a flame "
        "graph, a file for KCachegrind or for speedscope.",
        false, "json|text|svg|callgrind|speedscope"};
    return result;
}();

} // namespace

std::span<const Member> members() { return rows; }

const Member* find_member(std::string_view name) {
    const auto found = std::ranges::find(rows, name, [](const Member& row) { return row.parameter.name; });
    return found == std::end(rows) ? nullptr : found;
}

std::string member_name(std::string_view key) {
    std::string name;
    for (const char c : key) {
        if (c >= 'A' && c <= 'Z') name += '-';
        name += c == '_' ? '-' : lower_ascii(c);
    }
    return name;
}

Result<void> set(RunRequest& request, const Member& member, const std::string& text) {
    if (member.parameter.holds == Holds::flag) {
        if (text == "false") return {};
        if (!text.empty() && text != "true")
            return fail(codes::cli_value, "'" + std::string(member.parameter.name) + "' takes no value");
    }
    return member.set(request, text);
}

Result<void> set(RunRequest& request, const Member& member, const Json& value) {
    if (value.is_null()) return {};
    if (value.is_array()) {
        for (const Json& one : value.elements())
            if (auto done = set(request, member, one); !done) return done;
        return {};
    }
    return set(request, member, value.is_string() ? std::string(value.as_string()) : value.to_text());
}

Result<RunRequest> read_run(const questions::Request& values) {
    RunRequest request;
    for (const Member& member : rows)
        if (auto done = set(request, member, values.value(member.parameter.name)); !done)
            return std::unexpected(std::move(done.error()));
    return request;
}

Result<std::unique_ptr<Run>> open_run(const Workspace& workspace, Result<RunRequest> request,
                                      std::vector<Diagnostic>& said) {
    if (!request) return std::unexpected(std::move(request.error()));
    auto run = std::make_unique<Run>(workspace, std::move(*request));
    if (run->open(said)) return run;
    Diagnostic last = std::move(said.back());
    said.pop_back();
    return std::unexpected(std::move(last));
}

} // namespace vellum::runs

namespace vellum {

const questions::Question questions::profile{"profile",
                                             "Show where a run spends its instructions and time",
                                             runs::profile_parameters,
                                             "profile",
                                             nullptr,
                                             answer_profile};
const questions::Question questions::run{
    "run",     "Run scripts without their game and print what they call", runs::parameters, "run", nullptr,
    answer_run};

Result<RunRequest> read_run(std::string_view json) {
    auto values = questions::Request::read(questions::run, json);
    if (!values) return std::unexpected(std::move(values.error()));
    return runs::read_run(*values);
}

} // namespace vellum
