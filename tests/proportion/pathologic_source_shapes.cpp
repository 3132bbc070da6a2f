// Pathologic sources with much of one thing: compiling them, decompiling what comes out, where naming walks
// along calls and copies, and comparing it with a script that differs everywhere.
#include "proportion/shapes.hpp"
#include "vellum/tools.hpp"

namespace vellum::proportion {

namespace {

using Piece = std::function<std::string(std::size_t)>;

std::string number(std::size_t i) { return std::to_string(i); }

ProgramPtr compiled(std::string_view text) {
    Diagnostics diagnostics;
    auto program = find_engine("pathologic")->language()->compile(text, {}, diagnostics);
    return program ? std::move(*program) : nullptr;
}

void compile_and_decompile(std::string_view text) {
    if (const ProgramPtr program = compiled(text); program != nullptr)
        static_cast<void>(program->decompile({}));
}

void compile_and_compare(std::string_view text) {
    std::string other(text);
    for (char& c : other)
        if (c == '7') c = '8';
    const ProgramPtr before = compiled(text), after = compiled(other);
    if (before == nullptr || after == nullptr) return;
    if (const auto made = tools::diff(*before, *after); made) static_cast<void>(tools::to_unified(*made));
}

/// Pieces within the body of the main task's init.
Piece body(const Piece& piece, std::string_view first = {}, std::string_view behind = {}) {
    return [piece, first = std::string(first), behind = std::string(behind)](std::size_t size) {
        return "main task TMain {\nvoid init() {\n" + first + repeated(size, piece) + "}\n}\n" + behind;
    };
}

} // namespace

std::vector<Shape> pathologic_source_shapes() {
    struct Source {
        std::string_view name;
        Piece text;
    };
    const auto same = [](std::string_view text) { return [text](std::size_t) { return std::string(text); }; };
    const std::vector<Source> sources{
        {"Statements", body(same("n = n * 7 + 1;\n"), "int n = 0;\n")},
        {"Locals", body([](std::size_t i) { return "int n" + number(i) + " = 7;\n"; })},
        {"Objects", body([](std::size_t i) {
             return "object o" + number(i) + ";\n@FindActor(o" + number(i) + ", \"player7\");\n";
         })},
        {"Copies",
         body([](std::size_t i) { return "int n" + number(i + 1) + " = n" + number(i) + " + 7;\n"; },
              "int n0 = 1;\n")},
        {"Conditions",
         body(same("if (n > 7 && n < 9 || n == 2) {\nn++;\n} else {\nn--;\n}\n"), "int n = 0;\n")},
        {"Chain", body(
                      [](std::size_t i) {
                          return std::string(i % 100 == 0 ? "if (n == 1) {\n}" : "") +
                                 " else if (n == 7) {\n" + "n = " + number(i) + ";\n}" +
                                 (i % 100 == 99 ? "\n" : "");
                      },
                      "int n = 0;\n")},
        {"Loops",
         body(same("while (n > 7) {\nfor (int i = 0; i < n; i++) {\nif (i == 3) {\nbreak;\n}\n}\n}\n"),
              "int n = 0;\n")},
        {"Chosen", body(same("v = F(n > 7 ? [n, 1, n] : v, n == 1 && n == 7);\n"), "int n = 0;\nvector v;\n",
                        "vector F(vector v, bool b) {\nreturn b ? [v.x, 7, v.z] : v;\n}\n")},
        {"Texts", body([](std::size_t i) { return "@Trace(\"7 text " + number(i) + "\");\n"; })},
        {"Questions", body([](std::size_t i) {
             return "int n" + number(i) + ";\n@GetVariable(\"quest7\", n" + number(i) + ");\n@Trace(n" +
                    number(i) + ");\n";
         })},
        {"Functions",
         [](std::size_t size) {
             std::string calls;
             const std::string functions = repeated(size, [&](std::size_t i) {
                 calls += "F" + number(i) + "(" + number(i) + ", null);\n";
                 return "void F" + number(i) + "(int n, object who) {\n@SetProperty(\"health\", n + 7);\n}\n";
             });
             return "main task TMain {\nvoid init() {\n" + calls + "}\n}\n" + functions;
         }},
        {"Calls",
         [](std::size_t size) {
             return "main task TMain {\nvoid init() {\nF0(1, null);\n}\n}\n" +
                    repeated(
                        size,
                        [](std::size_t i) {
                            return "int F" + number(i) + "(int n, object who) {\nreturn F" + number(i + 1) +
                                   "(n + 7, who);\n}\n";
                        },
                        [](std::size_t count) {
                            return "int F" + number(count) +
                                   "(int n, object who) {\nwho->GetProperty(\"health\", n);\nreturn n;\n}\n";
                        });
         }},
        {"Tasks",
         [](std::size_t size) {
             std::string calls;
             const std::string tasks = repeated(size, [&](std::size_t i) {
                 calls += "T" + number(i) + "(7);\n";
                 return "task T" + number(i) +
                        " {\nint m_n;\nvoid init(int n) {\nm_n = n;\n}\nevent OnUse(object user) {\n" +
                        "@Trace(m_n + 7);\n}\n}\n";
             });
             return "main task TMain {\nvoid init() {\n" + calls + "}\n}\n" + tasks;
         }},
        {"TasksNobodyEnters",
         [](std::size_t size) {
             return "main task TMain {\nvoid init() {\n}\n}\n" +
                    repeated(
                        size,
                        [](std::size_t i) {
                            return "task T" + number(i) + " {\nvoid init() {\nT" + number(i + 1) +
                                   "();\n}\n}\n";
                        },
                        [](std::size_t count) {
                            return "task T" + number(count) + " {\nvoid init() {\n}\n}\n";
                        });
         }},
        {"TaskVariables",
         [](std::size_t size) {
             std::string uses;
             const std::string variables = repeated(size / 2, [&](std::size_t i) {
                 uses += "m_n" + number(i) + " = 7;\n";
                 return "int m_n" + number(i) + ";\n";
             });
             return "main task TMain {\n" + variables + "void init() {\n" + uses + "}\n}\n";
         }},
        {"Constants",
         [](std::size_t size) {
             return repeated(size,
                             [](std::size_t i) {
                                 return "const int C" + number(i) + " = " +
                                        (i == 0 ? std::string("7") : "C" + number(i - 1) + " + 1") + ";\n";
                             }) +
                    "main task TMain {\nvoid init() {\n}\n}\n";
         }},
        {"Assembly",
         [same](std::size_t size) {
             return "main task TMain {\nvoid init() asm {\n" +
                    repeated(size, same("    PushI 7\n    Pop 1\n")) + "    Return 0\n}\n}\n";
         }},
        {"Mistakes", body(same("n = ;\n"), "int n = 7;\n")},
        {"Unknown", body([](std::size_t i) { return "unknown" + number(i) + " = 7;\n"; })},
        {"Nonsense", [](std::size_t size) { return repeated(size, "@ $ } { \" ( 7\n"); }},
    };
    std::vector<Shape> shapes;
    for (const Source& source : sources) {
        const std::string name(source.name);
        shapes.push_back({"PathologicSource" + name, source.text,
                          [](std::string_view text) { static_cast<void>(compiled(text)); }, 400, 200});
        shapes.push_back({"PathologicDecompiled" + name, source.text, compile_and_decompile, 2000, 400});
        shapes.push_back({"PathologicCompared" + name, source.text, compile_and_compare, 15000, 2500});
    }
    return shapes;
}

} // namespace vellum::proportion
