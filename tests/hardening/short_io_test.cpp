// Files that fail: every system call by which the library reads and writes goes through functions here, which
// hand on as little as a few bytes at a time and fail at the n-th call, for every n, or end the process there
// as if it were killed. Reading then gives all or a diagnostic, writing leaves the old file or the new one
// and nothing beside it. Linked with --wrap.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "base/file.hpp"
#include "sample.hpp"
#include "vellum/hosts.hpp"

namespace {

/// What the system calls do; the default is that they work.
struct Plan {
    bool active = false;
    unsigned long fail_at = 0; ///< The operation that fails, from 1; 0: none.
    std::size_t most = SIZE_MAX;
    bool short_writes = false; ///< The failing write takes some bytes first.
    bool kill = false;         ///< Instead of failing, the process ends there, as if it were killed.
    bool nameless = true;      ///< False: as on a system without O_TMPFILE.
    unsigned long operations = 0;
    std::string calls; ///< A letter for each.
};
Plan plan;

bool fails(char call) {
    plan.calls += call;
    if (++plan.operations != plan.fail_at) return false;
    if (plan.kill) ::_exit(9);
    return true;
}

int refuse(int error) {
    errno = error;
    return -1;
}

} // namespace

// NOLINTBEGIN: the linker's names and the system's interface
extern "C" {
ssize_t __real_read(int file, void* to, std::size_t size);
ssize_t __real_write(int file, const void* from, std::size_t size);
int __real_openat(int folder, const char* path, int flags, ...);
int __real_fsync(int file);
int __real_close(int file);
int __real_linkat(int from_folder, const char* from, int to_folder, const char* to, int flags);
int __real_renameat(int from_folder, const char* from, int to_folder, const char* to);
int __real_unlinkat(int folder, const char* path, int flags);

ssize_t __wrap_read(int file, void* to, std::size_t size) {
    if (!plan.active) return __real_read(file, to, size);
    return fails('r') ? refuse(EIO) : __real_read(file, to, std::min(size, plan.most));
}
ssize_t __wrap_write(int file, const void* from, std::size_t size) {
    if (!plan.active) return __real_write(file, from, size);
    size = std::min(size, plan.most);
    if (!fails('w')) return __real_write(file, from, size);
    if (plan.short_writes && size > 1) {
        plan.fail_at = plan.operations + 1; // the rest fails
        return __real_write(file, from, size / 2);
    }
    return refuse(ENOSPC);
}
int __wrap_openat(int folder, const char* path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    const int mode = va_arg(more, int);
    va_end(more);
    const bool nameless = (flags & O_TMPFILE) == O_TMPFILE;
    if (plan.active && nameless && !plan.nameless) return refuse(EOPNOTSUPP);
    return __real_openat(folder, path, flags, mode);
}
int __wrap_fsync(int file) { return plan.active && fails('s') ? refuse(EIO) : __real_fsync(file); }
int __wrap_close(int file) {
    const bool broken = plan.active && fails('c');
    const int result = __real_close(file);
    return broken ? refuse(EIO) : result;
}
int __wrap_linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) {
    if (plan.active && fails('l')) return refuse(EDQUOT);
    return __real_linkat(from_folder, from, to_folder, to, flags);
}
int __wrap_renameat(int from_folder, const char* from, int to_folder, const char* to) {
    if (plan.active && fails('n')) return refuse(EROFS);
    return __real_renameat(from_folder, from, to_folder, to);
}
int __wrap_unlinkat(int folder, const char* path, int flags) {
    if (plan.active) fails('u');
    return __real_unlinkat(folder, path, flags);
}
}
// NOLINTEND

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
        plan = {};
        plan.active = true;
        plan.fail_at = n;
        plan.most = most;
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
    unsigned left_over_ = 0;
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
    for (const bool nameless : {true, false})
        for (const bool short_writes : {false, true}) {
            put(path("file"), old);
            unsigned long refused = 0;
            for (unsigned long n = 1;; ++n) {
                fail_at(n, 30'000);
                plan.short_writes = short_writes;
                plan.nameless = nameless;
                const auto written = write_file_atomic(path("file"), fresh);
                const Plan did = plan;
                EXPECT_EQ(files(), 1U) << "something lies beside the file after operation " << n;
                if (written) {
                    EXPECT_EQ(get(path("file")), fresh);
                    // What comes after the new name cannot undo it: the folder is put on the disk, things
                    // are closed. A link that fails is tried by other means.
                    if (did.operations < n) break;
                    EXPECT_TRUE(std::string("scl").find(did.calls[n - 1]) != std::string::npos) << did.calls;
                    put(path("file"), old);
                    continue;
                }
                ++refused;
                EXPECT_EQ(std::string(written.error().code->id), "io.write");
                EXPECT_EQ(written.error().place.file, path("file"));
                EXPECT_EQ(get(path("file")), old) << "operation " << n;
            }
            EXPECT_GE(refused, 4U) << "writes, sync and rename";
        }
}

