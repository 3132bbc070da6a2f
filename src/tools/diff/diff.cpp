// What differs between two programs; how that looks on paper is print.cpp's.
#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "base/edits.hpp"
#include "base/text_writer.hpp"
#include "tools/diff/match.hpp"
#include "tools/diff/sides.hpp"
#include "vellum/tools.hpp"

namespace vellum::tools {

namespace {

constexpr std::uint64_t most_effort = 200'000'000; ///< Steps for all functions of a program.
constexpr std::uint64_t most_effort_once = 4'000'000;

using Lines = std::vector<std::string>;

/// "OnUse" of "TMain.OnUse".
std::string_view leaf_of(std::string_view name) {
    const std::size_t mark = name.rfind('.');
    return mark == std::string_view::npos ? name : name.substr(mark + 1);
}
std::string_view task_of(std::string_view name) {
    const std::size_t mark = name.rfind('.');
    return mark == std::string_view::npos ? std::string_view{} : name.substr(0, mark);
}

/// "f_001f": a listing's name for what has none.
bool is_address_name(std::string_view name) {
    const std::size_t mark = name.rfind('_');
    return mark != std::string_view::npos && name.size() - mark >= 5 &&
           name.find_first_not_of("0123456789abcdef", mark + 1) == std::string_view::npos;
}

std::vector<std::uint32_t> numbers_of(const Lines& lines,
                                      std::unordered_map<std::string_view, std::uint32_t>& all) {
    std::vector<std::uint32_t> numbers;
    for (const std::string& line : lines)
        numbers.push_back(all.emplace(line, static_cast<std::uint32_t>(all.size())).first->second);
    return numbers;
}

/// Declarations, but for names that do not come into the file: those that somebody gave to variables.
Lines without_names(const Lines& declarations) {
    Lines lines;
    for (const std::string& line : declarations) {
        std::string_view text = line;
        if (text.find("property ") == std::string_view::npos && !text.starts_with("script ")) {
            // The name is the last word, or the last before the value, which counts.
            const std::size_t value = std::min(text.find('='), text.size());
            const std::size_t last = text.substr(0, value).find_last_not_of(" \t;{");
            const std::size_t blank = text.find_last_of(" \t", last);
            if (blank != std::string_view::npos) {
                lines.push_back(std::string(text.substr(0, blank)).append(text.substr(value)));
                continue;
            }
        }
        lines.emplace_back(text);
    }
    return lines;
}

class Comparison {
  public:
    Comparison(const Program& before, const Program& after, const DiffOptions& options, bool listing)
        : options_(options),
          written_(!options.before_source.empty() && !options.after_source.empty()),
          before_(before, written_ ? options.before_source : std::string_view{}, listing, options.names),
          after_(after, written_ ? options.after_source : std::string_view{}, listing, options.names) {
        made_.before = before.name();
        made_.after = after.name();
    }

    /// Only one has a source, so that nothing could be held against each other.
    [[nodiscard]] bool uneven() const { return before_.is_source() != after_.is_source(); }

    ProgramDiff run() {
        matching_ = match_functions(before_.functions(), after_.functions(), before_.names(), after_.names(),
                                    written_ || !before_.is_source());
        find_words();
        std::uint32_t next = 0; // of the first program
        const auto removed_up_to = [&](std::uint32_t end) {
            for (; next < end; ++next)
                if (matching_.after[next] == no_function) one_sided(next, FunctionFate::removed);
        };
        for (std::uint32_t b = 0; b < after_.functions().all().size(); ++b) {
            const std::uint32_t a = matching_.before[b];
            if (a == no_function) {
                one_sided(b, FunctionFate::added);
                continue;
            }
            if (!matching_.moved[b]) removed_up_to(a);
            both(a, b);
        }
        removed_up_to(static_cast<std::uint32_t>(matching_.after.size()));
        data();
        return std::move(made_);
    }

