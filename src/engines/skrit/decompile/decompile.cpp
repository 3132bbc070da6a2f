// See the header.
#include "engines/skrit/decompile/decompile.hpp"

#include <algorithm>
#include <utility>

#include "base/lines.hpp"
#include "engines/skrit/assembler.hpp"
#include "engines/skrit/codes.hpp"
#include "engines/skrit/compile/compiler.hpp"
#include "engines/skrit/decompile/assembly.hpp"
#include "engines/skrit/decompile/declares.hpp"
#include "engines/skrit/decompile/names.hpp"
#include "engines/skrit/decompile/reader.hpp"
#include "engines/skrit/decompile/same_code.hpp"
#include "engines/skrit/decompile/source_printer.hpp"
#include "engines/skrit/decompile/spelling.hpp"
#include "engines/skrit/exports/base.hpp"
#include "engines/skrit/exports/declarations.hpp"
#include "engines/skrit/listing/listing.hpp"

namespace vellum::skrit::decompile {

namespace {

/// How often what is not proved is kept as instructions and the rest tried again.
constexpr int most_rounds = 6;

/// What came of compiling a source again.
struct Outcome {
    std::string reason;                                        ///< What is in the way; empty if nothing is.
    std::vector<std::pair<std::uint32_t, std::string>> failed; ///< Functions, and what is wrong with them.
};

class Decompiler {
  public:
    explicit Decompiler(const Unit& unit) : unit_(unit), reader_(unit, tree_), types_(unit, tree_) {}

    Result<Decompiled> run(const SourceOptions& options) {
        const Spelling names(unit_, tree_);
        read();
        types_.infer();
        name_variables(unit_, tree_, types_, siege_exports(), made_.variable_names);
        std::string reason = prove(names, options);
        if (reason.empty() && unit_.stripped) { // in a formula every other # begins a macro
            if (unit_.mode == UnitMode::formula)
                made_.text.insert(0, "#option strip\n");
            else
                made_.text += "\n#option strip\n";
        }
        verdicts(reason);
        if (!reason.empty()) {
            made_.variable_names = {};
            made_.text = list_unit(unit_, {});
            Diagnostics mistakes;
            const auto again = assemble_unit(made_.text, unit_.name(), mistakes);
            if (again == nullptr || !difference(unit_, *again).empty())
                return fail(codes::code, "the p-code cannot be written as text: " + reason,
                            {.file = unit_.name()});
            made_.listing = std::move(reason);
        }
        return std::move(made_);
    }

  private:
    /// What cannot be read is kept, and so is what calls a function whose name is not written.
    void read() {
        const auto too_long = [](const Import& one) {
            return one.name.size() > longest_name || one.owner.size() > longest_name;
        };
        const bool any = std::ranges::any_of(unit_.imports, too_long);
        for (std::uint32_t i = 0; i < tree_.functions.size(); ++i) {
            const std::size_t before = tree_.exprs.size();
            reader_.read(i);
            FunctionTree& at = tree_.functions[i];
            at.kept = !at.sound;
            if (!any || at.kept) continue;
            if (std::any_of(tree_.exprs.begin() + static_cast<std::ptrdiff_t>(before), tree_.exprs.end(),
                            [&](const Expr& one) {
                                return one.kind == ExprKind::call && too_long(unit_.imports[one.value]);
                            }))
                keep(i, "it calls a function whose name is too long");
        }
    }
    void keep(std::uint32_t function, std::string reason) {
        tree_.functions[function].kept = true;
        tree_.functions[function].reason = std::move(reason);
    }

    /// Prints until compiling gives the unit; what fails meanwhile is kept. Gives what is in the way.
    std::string prove(const Spelling& names, const SourceOptions& options) {
        std::string tables = names.rows();
        bool numbers = false;
        for (int round = 0;; ++round) {
            const Assembly assembly(unit_, tree_, numbers);
            const SourceForm form{assembly, names, tables, options.addresses};
            const Outcome first = print(form, options, siege_exports(), nullptr);
            if (first.reason.empty()) return {};
            // What open mode would take for something else is declared.
            Exports declared(&siege_exports());
            declare_missing(unit_, tree_.events, declared);
            const Outcome second = print(form, options, declared, &declared);
            if (second.reason.empty()) return {};
            if (round == most_rounds) return first.reason;
            const Outcome& usual = second.failed.empty() ? first : second;
            for (const auto& [function, reason] : usual.failed) keep(function, reason);
            if (!usual.failed.empty()) continue;
            if (numbers) return first.reason;
            numbers = true;
            const std::string rows = list_tables(unit_);
            for (std::size_t at = 0, end = 0; at < rows.size(); at = end) {
                end = rows.find('\n', at) + 1;
                tables += '\t' + rows.substr(at, end - at);
            }
        }
    }

