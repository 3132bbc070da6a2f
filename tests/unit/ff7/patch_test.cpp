// Replacing functions that share a body with others: whatever is replaced, every entry of the call table
// stays, with its old body or the new one.
#include <map>
#include <set>

#include "support.hpp"
#include "vellum/tools.hpp"

namespace vellum::ff7::test {
namespace {

constexpr std::string_view shared = R"(
system tick, system 3, model cloud 20 {
    save.byte(0xF30) += 1;
}
mesh 12,7,0, mesh 12,7,1 {
    message(3);
}
system enter {
    load_model(cloud);
    set_player();
}
)";

ProgramPtr compiled(std::string_view text) {
    Diagnostics diagnostics;
    const auto program = engine().language()->compile(text, {"shared.ev", {}}, diagnostics);
    EXPECT_TRUE(program.has_value());
    return program ? *program : nullptr;
}

/// Of a program: the text of the body behind each head.
std::map<std::string, std::string> bodies_of(const Program& program) {
    const auto made = program.decompile({});
    EXPECT_TRUE(made.has_value());
    std::map<std::string, std::string> bodies;
    const auto outline = engine().language()->outline(made->text);
    for (const SourceFunction& one : *outline)
        for (const SourceFunction::Head& head : one.heads) {
            const std::size_t from = one.heads.back().end;
            bodies.emplace(head.name, made->text.substr(from, one.end - from));
        }
    return bodies;
}

tools::Patched patched(const Program& program, const std::string& text,
                       std::vector<std::string> functions = {}) {
    tools::PatchOptions options;
    options.text = text;
    options.name = "new.wms";
    options.functions = std::move(functions);
    Diagnostics diagnostics;
    auto made = tools::patch(program, options, diagnostics);
    EXPECT_TRUE(made.has_value()) << text << (made ? "" : made.error().message);
    return made ? std::move(*made) : tools::Patched{};
}

void expect_replaced(const Program& before, const tools::Patched& after, const std::set<std::string>& heads,
                     const std::string& what) {
    SCOPED_TRACE(what);
    ASSERT_NE(after.program, nullptr);
    EXPECT_TRUE(after.left_out.empty());
    const auto old = bodies_of(before), now = bodies_of(*after.program);
    ASSERT_EQ(old.size(), now.size());
    for (const auto& [head, body] : old) {
        ASSERT_TRUE(now.contains(head)) << head;
        if (heads.contains(head))
            EXPECT_NE(now.at(head).find("play_sfx(17)"), std::string::npos) << head;
        else
            EXPECT_EQ(now.at(head), body) << head;
    }
}

TEST(Patch, EveryChoiceOfHeadsIsReplacedAndTheOthersKeepTheirBody) {
    const ProgramPtr program = compiled(shared);
    ASSERT_NE(program, nullptr);
    const std::string all[] = {"system 2",    "system 3",    "model 0 20",
                               "mesh 12,7,0", "mesh 12,7,1", "system 0"};
    for (unsigned choice = 1; choice < 1U << std::size(all); ++choice) {
        std::set<std::string> heads;
        std::string joined, single;
        for (std::size_t i = 0; i < std::size(all); ++i)
            if ((choice >> i & 1U) != 0) {
                heads.insert(all[i]);
                joined += (joined.empty() ? "" : ", ") + all[i];
                single += all[i] + " { play_sfx(17); }\n";
            }
        const std::string body = " { play_sfx(17); }\n";
        expect_replaced(*program, patched(*program, joined + body), heads, joined);
        expect_replaced(*program, patched(*program, single), heads, single);
        // The text has more heads than are asked for.
        const std::string whole = "system 2, system 3, model 0 20, mesh 12,7,0, mesh 12,7,1, system 0" + body;
        expect_replaced(*program, patched(*program, whole, {heads.begin(), heads.end()}), heads,
                        "of " + whole);
    }
}

TEST(Patch, WhatCannotBeReplacedIsTold) {
    const ProgramPtr program = compiled(shared);
    const auto refused = [&](std::string_view text) {
        tools::PatchOptions options;
        options.text = text;
        options.name = "new.wms";
        Diagnostics diagnostics;
        const auto made = tools::patch(*program, options, diagnostics);
        return made ? std::string("replaced") : made.error().message;
    };
    EXPECT_EQ(refused("system 3, system 9 { }"), "there is no function 'system 9'. Did you mean 'system 0'?");
    EXPECT_EQ(refused("system 3 { }\nsystem 2 { play_sfx(1); }"), "replaced");
    const std::string wrong = refused("system 3 { play(1); }");
    EXPECT_NE(wrong.find("play"), std::string::npos) << wrong;
}

TEST(Patch, SharedBodiesOfTheRealScript) {
    VELLUM_NEEDS_CORPUS();
    const ProgramPtr program = load_file(corpus() + "wm0.ev");
    const auto made = program->decompile({});
    ASSERT_TRUE(made.has_value());
    std::size_t shared_bodies = 0;
    const auto outline = engine().language()->outline(made->text);
    for (const SourceFunction& one : *outline) {
        if (one.heads.size() < 2) continue;
        ++shared_bodies;
        const std::string& head = one.heads[shared_bodies % one.heads.size()].name;
        expect_replaced(*program, patched(*program, head + " { play_sfx(17); }"), {head}, head);
    }
    EXPECT_EQ(shared_bodies, 15U);
}

} // namespace
} // namespace vellum::ff7::test
