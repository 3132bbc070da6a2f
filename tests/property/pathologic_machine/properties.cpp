// Properties of running scripts over the samples of the repository and, where it is, the corpus: fast and
// checked loop agree, restoring at any instruction changes nothing, a record replays, damaged files do no
// harm. How many cases are run is set by VELLUM_CASES (the number of restores and, times twenty, of damaged
// files); the default is short.
#include <gtest/gtest.h>

#include "support/pathologic_judge.hpp"

namespace vellum::test {
namespace {

std::vector<std::string> samples() {
    return pathologic_files(std::string(VELLUM_SOURCE_DIR) + "/samples/pathologic");
}

/// Samples and corpus; without the corpus the samples alone.
std::vector<std::string> everything() {
    std::vector<std::string> files = samples();
    const std::vector<std::string> corpus = pathologic_files(pathologic_corpus());
    files.insert(files.end(), corpus.begin(), corpus.end());
    return files;
}

std::uint32_t cases() {
    const char* wanted = std::getenv("VELLUM_CASES");
    return wanted == nullptr ? 30 : static_cast<std::uint32_t>(std::max(1, std::atoi(wanted)));
}

pathologic::WorldOptions moderate() {
    pathologic::WorldOptions options;
    options.budget.instructions = 5'000;
    return options;
}

TEST(PathologicProperties, samples_are_there) { ASSERT_GE(samples().size(), 5U); }

TEST(PathologicProperties, fast_and_checked_loop_agree) {
    const std::vector<std::string> files = everything();
    const std::size_t stride = cases() >= 1000 ? 1 : std::max<std::size_t>(1, files.size() / 60);
    for (std::size_t i = 0; i < files.size(); i += stride) {
        const ProgramPtr program = load_pathologic_file(files[i]);
        ASSERT_NE(program, nullptr) << files[i];
        EXPECT_EQ(same_in_both_loops(program, moderate(), 40), "") << files[i];
    }
}

TEST(PathologicProperties, machine_code_and_checked_loop_agree) {
    const std::vector<std::string> files = everything();
    const std::size_t stride = cases() >= 1000 ? 1 : std::max<std::size_t>(1, files.size() / 60);
    for (std::size_t i = 0; i < files.size(); i += stride) {
        const ProgramPtr program = load_pathologic_file(files[i]);
        ASSERT_NE(program, nullptr) << files[i];
        pathologic::WorldOptions options = moderate();
        options.native = true;
        options.native_after = 1;
        EXPECT_EQ(same_in_both_loops(program, options, 40), "") << files[i];
    }
}

TEST(PathologicProperties, restoring_at_any_instruction_changes_nothing) {
    const std::vector<std::string> files = everything();
    Dice dice(2024);
    for (std::uint32_t i = 0; i < cases(); ++i) {
        const std::string& file = files[dice.below(static_cast<std::uint32_t>(files.size()))];
        const ProgramPtr program = load_pathologic_file(file);
        ASSERT_NE(program, nullptr) << file;
        PathologicRun probe(program, moderate());
        probe.world->start();
        drive(*probe.world, all_events(program, 3), 25);
        const auto total = static_cast<std::uint32_t>(probe.world->instructions());
        const std::uint64_t stop = 1 + dice.below(total + 1);
        EXPECT_EQ(same_after_restore(program, moderate(), 25, stop), "") << file << " after " << stop;
    }
}

TEST(PathologicProperties, a_record_replays) {
    const std::vector<std::string> files = everything();
    Dice dice(7);
    for (std::uint32_t i = 0; i < std::max(20U, cases() / 10); ++i) {
        const std::string& file = files[dice.below(static_cast<std::uint32_t>(files.size()))];
        const ProgramPtr program = load_pathologic_file(file);
        ASSERT_NE(program, nullptr) << file;
        const std::vector<Event> events = all_events(program, 9);

        StandInHost stand_in(nullptr, &pathologic::known_natives());
        HostLog log;
        RecordingHost recorder(stand_in, log);
        const auto recorded = pathologic::make_world(recorder, moderate());
        ASSERT_TRUE(recorded->add(program, "script").has_value());
        HashingObserver heard(false);
        recorded->add_observer(heard);
        recorded->start();
        drive(*recorded, events, 25);

        ReplayHost replay(log, &pathologic::known_natives());
        const auto replayed = pathologic::make_world(replay, moderate());
        ASSERT_TRUE(replayed->add(program, "script").has_value());
        HashingObserver heard_again(false);
        replayed->add_observer(heard_again);
        replayed->start();
        drive(*replayed, events, 25);
        EXPECT_EQ(replay.divergence(), "") << file;
        EXPECT_EQ(heard.digest(), heard_again.digest()) << file;
        EXPECT_EQ(recorded->instructions(), replayed->instructions()) << file;
    }
}

TEST(PathologicProperties, damaged_files_do_no_harm) {
    const std::vector<std::string> files = everything();
    Dice dice(99);
    std::uint32_t loaded = 0;
    for (std::uint32_t i = 0; i < cases() * 20; ++i) {
        const std::string& file = files[dice.below(static_cast<std::uint32_t>(files.size()))];
        const Result<std::vector<std::byte>> bytes = read_file(file);
        ASSERT_TRUE(bytes.has_value()) << file;
        if (bytes->size() > 40'000) continue; // the large ones say nothing new and take most of the time
        const std::vector<std::byte> copy = damaged(*bytes, dice);
        loaded += load_pathologic(copy) != nullptr ? 1 : 0;
        EXPECT_EQ(survives(copy, 2), "") << file << ", case " << i;
    }
    EXPECT_GT(loaded, cases()) << "hardly any damaged file was run";
}

TEST(PathologicProperties, damaged_snapshots_do_no_harm) {
    const std::vector<std::string> files = samples();
    Dice dice(5);
    for (std::uint32_t i = 0; i < cases() * 5; ++i) {
        const ProgramPtr program =
            load_pathologic_file(files[dice.below(static_cast<std::uint32_t>(files.size()))]);
        ASSERT_NE(program, nullptr);
        PathologicRun run(program, small_budget());
        run.world->start();
        run.world->pause_after(1 + dice.below(300));
        drive(*run.world, all_events(program, 5), 3);
        Result<std::vector<std::byte>> saved = run.world->snapshot();
        ASSERT_TRUE(saved.has_value());
        std::vector<std::byte> copy = damaged(*saved, dice);
        if (copy.size() > 8) { // with a right checksum, so that the content is what is judged
            const std::span<std::byte> all(copy);
            store_u64(copy.data() + copy.size() - 8, hash64(all.first(all.size() - 8)));
        }
        PathologicRun other(program, small_budget());
        const std::uint64_t before = state_of(*other.world);
        if (!other.world->restore(copy)) EXPECT_EQ(state_of(*other.world), before);
        drive(*other.world, all_events(program, 5), 3);
        EXPECT_EQ(explained(*other.world), "");
    }
}

TEST(PathologicCorpus, every_script_runs_200_frames_with_all_its_events) {
    const std::vector<std::string> files = pathologic_files(pathologic_corpus());
    if (files.empty()) GTEST_SKIP() << "VELLUM_CORPUS is not set or has no Pathologic scripts";
    // A script that treats a missing thing as there ends with a null object; everything else would be our
    // mistake.
    for (const std::string& file : files) {
        const ProgramPtr program = load_pathologic_file(file);
        ASSERT_NE(program, nullptr) << file;
        pathologic::WorldOptions options;
        if (cases() < 1000) options.budget.instructions = 2'000;
        PathologicRun run(program, options);
        run.world->start();
        drive(*run.world, all_events(program, 1), 200);
        for (const Fault& fault : run.world->faults())
            EXPECT_EQ(fault.code->id, "pathologic.fault-null-object") << file << "\n" << format(fault);
    }
}

} // namespace
} // namespace vellum::test
