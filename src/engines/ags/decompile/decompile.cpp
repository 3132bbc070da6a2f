// See the header.
#include "engines/ags/decompile/decompile.hpp"

#include <algorithm>

#include "engines/ags/compile/compile.hpp"
#include "engines/ags/compile/sources.hpp"
#include "engines/ags/decompile/header.hpp"
#include "engines/ags/decompile/printer.hpp"
#include "engines/ags/decompile/reader.hpp"
#include "engines/ags/listing.hpp"

namespace vellum::ags::decompile {

namespace {

/// "room1" of "games/room1.crm".
std::string stem_of(std::string_view file) {
    if (const std::size_t slash = file.find_last_of("/\\"); slash != std::string_view::npos)
        file.remove_prefix(slash + 1);
    return std::string(file.substr(0, file.rfind('.')));
}

struct Texts {
    std::string header, script;
    compile::Settings settings;
    std::string words; ///< The settings as the script's first line has them.
};

class Decompiler {
  public:
    explicit Decompiler(const Script& script) : block_(script), scom_(script.scom()) {}

    Decompiled run(const SourceOptions& options) {
        Decompiled made;
        tree_.functions.resize(block_.functions().size());
        Reader reader(block_, tree_);
        std::string reason;
        for (std::uint32_t i = 0; i < tree_.functions.size(); ++i) {
            reader.read(i);
            const Function& function = tree_.functions[i];
            if (!function.sound && reason.empty()) reason = "a function is not understood";
        }
        if (!block_.steps().empty() && (block_.functions().empty() || block_.functions().front().first != 0))
            reason = "there is code in front of the first function";
        if (reason.empty() && has_long_name()) reason = "it has a name that is too long";
        Texts texts;
        if (reason.empty()) reason = print(texts);
        std::optional<Scom> again;
        if (reason.empty()) again = compile(texts, reason);
        const bool same = again && *again == scom_;
        verdicts(made, same);
        if (same) {
            finish(made, texts, options);
            if (!options.compiled) return made;
            auto compiled = Script::make(block_.script().engine(), block_.script().name(), std::move(*again),
                                         block_.script().enclosing());
            if (compiled) made.compiled = std::move(*compiled);
            return made;
        }
        if (reason.empty()) reason = "its source would be compiled to another script";
        made.listing = std::move(reason);
        made.text = std::string(compile::listing_mark) + "\n" + list_script(block_.script(), {});
        return made;
    }

  private:
    /// Names are written wherever something is used, so that long ones become more than a file justifies.
    [[nodiscard]] bool has_long_name() const {
        constexpr std::size_t longest = 512;
        const auto is_long = [](std::string_view name) { return name.size() > longest; };
        return std::ranges::any_of(scom_.imports, is_long) ||
               std::ranges::any_of(scom_.exports, [&](const Export& each) { return is_long(each.name); });
    }

    /// Gives what is in the way.
    std::string print(Texts& texts) {
        const Marks marks = find_marks(scom_.strings);
        if (!marks.found) return "it does not say which sources it is from";
        const bool lines =
            std::ranges::any_of(block_.steps(), [](const Step& step) { return step.op == Op::linenum; });
        Types types(block_, tree_);
        types.infer();
        Layout layout(block_, tree_, types);
        layout.run();
        Printer printer(block_, tree_, types, layout, lines);
        texts.script = printer.run();
        texts.header = header_text(block_, types, layout, marks, printer.most_locals());
        const auto set = [&](std::string word, bool compile::Settings::* setting, bool value) {
            texts.settings.*setting = value;
            texts.words += ", " + word;
        };
        texts.settings.section = marks.script;
        texts.words = "section=" + marks.script;
        if (!fill_literals(texts.script, scom_.strings, marks.end, true)) {
            if (!fill_literals(texts.script, scom_.strings, marks.end, false))
                return "its texts are not in the order of its functions";
            set("padded-literals=0", &compile::Settings::padded_literals, false);
        }
        if (std::ranges::any_of(block_.functions(),
                                [](const Extent& each) { return each.exported.empty(); })) {
            set("exportall=0", &compile::Settings::export_all, false);
            std::string names;
            for (const Export& each : scom_.exports)
                if (each.kind() == export_function)
                    names += " export " + std::string(plain_function_name(each.name)) + ";";
            texts.script.insert(texts.script.size() - 1, names);
        }
        if (!lines) set("linenumbers=0", &compile::Settings::line_numbers, false);
        if (std::ranges::any_of(tree_.exprs, [&](const Expr& expr) {
                return expr.kind == ExprKind::call &&
                       block_.imports()[static_cast<std::size_t>(expr.value)].arguments < 0;
            }))
            set("counted-imports=0", &compile::Settings::counted_imports, false);
        return {};
    }

    std::optional<Scom> compile(const Texts& texts, std::string& reason) {
        const Marks marks = find_marks(scom_.strings);
        const compile::Source sources[] = {
            {"header", marks.headers.empty() ? std::string() : marks.headers.front(), texts.header},
            {"script", marks.script, texts.script}};
        compile::Compiled done = compile::compile_sources(sources, texts.settings, true);
        if (!done.scom) {
            const compile::Mistake& first = done.mistakes.front();
            reason = "its source would not compile: " + first.message + " (" +
                     (first.source == 0 ? "header, " : "") + "line " + std::to_string(first.line) + ")";
            return std::nullopt;
        }
        return std::move(*done.scom);
    }

    void verdicts(Decompiled& made, bool same) {
        for (std::uint32_t i = 0; i < tree_.functions.size(); ++i) {
            const Extent& extent = block_.functions()[i];
            FunctionVerdict verdict;
            verdict.name = (extent.type.empty() ? "" : std::string(extent.type) + "::") + extent.name;
            verdict.address = block_[extent.first].at;
            verdict.identical = same;
            if (!verdict.identical)
                verdict.reason =
                    tree_.functions[i].sound ? "the script is kept as a listing" : tree_.functions[i].reason;
            made.functions.push_back(std::move(verdict));
        }
    }

    void finish(Decompiled& made, Texts& texts, const SourceOptions& options) {
        const std::string name =
            stem_of(options.file.empty() ? block_.script().name() : options.file) + ".ash";
        const std::size_t end = std::min(texts.script.find('\n'), texts.script.size());
        texts.script.insert(end, std::string(end == 0 ? "" : " ") + "// vellum: header=" + name + ", " +
                                     texts.words);
        made.text = std::move(texts.script);
        made.headers.push_back({name, std::move(texts.header)});
    }

    Block block_;
    const Scom& scom_;
    Tree tree_;
};

} // namespace

Decompiled decompile_text(const Script& script, const SourceOptions& options) {
    return Decompiler(script).run(options);
}

} // namespace vellum::ags::decompile