    Outcome print(const SourceForm& form, const SourceOptions& options, const Exports& exports,
                  Exports* made_up) {
        SourcePrinter printer(unit_, tree_, types_, exports, made_up, form);
        made_.text = printer.run();
        if (made_up == nullptr) return compare(printer.pieces(), options, exports);
        made_.text += "\n" + write_exports_within(*made_up);
        Exports read(&siege_exports());
        Diagnostics mistakes;
        if (!read_exports(exports_within(made_.text), unit_.name(), read, mistakes))
            return {"something it uses cannot be declared", {}};
        return compare(printer.pieces(), options, read);
    }

    Outcome compare(const std::vector<Piece>& pieces, const SourceOptions& options, const Exports& exports) {
        CompileOptions settled;
        Exports inferred(&exports);
        settled.name = unit_.name();
        settled.exports = &exports;
        settled.inferred = &inferred;
        settled.silent = true;
        settled.strip = unit_.stripped;
        Diagnostics mistakes;
        const std::shared_ptr<Unit> again = compile_unit(made_.text, settled, mistakes);
        if (again == nullptr) return not_compiled(pieces, mistakes);
        const std::string differs = difference(unit_, *again);
        if (!differs.empty())
            return {"its source would compile to different p-code: " + differs, changed(*again)};
        if (options.compiled) made_.compiled = unit_.stripped ? with_symbols(settled) : again;
        return {};
    }

    /// The functions in whose lines mistakes are.
    [[nodiscard]] Outcome not_compiled(const std::vector<Piece>& pieces, const Diagnostics& mistakes) const {
        Outcome made;
        made.reason = "its source would not compile";
        std::vector<std::size_t> lines = line_begins(made_.text);
        lines.push_back(made_.text.size() + 1);
        bool first = true;
        const auto is_syntax = [](const Diagnostic& one) { return one.code == &codes::syntax; };
        const bool syntax = std::ranges::any_of(mistakes.all(), is_syntax); // then others may follow from it
        std::vector<bool> told(tree_.functions.size());
        for (const Diagnostic& one : mistakes.all()) {
            if (one.severity != Severity::error) continue;
            if (std::exchange(first, false))
                made.reason += ": " + one.message + " (line " + std::to_string(one.place.line) + ")";
            if ((syntax && !is_syntax(one)) || one.place.line == 0 ||
                one.place.line + std::size_t{1} >= lines.size())
                continue;
            const std::size_t begin = lines[one.place.line - 1], end = lines[one.place.line];
            // Pieces are in the order of their ends, and few are within others.
            for (auto at = std::ranges::upper_bound(pieces, begin, {}, &Piece::end);
                 at != pieces.end() && at->begin < end; ++at)
                if (!tree_.functions[at->function].kept && !told[at->function]) {
                    told[at->function] = true;
                    made.failed.emplace_back(at->function, "its source would not compile: " + one.message);
                }
        }
        return made;
    }

    /// The functions that came out otherwise. If there are others, values have become constants.
    [[nodiscard]] std::vector<std::pair<std::uint32_t, std::string>> changed(const Unit& again) const {
        std::vector<std::pair<std::uint32_t, std::string>> found;
        const bool same_count = unit_.functions_table.size() == again.functions_table.size();
        const Assembly before(unit_, tree_, false), after(again, tree_, false);
        for (std::uint32_t i = 0; i < unit_.functions_table.size(); ++i) {
            if (tree_.functions[i].kept) continue;
            const bool differs = same_count ? before.lines(i, "") != after.lines(i, "")
                                            : is_value(unit_.functions_table[i].kind);
            if (differs) found.emplace_back(i, "its source would compile to different p-code");
        }
        return found;
    }

    /// The same, told of as the text has it.
    [[nodiscard]] std::shared_ptr<Unit> with_symbols(CompileOptions settled) const {
        Exports inferred(settled.exports);
        settled.inferred = &inferred;
        settled.strip = false;
        Diagnostics mistakes;
        return compile_unit(made_.text, settled, mistakes);
    }

    void verdicts(const std::string& reason) {
        for (std::uint32_t i = 0; i < unit_.functions_table.size(); ++i) {
            const UnitFunction& row = unit_.functions_table[i];
            const FunctionTree& at = tree_.functions[i];
            if (!is_routine(row.kind) && !at.kept) continue;
            FunctionVerdict verdict;
            verdict.name = (row.state == none ? "" : unit_.states[row.state].name + ".") + row.name;
            verdict.address = row.address;
            verdict.identical = reason.empty() && !at.kept;
            if (!verdict.identical)
                verdict.reason = at.kept ? at.reason : "the script is written as a listing";
            made_.functions.push_back(std::move(verdict));
        }
    }

    const Unit& unit_;
    Tree tree_;
    Reader reader_;
    Types types_;
    Decompiled made_;
};

} // namespace

Result<Decompiled> decompile_text(const Unit& unit, const SourceOptions& options) {
    return Decompiler(unit).run(options);
}

} // namespace vellum::skrit::decompile
