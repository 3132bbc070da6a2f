// See the header.
#include "engines/skrit/decompile/decompile.hpp"

#include "engines/skrit/assembler.hpp"
#include "engines/skrit/codes.hpp"
#include "engines/skrit/compile/compiler.hpp"
#include "engines/skrit/decompile/declares.hpp"
#include "engines/skrit/decompile/names.hpp"
#include "engines/skrit/decompile/reader.hpp"
#include "engines/skrit/decompile/same_code.hpp"
#include "engines/skrit/decompile/source_printer.hpp"
#include "engines/skrit/exports/base.hpp"
#include "engines/skrit/exports/declarations.hpp"
#include "engines/skrit/listing/listing.hpp"

namespace vellum::skrit::decompile {

namespace {

/// Names are written wherever something is used, so that long ones become more than a file justifies.
constexpr std::size_t longest_name = 512;

class Decompiler {
  public:
    explicit Decompiler(const Unit& unit) : unit_(unit), types_(unit, tree_) {}

    Result<Decompiled> run(const SourceOptions& options) {
        std::string reason = unit_.mode == UnitMode::skrit ? unfit_name() : "it is no script of its own";
        if (reason.empty()) read(reason);
        if (reason.empty()) {
            types_.infer();
            name_variables(unit_, tree_, types_, siege_exports(), made_.variable_names);
            reason = print(options, siege_exports(), nullptr);
            if (!reason.empty()) {
                // What open mode would take for something else is declared.
                Exports declared(&siege_exports());
                declare_missing(unit_, declared);
                const std::string again = print(options, declared, &declared);
                if (again.empty()) reason.clear();
            }
        }
        if (reason.empty() && unit_.stripped) made_.text += "\n#option strip\n";
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
    /// What no source can be called.
    [[nodiscard]] std::string unfit_name() const {
        const auto fits = [](const std::string& name) {
            return name.size() <= longest_name && is_user_name(name);
        };
        for (const UnitVariable& one : unit_.variables)
            if (!fits(one.name)) return "a variable has a name that no source can have";
        for (const State& one : unit_.states)
            if (!fits(one.name)) return "a state has a name that no source can have";
        for (const UnitFunction& one : unit_.functions_table)
            if (is_routine(one.kind) && !fits(one.name))
                return "a function has a name that no source can have";
        for (const Import& one : unit_.imports)
            if (one.name.size() > longest_name || one.owner.size() > longest_name)
                return "an import has a name that is too long";
        return {};
    }

    void read(std::string& reason) {
        Reader reader(unit_, tree_);
        for (std::uint32_t i = 0; i < tree_.functions.size(); ++i) {
            reader.read(i);
            if (!tree_.functions[i].sound && reason.empty())
                reason = unit_.functions_table[i].name + ": " + tree_.functions[i].reason;
        }
    }

    /// Gives what is in the way.
    std::string print(const SourceOptions& options, const Exports& exports, Exports* made_up) {
        made_.text = SourcePrinter(unit_, tree_, types_, exports, made_up, options.addresses).run();
        if (made_up == nullptr) return compare(options, exports);
        const std::string within = "\n" + write_exports_within(*made_up);
        made_.text += within;
        Exports read(&siege_exports());
        Diagnostics mistakes;
        if (!read_exports(exports_within(made_.text), unit_.name(), read, mistakes))
            return "what it uses cannot be declared";
        return compare(options, read);
    }

    std::string compare(const SourceOptions& options, const Exports& exports) {
        CompileOptions settled;
        Exports inferred(&exports);
        settled.name = unit_.name();
        settled.exports = &exports;
        settled.inferred = &inferred;
        settled.silent = true;
        settled.strip = unit_.stripped;
        Diagnostics mistakes;
        const std::shared_ptr<Unit> again = compile_unit(made_.text, settled, mistakes);
        if (again == nullptr) {
            for (const Diagnostic& one : mistakes.all())
                if (one.severity == Severity::error)
                    return "its source would not compile: " + one.message + " (line " +
                           std::to_string(one.place.line) + ")";
            return "its source would not compile";
        }
        const std::string differs = difference(unit_, *again);
        if (!differs.empty()) return "its source would be compiled to other p-code: " + differs;
        if (options.compiled) made_.compiled = unit_.stripped ? with_symbols(settled) : again;
        return {};
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
            if (!is_routine(row.kind)) continue;
            FunctionVerdict verdict;
            verdict.name = (row.state == none ? "" : unit_.states[row.state].name + ".") + row.name;
            verdict.address = row.address;
            verdict.identical = reason.empty();
            if (!verdict.identical)
                verdict.reason = i < tree_.functions.size() && !tree_.functions[i].sound &&
                                         !tree_.functions[i].reason.empty()
                                     ? tree_.functions[i].reason
                                     : "the script is kept as a listing";
            made_.functions.push_back(std::move(verdict));
        }
    }

    const Unit& unit_;
    Tree tree_;
    Types types_;
    Decompiled made_;
};

} // namespace

Result<Decompiled> decompile_text(const Unit& unit, const SourceOptions& options) {
    return Decompiler(unit).run(options);
}

} // namespace vellum::skrit::decompile
