// Calls and names where places of several texts could be mistaken for each other.
#include <gtest/gtest.h>

#include <tuple>

#include "unit/protocol/editor.hpp"

namespace vellum::protocol::lsp {
namespace {

using test::Editor;

TEST(EditorCalls, PlacesInAnotherTextHoldNoCallsOfThisOne) {
    Editor editor;
    // Where the header announces `Add` the main text has the call of `g`.
    editor.open(
        "h.ash",
        "                        import int Add(int first, int second, int third);\nimport int g();\n");
    const std::string text = "// vellum: header=h.ash\nint f() { return g(); }\n"
                             "int Add(int first, int second, int third) { return f(); }\n";
    editor.open("main.asc", text);
    const Json items = editor.at("textDocument/prepareCallHierarchy", "main.asc", 2, 5);
    ASSERT_EQ(items.size(), 1U);
    Json params;
    params.set("item", items.at(0));
    const Json calls = editor.ask("callHierarchy/outgoingCalls", params);
    ASSERT_EQ(calls.size(), 1U) << calls.to_text();
    EXPECT_EQ(calls.at(0)["to"]["name"].as_string(), "f");
}

TEST(EditorCalls, AllBlanksDivideWords) {
    Editor editor;
    editor.open("main.asc", "int \t\f\v used;\vint\fother;\n");
    Json params;
    params.set("query", "");
    const Json symbols = editor.ask("workspace/symbol", params);
    ASSERT_EQ(symbols.size(), 2U) << symbols.to_text();
    EXPECT_EQ(symbols.at(1)["name"].as_string(), "other");
    // A blank that is none would be a mark in front of the name.
    EXPECT_EQ(editor.at("textDocument/completion", "main.asc", 0, 7)["items"].size(),
              editor.at("textDocument/completion", "main.asc", 0, 4)["items"].size());
}

TEST(EditorCalls, AnArgumentThatIsACallIsOne) {
    Editor editor;
    editor.open("calls.asc", "int f(int a, int b) { return a; }\nint g(int a) { return a; }\n"
                             "void h() { f(g(1 + (2)), 3); }\n");
    for (const auto& [at, name, argument] :
         {std::tuple(13U, "f", 0), {15U, "g", 0}, {23U, "f", 0}, {25U, "f", 1}}) {
        const Json answer = editor.at("textDocument/signatureHelp", "calls.asc", 2, at);
        const std::string_view label = answer["signatures"].at(0)["label"].as_string();
        EXPECT_TRUE(label.starts_with("int " + std::string(name) + "(")) << at << ": " << label;
        EXPECT_EQ(answer["activeParameter"].as_int(-1), argument) << at;
    }
}

TEST(EditorCalls, FormattingChangesWholeLines) {
    Editor editor;
    editor.open("main.skrit", "int a$ = 1; \nint b$ = 2;\nint c$ = 3;\n");
    Json params;
    params.set("textDocument", Json::object()).set("uri", "file:///nowhere/main.skrit");
    const Json edits = editor.ask("textDocument/formatting", std::move(params));
    ASSERT_EQ(edits.size(), 1U);
    EXPECT_EQ(edits.at(0)["newText"].as_string(), "int a$ = 1;\n");
    EXPECT_EQ(edits.at(0)["range"].to_text(),
              R"({"start":{"line":0,"character":0},"end":{"line":1,"character":0}})");
}

TEST(EditorCalls, WhatStandsBetweenAValueAndADotEndsTheValue) {
    for (const std::string_view between :
         {"", " ", ", ", "; ", " \"text\" ", " 1 ", " + ", " ( ", " { ", " = ", " /* c */ "}) {
        Editor editor;
        const std::string last = "void f() { box" + std::string(between) + ".";
        editor.open("main.asc", "struct Box { int wide; };\nBox box;\n" + last + "\n}\n");
        const Json items = editor.at("textDocument/completion", "main.asc", 2,
                                     static_cast<std::uint32_t>(last.size()))["items"];
        const bool known = between.find_first_not_of(" ") == std::string_view::npos || between.contains("/*");
        EXPECT_EQ(items.size(), known ? 1U : 0U) << between;
    }
}

TEST(EditorCalls, TheLastFunctionOfATextIsCalledByNobody) {
    Editor editor;
    editor.open("main.asc", "void f() { }\nvoid only() { }\n");
    const Json items = editor.at("textDocument/prepareCallHierarchy", "main.asc", 1, 6);
    ASSERT_EQ(items.size(), 1U);
    Json params;
    params.set("item", items.at(0));
    for (const char* const way : {"callHierarchy/incomingCalls", "callHierarchy/outgoingCalls"})
        EXPECT_EQ(editor.ask(way, params).to_text(), "[]") << way;
}

TEST(EditorNames, AreKnownUntilTheirBlockEnds) {
    Editor editor;
    editor.open("main.asc", "void f() {\n  if (1) { int inner = 1; inner = 2; }\n  inner = 3;\n}\n");
    EXPECT_FALSE(editor.at("textDocument/hover", "main.asc", 1, 27).is_null());
    EXPECT_TRUE(editor.at("textDocument/hover", "main.asc", 2, 3).is_null());
    editor.open("main.patho",
                "main task TMain {\n  int m_own;\n  void init() {\n    { int inner = 1; m_own = inner; }\n"
                "    inner = m_own;\n  }\n}\ntask TOther { void init() { m_own = 1; } }\n");
    EXPECT_FALSE(editor.at("textDocument/hover", "main.patho", 3, 31).is_null());
    EXPECT_FALSE(editor.at("textDocument/hover", "main.patho", 4, 13).is_null());
    EXPECT_TRUE(editor.at("textDocument/hover", "main.patho", 4, 5).is_null());
    EXPECT_TRUE(editor.at("textDocument/hover", "main.patho", 7, 29).is_null());
}

TEST(EditorNames, OfDeclarationsBehindWhatIsWrittenOddly) {
    const auto outline = [](const std::string& name, std::string_view text) {
        Editor editor;
        editor.open(name, text);
        Json about;
        about.set("textDocument", Json::object()).set("uri", "file:///nowhere/" + name);
        std::string names;
        const Json told = editor.ask("textDocument/documentSymbol", std::move(about));
        for (const Json& each : told.elements()) names += std::string(each["name"].as_string()) + " ";
        return names;
    };
    // A parenthesis that nobody closes ends with its statement.
    EXPECT_EQ(outline("a.asc", "int f(int a;\nint g(int b) { return b; }\nint h() { return 1; }\n"),
              "f g h ");
    Editor editor;
    editor.open("d.asc", "int f(int a;\nint g(int b) {\nb = 2;\nint d;\nreturn d; }\n");
    const std::string there = editor.at("textDocument/definition", "d.asc", 4, 7).to_text();
    EXPECT_NE(there.find(R"("start":{"line":3,)"), std::string::npos) << there;
    EXPECT_EQ(outline("b.asc", "int[] all() { return null; }\nint*[] more;\nint one;\n"), "all more one ");
    EXPECT_EQ(
        outline(
            "c.asc",
            "struct A { int x; };\nmanaged struct B extends A { int y; };\nenum E { one, two };\nint z;\n"),
        "A B E z ");
}

TEST(EditorNames, TheLastWordOfATextIsOneToo) {
    Editor editor;
    editor.open("main.asc", "int used;\nvoid f() { }\n  used");
    EXPECT_FALSE(editor.at("textDocument/hover", "main.asc", 2, 3).is_null());
    EXPECT_EQ(editor.at("textDocument/references", "main.asc", 0, 5).size(), 2U);
}

} // namespace
} // namespace vellum::protocol::lsp
