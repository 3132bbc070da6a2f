#include "engines/skrit/compile/properties.hpp"

#include "base/ascii.hpp"
#include "engines/skrit/compile/compiler.hpp"
#include "engines/skrit/source/lexer.hpp"
#include "engines/skrit/source/parser.hpp"

namespace vellum::skrit {

DeclaredProperties declared_properties(std::string_view text, const std::string& name,
                                       IncludeProvider& includes, const Exports& exports) {
    DeclaredProperties found;
    SourceMap sources;
    TokenList tokens;
    Tree tree;
    Diagnostics problems;
    const CompileOptions usual;
    if (!sources.add(name, std::string(text))) return found;
    static_cast<void>(Lexer({sources, tokens, problems, usual.defines, &includes}).run());
    Parser(sources, tokens, tree, problems).unit();
    found.complete = problems.ok();
    for (const VariableSyntax& one : tree.variables) {
        std::string called = lower_case(tokens.names.text(one.name));
        if (!one.property) {
            found.variables.push_back(std::move(called));
            continue;
        }
        const Node& initial = tree[one.initial];
        if (called == "_required_component" && initial.kind == NodeKind::string &&
            initial.a < tokens.strings.size())
            found.required = lower_case(tokens.strings[initial.a]);
        ExportType type;
        if (!exports.find_type(tokens.names.text(one.type.symbol), type)) type = {};
        const bool is_text = initial.kind == NodeKind::string && initial.a < tokens.strings.size();
        found.properties.push_back({std::move(called),
                                    {type.kind, exports.type_name(type)},
                                    is_text ? lower_case(tokens.strings[initial.a]) : std::string()});
    }
    return found;
}

} // namespace vellum::skrit
