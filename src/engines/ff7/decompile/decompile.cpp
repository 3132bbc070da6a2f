// The file as bodies and what lies between them; see the header.
#include "engines/ff7/decompile/decompile.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/bytes.hpp"
#include "base/text_writer.hpp"
#include "engines/ff7/compile/compile.hpp"
#include "engines/ff7/decompile/names_file.hpp"
#include "engines/ff7/decompile/regions.hpp"
#include "engines/ff7/format/format.hpp"
#include "engines/ff7/names/places.hpp"
#include "engines/ff7/source/lowering.hpp"
#include "engines/ff7/source/printer.hpp"
#include "isa/listing.hpp"

namespace vellum::ff7::decompile {

namespace {

/// Labels for the instructions of one body; every other word is a number.
class BodySymbols final : public isa::Symbols {
  public:
    BodySymbols(const Script& script, Range range) : script_(script), range_(range) {}

    bool write(TextWriter& out, isa::SymbolSpace space, std::uint32_t id) const override {
        if (space != isa::SymbolSpace::label) return script_.write(out, space, id);
        if (id < range_.begin || id >= range_.end || !script_.begins(id)) {
            out.dec(id);
            return true;
        }
        return false;
    }

  private:
    const Script& script_;
    Range range_;
};

class Decompiler {
  public:
    explicit Decompiler(const Script& script) : script_(script) {}

    /// `plainly`: only words, for what the rest cannot say.
    void run(bool plainly) {
        tree_.layout = script_.table.size();
        tree_.words = script_.words.size();
        tree_.tail = script_.tail;
        // Word 0 is written by the language, so no function can begin there.
        const bool regular =
            !plainly && script_.is_regular() &&
            std::ranges::none_of(script_.lookup, [](const Entry& one) { return one.ip == 0; });
        tree_.bare_start = script_.words.empty() || script_.words[0] != code::ret;
        std::uint32_t at = tree_.bare_start ? 0 : 1;
        const auto starts = plainly ? std::map<std::uint32_t, std::vector<std::uint16_t>>{} : find_starts(at);
        for (auto start = starts.begin(); start != starts.end(); ++start) {
            words_between(at, start->first);
            const auto next = std::next(start);
            at = body({start->first, next == starts.end() ? script_.swept : next->first}, start->second,
                      regular);
        }
        rest(at);
        if (!regular) entries(starts);
    }

    [[nodiscard]] std::string print(const SourceOptions& options) const {
        return source::print(tree_, declarations_, {options.addresses, script_.data.get()});
    }
    /// After the last change to the tree. What somebody named goes before the save map's names.
    void declare_names(const Names* names) {
        std::set<std::string_view> taken;
        if (names != nullptr)
            for (const auto& [name, what] : names->names)
                if (what.function ? called_.contains({what.operand, what.code})
                                  : used_.contains({what.code, what.operand})) {
                    declare(name, what);
                    taken.insert(name);
                }
        for (const KnownPlace& place : known_places())
            if (used_.contains({place.code, place.operand()}) && !taken.contains(place.name))
                declare(place.name, {none, place.code, place.operand(), false});
    }
    [[nodiscard]] std::vector<FunctionVerdict>& verdicts() { return verdicts_; }

  private:
    /// The identifiers of each word that a body begins at.
    [[nodiscard]] std::map<std::uint32_t, std::vector<std::uint16_t>> find_starts(std::uint32_t from) const {
        std::map<std::uint32_t, std::vector<std::uint16_t>> starts;
        for (std::size_t i = 1; i < script_.table.size(); ++i)
            if (const Entry entry = script_.table[i];
                entry.id != unused_id && entry.ip >= std::max(from, 1U) && script_.begins(entry.ip))
                starts[entry.ip].push_back(entry.id);
        return starts;
    }

    /// Of several names for one thing the first holds.
    void declare(std::string_view name, source::Declaration what) {
        const auto same = [&](const source::Declaration& one) {
            return one.function == what.function && one.code == what.code && one.operand == what.operand;
        };
        if (std::ranges::any_of(declarations_, same)) return;
        what.name = tree_.intern(name);
        declarations_.push_back(what);
    }

