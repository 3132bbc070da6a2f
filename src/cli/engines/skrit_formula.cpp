// `vellum formula`: the value of a formula with the host's numbers given on the command line.
#include <fmt/format.h>

#include <cmath>
#include <set>

#include "base/bytes.hpp"
#include "base/escape.hpp"
#include "base/number.hpp"
#include "cli/codes.hpp"
#include "cli/engines/engines.hpp"
#include "cli/session.hpp"
#include "vellum/hosts.hpp"
#include "vellum/skrit.hpp"
#include "vellum/skrit_content.hpp"

namespace vellum::cli::formula_command {

namespace {

using Macros = std::vector<std::pair<std::string, float>>;

Result<Macros> read_macros(std::span<const std::string> words) {
    Macros macros;
    for (const std::string& word : words) {
        const std::size_t equals = word.find('=');
        const std::string_view digits =
            std::string_view(word).substr(equals == std::string::npos ? word.size() : equals + 1);
        const bool written = !digits.empty() && number_prefix(digits) == digits.size();
        const float number = written ? read_float(digits) : 0;
        if (equals == 0 || !written || !std::isfinite(number))
            return fail(codes::cli_value, fmt::format("'{}' is not of the form NAME=NUMBER", word), {},
                        "for example magic=12 for the macro #magic");
        macros.emplace_back(word.substr(0, equals), number);
    }
    return macros;
}

ExitCode evaluate(Session& session, std::string_view text, const Macros& macros, std::string_view label) {
    SkritHost host(true);
    StandInHost stand_in(nullptr, nullptr);
    host.set_fallback(&stand_in);
    // In a formula a number of the game without its # is a name that nobody has, which would be 0 silently.
    std::set<std::string> told;
    stand_in.on_unknown([&](const NativeKey& key) {
        if (!told.insert(std::string(key.name)).second) return;
        const std::string name = escape_control(key.name);
        session.console().err(fmt::format("warning: '{}' is unknown here and counts as 0{}\n", name,
                                          key.kind == NativeKind::getter
                                              ? fmt::format("; a number of the game is written #{}", name)
                                              : std::string()));
    });
    SkritOptions options;
    options.open = true;
    SkritEngine engine(host, options);
    const Result<Value> value = engine.formula(text, macros);
    if (!value) {
        if (engine.check_formula(text)) return session.report(value.error());
        static_cast<void>(session.report(engine.diagnostics().all(), false));
        return ExitCode::findings;
    }
    session.console().out(fmt::format("{}{}\n", label, skrit_text(*value)));
    return ExitCode::ok;
}

ExitCode run(Session& session) {
    const Arguments& arguments = session.arguments();
    const std::vector<std::string>& words = arguments.words();
    const auto macros = read_macros(std::span(words).subspan(1));
    if (!macros) return worst(session.report(macros.error()), ExitCode::usage);
    if (!arguments.has("--gas")) return evaluate(session, words.front(), *macros, {});

    const std::string path(arguments.text("--gas"));
    const auto gas = session.read_text(path);
    if (!gas) return session.report(gas.error());
    SkritContent content;
    content.add_gas(*gas, path);
    static_cast<void>(session.report(content.diagnostics().all()));
    if (!content.diagnostics().ok()) return ExitCode::findings;
    if (words.front() != "*") {
        const std::optional<std::string> value = content.value(words.front());
        if (!value)
            return session.report(make_diagnostic(
                codes::cli_value, fmt::format("no value at '{}'", words.front()), {.file = path},
                "write an address as template:block:key; * evaluates all formulas of the file"));
        return evaluate(session, *value, *macros, {});
    }
    ExitCode code = ExitCode::ok;
    for (const SkritFormula& formula : content.formulas())
        code = worst(code, evaluate(session, formula.text, *macros, formula.address + " = "));
    return code;
}

constexpr Positional positionals[] = {
    {"TEXT", "The formula; with --gas the address of a value, or * for all formulas of the file.",
     ValueKind::text},
    {"NAME=NUMBER", "Numbers for the macros: magic=12 for #magic.", ValueKind::text, false, true},
};
constexpr Option own[] = {
    {"--gas", 'g', "FILE", "Take the formula from this .gas file.", ValueKind::file},
};
const OptionGroup options[] = {own};
constexpr Example examples[] = {
    {"vellum formula '( #magic * 2 + 8 ) / 3' magic=5", "a formula as spells have them"},
    {"vellum formula --gas spells.gas '*' magic=5 infinite=1000000", "all formulas of a content file"},
};

} // namespace

constinit const Command described{
    "formula",
    "Run",
    "Evaluate a formula of Dungeon Siege's content",
    "A formula is one skrit expression in which #name stands for a number of the game. Functions of the game "
    "that Vellum does not have return 0. A macro without a number is an error.",
    positionals,
    options,
    examples,
    run};

} // namespace vellum::cli::formula_command
