// Lines of a plan are the members of a run's request and the words of settings.
#include "workspace/run/plan_file.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/ascii.hpp"
#include "base/bytes.hpp"
#include "base/concat.hpp"
#include "base/counted.hpp"
#include "base/disk.hpp"
#include "base/escape.hpp"
#include "base/number.hpp"
#include "base/path.hpp"
#include "base/suggest.hpp"
#include "base/text_storage.hpp"
#include "vellum/game_project.hpp"
#include "workspace/limits.hpp"
#include "workspace/projects.hpp"
#include "workspace/run/codes.hpp"
#include "workspace/run/request.hpp"
#include "workspace/run/rights.hpp"
#include "workspace/setting_words.hpp"

namespace vellum::runs {

namespace {

/// What a plan can say of a run: how a world is made and driven, but nothing that writes files.
const Member* plan_member(std::string_view word) {
    constexpr std::string_view others[] = {"programs", "record", "replay", "snapshot-at", "grant", "reload"};
    return std::ranges::find(others, word) != std::end(others) ? nullptr : find_member(word);
}

/// What a player does, in games of any engine.
const std::vector<std::string_view>& step_words() {
    static const auto words = [] {
        std::vector<std::string_view> made{"wait"};
        for (const Engine* const engine : engines())
            if (engine->projects() != nullptr)
                made.insert(made.end(), engine->projects()->steps().begin(),
                            engine->projects()->steps().end());
        return made;
    }();
    return words;
}

std::vector<std::string_view> plan_words() {
    std::vector<std::string_view> words{"test", "script", "expect"};
    for (const Member& member : members())
        if (plan_member(member.parameter.name) != nullptr) words.push_back(member.parameter.name);
    for (const SettingWord& word : setting_words()) words.push_back(word.name);
    words.insert(words.end(), step_words().begin(), step_words().end());
    return words;
}

/// The first word, which is taken off together with the blanks behind it.
std::string_view take_word(std::string_view& text) {
    const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(end);
    text = trimmed(text);
    return word;
}

class PlanReader {
  public:
    PlanReader(const Workspace& workspace, const std::string& path, std::vector<std::string> granted,
               Diagnostics& diagnostics)
        : files_(workspace.files()),
          path_(path),
          folder_(path::folder(path)),
          rights_(files_, path, granted),
          diagnostics_(diagnostics) {
        common_.settings = workspace.settings();
        common_.request.granted = std::move(granted);
    }

    std::vector<PlanTest> read(std::string_view text) {
        bool named = false;
        for (std::size_t at = 0; at < text.size(); ++line_) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            std::string_view line = trimmed(text.substr(at, end - at));
            at = end + 1;
            if (line.empty() || line.starts_with('#')) continue;
            const std::string_view word = take_word(line);
            if (word == "test") {
                named = true;
                if (line.empty()) problem("a test needs a name", {});
                tests_.push_back(common_);
                for (Expectation& each : tests_.back().expectations) each.before_step = ~std::size_t{0};
                tests_.back().name = line;
                tests_.back().line = line_;
            } else {
                read_line(named ? tests_.back() : common_, word, line);
            }
        }
        if (!named) {
            common_.name = path::stem(path_);
            common_.line = 1;
            tests_.push_back(std::move(common_));
        }
        for (PlanTest& test : tests_) // plans speak of variables as listings name them
            if (!test.request.view) test.request.view = SourceView::none;
        return std::move(tests_);
    }

  private:
    void problem(std::string message, std::string hint) {
        diagnostics_.add(make_diagnostic(codes::cli_plan, std::move(message), {.file = path_, .line = line_},
                                         std::move(hint)));
    }

    [[nodiscard]] std::string beside(std::string_view file) const {
        return (file == "-" || disk::is_absolute(file) ? std::string() : folder_) + std::string(file);
    }

