// Members of containers.
#include <gtest/gtest.h>

#include <string>

#include "engines/ags/engine.hpp"
#include "support/ags_containers.hpp"
#include "vellum/ags.hpp"
#include "vellum/tools.hpp"
#include "vellum/vellum.h"
#include "vellum/workspace.hpp"

namespace vellum::ags {
namespace {

std::vector<std::byte> script(const std::string& name) {
    Diagnostics diagnostics;
    const auto program =
        engine().format().assemble(".section \"" + name + ".asc\", 0\n.export func \"" + name +
                                       "_main$0\", here\nhere:\n    LITTOREG AX, 1\n    RET\n",
                                   {}, diagnostics);
    EXPECT_TRUE(program) << (program ? "" : format(program.error()));
    return *(*program)->save();
}

std::vector<std::byte> packed_game() {
    return test::package(
        21, {{"game28.dta", test::game_data({script("GlobalScript"), script("__DialogScripts")})},
             {"room12.crm", test::room_file(33, script("room12"))}});
}

TEST(Members, AreNamedAndOpened) {
    const auto files = std::make_shared<MemoryFileSystem>();
    files->add("game.ags", packed_game());
    const Workspace workspace(files);
    const auto members = workspace.ask("extract", R"({"nodes": "game.ags"})");
    ASSERT_TRUE(members);
    EXPECT_NE(members->find(R"("name":"GlobalScript","kind":"script")"), std::string::npos) << *members;
    const auto script = workspace.ask("info", R"({"nodes": "game.ags!GlobalScript"})");
    ASSERT_TRUE(script);
    EXPECT_NE(script->find(R"("name":"GlobalScript_main")"), std::string::npos) << *script;
    const auto missing = workspace.ask("info", R"({"nodes": "game.ags!room13"})");
    ASSERT_TRUE(missing);
    EXPECT_NE(missing->find(R"("ok":false)"), std::string::npos) << *missing;
}

TEST(Containers, HaveFactsAndNoCodeInC) {
    const std::vector<std::byte> game = packed_game();
    const vellum_load_options options{sizeof options, nullptr, "game.ags", nullptr};
    vellum_program* program = nullptr;
    ASSERT_EQ(vellum_load(game.data(), game.size(), &options, &program, nullptr, nullptr), VELLUM_OK);
    vellum_code* const code = vellum_code_create(program);
    EXPECT_EQ(vellum_code_table(code), VELLUM_NO_INDEX);
    EXPECT_EQ(vellum_code_instruction_count(code), 0U);
    EXPECT_GT(vellum_code_fact_count(code), 0U);
    vellum_operand operand{};
    EXPECT_EQ(vellum_code_operand(code, 0, 0, &operand), VELLUM_BAD_ARGUMENT);
    vellum_code_free(code);
    vellum_program_free(program);
}

/// Bytes, and room for much more behind them; counts what is read.
class Counted final : public ByteSource {
  public:
    Counted(std::vector<std::byte> bytes, std::uint64_t behind) : bytes_(std::move(bytes)), behind_(behind) {}
    [[nodiscard]] std::uint64_t size() const noexcept override { return bytes_.size() + behind_; }
    [[nodiscard]] Result<void> read(std::uint64_t offset, std::span<std::byte> out) const override {
        EXPECT_LE(offset, size());
        EXPECT_LE(out.size(), size() - offset);
        read_ += out.size();
        for (std::byte& byte : out) {
            byte = offset < bytes_.size() ? bytes_[static_cast<std::size_t>(offset)] : std::byte{0};
            ++offset;
        }
        return {};
    }
    [[nodiscard]] std::uint64_t bytes_read() const { return read_; }

