// AGS sources with much of one thing, sound and wrong; decompiling what comes out, and scripts whose
// functions no source says.
#include <algorithm>
#include <cstdlib>

#include "base/replace_all.hpp"
#include "engines/ags/decompile/dialogs.hpp"
#include "engines/ags/project/generated.hpp"
#include "proportion/shapes.hpp"

namespace vellum::proportion {

namespace {

std::string number(std::size_t i) { return std::to_string(i); }

void compile_and_decompile(std::string_view text) {
    Diagnostics diagnostics;
    const auto program = find_engine("ags")->language()->compile(text, {"x.asc", {}}, diagnostics);
    if (program) static_cast<void>((*program)->decompile({}));
}

void assemble_and_decompile(std::string_view text) {
    Diagnostics diagnostics;
    const auto program = find_engine("ags")->format().assemble(text, {"x.vasm", {}}, diagnostics);
    if (program) static_cast<void>((*program)->decompile({}));
}

/// Many functions of that body; what differs in them makes them long.
std::string functions_of(std::size_t size, std::string_view body) {
    std::string exports = ".section \"x\", 0\n.import \"Show^1\"\n.string \"__NEWSCRIPTSTART_x\"\n";
    std::string code;
    for (std::size_t i = 0; exports.size() + code.size() < size; ++i) {
        exports += ".export func \"f" + number(i) + "$0\", f" + number(i) + "\n";
        code += "f" + number(i) + ":\nTHISBASE 0\n" + std::string(body) + "LITTOREG AX, 0\nRET\n";
    }
    return exports + code;
}

/// Functions that each use another part of one long text.
std::string texts_in_texts(std::size_t size, std::string_view directive) {
    std::string exports = ".section \"x\", 0\n.import \"Show^1\"\n";
    std::string code;
    std::size_t count = 0;
    for (; exports.size() + code.size() < size; ++count) {
        exports += ".export func \"f" + number(count) + "$0\", f" + number(count) + "\n";
        code += "f" + number(count) + ":\nTHISBASE 0\nLITTOREG AX, string " + number(count) +
                "\nPUSHREAL AX\nNUMFUNCARGS 1\nLITTOREG AX, import \"Show^1\"\nCALLEXT AX\n" +
                "SUBREALSTACK 1\nLITTOREG AX, 0\nRET\n";
    }
    return std::string(directive) + " \"" + std::string(count + 1, 'a') + "\"\n" + exports + code;
}

/// A game's dialogs as a script, in which everybody says one thing.
std::string dialog_script(std::size_t size) {
    ags::project::Project game;
    std::string& script = game.dialogs.emplace_back().script = "@S\n";
    for (std::size_t i = 0; 2 * script.size() < size; ++i) {
        game.characters.emplace_back().name = "c" + number(i);
        script += "c" + number(i) + ": Good night.\n";
    }
    script += "return\n";
    Diagnostics diagnostics;
    std::string text = ags::project::make_dialogs(game, diagnostics).text;
    std::erase(text, '\r'); // as decompiling writes it
    return replace_all(text, "RUN_DIALOG_RETURN", "-1").first;
}

} // namespace

std::vector<Shape> ags_source_shapes() {
    using Make = std::function<std::string(std::size_t)>;
    using Piece = std::function<std::string(std::size_t)>;
    const auto wrapped = [](std::string before, Piece piece, std::string after) -> Make {
        return [=](std::size_t size) { return before + repeated(size, piece) + after; };
    };
    const auto same = [](std::string_view piece) -> Piece {
        return [piece](std::size_t) { return std::string(piece); };
    };
    struct Source {
        std::string_view name;
        Make make;
    };
    const std::string pointers = "managed struct M { int a; };\n";
    const std::vector<Source> sources{
        {"Statements", wrapped("int f(int a) {\n", same("a += a * 2;\n"), "return a; }")},
        {"Locals", wrapped(
                       "int f() {\n", [](std::size_t i) { return "int l" + number(i) + " = 1;\n"; }, "}")},
        {"Globals", wrapped(
                        "", [](std::size_t i) { return "int v" + number(i) + " = 1;\n"; }, "")},
        {"Functions", wrapped(
                          "", [](std::size_t i) { return "int f" + number(i) + "() { return 1; }\n"; }, "")},
        {"Imports", wrapped(
                        "", [](std::size_t i) { return "import int f" + number(i) + "(int a);\n"; }, "")},
        {"Structs",
         wrapped(
             "", [](std::size_t i) { return "struct S" + number(i) + " { int a; int b[2]; };\n"; }, "")},
        {"Derived", wrapped(
                        "struct S0 { int a0; };\n",
                        [](std::size_t i) {
                            return "struct S" + number(i + 1) + " extends S0 { int a" + number(i + 1) +
                                   "; };\n";
                        },
                        "")},
        {"DerivedDeeply", wrapped(
                              "struct S0 { int a0; };\n",
                              [](std::size_t i) {
                                  return "struct S" + number(i + 1) + " extends S" + number(i) + " { int a" +
                                         number(i + 1) + "; };\n";
                              },
                              "")},
        {"LocalStructs", wrapped(pointers + "struct S { M* a; M* b; import int Far(); };\nint f() {\n",
                                 same("{ S s; s.b = null; s.Far(); }\n"), "return 1; }")},
        {"DerivedLocals",
         wrapped(
             pointers + "struct B { M* a; import int Far(); }; struct S extends B { M* b; };\n",
             [](std::size_t i) { return "int f" + number(i) + "() { S s; s.a = null; return s.Far(); }\n"; },
             "")},
        {"Loops",
         wrapped("int g;\nint f() {\n", same("for (int i = 0; i < 3; i++) g += i;\n"), "return g; }")},
        {"Breaks", wrapped("int f(int n) {\n", same("do { { int a; } break; } while (n);\n"), "return 1; }")},
        {"Enum", wrapped(
                     "enum E {\n", [](std::size_t i) { return "e" + number(i) + ",\n"; }, "};")},
        {"Sum", wrapped("int f(int a) { return a\n", same("+ a * 2 - 1\n"), "; }")},
        {"Minuses", wrapped("int f(int a) { return a\n", same("- -a\n"), "; }")},
        {"Logic", wrapped("int f(int a) { return a\n", same("&& a || !a\n"), "; }")},
        {"Parentheses", wrapped("int f(int a) { return ", same("("), "; }")},
        {"NestedCalls", wrapped("int f(int a) { return ", same("f(1 + "), "; }")},
        {"Arguments", wrapped("import int f(int a, ...); int g() { return f(1", same(", 1"), "); }")},
        {"Texts", wrapped("import int f(const string s); int g() {\n", same("f(\"some \\t text\");\n"), "}")},
        {"TextTable", wrapped("texts {\n", same("\"a \\t b\", 1, 0, n = \"c\",\n"), "}")},
        {"Cases", wrapped(
                      "int f(int a) { switch (a) {\n",
                      [](std::size_t i) { return "case " + number(i) + ": break;\n"; }, "} }")},
        {"Continues", wrapped("int f(int a) { for (int i = 0; i < a; i++) {\n", same("continue;\n"), "} }")},
        {"Returns",
         [pointers](std::size_t size) {
             return pointers + "int f() {\n" +
                    repeated(size / 2, [](std::size_t i) { return "M *p" + number(i) + ";\n"; }) +
                    repeated(size / 2, std::string_view("return 1;\n")) + "}";
         }},
        {"Elements",
         [pointers](std::size_t size) {
             return pointers + "int f() { M *p[4000000];\n" +
                    repeated(size, std::string_view("return 1;\n")) + "}";
         }},
        {"Macros", wrapped(
                       "#define A0 1\n",
                       [](std::size_t i) {
                           return "#define A" + number(i + 1) + " A" + number(i) + " + A" + number(i) + "\n";
                       },
                       "int a = A50;")},
        {"MacroUses", wrapped("#define A + 1 + 1 + 1 + 1 + 1\nint f() { return 1\n", same("A\n"), "; }")},
        {"Conditions", wrapped("", same("#ifdef A\n"), "")},
        {"Comments", wrapped("", same("/* a */ // b\n"), "")},
        {"Mistakes", wrapped("int f(int a) {\n", same("a = ;\n"), "}")},
        {"OneMistake", wrapped("int f(int a) {\n", same("foo = 1;\n"), "}")},
        {"OpenEnds", wrapped("int f(int a) {\n", same("a = (1;\n"), "}")},
        {"Nonsense", wrapped("", same("@ $ } { \" ( \n"), "")},
    };
    std::vector<Shape> shapes;
    for (const Source& source : sources)
        shapes.push_back(
            {"AgsSource" + std::string(source.name), source.make,
             [](std::string_view text) {
                 Diagnostics diagnostics;
                 LoadOptions options;
                 options.name = "x.asc";
                 static_cast<void>(find_engine("ags")->language()->compile(text, options, diagnostics));
             },
             // A macro may become four times the text, or a quarter of a megabyte.
             source.name == "MacroUses" ? 6000.0 : 3000.0, source.name == "MacroUses" ? 1300.0 : 400.0});
    // A text is tried a few times, and each time compiled.
    for (const std::string_view name :
         {"Statements", "Locals", "Globals", "Functions", "Imports", "Structs", "Sum", "Logic", "NestedCalls",
          "Texts", "Cases", "Continues", "Returns", "Loops"}) {
        const auto source = std::ranges::find(sources, name, &Source::name);
        shapes.push_back(
            {"AgsDecompile" + std::string(name), source->make, compile_and_decompile, 60000.0, 6000.0});
    }
    struct Listing {
        std::string_view name, body;
    };
    constexpr Listing listings[] = {
        {"Strange", "LITTOREG CX, 5\n"},
        {"StrangeMixed",
         "LITTOREG AX, 5\nPUSHREAL AX\nNUMFUNCARGS 1\nLITTOREG AX, import \"Show^1\"\nCALLEXT "
         "AX\nSUBREALSTACK 1\n"},
    };
    for (const Listing& listing : listings)
        shapes.push_back({"AgsDecompile" + std::string(listing.name),
                          [body = listing.body](std::size_t size) { return functions_of(size, body); },
                          assemble_and_decompile, 60000.0, 6000.0});
    // Texts that begin inside others, and such that have no end.
    shapes.push_back({"AgsDecompileTextsInTexts",
                      [](std::size_t size) { return texts_in_texts(size, ".string"); },
                      assemble_and_decompile, 60000.0, 6000.0});
    shapes.push_back({"AgsDecompileOpenTexts",
                      [](std::size_t size) { return texts_in_texts(size, ".rawstring"); },
                      assemble_and_decompile, 60000.0, 6000.0});
    shapes.push_back({"AgsDecompileDialogs", dialog_script,
                      [](std::string_view text) {
                          if (ags::decompile::dialogs_of(text).empty()) std::abort();
                      },
                      60000.0, 6000.0});
    return shapes;
}

} // namespace vellum::proportion