    bool allowed(Result<void> right) {
        Place here{.file = path_, .line = line_};
        for (Diagnostic& note : rights_.take_used()) {
            note.place = here;
            diagnostics_.add(std::move(note));
        }
        if (right) return true;
        right.error().place = std::move(here);
        diagnostics_.add(std::move(right.error()));
        return false;
    }

    void read_line(PlanTest& test, std::string_view word, std::string_view rest) {
        if (word == "expect") return read_expectation(test, rest);
        if (std::ranges::find(step_words(), word) != step_words().end()) {
            if (rest.empty()) return problem(concat("expected a name or number after '", word, "'"), {});
            return test.request.steps.push_back(concat(word, " ", rest));
        }
        const Member* const member = word == "script" ? find_member("programs") : plan_member(word);
        const SettingWord* const setting = find_setting_word(word);
        if (member == nullptr && setting == nullptr)
            return problem(
                concat("unknown word '", word, "' at the start of a line.", did_you_mean(word, plan_words())),
                "lines are 'test NAME', 'script FILE', 'expect …' and options of 'vellum run' without "
                "their dashes");
        const bool flag =
            member != nullptr ? member->parameter.holds == questions::Holds::flag : setting->flag();
        if (flag && !rest.empty()) return problem(concat("'", word, "' takes no value"), {});
        const bool file = member != nullptr ? member->names_file : setting->names_file;
        if (!flag && rest.empty())
            return problem(concat("expected a ", file ? "file" : "value", " after '", word, "'"), {});
        std::string value(rest);
        if (file) {
            value = beside(rest);
            if (!allowed(rights_.read(value))) return;
        }
        if (const std::size_t equals = value.find('='); word == "setting" && equals != std::string::npos) {
            std::string set = value.substr(equals + 1);
            if (set.starts_with('@')) set = "@" + beside(set.substr(1));
            if (!allowed(rights_.setting(value.substr(0, equals), set))) return;
            value = value.substr(0, equals + 1) + set;
        }
        const std::vector<std::string> known = named_files(test.settings.load.engines);
        const auto done = member != nullptr ? set(test.request, *member, value)
                                            : say_setting(test.settings, *setting, value, files_);
        if (!done) problem(concat("'", word, "': ", done.error().message), done.error().hint);
        // What names a header may be one of several words.
        for (const std::string& named : named_files(test.settings.load.engines))
            if (std::ranges::find(known, named) == known.end() && !allowed(rights_.read(named))) return;
    }

    void read_expectation(PlanTest& test, std::string_view text) {
        Expectation result;
        result.line = line_;
        result.text = text;
        result.before_step = test.request.steps.size();
        if (const std::size_t at = text.rfind('@'); at != std::string_view::npos)
            if (const auto frame = whole_number<std::uint64_t>(text.substr(at + 1))) {
                result.frame = *frame;
                text = trimmed(text.substr(0, at));
            }
        std::string_view rest = text;
        std::string_view word = take_word(rest);
        bool counted = true;
        if (word == "no") {
            result.least = result.most = 0;
        } else if (word == "once") {
            result.most = 1;
        } else if (const auto count = whole_number<std::uint64_t>(word);
                   count && rest.starts_with("times ")) {
            result.least = result.most = *count;
            take_word(rest);
        } else {
            counted = false;
            rest = text;
        }
        std::string_view kind_word = rest;
        word = take_word(kind_word);
        constexpr std::pair<std::string_view, Expectation::Kind> kinds[] = {
            {"asks", Expectation::Kind::asks},   {"event", Expectation::Kind::event},
            {"fault", Expectation::Kind::fault}, {"told", Expectation::Kind::told},
            {"said", Expectation::Kind::told},   {"displayed", Expectation::Kind::told},
        };
        const auto* kind =
            std::ranges::find(kinds, word, &std::pair<std::string_view, Expectation::Kind>::first);
        if (kind != std::end(kinds)) {
            result.kind = kind->second;
            result.pattern = kind_word.empty() ? "*" : escape_control(kind_word); // as it is told
            if (word == "said" || word == "displayed") result.pattern = concat(word, " ", result.pattern);
        } else if (counted || !read_comparison(result, rest)) {
            return problem(
                concat("unknown expectation '", result.text, "'"),
                "for example 'expect asks Sleep(*)', 'expect no fault', 'expect window text 23' or 'expect "
                "save.bit(0xC22, 3) == 1'");
        }
        test.expectations.push_back(std::move(result));
    }

