// The program as source, with the text of some functions cut out and others put in their place, and compiled
// again. That all other functions are what they were is not left to the decompiler's promise: it is looked
// at.
#include <algorithm>
#include <map>
#include <set>

#include "base/bytes.hpp"
#include "base/suggest.hpp"
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
        // A body with several heads, "system 2, system 3", goes by each of them too.
        const std::string_view all = one.name;
        if (!all.contains(", ")) continue;
        for (std::size_t at = 0, end = 0; end != std::string_view::npos; at = end + 2) {
            end = all.find(", ", at);
            names.emplace(all.substr(at, end - at), &one);
        }
    }
    return names;
}

/// "TMain::OnUse" for "TMain.OnUse".
std::string full_name(std::string_view name) {
    std::string full(name);
    if (const std::size_t dot = full.find('.'); dot != std::string::npos) full.replace(dot, 1, "::");
    return full;
}

/// Lines and columns of places in a text.
class LineIndex {
  public:
    explicit LineIndex(std::string_view text) {
        for (std::size_t i = 0; i < text.size(); ++i)
            if (text[i] == '\n') begins_.push_back(i + 1);
    }
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
    std::vector<std::size_t> begins_{0};
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
        auto made = program_.decompile({.names = options_.names});
        if (!made) return refused(std::move(made.error()));
        if (!made->listing.empty())
            return fail(codes::patch_script,
                        "the script cannot be changed function by function: " + made->listing,
                        {.file = program_.name()});
        old_ = std::move(made->text);
        for (const SourceHeader& header : made->headers) {
            const auto bytes = as_bytes(header.text);
            headers_.add(header.name, {bytes.begin(), bytes.end()});
        }
        auto mine = engine_.outline(old_);
        auto others = engine_.outline(options_.text);
        if (!mine || !others) return refused(mine ? others.error() : mine.error());
        old_outline_ = std::move(*mine);
        if (auto found = find_parts(*others); !found) return std::unexpected(std::move(found.error()));
        splice();
        return compile();
    }

  private:
    /// A function that goes, and what comes for it. Names that the text declares come for nothing.
    struct Part {
        SourceFunction old;
        SourceFunction fresh;           ///< In the text given.
        std::size_t begin = 0, end = 0; ///< In the new text.
    };

    /// Of the new text, the old one, and the one that was given.
    struct Lines {
        LineIndex whole, old, fresh;
    };

    Result<void> find_parts(const Outline& others) {
        std::vector<std::string> wanted;
        wanted.reserve(options_.functions.size());
        for (const std::string& name : options_.functions) wanted.push_back(full_name(name));
        const ByName mine = by_name(old_outline_), theirs = by_name(others);
        if (wanted.empty())
            for (const SourceFunction& one : others)
                wanted.push_back(mine.contains(one.name) ? one.name : in_task(one.name));
        if (wanted.empty())
            return fail(codes::patch_function, "the text has no function", {.file = options_.name});
        for (const std::string& name : wanted) {
            const auto old = find(mine, name, program_.name());
            if (!old) return std::unexpected(old.error());
            auto fresh = find(theirs, name, options_.name);
            if (!fresh) {
                // A text with just that function has no task around it.
                const std::size_t mark = name.rfind("::");
                const auto alone =
                    find(theirs, mark == std::string::npos ? name : name.substr(mark + 2), options_.name);
                if (!alone) return std::unexpected(fresh.error());
                fresh = alone;
            }
            if (!replaced_.insert((*old)->name).second)
                return fail(codes::patch_function, "'" + name + "' is replaced twice");
            parts_.push_back({**old, **fresh});
        }
        std::ranges::sort(parts_, {}, [](const Part& part) { return part.old.begin; });
        return find_names();
    }

    /// What the text declares for its functions and the script does not have already.
    Result<void> find_names() {
        std::map<std::string, std::string> mine;
        for (SourceDeclaration& one : engine_.declarations(old_))
            mine.emplace(std::move(one.name), std::move(one.meaning));
        std::vector<Part> names;
        for (const SourceDeclaration& one : engine_.declarations(options_.text)) {
            const auto known = mine.find(one.name);
            if (known == mine.end())
                names.push_back({{}, {one.name, one.begin, one.end}});
            else if (known->second != one.meaning)
                return fail(codes::patch_function,
                            "'" + one.name + "' is " + one.meaning + " in the text, but " + known->second +
                                " in the script",
                            {.file = options_.name}, "give it another name in the text");
        }
        parts_.insert(parts_.begin(), names.begin(), names.end());
        return {};
    }

    /// The only function of that name in any task, if there is one: "TMain::OnUse" for "OnUse".
    [[nodiscard]] std::string in_task(const std::string& name) const {
        const SourceFunction* only = nullptr;
        for (const SourceFunction& one : old_outline_) {
            if (!one.name.ends_with("::" + name)) continue;
            if (only != nullptr) return name;
            only = &one;
        }
        return only == nullptr ? name : only->name;
    }

    static Result<const SourceFunction*> find(const ByName& functions, const std::string& name,
                                              const std::string& file) {
        const auto [first, last] = functions.equal_range(name);
        if (first != last && std::next(first) == last) return first->second;
        if (first != last)
            return fail(codes::patch_function, "'" + name + "' is there twice", {.file = file});
        std::vector<std::string_view> names;
        for (const auto& [known, function] : functions) names.push_back(known);
        return fail(codes::patch_function, "there is no function '" + name + "'." + did_you_mean(name, names),
                    {.file = file});
    }

    void splice() {
        std::size_t at = 0;
        for (Part& part : parts_) {
            text_ += old_.substr(at, part.old.begin - at);
            part.begin = text_.size();
            text_ += options_.text.substr(part.fresh.begin, part.fresh.end - part.fresh.begin);
            if (part.old.name.empty()) text_ += '\n';
            part.end = text_.size();
            at = part.old.end;
        }
        text_ += old_.substr(at);
    }

    Result<Patched> compile() {
        const Lines lines{LineIndex(text_), LineIndex(old_), LineIndex(options_.text)};
        Diagnostics found;
        auto program = engine_.compile(text_, {program_.name(), {}, &headers_}, found);
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
        for (const Part& part : parts_)
            if (!part.old.name.empty()) made.replaced.push_back(part.old.name);
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
                put(lines.fresh, part.fresh.begin + (at - part.begin), options_.name);
                return true;
            }
            moved += part.end - part.begin;
            back += part.old.end - part.old.begin;
        }
        put(lines.old, at - moved + back, program_.name() + " as source");
        return false;
    }

    Result<void> compare(Patched& made) const {
        const Side before(program_, {}, false, options_.names);
        const Side after(*made.program, text_, false, nullptr);
        std::map<std::string_view, std::uint32_t> numbers;
        for (std::uint32_t i = 0; i < after.names().size(); ++i) numbers.emplace(after.names()[i], i);
        const auto listing = [](const Side& side, std::uint32_t function) {
            return side.functions().listing(
                function, [&](std::uint32_t callee) { return side.names()[callee]; },
                [](std::uint32_t label) { return std::to_string(label); });
        };
        for (const std::string& name : before.names())
            if (!numbers.contains(name)) made.left_out.push_back(name);
        for (std::uint32_t i = 0; i < before.names().size(); ++i) {
            const std::string& name = before.names()[i];
            const auto found = numbers.find(name);
            if (found == numbers.end() || replaced_.contains(name)) continue;
            if (listing(after, found->second) != listing(before, i))
                return fail(codes::patch_script, "'" + name + "' would become another function as well",
                            {.file = program_.name()},
                            "this is a mistake in Vellum: please report it with the script and the text");
        }
        return {};
    }

    const Program& program_;
    const Engine& engine_;
    const PatchOptions& options_;
    Diagnostics& diagnostics_;
    std::string old_, text_;
    MemoryFileSystem headers_; ///< What the text needs.
    Outline old_outline_;
    std::vector<Part> parts_;
    std::set<std::string_view> replaced_; ///< Names of what goes.
};

} // namespace

Result<Patched> patch(const Program& program, const PatchOptions& options, Diagnostics& diagnostics) {
    return Patcher(program, options, diagnostics).run();
}

} // namespace vellum::tools
