// Runs as values: what a request may say and what becomes of it.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "support/made_archives.hpp"
#include "unit/host/call_helper.hpp"
#include "vellum/run.hpp"
#include "workspace/put_back.hpp"
#include "workspace/run/fixed_answers.hpp"
#include "workspace/run/request.hpp"
#include "workspace/run/rights.hpp"

namespace vellum {
namespace {

std::vector<std::byte> sample_bytes(const std::string& name) {
    std::ifstream in(VELLUM_SOURCE_DIR "/samples/" + name, std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(in), {});
    const auto* begin = reinterpret_cast<const std::byte*>(text.data());
    return {begin, begin + text.size()};
}

std::shared_ptr<const FileSystem> files() {
    auto tree = std::make_shared<MemoryFileSystem>();
    tree->add("game/lantern.bin", sample_bytes("../tests/data/pathologic/lantern.bin"));
    return tree;
}

TEST(RunRequest, EveryMemberIsSetFromTextAndFromJson) {
    for (const runs::Member& member : runs::members()) {
        const std::string name(member.parameter.name);
        const std::string text = name == "snapshot-at"                              ? "1:file"
                                 : name == "setting"                                ? "name=value"
                                 : name == "answer"                                 ? "name=7"
                                 : name == "event" || name == "call"                ? "name"
                                 : member.parameter.holds == questions::Holds::flag ? "true"
                                                                                    : "7";
        RunRequest untouched, from_text, from_json;
        ASSERT_TRUE(runs::set(from_text, member, text)) << name;
        Json list = Json::array();
        list.push_back(Json(text));
        ASSERT_TRUE(runs::set(from_json, member, list)) << name;
        const auto said = [](const RunRequest& r) {
            std::string all;
            const auto add = [&](const std::string& one) { (all += one) += '|'; };
            for (const auto* each : {&r.programs, &r.bots, &r.granted, &r.steps})
                for (const std::string& one : *each) add(one);
            for (const std::string* one : {&r.template_name, &r.host, &r.record, &r.replay, &r.restore})
                add(*one);
            for (const RunAction& one : r.actions)
                add((one.kind == RunAction::Kind::call ? "call " : "event ") + one.text);
            for (const auto& one : r.snapshots) add(std::to_string(one.frame) + one.file);
            for (const auto& one : r.settings) add(one.first + one.second);
            for (const RunAnswer& one : r.answers)
                add(one.native + std::to_string(one.values.at(0).integer()));
            for (const auto& one : {r.frames, r.instructions, r.memory})
                add(std::to_string(one.value_or(99)));
            add(std::to_string(r.call_depth.value_or(99)) + std::to_string(r.seconds.value_or(99)) +
                (r.view ? std::to_string(static_cast<int>(*r.view)) : "-"));
            return all;
        };
        EXPECT_NE(said(from_text), said(untouched)) << name;
        EXPECT_EQ(said(from_text), said(from_json)) << name;
    }
    EXPECT_EQ(runs::member_name("budgetMemory"), "budget-memory");
    EXPECT_EQ(runs::member_name("snapshot_at"), "snapshot-at");
}

TEST(RunRequest, AFlagThatIsFalseIsNotSet) {
    for (const char* const no : {R"({"programs":"a.bin","listing":false})", R"({"programs":"a.bin"})"}) {
        const auto request = read_run(no);
        ASSERT_TRUE(request) << no;
        EXPECT_FALSE(request->view) << no;
    }
    const runs::Member* const listing = runs::find_member("listing");
    ASSERT_NE(listing, nullptr);
    RunRequest said;
    EXPECT_TRUE(runs::set(said, *listing, std::string("false")));
    EXPECT_FALSE(said.view);
    EXPECT_TRUE(runs::set(said, *listing, std::string()));
    EXPECT_EQ(said.view, SourceView::none);
}

TEST(RunRequest, WhatMakesNoSenseIsRefused) {
    RunRequest request;
    for (const auto& [name, text] : {std::pair{"frames", "x"},
                                     {"frames", "-1"},
                                     {"seconds", ""},
                                     {"seconds", "1x"},
                                     {"event", ""},
                                     {"call", "f("},
                                     {"setting", "=x"},
                                     {"setting", "x"},
                                     {"snapshot-at", "x:y"},
                                     {"snapshot-at", "3:"},
                                     {"budget", "1.5"},
                                     {"source", "maybe"}})
        EXPECT_FALSE(runs::set(request, *runs::find_member(name), std::string(text))) << name << ' ' << text;
    EXPECT_FALSE(read_run(R"({"frame": 3})"));
    EXPECT_FALSE(read_run(R"({"frames": "3"})"));
    const auto read = read_run(R"({"programs": "a.bin", "frames": 3, "event": ["x@2"]})");
    ASSERT_TRUE(read);
    EXPECT_EQ(read->actions.at(0).frame, 2U);
}

TEST(Run, IsCancelledBetweenFrames) {
    const Workspace workspace(files());
    std::uint64_t last = 0;
    const auto answer = workspace.ask("run", R"({"programs": "game/lantern.bin", "frames": 1000000000000})",
                                      [&](std::size_t done, std::size_t) {
                                          last = done;
                                          return done < 7;
                                      });
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().code->id, "question.cancelled");
    EXPECT_EQ(last, 7U);
}

TEST(Run, TellsWhereItsWorldStands) {
    const Workspace workspace(files());
    auto request = read_run(R"({"programs": "game/lantern.bin", "frames": 4, "event": "OnUse:null@3"})");
    ASSERT_TRUE(request);
    vellum::Run run(workspace, std::move(*request));
    std::vector<Diagnostic> said;
    ASSERT_TRUE(run.open(said));
    EXPECT_TRUE(said.empty());
    EXPECT_EQ(run.last_frame(), 4U);
    EXPECT_EQ(run.engine().id(), "pathologic");
    EXPECT_EQ(run.places(), std::vector<std::string>{"game/"});
    EXPECT_FALSE(run.verdict());
}

TEST(Run, NativesAnswerAsTheRequestSays) {
    Library known;
    Signature find_actor;
    find_actor.name = "Find";
    find_actor.parameters = {{"actor", Type::object, Direction::out}, {"name", Type::string}};
    find_actor.result = Type::integer;
    known.describe(find_actor).method("Door", "Push", [](Call&) {});
    const std::vector<RunAnswer> answers{{"Find", {Value(1)}},
                                         {"Find", {Value(7), Value(ObjectId{5})}}, // the last counts
                                         {"Door.Push", {Value(true)}},
                                         {"Fnid", {Value(3)}}};
    runs::FixedAnswers host(answers, &known);
    test::CallHelper find({Value(ObjectId{}), Value("x")});
    EXPECT_EQ(find(host.resolve(test::key("Find", 2))).result, Value(7));
    EXPECT_EQ(find.values[0], Value(ObjectId{5}));
    EXPECT_EQ(host.resolve(test::key("Find", 2)).self, host.resolve(test::key("Find", 2)).self);
    EXPECT_FALSE(host.resolve(test::key("Push", 0)));
    EXPECT_FALSE(host.resolve(test::method("Window", "Push", 0)));
    EXPECT_FALSE(host.resolve(test::key("Find", 1, {}, NativeKind::setter)));
    test::CallHelper push;
    EXPECT_EQ(push(host.resolve(test::method("Door", "Push", 0))).result, Value(true));
    test::CallHelper unknown({Value(0), Value("x")});
    EXPECT_EQ(unknown(host.resolve(test::key("Fnid", 2))).result, Value(3));

    const std::vector<RunAnswer> wrong{{"Find", {Value("text")}}, {"Fnid", {}}};
    runs::FixedAnswers refused(wrong, &known);
    EXPECT_EQ(find(refused.resolve(test::key("Find", 2))).error,
              "the result of Find is of type int, not string");
    Diagnostics said;
    refused.check(said);
    ASSERT_EQ(said.all().size(), 1U);
    EXPECT_EQ(said.all()[0].message, "no script uses Fnid");
    EXPECT_EQ(said.all()[0].hint, "did you mean Find?");
}

TEST(Rights, NamesOfATreeWithoutADisk) {
    const MemoryFileSystem tree;
    runs::Rights rights(tree, "mods/a.plan", {"granted/"});
    EXPECT_TRUE(rights.read("mods/x.bin"));
    EXPECT_TRUE(rights.read("elsewhere/x.bin")); // below the root
    EXPECT_FALSE(rights.read("../x.bin"));
    EXPECT_FALSE(rights.read("mods/../../x.bin"));
    EXPECT_TRUE(rights.setting("files", "granted/./saves"));
    EXPECT_EQ(rights.take_used().size(), 1U);
    EXPECT_FALSE(rights.setting("files", "granted/../saves"));
    EXPECT_FALSE(rights.setting("files", "grantedtoo"));
    EXPECT_FALSE(rights.setting("x", "@../secret"));
    EXPECT_FALSE(rights.setting("perf_map", "yes"));
    runs::Rights beside(tree, "mods/a.plan", {"yes"}); // it is written below /tmp, whatever the value is
    EXPECT_FALSE(beside.setting("perf_map", "yes"));
    runs::Rights there(tree, "mods/a.plan", {"/tmp"});
    EXPECT_TRUE(there.setting("perf_map", "yes"));
    EXPECT_EQ(tree.resolved("a//b/./../c/"), "/a/c");
    EXPECT_EQ(tree.resolved(""), "/");
}

std::vector<std::byte> read_all(const ByteSource& source) {
    std::vector<std::byte> bytes(source.size());
    EXPECT_TRUE(source.read(0, bytes));
    return bytes;
}

TEST(PuttingBack, NamesOfArchivesInsideMayHaveMarks) {
    const auto inner = test::made_zip({{"", "x", test::bytes_of("1")}, {"", "y!z", test::bytes_of("2")}});
    const auto outer =
        archives::open(test::in_memory(test::made_zip({{"", "wow!.zip", inner}, {"", "b", {}}})));
    ASSERT_TRUE(outer);
    EXPECT_TRUE(has_member(**outer, "wow!.zip"));
    EXPECT_TRUE(has_member(**outer, "wow!.zip!x"));
    EXPECT_FALSE(has_member(**outer, "wow!.zip!y"));
    EXPECT_FALSE(has_member(**outer, "b!x"));
    EXPECT_TRUE(has_member(**outer, "wow!.zip!y!z"));
    // Through two archives, and what changes is where its name says.
    const auto all =
        archives::open(test::in_memory(test::made_zip({{"", "in.zip", read_all((*outer)->source())}})));
    ASSERT_TRUE(all);
    EXPECT_TRUE(has_member(**all, "in.zip!wow!.zip!y!z"));
    EXPECT_FALSE(has_member(**all, "in.zip!y!z"));
    const archives::Change change{"in.zip!wow!.zip!x", test::bytes_of("changed")};
    const auto files = put_back(**all, {&change, 1});
    ASSERT_TRUE(files) << format(files.error());
    const auto again = archives::open(files->front().bytes);
    ASSERT_TRUE(again);
    const archives::Change same{"in.zip!wow!.zip!x", test::bytes_of("changed")};
    const auto twice = put_back(**again, {&same, 1});
    ASSERT_TRUE(twice);
    EXPECT_EQ(read_all(*twice->front().bytes), read_all(*files->front().bytes));
}

TEST(PuttingBack, AnArchiveOfSeveralFilesDoesNotFitInsideAnother) {
    Node node;
    node.path = "all.zip";
    node.inside = "game.ags";
    std::vector<archives::ChangedFile> files;
    EXPECT_FALSE(change_in_archive(node, files));
    files.emplace_back(std::vector<std::byte>(3));
    const auto change = change_in_archive(node, files);
    ASSERT_TRUE(change);
    EXPECT_EQ(change->name, "game.ags");
    EXPECT_EQ(change->bytes->size(), 3U);
    files.emplace_back(std::vector<std::byte>(4)).beside = "game.001";
    EXPECT_FALSE(change_in_archive(node, files)) << "one of them would be lost";
}

} // namespace
} // namespace vellum
