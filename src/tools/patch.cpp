// The program as source, with the text of some functions cut out and others put in their place, and compiled
// again. Of a function with several heads those go that are replaced: the others keep its body. That all
// other functions are what they were is not left to the decompiler's promise: it is looked at.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "base/bytes.hpp"
#include "base/lines.hpp"
#include "base/suggest.hpp"
#include "isa/functions.hpp"
#include "tools/codes.hpp"
#include "tools/diff/sides.hpp"
#include "vellum/tools.hpp"

namespace vellum::tools {

namespace {

using Outline = std::vector<SourceFunction>;
using ByName = std::multimap<std::string_view, const SourceFunction*>;

ByName by_name(const Outline& outline) {
    ByName names;
    for (const SourceFunction& one : outline) {
        names.emplace(one.name, &one);
        if (one.heads.size() < 2) continue;
        for (const SourceFunction::Head& head : one.heads) names.emplace(head.name, &one);
    }
    return names;
}

/// Those with these names, as they stand in the text.
std::string heads_text(std::string_view text, const SourceFunction& function,
                       const std::set<std::string_view>& names) {
    std::string made;
    for (const SourceFunction::Head& head : function.heads)
        if (names.contains(head.name)) {
            if (!made.empty()) made += ", ";
            made += text.substr(head.begin, head.end - head.begin);
        }
    return made;
}

/// The names that a function goes by.
void each_head(std::string_view name, auto&& visit) {
    for (std::size_t at = 0, end = 0; end != std::string_view::npos; at = end + 2) {
        end = name.find(", ", at);
        visit(name.substr(at, end - at));
    }
}

/// Lines and columns of places in a text.
class LineIndex {
  public:
    explicit LineIndex(std::string_view text) : begins_(line_begins(text)) {}
    [[nodiscard]] std::size_t offset(const Place& place) const {
        if (place.line == 0 || place.line > begins_.size()) return 0;
        return begins_[place.line - 1] + (place.column == 0 ? 0 : place.column - 1);
    }
    [[nodiscard]] Place place(std::size_t offset) const {
        const auto line = std::ranges::upper_bound(begins_, offset) - begins_.begin();
        return Place::at_line(
            static_cast<std::uint32_t>(line),
            static_cast<std::uint32_t>(offset - begins_[static_cast<std::size_t>(line) - 1] + 1));
    }

  private:
    std::vector<std::size_t> begins_;
};

class Patcher {
  public:
    Patcher(const Program& program, const PatchOptions& options, Diagnostics& diagnostics)
        : program_(program), engine_(program.engine()), options_(options), diagnostics_(diagnostics) {}

    Result<Patched> run() {
        const auto refused = [](Diagnostic error) {
            if (error.code == &codes::engine_unsupported)
                error.hint = "change its listing: 'vellum disasm', an editor, 'vellum asm'";
            return std::unexpected(std::move(error));
        };
        auto made = program_.decompile({.compiled = true, .names = options_.names});
        if (!made) return refused(std::move(made.error()));
        if (!made->listing.empty())
            return fail(codes::patch_script,
                        "the script cannot be changed function by function: " + made->listing,
                        {.file = program_.name()});
        old_ = std::move(made->text);
        verdicts_ = std::move(made->functions);
        if (made->compiled != nullptr) functions_ = made->compiled->functions();
        for (const SourceHeader& header : made->headers) {
            const auto bytes = as_bytes(header.text);
            headers_.add(header.name, {bytes.begin(), bytes.end()});
        }
        const auto language = engine_.require(engine_.language());
        if (!language) return refused(language.error());
        auto mine = (*language)->outline(old_);
        auto others = (*language)->outline(options_.text);
        if (!mine || !others) return refused(mine ? others.error() : mine.error());
        old_outline_ = std::move(*mine);
        if (auto found = find_parts(*others); !found) return std::unexpected(std::move(found.error()));
        splice();
        return compile();
    }

