// Files that fail: every stream that the library opens goes through cookie functions here, which hand on as
// little as a few bytes at a time and fail at the n-th read, write or close, for every n. Reading then gives
// all or a diagnostic, writing leaves the old file or the new one and nothing beside it. Linked with
// --wrap=fopen.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "base/file.hpp"
#include "sample.hpp"
#include "vellum/hosts.hpp"

namespace {

/// What the streams do; the default is that they work.
struct Plan {
    bool active = false;
    unsigned long fail_at = 0; ///< The operation that fails, from 1; 0: none.
    std::size_t most = SIZE_MAX;
    bool short_writes = false; ///< The failing write takes some bytes first.
    unsigned long operations = 0;
};
Plan plan;

int descriptor(void* cookie) { return static_cast<int>(reinterpret_cast<std::intptr_t>(cookie)); }
bool fails() { return ++plan.operations == plan.fail_at; }

ssize_t read_some(void* cookie, char* to, std::size_t size) {
    if (fails()) {
        errno = EIO;
        return -1;
    }
    return ::read(descriptor(cookie), to, std::min(size, plan.most));
}
ssize_t write_some(void* cookie, const char* from, std::size_t size) {
    if (!fails()) return ::write(descriptor(cookie), from, size);
    const ssize_t taken = plan.short_writes ? ::write(descriptor(cookie), from, size / 2) : 0;
    errno = ENOSPC;
    return taken;
}
int close_it(void* cookie) {
    const bool broken = fails();
    ::close(descriptor(cookie));
    if (!broken) return 0;
    errno = EIO;
    return -1;
}

} // namespace

extern "C" FILE* __real_fopen(const char* path, const char* mode);  // NOLINT: the linker's name
extern "C" FILE* __wrap_fopen(const char* path, const char* mode);  // NOLINT: the linker's name
extern "C" FILE* __wrap_fopen(const char* path, const char* mode) { // NOLINT: the linker's name
    if (!plan.active) return __real_fopen(path, mode);
    int flags = O_RDONLY;
    if (mode[0] == 'w') flags = O_WRONLY | O_CREAT | (std::strchr(mode, 'x') != nullptr ? O_EXCL : O_TRUNC);
    const int file = ::open(path, flags, 0644); // NOLINT: the system's interface
    if (file < 0) return nullptr;
    return fopencookie(reinterpret_cast<void*>(static_cast<std::intptr_t>(file)), mode[0] == 'w' ? "w" : "r",
                       {.read = read_some, .write = write_some, .seek = nullptr, .close = close_it});
}

namespace vellum::hardening {
namespace {

namespace fs = std::filesystem;

class ShortIo : public testing::Test {
  protected:
    void SetUp() override {
        folder_ = fs::temp_directory_path() / ("vellum-io-" + std::to_string(::getpid()));
        fs::create_directories(folder_);
    }
    void TearDown() override {
        plan = {};
        fs::remove_all(folder_);
    }
    [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
    [[nodiscard]] std::size_t files() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
    }
    static void fail_at(unsigned long n, std::size_t most = SIZE_MAX) {
        plan = {.active = true, .fail_at = n, .most = most};
    }
    static std::vector<std::byte> content(std::size_t size, unsigned seed) {
        std::vector<std::byte> bytes(size);
        for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(i * 31U + i / 251U + seed);
        return bytes;
    }
    static void put(const std::string& file, const std::vector<std::byte>& bytes) {
        std::ofstream(file, std::ios::binary) << as_text(bytes);
    }
    static std::vector<std::byte> get(const std::string& file) {
        plan = {};
        return read_file(file).value();
    }

