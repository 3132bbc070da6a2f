// What one answer of the language server, or its memory, holds at most: exactly so much, and the rest is left
// out.
#include <gtest/gtest.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "unit/protocol/editor.hpp"

namespace vellum::protocol::lsp {
namespace {

using test::Editor;

std::string functions(std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += "void zz" + std::to_string(i) + "() { }\n";
    return text;
}

TEST(EditorLimits, SymbolsOfTheWorkspace) {
    Editor editor;
    editor.open("many.asc", functions(5001));
    Json params;
    params.set("query", "ZZ");
    EXPECT_EQ(editor.ask("workspace/symbol", params).size(), 5000U);
}

TEST(EditorLimits, References) {
    Editor editor;
    std::string text = "int used;\nvoid f() { ";
    for (int i = 0; i < 5000; ++i) text += "used;";
    editor.open("uses.asc", text + " }\n");
    EXPECT_EQ(editor.at("textDocument/references", "uses.asc", 0, 5).size(), 5000U);
}

TEST(EditorLimits, LinesOfAComment) {
    Editor editor;
    std::string text;
    for (int i = 1; i <= 50; ++i) text += "// line " + std::to_string(i) + ".\n";
    editor.open("told.asc", text + "void f() { }\n");
    const Json answer = editor.at("textDocument/hover", "told.asc", 50, 5);
    const std::string_view told = answer["contents"]["value"].as_string();
    EXPECT_FALSE(told.contains("line 10."));
    EXPECT_TRUE(told.contains("line 11.") && told.contains("line 50.")) << told;
}

TEST(EditorLimits, Proposals) {
    for (const std::size_t count : {1000U, 1001U}) {
        Editor editor;
        editor.open("many.asc", functions(count) + "void g() { zz }\n");
        const Json answer =
            editor.at("textDocument/completion", "many.asc", static_cast<std::uint32_t>(count), 13);
        EXPECT_EQ(answer["items"].size(), 1000U);
        EXPECT_EQ(answer["isIncomplete"].as_bool(), count > 1000);
    }
}

TEST(EditorLimits, Includes) {
    Editor editor;
    std::string text, uses = "main task TMain { void init() {\n";
    for (int i = 0; i < 250; ++i) {
        const std::string number = std::to_string(i);
        editor.open("lib" + number + ".patho", "const int C" + number + " = 1;\n");
        text += "#include \"lib" + number + ".patho\"\n";
        uses += "C" + number + ";\n";
    }
    editor.open("main.patho", text + uses + "} }\n");
    std::size_t known = 0;
    for (std::uint32_t i = 0; i < 250; ++i)
        if (!editor.at("textDocument/hover", "main.patho", 251 + i, 0).is_null()) ++known;
    EXPECT_EQ(known, 199U); // and the text itself
}

TEST(EditorLimits, IncludesInsideOfEachOther) {
    Editor editor;
    for (int i = 0; i < 50; ++i)
        editor.open("deep" + std::to_string(i) + ".patho", "#include \"deep" + std::to_string(i + 1) +
                                                               ".patho\"\nconst int D" + std::to_string(i) +
                                                               " = 1;\n");
    std::string text = "#include \"deep0.patho\"\nmain task TMain { void init() {\n";
    for (int i = 0; i < 50; ++i) text += "D" + std::to_string(i) + ";\n";
    editor.open("main.patho", text + "} }\n");
    std::uint32_t known = 0;
    while (known < 50 && !editor.at("textDocument/hover", "main.patho", 2 + known, 0).is_null()) ++known;
    EXPECT_EQ(known, 32U);
}

void add(MemoryFileSystem& files, const std::string& name, std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    files.add(name, {bytes.begin(), bytes.end()});
}

TEST(EditorLimits, Folders) {
    const auto files = std::make_shared<MemoryFileSystem>();
    Json event, params;
    Json& added = event.set("added", Json::array());
    for (int i = 0; i <= 100; ++i) {
        const std::string folder = "f" + std::to_string(i);
        add(*files, folder + "/lib.patho", "const int Used = 1;\n");
        added.push_back(Json::object()).set("uri", "file:///" + folder);
    }
    Editor editor(files);
    params.set("event", std::move(event));
    editor.tell("workspace/didChangeWorkspaceFolders", std::move(params));
    for (const int number : {0, 99, 100}) {
        const std::string name = "file:///f" + std::to_string(number) + "/below/main.patho";
        editor.open(name, "#include \"lib.patho\"\nmain task TMain { void init() { int a = Used; } }\n");
        EXPECT_EQ(editor.at("textDocument/hover", name, 1, 40).is_null(), number == 100) << number;
    }
}

TEST(EditorLimits, FilesThatAreLookedAtForUses) {
    const auto files = std::make_shared<MemoryFileSystem>();
    for (int i = 0; i < 510; ++i)
        add(*files, "f" + std::to_string(i) + ".patho",
            "#include \"lib.patho\"\nmain task TMain { void init() { int a = Used; } }\n");
    Editor editor(files);
    editor.open("file:///lib.patho", "const int Used = 1;\n");
    EXPECT_EQ(editor.at("textDocument/references", "file:///lib.patho", 0, 10).size(), 501U);
}

TEST(EditorLimits, BytesOfFilesThatAreLookedAtForUses) {
    const auto files = std::make_shared<MemoryFileSystem>();
    const std::string use = "#include \"lib.patho\"\nmain task TMain { void init() { int a = Used; } }\n";
    const std::size_t most = std::size_t{16} << 20U;
    add(*files, "a.patho", use + std::string(most - 2 * use.size(), '\n'));
    add(*files, "b.patho", use);
    add(*files, "c.patho", use);
    Editor editor(files);
    editor.open("file:///lib.patho", "const int Used = 1;\n");
    EXPECT_EQ(editor.at("textDocument/references", "file:///lib.patho", 0, 10).size(), 3U);
}

TEST(EditorLimits, TokensInFrontOfAnArgument) {
    for (const std::size_t terms : {1000U, 1001U}) { // of 1,999 tokens, and of 2,001
        Editor editor;
        std::string sum = "1";
        for (std::size_t i = 1; i < terms; ++i) sum += "+1";
        editor.open("call.asc", "void f(int a) { }\nvoid g() { f(" + sum + ") }\n");
        const auto end = static_cast<std::uint32_t>(13 + sum.size());
        EXPECT_EQ(editor.at("textDocument/signatureHelp", "call.asc", 1, end).is_null(), terms > 1000);
    }
}

TEST(EditorDocuments, OfTwoAddressesOfAFileOneMayBeClosed) {
    const auto files = std::make_shared<MemoryFileSystem>();
    Editor editor(files);
    editor.open("file:///lib.patho", "const int Old = 1;\n");
    editor.open("file:///li%62.patho", "const int Used = 1;\n");
    editor.close("file:///lib.patho");
    editor.open("file:///main.patho",
                "#include \"lib.patho\"\nmain task TMain { void init() { int a = Used; } }\n");
    EXPECT_FALSE(editor.at("textDocument/hover", "file:///main.patho", 1, 40).is_null());
    editor.close("file:///li%62.patho");
    editor.open("file:///main.patho",
                "#include \"lib.patho\"\nmain task TMain { void init() { int a = Used; } }\n");
    EXPECT_TRUE(editor.at("textDocument/hover", "file:///main.patho", 1, 40).is_null());
}

TEST(EditorLimits, Documents) {
    Editor editor;
    for (int i = 0; i <= 1000; ++i) editor.open(std::to_string(i) + ".asc", "int used;\n");
    EXPECT_FALSE(editor.at("textDocument/hover", "999.asc", 0, 5).is_null());
    EXPECT_TRUE(editor.at("textDocument/hover", "1000.asc", 0, 5).is_null());
}

} // namespace
} // namespace vellum::protocol::lsp