  private:
    /// A piece of the old text that goes, and what comes for it: words of ours, then a piece of the text
    /// given.
    struct Part {
        std::size_t old_begin = 0, old_end = 0;
        std::string words{};
        std::size_t fresh_begin = 0, fresh_end = 0;
        std::size_t begin = 0, end = 0; ///< In the new text.
    };

    /// Of the new text, the old one, and the one that was given.
    struct Lines {
        LineIndex whole, old, fresh;
    };

    /// As the source spells it: names of listings are understood as well.
    [[nodiscard]] std::string name_in_source(std::string_view name) const {
        const auto found = isa::function_named(functions_, name, codes::patch_function);
        return found ? (*found)->name : isa::dotted(name);
    }

    Result<void> find_parts(const Outline& others) {
        std::vector<std::string> wanted;
        wanted.reserve(options_.functions.size());
        for (const std::string& name : options_.functions) wanted.push_back(name_in_source(name));
        const ByName mine = by_name(old_outline_), theirs = by_name(others);
        if (wanted.empty())
            for (const SourceFunction& one : others)
                wanted.push_back(mine.contains(one.name) || !one.heads.empty() ? one.name
                                                                               : in_task(one.name));
        if (wanted.empty())
            return fail(codes::patch_function, "the text has no function", {.file = options_.name});
        for (const std::string& name : wanted) {
            const auto fresh = find_fresh(mine, theirs, name);
            if (!fresh) return std::unexpected(fresh.error());
            if (auto done = replace(mine, **fresh, name); !done) return done;
        }
        keep_other_heads();
        // What only comes in stands in front of what also goes.
        std::ranges::sort(parts_, {}, [](const Part& part) {
            return std::tuple(part.old_begin, part.old_end, part.fresh_begin);
        });
        return find_names();
    }

    static Result<const SourceFunction*> find_fresh_in(const ByName& theirs, const std::string& name,
                                                       const std::string& file) {
        auto fresh = find(theirs, name, file);
        if (fresh) return fresh;
        // A text with just that function has no task around it.
        const std::size_t mark = name.rfind('.');
        const auto alone = find(theirs, mark == std::string::npos ? name : name.substr(mark + 1), file);
        return alone ? alone : fresh;
    }

    /// Of the text given; an error that speaks of the script if that has no such function either.
    Result<const SourceFunction*> find_fresh(const ByName& mine, const ByName& theirs,
                                             const std::string& name) const {
        const auto fresh = find_fresh_in(theirs, name, options_.name);
        if (fresh && !(*fresh)->heads.empty()) return fresh;
        if (const auto old = find(mine, name, program_.name()); !old) return std::unexpected(old.error());
        return fresh;
    }

    /// Takes what is called so, which may be one head of several, out of the old text and puts in the
    /// other's.
    Result<void> replace(const ByName& mine, const SourceFunction& fresh, const std::string& name) {
        std::vector<std::string> heads;
        for (const SourceFunction::Head& head : fresh.heads)
            if (name == head.name || name == fresh.name) heads.push_back(head.name);
        if (heads.empty()) heads.push_back(name); // a function with one head
        std::size_t place = 0; // of the last, so that the file's last function is one still
        std::set<std::string_view> taken;
        for (const std::string& head : heads) {
            const auto old = find(mine, head, program_.name());
            if (!old) return std::unexpected(old.error());
            const auto [known, is_new] = replaced_.insert(head);
            if (!is_new) return fail(codes::patch_function, "'" + head + "' is replaced twice");
            taken.insert(*known);
            touched_.insert(*old);
            place = std::max(place, (*old)->begin);
        }
        Part part{.old_begin = place, .old_end = place};
        part.fresh_begin = fresh.begin;
        part.fresh_end = fresh.end;
        if (taken.size() < fresh.heads.size()) {
            part.words = heads_text(options_.text, fresh, taken);
            part.fresh_begin = fresh.heads.back().end;
        }
        std::string told;
        for (const std::string& head : heads) told += (told.empty() ? "" : ", ") + head;
        told_.push_back(std::move(told));
        parts_.push_back(std::move(part));
        return {};
    }