    [[nodiscard]] std::vector<std::uint16_t> words(std::uint32_t from, std::uint32_t to) const {
        const auto part = std::span(script_.words).subspan(from, to - from);
        return {part.begin(), part.end()};
    }

    void words_between(std::uint32_t from, std::uint32_t to) {
        if (from >= to) return;
        source::Function raw;
        raw.raw = true;
        raw.words = words(from, to);
        tree_.functions.push_back(std::move(raw));
    }

    /// What lies behind the last body: a return and zeros, if the file is as they all are.
    void rest(std::uint32_t from) {
        auto end = static_cast<std::uint32_t>(script_.words.size());
        while (end > from && script_.words[end - 1] == 0) --end;
        tree_.no_trailing_return = end == from || script_.words[end - 1] != code::ret;
        words_between(from, tree_.no_trailing_return ? end : end - 1);
    }

    static std::string name_of(std::uint32_t address) {
        TextWriter out;
        out.put("f_", Hex{address, 4});
        return out.take();
    }

    void entries(const std::map<std::uint32_t, std::vector<std::uint16_t>>& starts) {
        for (std::uint32_t i = 0; i < script_.table.size(); ++i) {
            const Entry entry = script_.table[i];
            if (entry == (i == 0 ? Entry{0, 0} : Entry{})) continue;
            source::EntryLine line{.index = i, .id = entry.id, .address = entry.ip};
            if (starts.contains(entry.ip)) line.body = tree_.intern(name_of(entry.ip));
            tree_.entries.push_back(line);
        }
    }

    /// From its first word to the last that control reaches inside the range; falls_out: control leaves it,
    /// or its last word is no RETURN.
    [[nodiscard]] std::uint32_t end_of(Range range, bool& falls_out) const {
        const auto& words = script_.words;
        std::vector<bool> reached(range.end - range.begin, false);
        std::vector<std::uint32_t> open{range.begin};
        std::uint32_t last = range.begin;
        falls_out = false;
        const auto reach = [&](std::uint32_t at) {
            if (at < range.begin || at >= range.end || !script_.begins(at))
                falls_out = true;
            else if (!reached[at - range.begin])
                open.push_back(at);
        };
        while (!open.empty()) {
            const std::uint32_t at = open.back();
            open.pop_back();
            if (reached[at - range.begin]) continue;
            reached[at - range.begin] = true;
            last = std::max(last, at);
            const isa::Flow flow = table().rows[script_.decoded[at].row].flow;
            if (isa::jumps(flow)) reach(words[at + 1]);
            if (isa::falls_through(flow)) reach(at + (has_operand(words[at]) ? 2 : 1));
        }
        const std::uint32_t behind = last + (has_operand(words[last]) ? 2 : 1);
        if (words[last] == code::ret) return behind;
        if (behind < range.end && words[behind] == code::ret) return behind + 1; // of a loop without an end
        falls_out = true;
        return behind;
    }

    /// Gives the word behind it.
    std::uint32_t body(Range range, const std::vector<std::uint16_t>& ids, bool regular) {
        source::Function function;
        function.place = range.begin;
        if (regular)
            for (const std::uint16_t id : ids) function.headers.push_back({id, range.begin});
        else
            function.name = tree_.intern(name_of(range.begin));
        bool falls_out = false;
        range.end = end_of(range, falls_out);
        FunctionVerdict verdict;
        verdict.address = range.begin;
        for (const std::uint16_t id : ids)
            verdict.name += (verdict.name.empty() ? "" : ", ") + function_words(id);
        if (falls_out)
            verdict.reason = "control leaves it, or it does not end with a return";
        else
            verdict.identical = structure(range, function, verdict.reason);
        if (!verdict.identical &&
            !disassemble(range, function)) { // cannot happen; the words are always right
            function.headers.clear();
            function.raw = true;
            function.words = words(range.begin, range.end);
        }
        tree_.functions.push_back(std::move(function));
        verdicts_.push_back(std::move(verdict));
        return range.end;
    }

    /// What the tree was before a body was tried.
    struct Size {
        std::size_t exprs, stmts, lists, blocks;
    };

