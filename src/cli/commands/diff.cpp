// `vellum diff`: what differs between two versions of scripts.
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>

#include "base/ascii.hpp"
#include "base/bytes.hpp"
#include "base/ending.hpp"
#include "base/escape.hpp"
#include "base/json_writer.hpp"
#include "cli/batch.hpp"
#include "cli/commands/commands.hpp"
#include "cli/names.hpp"
#include "cli/output.hpp"
#include "tools/open.hpp"
#include "vellum/tools.hpp"
#include "workspace/find.hpp"

namespace vellum::cli::diff_command {

namespace {

struct Pair {
    const Node* before = nullptr;
    const Node* after = nullptr;

    [[nodiscard]] const std::string& name() const { return (before != nullptr ? before : after)->relative; }
};

/// The place in a folder or archive without endings of scripts: a script, its source and its listing, which
/// has a second one, differ in that.
std::string place_without_ending(const Node& input) {
    std::string place = lower_case(input.relative);
    while (may_be_script(place, nullptr) && !extension_of(place).empty())
        place.resize(place.size() - extension_of(place).size());
    return place;
}

/// Without folders, archives and containers.
std::string name_of(const std::string& place) { return place.substr(place.find_last_of("/!") + 1); }
std::string name_without_ending(const Node& input) { return name_of(place_without_ending(input)); }

/// Pairs of what is the only one of its name on each side. The others stay in the lists.
void take_pairs(std::vector<const Node*>& before, std::vector<const Node*>& after,
                std::string (*name_of)(const Node&), std::vector<Pair>& pairs) {
    std::map<std::string, std::pair<std::vector<const Node*>, std::vector<const Node*>>> named;
    for (const Node* const input : before) named[name_of(*input)].first.push_back(input);
    for (const Node* const input : after) named[name_of(*input)].second.push_back(input);
    before.clear();
    after.clear();
    for (const auto& [name, sides] : named) {
        if (sides.first.size() == 1 && sides.second.size() == 1) {
            pairs.push_back({sides.first[0], sides.second[0]});
            continue;
        }
        before.insert(before.end(), sides.first.begin(), sides.first.end());
        after.insert(after.end(), sides.second.begin(), sides.second.end());
    }
}

/// In the place of containers their scripts, each a file of its own; `made` keeps them.
void unpack(std::vector<const Node*>& side, const Workspace& workspace, std::deque<Node>& made) {
    std::vector<const Node*> unpacked;
    for (const Node* const input : side) {
        const bool closed = input->path == "-" || input->archive != nullptr || !input->member.empty() ||
                            input->problem || tools::is_text_name(input->path);
        const auto opened = closed ? std::nullopt : std::optional(workspace.open(*input));
        if (!opened || !*opened || (*opened)->members.empty()) {
            unpacked.push_back(input);
            continue;
        }
        for (const tools::Script& script : (*opened)->scripts) {
            Node& one = made.emplace_back(*input);
            one.member = script.member;
            one.relative += "!" + script.member;
            unpacked.push_back(&one);
        }
    }
    side = std::move(unpacked);
}

/// Two files belong together always. Of folders and archives what has the same place in them does, then what
/// differs only in the ending, then what has the same name elsewhere, also in a container.
std::vector<Pair> pairs_of(const std::vector<Node>& before, const std::vector<Node>& after,
                           const Workspace& workspace, std::deque<Node>& made) {
    if (before.size() == 1 && after.size() == 1 && !before[0].one_of_many && !after[0].one_of_many)
        return {{&before[0], &after[0]}};
    std::vector<const Node*> first, second;
    for (const Node& input : before) first.push_back(&input);
    for (const Node& input : after) second.push_back(&input);
    std::vector<Pair> pairs;
    take_pairs(first, second, [](const Node& input) { return input.relative; }, pairs);
    take_pairs(first, second, place_without_ending, pairs);
    take_pairs(first, second, name_without_ending, pairs);
    if (!first.empty() && !second.empty()) {
        unpack(first, workspace, made);
        unpack(second, workspace, made);
        take_pairs(first, second, name_without_ending, pairs);
    }
    for (const Node* const input : first) pairs.push_back({input, nullptr});
    for (const Node* const input : second) pairs.push_back({nullptr, input});
    std::ranges::sort(pairs, {}, &Pair::name);
    return pairs;
}

struct DiffPart : Part {
    std::vector<tools::ProgramDiff> diffs;
    std::vector<std::string> values; ///< JSON
    bool differs = false;
};

std::string_view source_of(const tools::Script& script) {
    return script.is_source ? as_text(script.bytes) : std::string_view{};
}

class Differ {
  public:
    Differ(Session& session, const Names& names)
        : session_(session), names_(names), format_(session.arguments().text("--format")) {
        options_.context = static_cast<std::size_t>(session.arguments().count("--context").value_or(3));
        options_.listing = session.arguments().has("--listing");
    }