    /// What is left of the functions that were touched.
    void keep_other_heads() {
        for (const SourceFunction* const old : touched_) {
            std::set<std::string_view> left;
            for (const SourceFunction::Head& head : old->heads)
                if (!replaced_.contains(head.name)) left.insert(head.name);
            if (!left.empty()) {
                parts_.push_back({.old_begin = old->heads.front().begin,
                                  .old_end = old->heads.back().end,
                                  .words = heads_text(old_, *old, left)});
                continue;
            }
            // The last of what comes for it stands in its place; nothing if all of that stands elsewhere.
            const auto own = std::find_if(parts_.rbegin(), parts_.rend(), [old](const Part& part) {
                return part.old_begin == old->begin && part.old_end == old->begin;
            });
            if (own != parts_.rend())
                own->old_end = old->end;
            else
                parts_.push_back({.old_begin = old->begin, .old_end = old->end});
        }
    }

    /// What the text declares for its functions and the script does not have already.
    Result<void> find_names() {
        std::map<std::string, std::string> mine;
        for (SourceDeclaration& one : engine_.language()->declarations(old_))
            mine.emplace(std::move(one.name), std::move(one.meaning));
        std::vector<Part> names;
        for (const SourceDeclaration& one : engine_.language()->declarations(options_.text)) {
            const auto known = mine.find(one.name);
            if (known == mine.end())
                names.push_back({.fresh_begin = one.begin, .fresh_end = one.end});
            else if (known->second != one.meaning)
                return fail(codes::patch_function,
                            "'" + one.name + "' is " + one.meaning + " in the text, but " + known->second +
                                " in the script",
                            {.file = options_.name}, "rename it in the text");
        }
        parts_.insert(parts_.begin(), names.begin(), names.end());
        return {};
    }

    /// The only function of that name in any task, if there is one: "TMain.OnUse" for "OnUse".
    [[nodiscard]] std::string in_task(const std::string& name) const {
        const SourceFunction* only = nullptr;
        for (const SourceFunction& one : old_outline_) {
            if (!one.name.ends_with('.' + name)) continue;
            if (only != nullptr) return name;
            only = &one;
        }
        return only == nullptr ? name : only->name;
    }

    static Result<const SourceFunction*> find(const ByName& functions, const std::string& name,
                                              const std::string& file) {
        const auto [first, last] = functions.equal_range(name);
        if (first != last && std::next(first) == last) return first->second;
        if (first != last) return fail(codes::patch_function, "'" + name + "' appears twice", {.file = file});
        std::vector<std::string_view> names;
        for (const auto& [known, function] : functions) names.push_back(known);
        return fail(codes::patch_function, "there is no function '" + name + "'." + did_you_mean(name, names),
                    {.file = file});
    }

    /// Settings in a comment of the first line are about the whole text, though it may be a function's line.
    void keep_settings() {
        constexpr std::string_view mark = "// vellum:";
        const std::size_t first = std::min(old_.find_first_not_of(" \t\r\n"), old_.size());
        const std::size_t end = std::min(old_.find_first_of("\r\n", first), old_.size());
        const std::size_t at = std::string_view(old_).substr(0, end).rfind(mark);
        if (at == std::string::npos || parts_.front().old_begin > at) return;
        parts_.front().words.insert(0, old_.substr(at, end - at) + "\n");
    }

    void splice() {
        keep_settings();
        std::size_t at = 0;
        for (Part& part : parts_) {
            text_ += old_.substr(at, part.old_begin - at);
            part.begin = text_.size();
            text_ += part.words;
            text_ += options_.text.substr(part.fresh_begin, part.fresh_end - part.fresh_begin);
            if (part.old_begin == part.old_end) text_ += '\n'; // it stands in front of what is there
            part.end = text_.size();
            at = part.old_end;
        }
        text_ += old_.substr(at);
    }