    bool structure(Range range, source::Function& function, std::string& why) {
        const Size before{tree_.exprs.size(), tree_.stmts.size(), tree_.lists.size(), tree_.blocks.size()};
        if (make_flat(script_, range, tree_, flat_, why)) {
            function.body = nest(flat_, tree_, why);
            if (function.body != none && same(range, function)) {
                for (std::size_t i = before.exprs; i < tree_.exprs.size(); ++i)
                    if (const source::Expr& expr = tree_.exprs[i]; expr.kind == source::ExprKind::push)
                        used_.emplace(expr.code, expr.operand);
                for (std::size_t i = before.stmts; i < tree_.stmts.size(); ++i)
                    if (const source::Stmt& stmt = tree_.stmts[i];
                        stmt.kind == source::StmtKind::instruction && is_call(stmt.code) && stmt.count == 1)
                        if (const source::Expr& owner = tree_.exprs[tree_.items(stmt)[0]];
                            owner.kind == source::ExprKind::push && owner.code == code::push_const)
                            called_.emplace(owner.operand, called_function(stmt.code));
                return true;
            }
            if (why.empty()) why = "it would compile to different instructions";
        }
        tree_.exprs.resize(before.exprs);
        tree_.stmts.resize(before.stmts);
        tree_.lists.resize(before.lists);
        function.body = none;
        return false;
    }

    /// Lowered at the same word it gives the same words.
    bool same(Range range, const source::Function& function) {
        Diagnostics mistakes;
        source::Lowering lowering(tree_, mistakes);
        lowering.words.assign(range.begin, 0);
        if (!lowering.function(function)) return false;
        return std::ranges::equal(std::span(lowering.words).subspan(range.begin),
                                  std::span(script_.words).subspan(range.begin, range.end - range.begin));
    }

    bool disassemble(Range range, source::Function& function) {
        const BodySymbols symbols(script_, range);
        const auto& code = script_.sweep;
        std::vector<bool> target(range.end - range.begin, false);
        const auto first = static_cast<std::size_t>(code.at(range.begin));
        std::size_t last = first;
        for (; last < code.instructions.size() && code.instructions[last].address < range.end; ++last)
            if (const auto to = isa::target_of(code, last); to && *to >= range.begin && *to < range.end)
                target[static_cast<std::size_t>(*to) - range.begin] = true;
        TextWriter out;
        for (std::size_t i = first; i < last; ++i) {
            const std::uint32_t address = code.instructions[i].address;
            if (target[address - range.begin]) {
                isa::print_label(out, symbols, address);
                out.text(":\n");
            }
            out.text("    ");
            isa::print_instruction(out, code, i, symbols);
            out.newline();
        }
        tree_.blocks.push_back({out.take(), 0});
        function.block = static_cast<NodeId>(tree_.blocks.size() - 1);
        return same(range, function);
    }

    const Script& script_;
    source::Tree tree_;
    std::vector<Flat> flat_;
    std::vector<FunctionVerdict> verdicts_;
    std::set<std::pair<std::uint16_t, std::uint32_t>> used_;   ///< Items of bodies that are source.
    std::set<std::pair<std::uint32_t, std::uint32_t>> called_; ///< Owners and functions.
    std::vector<source::Declaration> declarations_;
};

} // namespace

Decompiled decompile_text(const Script& script, const SourceOptions& options) {
    Decompiled made;
    for (const bool plainly : {false, true}) {
        Decompiler decompiler(script);
        decompiler.run(plainly);
        if (!plainly) made.functions = std::move(decompiler.verdicts());
        decompiler.declare_names(static_cast<const Names*>(options.names));
        made.text = decompiler.print(options);
        Diagnostics mistakes;
        LoadOptions as;
        as.name = script.name();
        const auto again = compile::compile_text(script.engine(), made.text, as, false, mistakes);
        if (again != nullptr && write_script(*again) == write_script(script)) {
            if (options.compiled) made.compiled = again;
            break;
        }
        made.listing = again == nullptr ? "its source would not compile: " + mistakes.all().front().message
                                        : "its source would compile to a different file";
    }
    return made;
}

} // namespace vellum::ff7::decompile
