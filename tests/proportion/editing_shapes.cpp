// Texts of every language with much of one thing, read as editors ask for it, whole and half-written.
#include "engines/languages.hpp"
#include "language/language.hpp"
#include "proportion/shapes.hpp"

namespace vellum::proportion {

std::vector<Shape> editing_shapes() {
    struct Piece {
        std::string_view name, text;
    };
    static constexpr Piece pieces[] = {
        {"Words", "a "},
        {"Declarations", "int a$ = 1;\n"},
        {"DeclarationsInALine", "int a$ = 1; "},
        {"Comments", "/* a */ // b\nint a;\n"},
        {"CommentsInALine", "/* a */ int a; "},
        {"Functions", "int f(int a, int b) { int c = a + b; f(c, b); return c; }\n"},
        {"Heads", "int f("},
        {"Blocks", "{ int a; "},
        {"Ends", "} "},
        {"Calls", "f(a, "},
        {"Members", "a.b->c::d."},
        {"Texts", "\"a"},
        {"Tasks", "task T { event E(int a) { "},
        {"States", "state S$ { event E$( int a$ ) { setstate S$; "},
        {"Structs", "struct S { enum E { a, b "},
        {"Macros", "#define A B\n"},
        {"Labels", "a: goto a;\nL_1:\n"},
        {"Directives", ".import \"a\"\n.function f 1\n.global b\n"},
        {"Headers", "model system mesh 1,2,3 { const a = b; "},
    };
    std::vector<Shape> shapes;
    for (const language::Language* const language : languages())
        for (const Piece& piece : pieces) {
            std::string name = "Editing" + std::string(language->id()) + std::string(piece.name);
            std::erase(name, '-');
            shapes.push_back({name, [text = piece.text](std::size_t size) { return repeated(size, text); },
                              [language](std::string_view text) {
                                  const language::Analysis made =
                                      language::analyse(*language, {.text = text, .name = "x"});
                                  static_cast<void>(made.callers());
                              },
                              600, 300});
        }
    return shapes;
}

} // namespace vellum::proportion