    [[nodiscard]] DiffPart compare(const Pair& pair) const {
        DiffPart part;
        if (pair.after == nullptr || pair.before == nullptr) {
            alone(part, (pair.before != nullptr ? pair.before : pair.after)->name(), pair.before != nullptr);
            return part;
        }
        compare_opened(pair, part);
        if (part.has_failed() && format_ == "json") tell_problems(pair, part);
        return part;
    }

  private:
    void compare_opened(const Pair& pair, DiffPart& part) const {
        auto x = open_for(session_, *pair.before, part);
        auto y = open_for(session_, *pair.after, part);
        if (!x || !y) return;
        if (x->scripts.size() == 1 && y->scripts.size() == 1) {
            compare(*x, x->scripts[0], *y, y->scripts[0], part);
            return;
        }
        const auto find = [](const tools::OpenedFile& opened, const std::string& member) {
            return std::ranges::find(opened.scripts, member, &tools::Script::member);
        };
        for (const tools::Script& before : x->scripts) {
            const auto after = find(*y, before.member);
            if (after == y->scripts.end())
                alone(part, before.name, true);
            else
                compare(*x, before, *y, *after, part);
        }
        for (const tools::Script& after : y->scripts)
            if (find(*x, after.member) == x->scripts.end()) alone(part, after.name, false);
    }

    static void tell_problems(const Pair& pair, DiffPart& part) {
        part.values.push_back(json_object([&](JsonWriter& json) {
            json.member("before", pair.before->name());
            json.member("after", pair.after->name());
            json.member("ok", false);
            write_problems(json, part.problems);
        }));
    }

    /// A script that the other side lacks is a difference of its own.
    void alone(DiffPart& part, const std::string& name, bool before) const {
        part.differs = true;
        if (format_ == "json") {
            part.values.push_back(json_object([&](JsonWriter& json) {
                json.member(before ? "before" : "after", name);
                json.member("equal", false);
            }));
        } else if (format_ == "html") {
            tools::ProgramDiff& diff = part.diffs.emplace_back();
            (before ? diff.before : diff.after) = name;
            diff.data.push_back({"not there", {}, {}});
        } else
            part.out += fmt::format("=== only in the {}: {}\n", before ? "first" : "second", name);
    }

    void compare(const tools::OpenedFile& x, const tools::Script& before, const tools::OpenedFile& y,
                 const tools::Script& after, DiffPart& part) const {
        if (x.engine == y.engine && before.is_listing == after.is_listing &&
            std::ranges::equal(before.bytes, after.bytes))
            return;
        // Some engines tell from a script's name what it is: a new version keeps the name that the old one
        // has.
        const ProgramPtr a = load(x, before, before.name, part);
        const std::string old = name_of(before.name);
        const std::string like_old = after.name.substr(0, after.name.size() - name_of(after.name).size()) +
                                     old.substr(0, old.size() - extension_of(old).size()) +
                                     extension_of(after.name);
        const bool written = !source_of(before).empty() && !source_of(after).empty();
        const ProgramPtr b = load(y, after, written ? after.name : like_old, part);
        if (a == nullptr || b == nullptr) return;
        tools::DiffOptions options = options_;
        const auto names = names_.of(session_.workspace(), x);
        options.names = names.get();
        options.before_source = source_of(before);
        options.after_source = source_of(after);
        auto made = tools::diff(*a, *b, options);
        if (!made) return part.report(session_.console(), made.error());
        made->before = before.name;
        made->after = after.name;
        const bool equal = made->equal();
        part.differs = part.differs || !equal;
        if (format_ == "json")
            part.values.push_back(tools::to_json(*made));
        else if (format_ == "html")
            part.diffs.push_back(std::move(*made));
        else
            part.out += painted(tools::to_unified(*made));
        if (equal) {
            const auto saved = a->save(), other = b->save();
            if (saved && other && *saved != *other && !session_.quiet())
                part.messages += fmt::format("{}: different bytes than {}, but the same script\n",
                                             escape_control(after.name), escape_control(before.name));
        }
    }

    [[nodiscard]] ProgramPtr load(const tools::OpenedFile& opened, const tools::Script& script,
                                  const std::string& name, DiffPart& part) const {
        Diagnostics diagnostics;
        tools::Script named = script;
        named.name = name;
        auto program = tools::load(opened, named, diagnostics);
        if (program) return std::move(*program); // its warnings are for 'check'
        const auto report = [&](Diagnostic diagnostic) {
            diagnostic.place.file = script.name;
            part.report(session_.console(), diagnostic);
        };
        for (const Diagnostic& diagnostic : diagnostics.all()) report(diagnostic);
        if (diagnostics.ok()) report(program.error());
        return nullptr;
    }

