// Pathologic listings with much of one thing, and damaged files of them.
#include "proportion/shapes.hpp"

namespace vellum::proportion {

namespace {

std::string number(std::size_t i) { return std::to_string(i); }

std::string listing(std::string_view head, const std::string& body) {
    return "; engine: pathologic\n.numbering hd\n" + std::string(head) + body;
}

/// The file of a listing.
std::string file_of(const std::string& text) {
    Diagnostics diagnostics;
    const Engine& engine = *find_engine("pathologic");
    const auto program = engine.format().assemble(text, {}, diagnostics);
    if (!program) return text;
    const auto bytes = (*program)->save();
    return std::string(as_text(*bytes));
}

} // namespace

std::vector<Shape> pathologic_shapes() {
    struct Body {
        std::string_view name;
        std::function<std::string(std::size_t)> text;
    };
    using Piece = std::function<std::string(std::size_t)>;
    const auto with_run = [](Piece piece, Piece last = {}) {
        return [piece, last](std::size_t size) {
            return listing(".run T, start\n.task T, 0, bool\n",
                           "start:\n" + repeated(size, piece, last) + "    Return 0\n");
        };
    };
    const std::vector<Body> bodies{
        {"Straight", with_run([](std::size_t) { return "    PushI 7\n    Pop 1\n"; })},
        {"Depth", with_run([](std::size_t) { return "    PushI 7\n"; })},
        {"Jumps",
         with_run([](std::size_t i) { return "l" + number(i) + ":\n    Jump l" + number(i + 1) + "\n"; },
                  [](std::size_t count) { return "l" + number(count) + ":\n"; })},
        {"Branches", with_run([](std::size_t i) {
             return "b" + number(i) + ":\n    PushB true\n    JumpB S[1], b" + number(i / 2) + ", false, 1\n";
         })},
        {"Calls", with_run([](std::size_t i) {
             return "    Call f" + number(i) + "\n    Jump n" + number(i) + "\nf" + number(i) +
                    ":\n    Return 0\nn" + number(i) + ":\n";
         })},
        {"CallsOfCalls", with_run(
                             [](std::size_t i) {
                                 return (i == 0 ? std::string("    Call g0\n    Return 0\n")
                                                : std::string()) +
                                        "g" + number(i) + ":\n    PushI 1\n    Call g" + number(i + 1) +
                                        "\n    Pop 1\n    Return 0\n";
                             },
                             [](std::size_t count) { return "g" + number(count) + ":\n"; })},
        {"Natives", with_run([](std::size_t i) {
             return "    PushI 1\n    Func N" + number(i) + "/1, S[1]\n    Pop 1\n";
         })},
        {"Texts",
         with_run([](std::size_t i) { return "    PushS \"text " + number(i) + "\"\n    Pop 1\n"; })},
        {"SameText", with_run([](std::size_t) { return "    PushS \"always the same\"\n    Pop 1\n"; })},
        {"OneText",
         [](std::size_t size) {
             return listing(".run T, start\n.task T, 0, bool\n", "start:\n    PushS \"" +
                                                                     repeated(size, "long ") +
                                                                     "\"\n    Pop 1\n    Return 0\n");
         }},
        {"Types", with_run([](std::size_t) {
             return "    PushV int, bool, float, string, object, cvector, int, int\n    Pop 8\n";
         })},
        {"Tasks",
         [](std::size_t size) {
             return listing(".run T0, start\n", repeated(size, [](std::size_t i) {
                                                    return ".task T" + number(i) +
                                                           ", 0, int\n    .event OnUse, start, object\n";
                                                }) + "start:\n    Pop 0\n    Return 0\n");
         }},
        {"Globals",
         [](std::size_t size) {
             return listing("", repeated(size, [](std::size_t i) {
                                    return ".global object Name" + number(i) + "\n";
                                }) + ".run T, start\n.task T, 0, bool\nstart:\n    Return 0\n");
         }},
        {"Nonsense", [](std::size_t size) { return listing("", repeated(size, "Frobnicate S[1], \"x\n")); }},
        {"Comments",
         [](std::size_t size) { return listing("", repeated(size, "; nothing but comments ; here\n")); }},
    };
    std::vector<Shape> shapes;
    for (const Body& body : bodies) {
        shapes.push_back({"PathologicListing" + std::string(body.name), body.text,
                          [](std::string_view text) { assemble_and_list("pathologic", text); }, 250, 80});
        shapes.push_back({"PathologicFile" + std::string(body.name),
                          [text = body.text](std::size_t size) { return file_of(text(size)); },
                          [](std::string_view bytes) { load_and_list("pathologic", bytes, "x.bin"); }, 250,
                          80});
    }
    return shapes;
}

} // namespace vellum::proportion