    Result<Patched> compile() {
        const Lines lines{LineIndex(text_), LineIndex(old_), LineIndex(options_.text)};
        Diagnostics found;
        auto program = engine_.language()->compile(text_, {program_.name(), {}, &headers_}, found);
        for (Diagnostic diagnostic : found.all()) {
            const bool own = translate(diagnostic.place, lines);
            // What its authors left in the rest of the script is not news.
            if (own || diagnostic.severity == Severity::error) diagnostics_.add(std::move(diagnostic));
        }
        if (!program) {
            translate(program.error().place, lines);
            return std::unexpected(std::move(program.error()));
        }
        Patched made;
        made.program = std::move(*program);
        made.replaced = told_;
        if (auto same = compare(made); !same) return std::unexpected(std::move(same.error()));
        return made;
    }

    /// From the new text to the one that somebody wrote; true if it stands there.
    bool translate(Place& place, const Lines& lines) const {
        if (place.line == 0) return false;
        const std::size_t at = lines.whole.offset(place);
        const auto put = [&](const LineIndex& index, std::size_t offset, const std::string& file) {
            const Place found = index.place(offset);
            place.line = found.line;
            place.column = found.column;
            place.file = file;
        };
        std::size_t moved = 0, back = 0; // so much was put in and taken out before it
        for (const Part& part : parts_) {
            if (at < part.begin) break;
            if (at < part.end) {
                const std::size_t into = at - part.begin;
                put(lines.fresh, part.fresh_begin + into - std::min(into, part.words.size()), options_.name);
                return true;
            }
            moved += part.end - part.begin;
            back += part.old_end - part.old_begin;
        }
        put(lines.old, at - moved + back, program_.name() + " as source");
        return false;
    }

    /// Functions whose code ends with that of a replaced one, which nothing calls.
    [[nodiscard]] std::set<std::string, std::less<>> around_replaced() const {
        std::set<std::string, std::less<>> found;
        for (const FunctionVerdict& one : verdicts_)
            if (replaced_.contains(one.name))
                for (const Function& each : functions_)
                    if (each.address < one.address && one.address < each.end) found.insert(each.name);
        return found;
    }

    Result<void> compare(Patched& made) const {
        const auto around = around_replaced();
        const Side before(program_, {}, false, options_.names);
        const Side after(*made.program, text_, false, nullptr);
        const auto by_head = [](const Side& side) {
            std::map<std::string_view, std::uint32_t> numbers;
            for (std::uint32_t i = 0; i < side.names().size(); ++i)
                each_head(side.names()[i], [&](std::string_view head) { numbers.emplace(head, i); });
            return numbers;
        };
        const auto numbers = by_head(after);
        const auto listing = [](const Side& side, std::uint32_t function) {
            return side.functions().listing(
                function, [&](std::uint32_t callee) { return side.names()[callee]; },
                [](std::uint32_t label) { return std::to_string(label); });
        };
        for (const auto& [head, i] : by_head(before)) {
            const auto found = numbers.find(head);
            if (found == numbers.end()) {
                made.left_out.emplace_back(head);
            } else if (!replaced_.contains(head) && !around.contains(head) &&
                       listing(after, found->second) != listing(before, i))
                return fail(codes::patch_script, "'" + std::string(head) + "' would change too",
                            {.file = program_.name()},
                            "this is a bug in Vellum: please report it with the script and the text");
        }
        return {};
    }

    const Program& program_;
    std::vector<Function> functions_; ///< By the names of its source.
    std::vector<FunctionVerdict> verdicts_;
    const Engine& engine_;
    const PatchOptions& options_;
    Diagnostics& diagnostics_;
    std::string old_, text_;
    MemoryFileSystem headers_; ///< What the text needs.
    Outline old_outline_;
    std::vector<Part> parts_;
    std::set<std::string, std::less<>> replaced_; ///< Names of what goes.
    std::set<const SourceFunction*> touched_;     ///< Old functions that lose heads, or all.
    std::vector<std::string> told_;               ///< What is replaced, in the order asked for.
};

} // namespace

Result<Patched> patch(const Program& program, const PatchOptions& options, Diagnostics& diagnostics) {
    return Patcher(program, options, diagnostics).run();
}

} // namespace vellum::tools
