// Files: reading with limits, replacing without halves, walking folders without loops.
#include "base/file.hpp"

#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/bytes.hpp"

namespace {

using namespace vellum;
namespace fs = std::filesystem;

/// A folder of its own for every test.
class FileTest : public testing::Test {
  protected:
    void SetUp() override {
        const testing::TestInfo* info = testing::UnitTest::GetInstance()->current_test_info();
        for (int attempt = 0;; ++attempt) {
            root_ =
                fs::temp_directory_path() / (std::string("vellum-") + info->name() + std::to_string(attempt));
            if (fs::create_directory(root_)) {
                break;
            }
        }
    }
    void TearDown() override { fs::remove_all(root_); }

    [[nodiscard]] std::string path(std::string_view name) const { return (root_ / name).string(); }
    void put(std::string_view name, std::string_view content) const {
        ASSERT_TRUE(write_file_atomic(path(name), as_bytes(content)));
    }
    [[nodiscard]] std::string get(std::string_view name) const {
        const auto data = read_file(path(name));
        return data ? std::string(as_text(*data)) : format(data.error());
    }

    fs::path root_;
};

TEST_F(FileTest, RoundTrip) {
    const std::string large(300'000, 'x');
    for (const std::string& content : {std::string(), std::string("a\0b", 3), large}) {
        put("f", content);
        EXPECT_EQ(get("f"), content);
    }
    EXPECT_EQ(std::distance(fs::directory_iterator(root_), {}), 1) << "no temporary file stays";
}

TEST_F(FileTest, MissingFileHasTheSystemsReason) {
    const auto result = read_file(path("nothing"));
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code->id, "io.read");
    EXPECT_EQ(result.error().place.file, path("nothing"));
    EXPECT_EQ(result.error().message, "cannot read the file: No such file or directory");
}

TEST_F(FileTest, FolderIsNoFile) {
    EXPECT_FALSE(read_file(root_.string()));
    const auto written = write_file_atomic(root_.string(), std::span<const std::byte>());
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code->id, "io.write");
    EXPECT_EQ(written.error().place.file, root_.string());
    EXPECT_EQ(written.error().message, "cannot write the file: Is a directory");
    EXPECT_TRUE(fs::is_directory(root_));
    const auto unfollowed =
        write_file_atomic(root_.string(), std::span<const std::byte>(), {.links = Links::refuse});
    ASSERT_FALSE(unfollowed);
    EXPECT_EQ(unfollowed.error().place.file, root_.string());
    EXPECT_EQ(unfollowed.error().message, "cannot write the file: it is not a regular file");
}

TEST_F(FileTest, LimitIsExact) {
    put("f", "12345");
    EXPECT_TRUE(read_file(path("f"), 5));
    const auto result = read_file(path("f"), 4);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().message, "cannot read the file: it is longer than 4 bytes");
    EXPECT_FALSE(read_file("/dev/zero", 100'000)) << "an endless file ends at the limit";
    // What says that it is too long is not read, and no memory is asked for.
    std::error_code error;
    fs::resize_file(path("f"), std::uintmax_t{1} << 40U, error);
    if (!error) {
        const auto sparse = read_file(path("f"), 4);
        ASSERT_FALSE(sparse);
        EXPECT_EQ(sparse.error().message, "cannot read the file: it is longer than 4 bytes");
    }
}

TEST_F(FileTest, FilesWithoutASizeAreReadToTheirEnd) {
    const auto result = read_file("/proc/self/status");
    if (fs::exists("/proc/self/status")) {
        ASSERT_TRUE(result);
        EXPECT_GT(result->size(), 100U);
    }
}

TEST_F(FileTest, WritingIntoNothingFails) {
    const auto result = write_file_atomic(path("missing/f"), as_bytes("x"));
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().message, "cannot write the file: No such file or directory");
    EXPECT_EQ(result.error().place.file, path("missing/f"));
}

