// Lines of a plan are the options of `vellum run` without their dashes, so that both always say the same.
#include "cli/plan/plan_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "base/ascii.hpp"
#include "base/disk.hpp"
#include "base/escape.hpp"
#include "base/path.hpp"
#include "base/suggest.hpp"
#include "cli/codes.hpp"
#include "cli/engines/engines.hpp"
#include "cli/parser.hpp"
#include "cli/rights.hpp"
#include "cli/world.hpp"

namespace vellum::cli {

namespace {

/// What a plan can say: how a world is made and driven, but nothing that writes files.
const Option* plan_option(std::string_view word) {
    constexpr std::string_view others[] = {"record", "replay", "snapshot-at", "force", "plan", "grant"};
    if (std::ranges::find(others, word) != std::end(others)) return nullptr;
    for (const OptionGroup& group :
         {world_options, content_options, engine_options, source_options, ags_source_options})
        for (const Option& option : group)
            if (option.name.substr(2) == word) return &option;
    return nullptr;
}

std::vector<std::string_view> plan_words() {
    std::vector<std::string_view> words{"test", "script", "expect"};
    for (const OptionGroup& group :
         {world_options, content_options, engine_options, source_options, ags_source_options})
        for (const Option& option : group)
            if (plan_option(option.name.substr(2)) != nullptr) words.push_back(option.name.substr(2));
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

std::optional<std::uint64_t> whole_number(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

class PlanReader {
  public:
    PlanReader(const std::string& path, std::vector<std::string> granted, Diagnostics& diagnostics)
        : path_(path),
          folder_(path::folder(path)),
          rights_(path, std::move(granted)),
          diagnostics_(diagnostics) {}

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
        if (word == "script") {
            if (rest.empty()) return problem("expected a file after 'script'", {});
            std::string file = beside(rest);
            if (allowed(rights_.read(file))) test.words.push_back(std::move(file));
            return;
        }
        const Option* option = plan_option(word);
        if (option == nullptr)
            return problem(
                fmt::format("unknown word '{}' at the start of a line.{}", word,
                            did_you_mean(word, plan_words())),
                "lines are 'test NAME', 'script FILE', 'expect …' and options of 'vellum run' without "
                "their dashes");
        std::string value(rest);
        if (option->kind == ValueKind::file || option->kind == ValueKind::folder) {
            value = beside(rest);
            if (!allowed(rights_.read(value))) return;
        }
        if (const std::size_t equals = value.find('='); word == "setting" && equals != std::string::npos) {
            std::string set = value.substr(equals + 1);
            if (set.starts_with('@')) set = "@" + beside(set.substr(1));
            if (!allowed(rights_.setting(value.substr(0, equals), set))) return;
            value = value.substr(0, equals + 1) + set;
        }
        if (option->kind == ValueKind::none && !rest.empty())
            return problem(fmt::format("'{}' takes no value", word), {});
        std::string argument(option->name);
        if (option->kind != ValueKind::none) argument += "=" + value;
        if (const auto parsed = parse_arguments(*find_command("run"), {"x", argument}); !parsed)
            return problem(parsed.error().message, {});
        test.words.push_back(std::move(argument));
    }

    void read_expectation(PlanTest& test, std::string_view text) {
        Expectation result;
        result.line = line_;
        result.text = text;
        if (const std::size_t at = text.rfind('@'); at != std::string_view::npos)
            if (const auto frame = whole_number(text.substr(at + 1))) {
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
        } else if (const auto count = whole_number(word); count && rest.starts_with("times ")) {
            result.least = result.most = *count;
            take_word(rest);
        } else {
            counted = false;
            rest = text;
        }
        std::string_view kind_word = rest;
        word = take_word(kind_word);
        constexpr std::pair<std::string_view, Expectation::Kind> kinds[] = {
            {"asks", Expectation::Kind::asks},
            {"event", Expectation::Kind::event},
            {"fault", Expectation::Kind::fault},
            {"told", Expectation::Kind::told},
        };
        const auto* kind =
            std::ranges::find(kinds, word, &std::pair<std::string_view, Expectation::Kind>::first);
        if (kind != std::end(kinds)) {
            result.kind = kind->second;
            result.pattern = kind_word.empty() ? "*" : escape_control(kind_word); // as it is told
        } else if (counted || !read_comparison(result, rest)) {
            return problem(
                fmt::format("unknown expectation '{}'", result.text),
                "for example 'expect asks Sleep(*)', 'expect no fault', 'expect window text 23' or 'expect "
                "save.bit(0xC22, 3) == 1'");
        }
        test.expectations.push_back(std::move(result));
    }

    /// "window.text == 23", "window text 23".
    static bool read_comparison(Expectation& result, std::string_view text) {
        result.kind = Expectation::Kind::value;
        constexpr std::string_view comparisons[] = {"==", "!=", "<=", ">=", "<", ">"};
        for (const std::string_view comparison : comparisons)
            if (const std::size_t at = text.find(comparison); at != std::string_view::npos) {
                result.pattern = trimmed(text.substr(0, at));
                result.comparison = comparison;
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

    const std::string& path_;
    std::string folder_; ///< In which the plan lies.
    Rights rights_;
    Diagnostics& diagnostics_;
    std::uint32_t line_ = 1;
    PlanTest common_;
    std::vector<PlanTest> tests_;
};

} // namespace

std::vector<PlanTest> read_plan_file(std::string_view text, const std::string& path,
                                     std::vector<std::string> granted, Diagnostics& diagnostics) {
    return PlanReader(path, std::move(granted), diagnostics).read(text);
}

} // namespace vellum::cli