    fs::path folder_;
};

TEST_F(ShortIo, ReadingInSmallPiecesGivesAll) {
    for (const std::size_t size : {0U, 1U, 4095U, 4096U, 200'000U}) {
        const auto bytes = content(size, 1);
        put(path("file"), bytes);
        for (const std::size_t most : {1U, 7U, 4096U, 65'537U}) {
            if (most == 1 && size > 5000) continue;
            fail_at(0, most);
            const auto read = read_file(path("file"));
            ASSERT_TRUE(read.has_value());
            EXPECT_EQ(*read, bytes) << size << " bytes, " << most << " at a time";
        }
    }
}

TEST_F(ShortIo, ReadingThatFailsSomewhereGivesNothing) {
    const auto bytes = content(30'000, 2);
    put(path("file"), bytes);
    for (const std::size_t most : {100U, 4096U, 1U << 20U}) {
        unsigned long refused = 0;
        for (unsigned long n = 1;; ++n) {
            fail_at(n, most);
            const auto read = read_file(path("file"));
            const bool reached = plan.operations >= n;
            if (read) {
                EXPECT_EQ(*read, bytes) << "operation " << n;
                // Only closing may fail without harm: everything has been read by then.
                if (reached) continue;
                break;
            }
            ++refused;
            EXPECT_EQ(std::string(read.error().code->id), "io.read");
            EXPECT_EQ(read.error().place.file, path("file"));
            EXPECT_NE(read.error().message.find("nput/output error"), std::string::npos)
                << read.error().message;
        }
        EXPECT_GE(refused, 30'000U / std::max<std::size_t>(most, 15'000U));
    }
}

TEST_F(ShortIo, WritingThatFailsSomewhereLeavesTheOldFile) {
    const auto old = content(5000, 3);
    const auto fresh = content(70'000, 4);
    for (const bool short_writes : {false, true}) {
        put(path("file"), old);
        unsigned long refused = 0;
        for (unsigned long n = 1;; ++n) {
            fail_at(n);
            plan.short_writes = short_writes;
            const auto written = write_file_atomic(path("file"), fresh);
            const bool reached = plan.operations >= n;
            EXPECT_EQ(files(), 1U) << "something lies beside the file after operation " << n;
            if (written) {
                EXPECT_FALSE(reached) << "operation " << n << " failed and nobody said so";
                break;
            }
            ++refused;
            EXPECT_EQ(std::string(written.error().code->id), "io.write");
            EXPECT_EQ(written.error().place.file, path("file"));
            EXPECT_EQ(get(path("file")), old) << "operation " << n;
        }
        EXPECT_EQ(get(path("file")), fresh);
        EXPECT_GE(refused, 2U); // a write and the close
    }
}

std::vector<Sample> samples() {
    std::vector<Sample> all;
    for (const char* name : {"pathologic/lantern.bin", "pathologic/window.bin", "ff7/island.ev",
                             "ags/s12_functions.o", "ags/s32_managed_struct.o", "skrit/lighthouse.skrit"}) {
        const std::string file = std::string(VELLUM_SOURCE_DIR "/samples/") + name;
        all.push_back({file, read_file(file).value(), file.ends_with(".o") ? "main" : ""});
    }
    return all;
}

/// All lengths up to 600, then about 200 more.
std::size_t next_length(std::size_t length, std::size_t size) {
    return length + (length < 600 ? 1 : 1 + size / 200);
}

TEST_F(ShortIo, ScriptsThatWereCutOffAreRefusedOrTakenAsTheyAre) {
    for (Sample sample : samples()) {
        const Engine& engine = *detect_engine(sample.bytes, sample.name);
        if (sample.name.ends_with(
                ".skrit")) { // half a source may well be a source, half a compiled file is none
            Diagnostics diagnostics;
            const auto program = engine.load(sample.bytes, {sample.name, {}}, diagnostics);
            ASSERT_TRUE(program.has_value());
            sample.bytes = engine.save(**program).value();
            sample.name = "lighthouse.skc";
        }
        std::size_t refused = 0;
        for (std::size_t length = 0; length < sample.bytes.size();
             length = next_length(length, sample.bytes.size())) {
            Diagnostics diagnostics;
            const std::span<const std::byte> cut = std::span(sample.bytes).first(length);
            const auto program = engine.load(cut, {sample.name, {}}, diagnostics);
            if (!program) {
                ++refused;
                EXPECT_FALSE(program.error().message.empty());
                EXPECT_EQ(program.error().place.file, sample.name);
                continue;
            }
            const auto saved = engine.save(**program);
            ASSERT_TRUE(saved.has_value());
            EXPECT_TRUE(std::ranges::equal(*saved, cut)) << sample.name << " cut at " << length;
        }
        EXPECT_GT(refused, 50U) << sample.name;
    }
}

TEST_F(ShortIo, SnapshotsThatWereCutOffChangeNothing) {
    for (const Sample& sample : samples()) {
        const auto running = start(sample);
        ASSERT_NE(running, nullptr) << sample.name;
        const auto snapshot = running->world->snapshot();
        ASSERT_TRUE(snapshot.has_value());
        running->world->frame(0.1F);
        const auto later = running->world->snapshot();
        ASSERT_TRUE(later.has_value());
        for (std::size_t length = 0; length < snapshot->size();
             length = next_length(length, snapshot->size())) {
            const auto restored = running->world->restore(std::span(*snapshot).first(length));
            ASSERT_FALSE(restored.has_value()) << sample.name << " cut at " << length;
            EXPECT_FALSE(restored.error().message.empty());
        }
        EXPECT_EQ(running->world->snapshot().value(), *later) << sample.name;
        EXPECT_TRUE(running->world->restore(*snapshot).has_value());
        EXPECT_EQ(running->world->snapshot().value(), *snapshot) << sample.name;
    }
}

TEST_F(ShortIo, SavingAWorldWithAFailingFileKeepsTheOldSnapshot) {
    const Sample sample = samples().front();
    const auto running = start(sample);
    ASSERT_NE(running, nullptr);
    const auto first = running->world->snapshot().value();
    put(path("saved"), first);
    running->world->frame(0.1F);
    const auto second = running->world->snapshot().value();
    for (unsigned long n = 1;; ++n) {
        fail_at(n);
        const auto written = write_file_atomic(path("saved"), second);
        const auto bytes = get(path("saved"));
        EXPECT_EQ(bytes, written ? second : first);
        EXPECT_TRUE(running->world->restore(bytes).has_value());
        if (written) break;
    }
}

} // namespace
} // namespace vellum::hardening