    [[nodiscard]] std::string painted(const std::string& text) const {
        const Console& console = session_.console();
        if (!console.colors(Stream::out)) return text;
        std::string out;
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            const std::string_view line = std::string_view(text).substr(at, end - at);
            const bool heading =
                line.starts_with("=== ") || line.starts_with("--- ") || line.starts_with("+++ ");
            const Style style = heading                  ? Style::strong
                                : line.starts_with('-')  ? Style::error
                                : line.starts_with('+')  ? Style::good
                                : line.starts_with("@@") ? Style::faint
                                                         : Style::plain;
            out += console.paint(Stream::out, style, line) + "\n";
            at = end + 1;
        }
        return out;
    }

    Session& session_;
    const Names& names_;
    std::string_view format_;
    tools::DiffOptions options_;
};

ExitCode run(Session& session) {
    const std::span<const std::string> words = session.arguments().words();
    std::vector<Node> before, after;
    if (gather_inputs(session, words.subspan(0, 1), before) == ExitCode::usage ||
        gather_inputs(session, words.subspan(1), after) == ExitCode::usage)
        return ExitCode::usage;
    std::deque<Node> made;
    const std::vector<Pair> pairs = pairs_of(before, after, session.workspace(), made);
    Names names;
    if (const ExitCode read = names.read_option(session); read != ExitCode::ok)
        return worst(read, ExitCode::usage);
    const Differ differ(session, names);
    const std::string_view format = session.arguments().text("--format");
    Console& console = session.console();
    if (session.quiet()) console.allow_progress(false);
    ExitCode code = ExitCode::ok;
    std::size_t different = 0, values = 0;
    std::vector<tools::ProgramDiff> page;
    in_order<DiffPart>(
        pairs.size(), session.jobs(), [&](std::size_t index) { return differ.compare(pairs[index]); },
        [&](std::size_t index, DiffPart&& part) {
            console.err(part.messages);
            console.out(part.out);
            for (const std::string& value : part.values) console.out((values++ == 0 ? "[\n" : ",\n") + value);
            std::ranges::move(part.diffs, std::back_inserter(page));
            different += part.differs ? 1 : 0;
            code = worst(code, part.differs ? ExitCode::findings : ExitCode::ok);
            // What could not be compared is neither equal nor different.
            if (part.has_failed()) code = worst(code, worst(part.code, ExitCode::usage));
            console.progress(index + 1, pairs.size(), "files");
        });
    console.clear_progress();
    if (format == "json") console.out(values == 0 ? "[]\n" : "\n]\n");
    if (format == "html") console.out(tools::to_html(page));
    if (pairs.size() > 1 && !session.quiet())
        console.err(fmt::format("{} compared, {} different\n", counted(pairs.size(), "file"), different));
    return code;
}

constexpr Positional positionals[] = {
    {"BEFORE", "A script, listing, source, container, 'container!member', folder or - for standard input."},
    {"AFTER",
     "The same, of the same engine. Folders and archives are compared file by file: a script with the "
     "file of that name, whether compiled, a listing or a source."},
};
constexpr Option own[] = {
    {"--format", 'f', "FORMAT",
     "'unified' as diff -u prints it, 'json' for one list with an object per script, 'html' for a page.",
     ValueKind::choice, "unified|json|html"},
    {"--context", 'U', "N", "Show this many lines around a difference. Default: 3.", ValueKind::count},
    {"--listing", 0, "", "Show instructions even where there is a decompiler."},
};
const OptionGroup options[] = {own, names_options, engine_options, batch_options};
constexpr Example examples[] = {
    {"vellum diff old/quest.bin quest.bin", "what a patch changed, as source"},
    {"vellum diff 2005/ HD/ -f html > changes.html", "two builds of a game, as a page to read"},
    {"vellum diff door.bin door.patho", "what an edited source changes in the script"},
};

} // namespace

constinit const Command described{
    "diff",
    "Look",
    "Compare two versions of scripts, function by function",
    "Functions are matched by name, by content and by similarity, so a function that was moved or renamed is "
    "still compared with itself. Differences are shown as source where Vellum has a decompiler for the "
    "engine, otherwise as instructions; then globals, texts, natives and other names. Differences without "
    "meaning, such as addresses, are ignored.\n\nExit code 0: no differences. 1: some. 2 or more: something "
    "could not be compared.",
    positionals,
    options,
    examples,
    run};

} // namespace vellum::cli::diff_command