TEST_F(FileTest, ReplacingKeepsPermissionsAndLinks) {
    put("real", "old");
    fs::permissions(path("real"), fs::perms::owner_read | fs::perms::owner_write);
    fs::create_symlink("real", path("link"));
    put("link", "new");
    EXPECT_TRUE(fs::is_symlink(path("link")));
    EXPECT_EQ(get("real"), "new");
    EXPECT_EQ(fs::status(path("real")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
    fs::create_symlink("later", path("dangling"));
    put("dangling", "made");
    EXPECT_EQ(get("later"), "made");
    fs::create_symlink("link", path("second"));
    put("second", "through two");
    EXPECT_TRUE(fs::is_symlink(path("second")) && fs::is_symlink(path("link")));
    EXPECT_EQ(get("real"), "through two");
}

TEST_F(FileTest, DevicesAreWrittenAndNotReplaced) {
    if (!fs::is_character_file("/dev/null")) {
        GTEST_SKIP();
    }
    EXPECT_TRUE(write_file_atomic("/dev/null", as_bytes("gone")));
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
    if (fs::is_character_file("/dev/full")) {
        const auto full = write_file_atomic("/dev/full", as_bytes("x"));
        ASSERT_FALSE(full);
        EXPECT_EQ(full.error().message, "cannot write the file: No space left on device");
        EXPECT_EQ(full.error().place.file, "/dev/full");
    }
}

TEST_F(FileTest, LeftOverTemporaryFilesAreLeftAlone) {
    put("f.new0", "of somebody else");
    put("f", "content");
    EXPECT_EQ(get("f.new0"), "of somebody else");
    EXPECT_EQ(get("f"), "content");
}

TEST_F(FileTest, CollectsSortedWithoutRepeatsAndLoops) {
    fs::create_directories(path("b/c"));
    put("b/c/2.bin", "");
    put("b/1.bin", "");
    put("a.bin", "");
    fs::create_directory_symlink("..", path("b/loop"));
    fs::create_symlink("c/2.bin", path("b/0.bin"));
    fs::create_symlink("nowhere", path("b/broken"));
    Diagnostics diagnostics;
    const std::vector<std::string> given{path("b"), path("a.bin"), path("missing"), path("b/c"),
                                         path("a.bin")};
    const std::vector<std::string> expected{path("a.bin"), path("b/0.bin"), path("b/1.bin"),
                                            path("b/c/2.bin")};
    EXPECT_EQ(collect_files(given, diagnostics), expected);
    ASSERT_EQ(diagnostics.errors(), 2U);
    EXPECT_EQ(diagnostics.all()[0].place.file, path("b/broken"));
    EXPECT_EQ(diagnostics.all()[1].place.file, path("missing"));
    EXPECT_EQ(diagnostics.all()[1].message, "cannot read:  No such file or directory");
}

TEST_F(FileTest, AListingLooksAtSoManyEntriesAndNoMore) {
    fs::create_directories(path("sub"));
    for (const char* const name : {"a", "b", "c"}) put(std::string("sub/") + name, "");
    const std::vector<std::string> all{"sub/a", "sub/b", "sub/c"};
    EXPECT_EQ(list_below(root_.string(), ""), all);
    EXPECT_EQ(list_below(root_.string(), "", 4), all) << "the folder counts";
    EXPECT_EQ(list_below(root_.string(), "", 3).size(), 2U);
    EXPECT_EQ(list_below(root_.string(), "sub", 3), all);
    EXPECT_EQ(list_below(root_.string(), "sub", 2).size(), 2U);
    EXPECT_TRUE(list_below(root_.string(), "sub", 0).empty());
    EXPECT_TRUE(list_below(root_.string(), "..").empty()) << "outside of the folder";
    EXPECT_TRUE(list_below(root_.string(), "none").empty());
}

TEST_F(FileTest, WhatCannotBeOpenedForWritingIsNamed) {
    // A socket has a name in the folder, but nothing can be written there.
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string name = path("socket");
    ASSERT_LT(name.size(), sizeof address.sun_path);
    std::ranges::copy(name, address.sun_path);
    const int made = ::socket(AF_UNIX, SOCK_STREAM, 0);
    ASSERT_GE(made, 0);
    ASSERT_EQ(::bind(made, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    const auto written = write_file_atomic(name, as_bytes("x"));
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().place.file, name);
    EXPECT_EQ(written.error().message, "cannot write the file: No such device or address");
    EXPECT_TRUE(fs::is_socket(name)) << "it is still there";
    ::close(made);
}

} // namespace