  private:
    /// Made-up names count functions and tasks, so one more gives all behind it other names; the second text
    /// is read with the names of the first.
    void find_words() {
        if (written_) return;
        std::set<std::string_view> taken;
        for (const std::string& name : before_.names()) taken.insert(leaf_of(name));
        const auto& names = after_.names();
        for (std::uint32_t b = 0; b < names.size(); ++b) {
            const std::uint32_t a = matching_.before[b];
            if (a == no_function || !after_.in_source(b)) continue;
            const std::string& name = before_.names()[a];
            if (leaf_of(names[b]) == "init" && leaf_of(name) == "init")
                words_.emplace(task_of(names[b]), task_of(name));
            else if (!is_event(after_, b) && !is_event(before_, a))
                words_.emplace(leaf_of(names[b]), leaf_of(name));
        }
        for (std::uint32_t b = 0; b < names.size(); ++b)
            if (matching_.before[b] == no_function && after_.in_source(b) && !is_event(after_, b) &&
                leaf_of(names[b]) != "init" && taken.contains(leaf_of(names[b])))
                words_.emplace(leaf_of(names[b]), std::string(leaf_of(names[b])) + "_new");
        std::erase_if(words_, [](const auto& word) { return word.first == word.second; });
    }

    static bool is_event(const Side& side, std::uint32_t function) {
        if (!side.in_source(function)) return false;
        const Lines lines = side.source_of(function, {});
        const std::size_t first = lines.empty() ? std::string::npos : lines.front().find_first_not_of(" \t");
        return first != std::string::npos && lines.front().compare(first, 6, "event ") == 0;
    }

    [[nodiscard]] std::string shown(std::string_view name) const { return replace_words(name, words_); }

    /// The same code, but not in the same place of what the game asks for.
    [[nodiscard]] bool renamed(std::uint32_t a, std::uint32_t b) const {
        const std::string& x = before_.names()[a];
        const std::string y = shown(after_.names()[b]);
        if (x == y) return false;
        if (written_ || !after_.in_source(b)) return !is_address_name(x) && !is_address_name(y);
        return is_event(before_, a) || is_event(after_, b) || leaf_of(x) == "init" || leaf_of(y) == "init";
    }

    void both(std::uint32_t a, std::uint32_t b) {
        const bool same = same_function(before_.functions(), a, after_.functions(), b, matching_);
        FunctionChange change;
        change.before = before_.names()[a];
        change.after = written_ ? after_.names()[b] : shown(after_.names()[b]);
        change.moved = matching_.moved[b];
        if (same && !renamed(a, b)) {
            ++made_.same;
            if (change.moved) ++made_.moved;
            return;
        }
        change.likeness = likeness(before_.functions().all()[a], after_.functions().all()[b]);
        if (same) {
            change.fate = FunctionFate::renamed;
        } else {
            const bool is_source = before_.in_source(a) && after_.in_source(b);
            change.form = is_source ? "source" : "listing";
            if (is_source)
                hunks(change, source(before_, a, true), source(after_, b, false));
            else
                hunks(change, listing(before_, a, true, {}), listing(after_, b, false, same_labels(a, b)));
            if (change.hunks.empty()) { // a number that only the tables tell of
                ++made_.same;
                if (change.moved) ++made_.moved;
                return;
            }
        }
        made_.functions.push_back(std::move(change));
    }

    void one_sided(std::uint32_t function, FunctionFate fate) {
        const bool added = fate == FunctionFate::added;
        FunctionChange change;
        change.fate = fate;
        const Side& side = added ? after_ : before_;
        const std::string& name = side.names()[function];
        (added ? change.after : change.before) = added && !written_ ? shown(name) : name;
        const Lines all =
            side.in_source(function) ? source(side, function, !added) : listing(side, function, !added, {});
        change.form = side.in_source(function) ? "source" : "listing";
        hunks(change, added ? Lines{} : all, added ? all : Lines{});
        made_.functions.push_back(std::move(change));
    }

    Lines source(const Side& side, std::uint32_t function, bool first) const {
        static const Words none;
        return side.source_of(function, first ? none : words_);
    }

