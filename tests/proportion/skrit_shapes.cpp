// Skrit sources with much of one thing, their p-code and listings, .gas files, naming keys, formulas.
#include "engines/skrit/engine.hpp"
#include "engines/skrit/fuel/naming_key.hpp"
#include "engines/skrit/fuel/reader.hpp"
#include "proportion/shapes.hpp"

namespace vellum::proportion {

namespace {

std::string number(std::size_t i) { return std::to_string(i); }

ProgramPtr compiled(std::string_view text, Diagnostics& diagnostics) {
    LoadOptions options;
    options.name = "x.skrit";
    const auto program = find_engine("skrit")->language()->compile(text, options, diagnostics);
    return program ? *program : nullptr;
}

} // namespace

std::vector<Shape> skrit_shapes() {
    using Make = std::function<std::string(std::size_t)>;
    const auto wrapped = [](std::string before, std::function<std::string(std::size_t)> piece,
                            std::string after) -> Make {
        return [=](std::size_t size) { return before + repeated(size, piece) + after; };
    };
    const auto same = [](std::string_view piece) {
        return [piece](std::size_t) { return std::string(piece); };
    };
    struct Source {
        std::string_view name;
        Make make;
    };
    const std::vector<Source> sources{
        {"Statements", wrapped("int f$() { int a$ = 1; ", same("a$ += a$ * 2;\n"), " return a$; }")},
        {"Locals", wrapped(
                       "f$() { ", [](std::size_t i) { return "int l" + number(i) + "$ = 1;\n"; }, "}")},
        {"Variables", wrapped(
                          "", [](std::size_t i) { return "int v" + number(i) + "$ = 1;\n"; }, "")},
        {"Properties",
         wrapped(
             "", [](std::size_t i) { return "property string p" + number(i) + "$ = \"x\" doc = \"y\";\n"; },
             "")},
        {"Functions", wrapped(
                          "", [](std::size_t i) { return "int f" + number(i) + "$() { return 1; }\n"; }, "")},
        {"Calls", wrapped(
                      "int f0$() { return 1; }\n",
                      [](std::size_t i) {
                          return "int f" + number(i + 1) + "$() { return f" + number(i) + "$(); }\n";
                      },
                      "")},
        {"States", wrapped(
                       "startup state S$ {}\n",
                       [](std::size_t i) {
                           return "state s" + number(i) + "$ { transition -> S$: OnTimer(" + number(i) +
                                  "); }\n";
                       },
                       "")},
        {"Transitions", wrapped("startup state A$ {} state B$ {}\ntransition {\n",
                                same("A$ -> B$: OnTimer(1) and OnTimer(2);\n"), "}")},
        {"Triggers", wrapped(
                         "startup state A$ {\n",
                         [](std::size_t i) { return "trigger OnTimer$( " + number(i) + " ) {}\n"; }, "}")},
        {"Texts", wrapped(
                      "f$() { ",
                      [](std::size_t i) { return "Report.Generic( \"text " + number(i) + "\" );\n"; }, "}")},
        {"SameNames", wrapped("", same("int same$ = 1;\n"), "")},
        {"Unknown",
         wrapped(
             "f$() { ", [](std::size_t i) { return "Nobody.Knows" + number(i) + "( 1, 2.0, \"x\" );\n"; },
             "}")},
        {"Wrong", wrapped("f$() { ", same("a = = 1 }\n"), "")},
        {"Braces", wrapped("f$() ", same("{"), "")},
        {"Brackets", wrapped("int a$ = ", same("("), ";")},
        {"LongLine", wrapped("int a$ = 1", same(" + 1"), ";")},
        {"LongName", wrapped("int ", same("abcdefgh"), "$;")},
        {"LongText", wrapped("string s$ = \"", same("long "), "\";")},
        {"Comments", wrapped("", same("/* x */ // y\n"), "")},
        {"OpenComment", wrapped("/*", same("/* "), "")},
        {"Only", wrapped("", same("#only( game ) [[ int a$; ]]\n"), "")},
        {"OnlyOpen", wrapped("", same("#only( editor ) [[\n"), "")},
        {"Includes", wrapped(
                         "", [](std::size_t i) { return "#include \"x" + number(i) + "\"\n"; }, "")},
        {"Ifs", wrapped("f$() { ", same("if( true ) { } else "), "{} }")},
    };
    std::vector<Shape> shapes;
    for (const Source& source : sources) {
        shapes.push_back({"SkritSource" + std::string(source.name), source.make,
                          [](std::string_view text) {
                              Diagnostics diagnostics;
                              if (const ProgramPtr program = compiled(text, diagnostics))
                                  program->check(diagnostics);
                          },
                          500, 110});
        Diagnostics diagnostics;
        if (compiled(source.make(1000), diagnostics) == nullptr) continue; // what is wrong has no code
        shapes.push_back({"SkritCode" + std::string(source.name),
                          [make = source.make](std::size_t size) {
                              Diagnostics diagnostics;
                              const ProgramPtr program = compiled(make(size), diagnostics);
                              if (program == nullptr) return make(size);
                              return std::string(as_text(*program->save()));
                          },
                          [](std::string_view bytes) { load_and_list("skrit", bytes, "x.skc"); }, 8000,
                          1500});
        shapes.push_back({"SkritDecompile" + std::string(source.name),
                          [make = source.make](std::size_t size) {
                              Diagnostics diagnostics;
                              const ProgramPtr program = compiled(make(size), diagnostics);
                              if (program == nullptr) return make(size);
                              return std::string(as_text(*program->save()));
                          },
                          [](std::string_view bytes) {
                              Diagnostics diagnostics;
                              const auto program = find_engine("skrit")->format().load(
                                  as_bytes(bytes), {"x.skc", {}}, diagnostics);
                              if (program) static_cast<void>((*program)->decompile({}));
                          },
                          8000, 1500});
        shapes.push_back({"SkritListing" + std::string(source.name),
                          [make = source.make](std::size_t size) {
                              Diagnostics diagnostics;
                              const ProgramPtr program = compiled(make(size), diagnostics);
                              if (program == nullptr) return make(size);
                              return program->disassemble({});
                          },
                          [](std::string_view text) { assemble_and_list("skrit", text); }, 500, 100});
    }
    const auto gas = [](std::string_view text) { load_and_list("skrit", text, "x.gas"); };
    const auto key = [](std::string_view text) {
        Diagnostics diagnostics;
        skrit::NamingKey names_of_files;
        names_of_files.add(text, "x.nnk", diagnostics);
        static_cast<void>(names_of_files.expand(text.substr(0, text.size() / 2)));
    };
    shapes.insert(
        shapes.end(),
        {{"GasBlocks",
          wrapped(
              "", [](std::size_t i) { return "[b" + number(i) + "] { a = 1; }\n"; }, ""),
          gas, 600, 100},
         {"GasSameBlocks", wrapped("", same("[b] { a = 1; }\n"), ""), gas, 600, 100},
         {"GasValues",
          wrapped(
              "[b] {\n", [](std::size_t i) { return "v" + number(i) + " = 0.5 * #magic;\n"; }, "}"),
          gas, 1500, 250},
         {"GasSameValues", wrapped("[b] {\n", same("v = 1;\n"), "}"), gas, 600, 100},
         {"GasLongValue", wrapped("[b] { a = ", same("x"), "; }"), gas, 600, 100},
         {"GasDeep", wrapped("", same("[b] {"), ""), gas, 600, 100},
         {"GasCode", wrapped("[b] {\n", same("c = [[ int a$() { return 1; } ]];\n"), "}"), gas, 1500, 250},
         {"GasWrong", wrapped("", same("[b = } ;\n"), ""), gas, 600, 100},
         {"NamingKeyTrees",
          wrapped(
              "", [](std::size_t i) { return "TREE = a" + number(i) + ", folder, \"x\";\n"; }, ""),
          key, 600, 100},
         {"NamingKeyLongName", wrapped("", same("a_"), ""), key, 600, 100}});
    return shapes;
}

} // namespace vellum::proportion
