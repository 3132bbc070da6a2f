// File systems: a folder that nothing leads out of, and files in memory.
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "base/bytes.hpp"
#include "base/file.hpp"
#include "vellum/files.hpp"

namespace {

using namespace vellum;
namespace fs = std::filesystem;

class FolderTest : public testing::Test {
  protected:
    void SetUp() override {
        root_ = fs::canonical(fs::temp_directory_path()) / ("vellum-folder-" + std::to_string(::getpid()));
        fs::create_directories(root_ / "game/Sub");
        fs::create_directories(root_ / "secret");
        put("game/a.txt", "a");
        put("game/Sub/B.txt", "b");
        put("secret/s.txt", "secret");
    }
    void TearDown() override { fs::remove_all(root_); }
    void put(const std::string& name, std::string_view text) const { std::ofstream(root_ / name) << text; }
    [[nodiscard]] std::string read(std::string_view name) const {
        const auto bytes = files().read(name);
        if (bytes) return std::string(as_text(*bytes));
        EXPECT_EQ(bytes.error().code->id, "io.read");
        return "refused";
    }
    [[nodiscard]] FolderFileSystem files() const { return FolderFileSystem((root_ / "game").string()); }
    fs::path root_;
};

TEST_F(FolderTest, GivesFilesByNamesOfAnyCaseAndSlash) {
    EXPECT_EQ(read("a.txt"), "a");
    EXPECT_EQ(read("Sub/B.txt"), "b");
    EXPECT_EQ(read("sub/b.TXT"), "b");
    EXPECT_EQ(read("SUB\\b.txt"), "b");
    EXPECT_EQ(read("./Sub//B.txt"), "b");
    EXPECT_EQ(read("none"), "refused");
    EXPECT_EQ(read("Sub"), "refused");
    put("game/A.TXT", "exact");
    EXPECT_EQ(read("A.TXT"), "exact");
    EXPECT_EQ(read("a.txt"), "a");
}

TEST_F(FolderTest, NoNameLeadsOut) {
    for (const std::string& name :
         {std::string("../secret/s.txt"), std::string("Sub/../../secret/s.txt"),
          std::string("..\\secret\\s.txt"), (root_ / "secret/s.txt").string(), std::string("/etc/passwd"),
          std::string("C:\\boot.ini"), std::string(), std::string("a.txt\0.png", 10), std::string("..")})
        EXPECT_EQ(read(name), "refused") << name;
}

TEST_F(FolderTest, NoLinkLeadsOut) {
    fs::create_symlink(root_ / "secret/s.txt", root_ / "game/file");
    fs::create_symlink("../secret/s.txt", root_ / "game/relative");
    fs::create_directory_symlink(root_ / "secret", root_ / "game/folder");
    fs::create_directory_symlink("..", root_ / "game/up");
    fs::create_symlink("file", root_ / "game/twice");
    fs::create_symlink("loop", root_ / "game/loop");
    for (const char* name :
         {"file", "relative", "folder/s.txt", "up/secret/s.txt", "up/game/a.txt", "twice", "loop"})
        EXPECT_EQ(read(name), "refused") << name;
    fs::create_symlink("Sub/B.txt", root_ / "game/inside");
    fs::create_directory_symlink("Sub", root_ / "game/also");
    EXPECT_EQ(read("inside"), "b");
    EXPECT_EQ(read("also/B.txt"), "b");
    const std::vector<std::string> expected{"Sub/B.txt", "a.txt", "inside"};
    EXPECT_EQ(files().list(""), expected);
    EXPECT_EQ(files().list("Sub"), std::vector<std::string>{"Sub/B.txt"});
    EXPECT_TRUE(files().list("folder").empty());
    EXPECT_TRUE(files().list("../secret").empty());
    fs::create_directory_symlink(root_ / "game", root_ / "entry"); // the folder itself may be named by a link
    EXPECT_TRUE(FolderFileSystem((root_ / "entry").string()).read("a.txt"));
}

TEST_F(FolderTest, OpensNothingButPlainFiles) {
    ASSERT_EQ(::mkfifo((root_ / "game/pipe").c_str(), 0600), 0);
    EXPECT_EQ(read("pipe"), "refused"); // and does not wait for a writer
    EXPECT_EQ(FolderFileSystem("/dev").read("zero").error().message,
              "cannot read the file: it is not a regular file");
    EXPECT_EQ(FolderFileSystem("/nowhere").read("a").error().code->id, "io.read");
    EXPECT_TRUE(FolderFileSystem("/nowhere").list("").empty());
}

TEST_F(FolderTest, TheCurrentFolderHasNoName) {
    EXPECT_TRUE(FolderFileSystem("").read("no such file").error().message.find("No such file") !=
                std::string::npos);
}

TEST_F(FolderTest, WritingWithoutFollowingReplacesTheLinkItself) {
    fs::create_symlink(root_ / "secret/s.txt", root_ / "game/out");
    ASSERT_TRUE(write_file_atomic((root_ / "game/out").string(), as_bytes("mine"), {.links = Links::refuse}));
    EXPECT_EQ(read("out"), "mine");
    std::string secret;
    std::ifstream(root_ / "secret/s.txt") >> secret;
    EXPECT_EQ(secret, "secret");
    ASSERT_EQ(::mkfifo((root_ / "game/pipe").c_str(), 0600), 0);
    EXPECT_FALSE(write_file_atomic((root_ / "game/pipe").string(), as_bytes("x"), {.links = Links::refuse}));
}

TEST_F(FolderTest, ALinkOnTheWayIsNotFollowedWhereLinksAreRefused) {
    const std::string root = root_.string();
    fs::create_directory_symlink(root + "/secret", root + "/game/way");
    fs::create_symlink(root + "/game/a.txt", root + "/game/inside");
    for (const std::string name : {"/game/way/s.txt", "/game/inside"}) {
        EXPECT_FALSE(open_file(root + name, Links::refuse)) << name;
        EXPECT_FALSE(disk::stamp_of(root + name, Links::refuse)) << name;
        EXPECT_TRUE(disk::stamp_of(root + name)) << name;
        EXPECT_TRUE(open_file(disk::resolved(root + name), Links::refuse)) << name;
    }
    for (const std::string name : {"/game/way/s.txt", "/game/way/new"})
        for (const bool replace : {false, true})
            EXPECT_FALSE(
                write_file_atomic(root + name, as_bytes("x"), {.replace = replace, .links = Links::refuse}))
                << name;
    EXPECT_TRUE(disk::make_folders(root + "/game/way/deep", Links::refuse));
    EXPECT_FALSE(disk::make_folders(root + "/game/deep/deeper", Links::refuse));
    EXPECT_TRUE(fs::is_directory(root + "/game/deep/deeper"));
    EXPECT_EQ(std::distance(fs::directory_iterator(root + "/secret"), fs::directory_iterator()), 1);
    EXPECT_TRUE(write_file_atomic(root + "/game/deep/new", as_bytes("x"), {.links = Links::refuse}));
    EXPECT_EQ(read("deep/new"), "x");
}

TEST_F(FolderTest, AFileTakesThePermissionsOfAnother) {
    fs::permissions(root_ / "game/a.txt", fs::perms::owner_read);
    ASSERT_TRUE(write_file_atomic((root_ / "game/b").string(), as_bytes("x"), {.like = "a.txt"}));
    EXPECT_EQ(fs::status(root_ / "game/b").permissions(), fs::perms::owner_read);
}

TEST_F(FolderTest, WritingWithoutReplacingIsExclusive) {
    const std::string path = (root_ / "game/a.txt").string();
    EXPECT_FALSE(write_file_atomic(path, as_bytes("x"), {.replace = false}));
    EXPECT_EQ(read("a.txt"), "a");
    EXPECT_TRUE(write_file_atomic((root_ / "game/new").string(), as_bytes("x"), {.replace = false}));
    fs::create_symlink("nowhere", root_ / "game/dangling");
    EXPECT_FALSE(write_file_atomic((root_ / "game/dangling").string(), as_bytes("x"), {.replace = false}));
    EXPECT_FALSE(fs::exists(root_ / "game/nowhere"));
}

TEST_F(FolderTest, ListsFoldersWrittenWithEitherSlash) {
    fs::create_directories(root_ / "game/Sub/Deep");
    put("game/Sub/Deep/c.txt", "c");
    const std::vector<std::string> expected{"Sub/Deep/c.txt"};
    EXPECT_EQ(files().list("Sub/Deep"), expected);
    EXPECT_EQ(files().list("Sub\\Deep"), expected);
    EXPECT_TRUE(files().list("Sub\\..\\..\\secret").empty());
    EXPECT_TRUE(files().list("Sub\\None").empty());
}

} // namespace