    Lines listing(const Side& side, std::uint32_t function, bool first,
                  const std::vector<std::uint32_t>& labels) const {
        return side.functions().listing(
            function,
            [&](std::uint32_t callee) {
                // Whatever is each other's has one name.
                const std::uint32_t own = first ? no_function : matching_.before[callee];
                return own == no_function ? side.names()[callee] : before_.names()[own];
            },
            [&](std::uint32_t label) {
                return "L" + std::to_string(label < labels.size() ? labels[label] : label);
            });
    }

    /// Numbers for the labels of the second function: those of the first that stand at the same places, so
    /// that one label more does not change all behind it.
    std::vector<std::uint32_t> same_labels(std::uint32_t a, std::uint32_t b) {
        const std::vector<std::uint32_t> blank(
            std::max(before_.functions().all()[a].lines.size(), after_.functions().all()[b].lines.size()) + 1,
            0);
        const Lines x = listing(before_, a, true, blank), y = listing(after_, b, false, blank);
        const auto is_label = [](const std::string& line) { return !line.starts_with(' '); };
        std::uint32_t next = static_cast<std::uint32_t>(std::ranges::count_if(x, is_label));
        std::vector<std::uint32_t> labels{0};
        std::uint32_t own = 0;
        std::size_t i = 0, k = 0;
        for (const Edit& piece : edits(x, y).pieces) {
            for (std::size_t n = 0; n < piece.removed; ++n) {
                if (is_label(x[i + n])) ++own;
                if (piece.same && is_label(y[k + n])) labels.push_back(own);
            }
            if (!piece.same)
                for (std::size_t n = 0; n < piece.added; ++n)
                    if (is_label(y[k + n])) labels.push_back(++next);
            i += piece.removed;
            k += piece.added;
        }
        return labels;
    }

    Edits edits(const Lines& before, const Lines& after) {
        std::unordered_map<std::string_view, std::uint32_t> all;
        const auto x = numbers_of(before, all), y = numbers_of(after, all);
        const std::uint64_t effort = std::min(most_effort_once, most_effort - std::min(most_effort, spent_));
        Edits found = find_edits(x, y, effort);
        spent_ += found.exact ? x.size() + y.size() : effort;
        return found;
    }

    void hunks(FunctionChange& change, const Lines& before, const Lines& after) {
        const Edits found = edits(before, after);
        change.shortened = !found.exact;
        std::size_t a = 0, b = 0;
        bool open = false;
        const auto line = [&](char sign, const std::string& text) {
            change.hunks.back().lines.push_back(sign + text);
        };
        for (std::size_t i = 0; i < found.pieces.size(); ++i) {
            const Edit& piece = found.pieces[i];
            const std::size_t context = options_.context;
            if (!piece.same) {
                if (!open) change.hunks.push_back({a + 1, b + 1, {}});
                open = true;
                for (std::size_t k = 0; k < piece.removed; ++k) line('-', before[a + k]);
                for (std::size_t k = 0; k < piece.added; ++k) line('+', after[b + k]);
            } else {
                const bool last = i + 1 == found.pieces.size();
                const bool bridged = open && !last && piece.removed <= 2 * context;
                const std::size_t behind = !open     ? 0
                                           : bridged ? piece.removed
                                                     : std::min(context, piece.removed);
                for (std::size_t k = 0; k < behind; ++k) line(' ', before[a + k]);
                if (!bridged && !last) {
                    const std::size_t ahead = std::min(context, piece.removed - behind);
                    const std::size_t skip = piece.removed - ahead;
                    change.hunks.push_back({a + skip + 1, b + skip + 1, {}});
                    for (std::size_t k = skip; k < piece.removed; ++k) line(' ', before[a + k]);
                    open = true;
                }
            }
            a += piece.removed;
            b += piece.added;
        }
    }