TEST_F(ShortIo, WhatIsReplacedIsOnTheDiskBefore) {
    for (const bool nameless : {true, false}) {
        put(path("file"), content(10, 1));
        fail_at(0);
        plan.nameless = nameless;
        ASSERT_TRUE(write_file_atomic(path("file"), content(10, 2)));
        const std::size_t synced = plan.calls.find('s'), renamed = plan.calls.find('n');
        ASSERT_NE(renamed, std::string::npos) << plan.calls;
        EXPECT_LT(synced, renamed) << plan.calls;
        EXPECT_LT(renamed, plan.calls.rfind('s')) << "the folder after it: " << plan.calls;
    }
}

TEST_F(ShortIo, AProcessThatIsKilledLeavesOneOfTheTwoFilesAndNothingBeside) {
    const auto old = content(5000, 3);
    const auto fresh = content(70'000, 4);
    for (const bool exists : {true, false}) {
        for (unsigned long n = 1;; ++n) {
            if (exists)
                put(path("file"), old);
            else
                fs::remove(path("file"));
            const pid_t child = ::fork();
            ASSERT_GE(child, 0);
            if (child == 0) {
                fail_at(n, 30'000);
                plan.kill = true;
                ::_exit(write_file_atomic(path("file"), fresh) ? 0 : 1);
            }
            int status = 0;
            ::waitpid(child, &status, 0);
            ASSERT_TRUE(WIFEXITED(status));
            ASSERT_NE(WEXITSTATUS(status), 1);
            const bool there = fs::exists(path("file"));
            EXPECT_TRUE(there || !exists) << "operation " << n;
            if (there) {
                const auto now = get(path("file"));
                EXPECT_TRUE(now == fresh || (exists && now == old)) << "half a file after operation " << n;
            }
            // To replace, the finished file needs a name for an instant, between two system calls.
            const std::size_t beside = files() - (there ? 1 : 0);
            EXPECT_LE(beside, exists ? 1U : 0U) << "operation " << n;
            if (beside != 0) {
                ++left_over_;
                EXPECT_EQ(get(path(".vellum-new0")), fresh) << "what lies beside is whole";
                fs::remove(path(".vellum-new0"));
            }
            if (WEXITSTATUS(status) == 0) break;
        }
    }
    EXPECT_EQ(left_over_, 1U) << "only between giving the name and renaming";
}

std::vector<Sample> samples() {
    std::vector<Sample> all;
    for (const char* name :
         {"../tests/data/pathologic/lantern.bin", "../tests/data/pathologic/window.bin", "ff7/island.ev",
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
            const auto program = engine.format().load(sample.bytes, {sample.name, {}}, diagnostics);
            ASSERT_TRUE(program.has_value());
            sample.bytes = (*program)->save().value();
            sample.name = "lighthouse.skc";
        }
        std::size_t refused = 0;
        for (std::size_t length = 0; length < sample.bytes.size();
             length = next_length(length, sample.bytes.size())) {
            Diagnostics diagnostics;
            const std::span<const std::byte> cut = std::span(sample.bytes).first(length);
            const auto program = engine.format().load(cut, {sample.name, {}}, diagnostics);
            if (!program) {
                ++refused;
                EXPECT_FALSE(program.error().message.empty());
                EXPECT_EQ(program.error().place.file, sample.name);
                continue;
            }
            const auto saved = (*program)->save();
            ASSERT_TRUE(saved.has_value());
            EXPECT_TRUE(std::ranges::equal(*saved, cut)) << sample.name << " cut at " << length;
        }
        EXPECT_GT(refused, 50U) << sample.name;
    }
}

TEST_F(ShortIo, CheckFindsEveryScriptThatWasCutOff) {
    for (Sample sample : samples()) {
        if (sample.name.ends_with(".skrit")) {
            const Engine& engine = *detect_engine(sample.bytes, sample.name);
            Diagnostics diagnostics;
            sample.bytes =
                (*engine.format().load(sample.bytes, {sample.name, {}}, diagnostics))->save().value();
            sample.name = "lighthouse.skc";
        }
        const Engine* const whole = detect_engine(sample.bytes, sample.name);
        for (std::size_t length = 0; length < sample.bytes.size();
             length = next_length(length, sample.bytes.size())) {
            // The one cut that is a valid script: Pathologic has empty files, which mean "no script".
            if (length == 0 && sample.name.ends_with(".bin")) continue;
            const std::span<const std::byte> cut = std::span(sample.bytes).first(length);
            const Engine* const engine = detect_engine(cut, sample.name);
            ASSERT_EQ(engine, whole) << sample.name << " cut at " << length;
            Diagnostics diagnostics;
            const auto program = engine->format().load(cut, {sample.name, {}}, diagnostics);
            if (!program) continue;
            (*program)->check(diagnostics);
            ASSERT_FALSE(diagnostics.ok()) << sample.name << " cut at " << length;
            EXPECT_EQ(diagnostics.all().front().place.offset, length);
        }
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