    /// "window.text == 23", "window text 23".
    static bool read_comparison(Expectation& result, std::string_view text) {
        result.kind = Expectation::Kind::value;
        constexpr std::string_view comparisons[] = {"==", "!=", "<=", ">=", "<", ">", " has no ", " has "};
        for (const std::string_view comparison : comparisons)
            if (const std::size_t at = text.find(comparison); at != std::string_view::npos) {
                result.pattern = trimmed(text.substr(0, at));
                result.comparison = trimmed(comparison);
                result.value = trimmed(text.substr(at + comparison.size()));
                return !result.pattern.empty() && !result.value.empty();
            }
        const std::size_t space = text.find_last_of(" \t");
        if (space == std::string_view::npos) return false;
        result.pattern = trimmed(text.substr(0, space));
        result.comparison = "==";
        result.value = text.substr(space + 1);
        return true;
    }

    const FileSystem& files_;
    const std::string& path_;
    std::string folder_; ///< In which the plan lies.
    Rights rights_;
    Diagnostics& diagnostics_;
    std::uint32_t line_ = 1;
    PlanTest common_;
    std::vector<PlanTest> tests_;
};

} // namespace

std::vector<PlanTest> read_plan_file(const Workspace& workspace, std::string_view text,
                                     const std::string& path, std::vector<std::string> granted,
                                     Diagnostics& diagnostics) {
    return PlanReader(workspace, path, std::move(granted), diagnostics).read(text);
}

Result<std::vector<std::string>> plans_of(const Workspace& workspace, const std::string& name) {
    const bool folder = workspace.files().kind(name) == FileKind::folder;
    if (!folder && path::file_name(name) != project_file_name) return std::vector{name};
    const auto project = workspace.project(name);
    if (project != nullptr && project->settings.problem) return std::unexpected(*project->settings.problem);
    if (project == nullptr || project->plans.empty())
        return fail(codes::settings_member, "there is no project file with plans here", {.file = name},
                    "docs/projects.md: \"plans\": [\"tests/*.plan\"]");
    return project->plans;
}

Result<RunRequest> request_of_plan(const Workspace& workspace, const std::string& name,
                                   std::vector<std::string> granted, std::vector<Diagnostic>& said) {
    const std::size_t hash = name.find('#');
    const std::string path = name.substr(0, hash);
    const auto text = read_text(workspace.files(), path, largest_text);
    if (!text) return std::unexpected(text.error());
    Diagnostics diagnostics;
    std::vector<PlanTest> tests = read_plan_file(workspace, *text, path, std::move(granted), diagnostics);
    for (const Diagnostic& each : diagnostics.all())
        if (each.severity == Severity::error)
            return std::unexpected(each);
        else
            said.push_back(each);
    if (hash != std::string::npos)
        std::erase_if(tests, [only = std::string_view(name).substr(hash + 1)](const PlanTest& test) {
            return test.name != only;
        });
    if (tests.size() != 1)
        return fail(codes::run_request,
                    hash != std::string::npos
                        ? concat(path, " has ", counted(tests.size(), "test"), " of that name.")
                        : concat(path, " has ", counted(tests.size(), "test"), "; choose one with --plan ",
                                 path, "#NAME."));
    RunRequest request = std::move(tests[0].request);
    request.programs.clear();
    request.template_name.clear();
    request.bots.clear();
    request.granted.clear(); // said by whoever names the plan
    return request;
}

} // namespace vellum::runs