    void data() {
        const Lines x = before_.declarations({}), y = after_.declarations(words_);
        // Of a script without functions the listing tells, whose last word is the value.
        const bool named = written_ && before_.is_source();
        const Edits found = named ? edits(without_names(x), without_names(y)) : edits(x, y);
        DataChange change{"declarations", {}, {}};
        std::size_t a = 0, b = 0;
        for (const Edit& piece : found.pieces) {
            if (!piece.same) {
                change.removed.insert(change.removed.end(), x.begin() + static_cast<std::ptrdiff_t>(a),
                                      x.begin() + static_cast<std::ptrdiff_t>(a + piece.removed));
                change.added.insert(change.added.end(), y.begin() + static_cast<std::ptrdiff_t>(b),
                                    y.begin() + static_cast<std::ptrdiff_t>(b + piece.added));
            }
            a += piece.removed;
            b += piece.added;
        }
        if (!change.removed.empty() || !change.added.empty()) made_.data.push_back(std::move(change));
    }

    const DiffOptions& options_;
    const bool written_; ///< Both have a source that somebody wrote.
    Side before_, after_;
    Matching matching_;
    Words words_;
    std::uint64_t spent_ = 0;
    ProgramDiff made_;
};

using NamesByKind = std::map<std::string, std::set<std::string>>;

NamesByKind names_of(const Program& program) {
    NamesByKind names;
    for (Reference& one : program.references()) switch (one.kind) {
        case ReferenceKind::native:
        case ReferenceKind::method:
        case ReferenceKind::string:
        case ReferenceKind::event:
        case ReferenceKind::handler:
        case ReferenceKind::import:
        case ReferenceKind::state: names[std::string(to_string(one.kind))].insert(std::move(one.name)); break;
        case ReferenceKind::global: // the declarations have them
        case ReferenceKind::written_global:
        case ReferenceKind::function:
        case ReferenceKind::possible_function: break;
        }
    return names;
}

std::string quoted(const std::string& text) {
    TextWriter out;
    out.quoted(text);
    return out.take();
}

/// What stands in quotes in lines of declarations.
std::set<std::string> quoted_in(const std::vector<DataChange>& changes) {
    std::set<std::string> names;
    for (const DataChange& change : changes)
        for (const auto* lines : {&change.removed, &change.added})
            for (const std::string& line : *lines) {
                const std::size_t begin = line.find('"');
                if (begin == std::string::npos) continue;
                const std::size_t end = line.find_first_of("\"^$", begin + 1);
                names.insert(line.substr(begin + 1, end == std::string::npos ? end : end - begin - 1));
            }
    return names;
}

/// Names that only one of the two refers to, but for those that the declarations tell of.
void compare_names(const Program& before, const Program& after, ProgramDiff& made) {
    NamesByKind x = names_of(before), y = names_of(after);
    for (const auto& [kind, unused] : y) x.try_emplace(kind);
    const std::set<std::string> told = quoted_in(made.data);
    for (const auto& [kind, names] : x) {
        DataChange change{kind, {}, {}};
        const auto& others = y[kind];
        std::ranges::set_difference(names, others, std::back_inserter(change.removed));
        std::ranges::set_difference(others, names, std::back_inserter(change.added));
        for (auto* list : {&change.removed, &change.added}) {
            std::erase_if(*list, [&](const std::string& name) { return told.contains(name); });
            if (kind == to_string(ReferenceKind::string))
                std::ranges::transform(*list, list->begin(), quoted);
        }
        if (!change.removed.empty() || !change.added.empty()) made.data.push_back(std::move(change));
    }
}

} // namespace

Result<ProgramDiff> diff(const Program& before, const Program& after, const DiffOptions& options) {
    if (&before.engine() != &after.engine())
        return fail(codes::engine_unsupported,
                    "programs of two engines cannot be compared: " + std::string(before.engine().id()) +
                        " and " + std::string(after.engine().id()),
                    {.file = after.name()});
    Comparison comparison(before, after, options, options.listing);
    ProgramDiff made =
        comparison.uneven() ? Comparison(before, after, options, true).run() : comparison.run();
    compare_names(before, after, made);
    return made;
}

std::string_view to_string(FunctionFate fate) noexcept {
    switch (fate) {
    case FunctionFate::changed: return "changed";
    case FunctionFate::renamed: return "renamed";
    case FunctionFate::removed: return "removed";
    case FunctionFate::added: return "added";
    }
    return {};
}

} // namespace vellum::tools
