// One compilation from text to unit: lex, parse, build, verify. In open mode the build is repeated until the
// inference has come to rest; diagnostics of the runs before are dropped.
#include "engines/skrit/compile/compiler.hpp"

#include <algorithm>
#include <tuple>

#include "base/codes.hpp"
#include "base/text_storage.hpp"
#include "engines/skrit/codes.hpp"
#include "engines/skrit/compile/builder.hpp"
#include "engines/skrit/compile/guesses.hpp"
#include "engines/skrit/compile/lint.hpp"
#include "engines/skrit/exports/base.hpp"
#include "engines/skrit/source/lexer.hpp"
#include "engines/skrit/source/parser.hpp"
#include "engines/skrit/unit/tables.hpp"
#include "engines/skrit/verify.hpp"

namespace vellum::skrit {

namespace {

constexpr int max_runs = 12; // of the inference; it comes to rest after two or three

/// The text a command is compiled as (docs/engines/skrit.md, "The console"): wrapped, or as it is behind a
/// `#` that begins no directive.
std::string command_text(std::string_view text) {
    std::size_t start = 0;
    while (start < text.size() && (text[start] == ' ' || text[start] == '\t')) ++start;
    if (start < text.size() && text[start] == '#') {
        const std::string_view rest = text.substr(start + 1);
        const auto begins = [&](std::string_view word) {
            return rest.size() >= word.size() && same_name(rest.substr(0, word.size()), word) &&
                   (rest.size() == word.size() || rest[word.size()] == ' ' || rest[word.size()] == '(' ||
                    rest[word.size()] == '"' || rest[word.size()] == '\t');
        };
        if (!begins("only") && !begins("include") && !begins("option")) {
            std::string result(text);
            result[start] = ' ';
            return result;
        }
    }
    std::string result = "X$\n{\n";
    result += text;
    result += "\n;\n}\n";
    return result;
}

/// In the order of the files and of the places in them, which is the reader's.
void append(Diagnostics& to, const Diagnostics& from, const SourceMap& sources,
            const SourceOptions& options) {
    const auto number_of = [&](const Diagnostic& one) {
        std::uint32_t number = 0;
        while (number + 1 < sources.size() && sources.file(number).name != one.place.file) ++number;
        return number;
    };
    std::vector<std::pair<std::uint32_t, const Diagnostic*>> sorted;
    for (const Diagnostic& one : from.all()) sorted.emplace_back(number_of(one), &one);
    std::ranges::sort(sorted, {}, [](const auto& one) { // of one place in the order in which they were told
        return std::tuple(one.first, one.second->place.line, one.second->place.column, one.second);
    });
    for (const auto& [number, one] : sorted) {
        Diagnostic diagnostic = *one;
        if (diagnostic.severity == Severity::warning) {
            if (options.strict)
                diagnostic.severity = Severity::error;
            else if (!options.warnings)
                continue;
        }
        to.add(std::move(diagnostic));
    }
    // Errors that were counted and not kept are here too: then there are as many as can be kept.
    const auto kept =
        static_cast<std::size_t>(std::ranges::count(from.all(), Severity::error, &Diagnostic::severity));
    const Diagnostic more = make_diagnostic(codes::syntax, "there are more mistakes than these",
                                            {sources.file(0).name, Place::unknown, 0, 0});
    for (std::size_t i = kept; i < from.errors(); ++i) to.add(more);
}

} // namespace

std::shared_ptr<Unit> compile_unit(std::string_view text, const CompileOptions& options,
                                   Diagnostics& diagnostics) {
    CompileOptions settled = options;
    if (settled.name.empty())
        settled.name = options.mode == UnitMode::command   ? "command.skrit"
                       : options.mode == UnitMode::formula ? "formula"
                                                           : "skrit";
    if (settled.exports == nullptr) settled.exports = &base_exports();
    SourceMap sources;
    TokenList tokens;
    Tree tree;
    Diagnostics collected;
    if (is_compiled(text)) { // it would be a mistake at each byte
        diagnostics.add(vellum::codes::io_text, "this is not a text",
                        Place{settled.name, Place::unknown, 0, 0});
        return nullptr;
    }
    std::string source = options.mode == UnitMode::command ? command_text(text) : std::string(text);
    if (!sources.add(settled.name, std::move(source))) {
        diagnostics.add(codes::limit, "the script is longer than 64 MB",
                        Place{settled.name, Place::unknown, 0, 0});
        return nullptr;
    }
    const SourceOptions source_options =
        Lexer({sources, tokens, collected, settled.defines, settled.includes,
               settled.mode == UnitMode::formula, settled.inferred != nullptr})
            .run();
    settled.strip = settled.strip || source_options.strip;
    if (source_options.command) settled.mode = UnitMode::command;
    if (source_options.formula) settled.mode = UnitMode::formula;
    tree.nodes.reserve(tokens.tokens.size());
    tree.lists.reserve(tokens.tokens.size() / 4);
    Parser parser(sources, tokens, tree, collected);
    NodeId formula = no_node;
    if (settled.mode == UnitMode::formula)
        formula = parser.formula();
    else
        parser.unit();

    std::optional<Inference> inference;
    if (settled.inferred != nullptr) inference.emplace(*settled.inferred);
    const Exports& exports = inference ? inference->exports() : *settled.exports;
    Lookup lookup(*settled.exports, inference ? &inference->exports() : nullptr, tokens.names);
    std::shared_ptr<Unit> unit;
    Diagnostics built;
    // Code is written only by runs that may be the last: those before learn what the script uses.
    bool dry = false;
    for (int run = 0; run < max_runs; ++run) {
        unit = std::make_shared<Unit>(settled.name);
        unit->source_name = sources.file(0).own;
        unit->mode = settled.mode;
        built = collected;
        const std::uint64_t before = inference ? inference->version() : 0;
        Builder({sources, tokens, parser.name_strings, tree, settled, exports,
                 inference ? &*inference : nullptr, lookup, dry, run + 1 == max_runs, formula,
                 source_options.explicit_states},
                *unit, built)
            .run();
        if (!inference) break;
        const bool learnt = inference->version() != before;
        if (!learnt) inference->settle_rest();
        if (!dry && inference->version() == before) break;
        dry = learnt && inference->open() && run + 2 < max_runs;
    }
    if (settled.inferred != nullptr) tell_guesses(*settled.inferred, tokens, sources, settled.silent, built);
    if (settled.lint) {
        // what is not found may use anything, and so may instructions
        const bool complete =
            std::ranges::none_of(collected.all(),
                                 [](const Diagnostic& one) {
                                     return one.code == &codes::include ||
                                            one.code == &codes::include_assumed;
                                 }) &&
            std::ranges::none_of(tree.nodes, [](const Node& one) { return one.kind == NodeKind::assembly; });
        lint_unit(tree, tokens, sources, complete, built);
    }
    append(diagnostics, built, sources, source_options);
    if (!built.ok() || (source_options.strict && built.warnings() != 0)) return nullptr;
    std::vector<UnitFile> files = sources.take_files(!settled.strip);
    files.resize(unit->files.size());
    unit->files = std::move(files);
    unit->exports_hash = settled.exports->hash();
    if (!settle_tables(*unit, diagnostics) || !prepare_code(*unit, diagnostics)) return nullptr;
    return unit;
}

std::string format_all(const Diagnostics& diagnostics, std::string_view name) {
    std::string text;
    for (const Diagnostic& diagnostic : diagnostics.all()) text += format(diagnostic) + "\n";
    return text + std::string(name) + " - 0 fatals, " + std::to_string(diagnostics.errors()) + " errors, " +
           std::to_string(diagnostics.warnings()) + " warnings\n";
}

} // namespace vellum::skrit