  private:
    std::vector<std::byte> bytes_;
    std::uint64_t behind_;
    mutable std::uint64_t read_ = 0;
};

/// A room whose picture has four megabytes.
std::vector<std::byte> wide_room() {
    ByteWriter out;
    out.u16(33);
    out.u8(1);
    const std::vector<std::byte> picture(std::size_t{4} << 20U, std::byte{7});
    out.u64(picture.size());
    out.bytes(picture);
    out.u8(7);
    const auto code = script("room12");
    out.u64(code.size());
    out.bytes(code);
    out.u8(0xFF);
    return out.take();
}

TEST(PackedGames, AreReadWhereTheyMayHoldScripts) {
    std::vector<test::PackedFile> files{
        {"game28.dta", test::game_data({script("GlobalScript"), script("__DialogScripts")})},
        {"room12.crm", wide_room()},
        {"Hat.o", script("Hat")},
        {"sprites.spr", std::vector<std::byte>(std::size_t{4} << 20U)}};
    // A table that is longer than what is read of it at first.
    for (int i = 0; i < 4000; ++i) files.push_back({"sound" + std::to_string(i) + ".ogg", {}});
    for (const int version : {6, 10, 11, 20, 21, 30}) {
        for (const std::size_t before : {std::size_t{0}, std::size_t{5000}}) {
            SCOPED_TRACE(std::to_string(version) + " behind " + std::to_string(before));
            const auto game = test::package(version, files, before);
            const Counted source(game, before == 0 ? std::uint64_t{700} << 20U : 0);
            const auto opened = engine().format().open_container(
                std::shared_ptr<const ByteSource>(&source, [](auto*) {}), "game.ags", {});
            ASSERT_TRUE(opened) << format(opened.error());
            ASSERT_NE(*opened, nullptr);
            const auto members = (*opened)->members();
            const auto whole = members_of(game, "game.ags");
            ASSERT_TRUE(whole);
            ASSERT_EQ(members.size(), whole->size());
            for (std::size_t i = 0; i < whole->size(); ++i) {
                EXPECT_EQ(members[i].name, (*whole)[i].name);
                EXPECT_EQ(members[i].offset, (*whole)[i].offset);
                EXPECT_EQ(members[i].size, (*whole)[i].size);
                EXPECT_EQ(members[i].kind, (*whole)[i].kind);
            }
            EXPECT_LT(source.bytes_read(), std::uint64_t{1} << 20U);
        }
    }
}

TEST(PackedGames, WhoseFilesLieOverEachOtherAreRefusedInPlaceAsWell) {
    // Twenty rooms whose table entries all say where the first one is: their scripts would take twenty files.
    std::vector<test::PackedFile> files{{"room0.crm", test::room_file(33, script("room0"))}};
    for (int i = 10; i < 30; ++i) files.push_back({"room" + std::to_string(i) + ".crm", {}});
    auto game = test::package(30, files);
    const auto entry_of = [&](const std::string& name) { // where and how long, behind the name and the part
        return game.data() + as_text(game).find(name) + name.size() + 2;
    };
    const std::byte* const first = entry_of("room0.crm");
    for (int i = 10; i < 30; ++i) std::copy_n(first, 16, entry_of("room" + std::to_string(i) + ".crm"));
    EXPECT_FALSE(tools::open(game, "game.ags"));
    const auto opened = tools::open_in_place(std::make_shared<MemorySource>(game), "game.ags");
    ASSERT_FALSE(opened);
    EXPECT_EQ(std::string_view(opened.error().code->id), "ags.container");
}

TEST(PackedGames, AreOpenedAndChangedWithoutBeingReadWhole) {
    const std::vector<test::PackedFile> files{
        {"game28.dta", test::game_data({script("GlobalScript"), script("__DialogScripts")})},
        {"room12.crm", wide_room()},
        {"sprites.spr", std::vector<std::byte>(std::size_t{4} << 20U)}};
    for (const int version : {6, 10, 11, 20, 21, 30}) {
        SCOPED_TRACE(version);
        const auto game = test::package(version, files);
        const auto source = std::make_shared<Counted>(game, std::uint64_t{700} << 20U);
        const auto opened = tools::open_in_place(source, "game.ags");
        ASSERT_TRUE(opened && *opened);
        const auto whole = tools::open(game, "game.ags");
        ASSERT_TRUE(whole);
        ASSERT_EQ((*opened)->scripts.size(), whole->scripts.size());
        for (std::size_t i = 0; i < whole->scripts.size(); ++i) {
            EXPECT_EQ((*opened)->scripts[i].name, whole->scripts[i].name);
            EXPECT_EQ((*opened)->scripts[i].offset, whole->scripts[i].offset);
            EXPECT_TRUE(std::ranges::equal((*opened)->scripts[i].bytes, whole->scripts[i].bytes));
        }
        EXPECT_EQ((*opened)->size(), source->size());
        const auto facts = (*opened)->container->facts(), all_facts = whole->container->facts();
        ASSERT_EQ(facts.size(), all_facts.size());
        for (std::size_t i = 0; i < facts.size(); ++i) EXPECT_EQ(facts[i].value, all_facts[i].value);
        EXPECT_LT(source->bytes_read(), std::uint64_t{1} << 20U);

        const std::vector<archives::Change> changes{{"room12", script("another_room12")}};
        const auto changed = (*opened)->container->put_back(changes);
        ASSERT_TRUE(changed) << format(changed.error());
        EXPECT_LT(source->bytes_read(), std::uint64_t{2} << 20U);

        tools::OpenOptions options;
        options.member = "room12";
        const auto one = tools::open_in_place(source, "game.ags", options);
        ASSERT_TRUE(one && *one);
        EXPECT_EQ((*one)->scripts.size(), 1U);
        options.member = "room13";
        EXPECT_FALSE(tools::open_in_place(source, "game.ags", options));
        options.engine = find_engine("ff7");
        const auto other = tools::open_in_place(source, "game.ags", options);
        EXPECT_TRUE(other && !*other);
    }
}

TEST(PackedGames, OfSeveralFilesAreReadInPartAsWell) {
    const auto parts = test::package_parts(
        21, {{"game28.dta", test::game_data({script("GlobalScript")})}, {"room12.crm", wide_room(), 1}});
    const auto second = std::make_shared<Counted>(parts[1], std::uint64_t{700} << 20U);
    const auto opened = engine().format().open_container(
        std::make_shared<MemorySource>(parts[0]), "game.ags",
        [&](const std::string&) -> Result<std::shared_ptr<const ByteSource>> { return second; });
    ASSERT_TRUE(opened && *opened);
    EXPECT_NE((*opened)->find("room12"), archives::Archive::none);
    EXPECT_LT(second->bytes_read(), std::uint64_t{1} << 20U);
}

} // namespace
} // namespace vellum::ags
