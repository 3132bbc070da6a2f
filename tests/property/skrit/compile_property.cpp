// Generated expressions: they compile, their code is verified, and listing and file give it back.
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "engines/skrit/assembler.hpp"
#include "engines/skrit/compile/compiler.hpp"
#include "engines/skrit/exports/base.hpp"
#include "engines/skrit/format.hpp"
#include "engines/skrit/listing/listing.hpp"

namespace vellum::skrit {
namespace {

/// An expression of a type: "i" int, "f" float, "b" bool, "s" string.
rc::Gen<std::string> expression(char type, int depth) {
    const auto leaf = [type]() -> rc::Gen<std::string> {
        switch (type) {
        case 'i':
            return rc::gen::elementOf(std::vector<std::string>{"1", "-7", "0x7FFFFFFF", "'ab'", "i$",
                                                               "Count$( i$ )", "Math.MaxInt( 1, i$ )"});
        case 'f':
            return rc::gen::elementOf(
                std::vector<std::string>{"1.5", "-.25", "f$", "Math.Pi", "float( i$ )", "Math.Sqrt( f$ )"});
        case 'b':
            return rc::gen::elementOf(std::vector<std::string>{"true", "false", "b$", "( s$ == \"x\" )",
                                                               "StringTool.IsEmpty( s$ )"});
        default:
            return rc::gen::elementOf(std::vector<std::string>{"\"a\"", "\"b\\n\"", "s$", "Name$",
                                                               "MakeStringF( \"%d %f\", i$, f$ )"});
        }
    };
    if (depth == 0) return leaf();
    const auto binary = [=](char left, std::vector<std::string> operators, char right) {
        return rc::gen::map(
            rc::gen::tuple(expression(left, depth - 1), rc::gen::elementOf(std::move(operators)),
                           expression(right, depth - 1)),
            [](const std::tuple<std::string, std::string, std::string>& parts) {
                return "( " + std::get<0>(parts) + " " + std::get<1>(parts) + " " + std::get<2>(parts) + " )";
            });
    };
    const auto choice = rc::gen::map(
        rc::gen::tuple(expression('b', depth - 1), expression(type, depth - 1), expression(type, depth - 1)),
        [](const std::tuple<std::string, std::string, std::string>& parts) {
            return "( " + std::get<0>(parts) + " ? " + std::get<1>(parts) + " : " + std::get<2>(parts) + " )";
        });
    switch (type) {
    case 'i':
        return rc::gen::oneOf(leaf(), choice,
                              binary('i', {"+", "-", "*", "/", "%", "**", "&", "|", "^"}, 'i'),
                              binary('b', {"+"}, 'i'));
    case 'f':
        return rc::gen::oneOf(leaf(), choice, binary('f', {"+", "-", "*", "/", "%", "**"}, 'i'),
                              binary('i', {"*"}, 'f'));
    case 'b':
        return rc::gen::oneOf(leaf(), choice, binary('b', {"&&", "||", "==", "&"}, 'b'),
                              binary('i', {"<", ">="}, 'f'), binary('s', {"<", "~=", "!="}, 's'));
    default: return rc::gen::oneOf(leaf(), choice, binary('s', {"+"}, 's'));
    }
}

void holds(const std::string& text) {
    CompileOptions options;
    options.name = "generated";
    Diagnostics diagnostics;
    const auto unit = compile_unit(text, options, diagnostics);
    if (unit == nullptr) RC_FAIL(text + "\n" + format_all(diagnostics, ""));
    RC_ASSERT(unit->verification.verified);
    const auto bytes = write_skc(*unit);
    const auto loaded = read_skc(bytes, "generated", diagnostics);
    RC_ASSERT(loaded != nullptr);
    RC_ASSERT(write_skc(*loaded) == bytes);
    const auto assembled = assemble_unit(list_unit(*unit, {}), "generated", diagnostics);
    RC_ASSERT(assembled != nullptr);
    RC_ASSERT(assembled->bytes == unit->bytes);
}

RC_GTEST_PROP(SkritProperty, expressions_compile_and_round_trip, ()) {
    const std::string i = *expression('i', 3);
    const std::string f = *expression('f', 3);
    const std::string b = *expression('b', 3);
    const std::string s = *expression('s', 3);
    holds("int i$; float f$; bool b$; string s$; int Count$( int a$ ) { return a$ + 1; } string Name$ { "
          "return \"n\"; }\n"
          "Run$ { i$ = " +
          i + "; f$ = " + f + "; b$ = " + b + "; s$ = " + s + "; if " + b + " { i$ += " + i + "; } }");
}

/// Whatever the tokens, a compilation ends with a unit or with errors, and each error has a place.
RC_GTEST_PROP(SkritProperty, any_tokens_end_in_a_unit_or_errors, ()) {
    static const std::vector<std::string> tokens{"if",
                                                 "else",
                                                 "while",
                                                 "{",
                                                 "}",
                                                 "(",
                                                 ")",
                                                 ";",
                                                 "int",
                                                 "string",
                                                 "a$",
                                                 "b$",
                                                 "=",
                                                 "+=",
                                                 "+",
                                                 "-",
                                                 "**",
                                                 "?",
                                                 ":",
                                                 ".",
                                                 ",",
                                                 "state",
                                                 "startup",
                                                 "event",
                                                 "trigger",
                                                 "OnTimer$",
                                                 "transition",
                                                 "->",
                                                 "and",
                                                 "at",
                                                 "poll",
                                                 "1",
                                                 "2.5",
                                                 "\"s\"",
                                                 "Report",
                                                 "Generic",
                                                 "this",
                                                 "owner",
                                                 "null",
                                                 "property",
                                                 "doc",
                                                 "shared",
                                                 "return",
                                                 "forever",
                                                 "break",
                                                 "setstate",
                                                 "#only( game ) [[",
                                                 "]]",
                                                 "frames",
                                                 "'x'"};
    const auto chosen = *rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(tokens));
    std::string text;
    for (const std::string& token : chosen) text += token + (text.size() % 7 == 0 ? "\n" : " ");
    CompileOptions options;
    options.name = "generated";
    Exports inferred(&base_exports());
    options.exports = &base_exports();
    options.inferred = &inferred;
    Diagnostics diagnostics;
    const auto unit = compile_unit(text, options, diagnostics);
    RC_ASSERT((unit != nullptr) == diagnostics.ok());
    for (const Diagnostic& diagnostic : diagnostics.all()) {
        RC_ASSERT(!diagnostic.message.empty());
        RC_ASSERT(diagnostic.place.line != 0);
    }
}

} // namespace
} // namespace vellum::skrit
