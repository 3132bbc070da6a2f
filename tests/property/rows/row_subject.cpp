#include "row_subject.hpp"

#include <algorithm>
#include <bit>
#include <set>

#include <gtest/gtest.h>

#include "base/hash.hpp"
#include "vellum/hosts.hpp"
#include "vellum/observer.hpp"

namespace vellum::test {
namespace {

constexpr std::uint64_t most_instructions = 100'000;

/// The natives of the programs; what they were shown stands in the record.
class Natives final : public Library {
  public:
    explicit Natives(const RowSubject& subject) : Library("rows") {
        variadic("see", [](Call& call) { call.result = Value(static_cast<std::int32_t>(call.size())); });
        variadic("change", [](Call& call) { // what is written back must keep its bits
            for (std::size_t i = 0; i < call.size(); ++i)
                if (call[i].is(Type::real)) call[i] = Value(std::bit_cast<float>(0xFFC12345U));
        });
        variadic("make", [&subject](Call& call) { call.result = subject.answer("make"); });
    }
};

/// Which rows were executed, and which of them to the end.
class Rows final : public Observer {
  public:
    explicit Rows(const isa::Code& code) : code_(code) {}
    [[nodiscard]] bool wants_steps() const override { return true; }
    void step(const Step& step) override {
        flush();
        const std::ptrdiff_t at = code_.at(step.address);
        if (at >= 0) last_ = code_.instructions[static_cast<std::size_t>(at)].row;
    }
    void fault(const Scheduler&, const Fault&) override { last_ = none; }
    void flush() {
        if (last_ != none) done.insert(last_);
        last_ = none;
    }
    std::set<std::size_t> done;

  private:
    static constexpr std::size_t none = SIZE_MAX;
    const isa::Code& code_;
    std::size_t last_ = none;
};

struct Outcome {
    std::string story;
    std::uint64_t instructions = 0;
    bool fast = false;
};

Outcome run(RowSubject& subject, const ProgramPtr& program, std::uint64_t piece, Rows* rows) {
    Outcome outcome;
    Natives natives(subject);
    StandInHost stand_in(&natives, nullptr);
    HostLog log;
    RecordingHost host(stand_in, log);
    auto world = subject.world(program, host, piece);
    if (world == nullptr) return {"no world", 0, false};
    if (rows != nullptr) world->add_observer(*rows);
    outcome.fast = subject.is_fast(*world);
    std::string faults;
    const auto take_faults = [&] {
        for (const Fault& fault : world->take_faults()) faults += format(fault) + "\n";
    };
    subject.start(*world, piece);
    for (int pieces = 0; subject.stopped(*world) && pieces < 3000; ++pieces) {
        take_faults();
        const auto saved = world->snapshot();
        if (!saved) return {"cannot be saved: " + format(saved.error()), 0, false};
        auto fresh = subject.world(program, host, piece);
        if (const auto restored = fresh->restore(*saved); !restored)
            return {"cannot be restored: " + format(restored.error()), 0, false};
        world = std::move(fresh);
        subject.go_on(*world, piece);
    }
    if (rows != nullptr) rows->flush();
    log.natives.clear(); // each of the fresh worlds asks for them
    log.objects.clear();
    take_faults();
    outcome.story = log.to_jsonl() + faults;
    outcome.instructions = world->instructions();
    outcome.story += std::to_string(outcome.instructions) + " instructions\n" + subject.end(*world);
    return outcome;
}

} // namespace

std::unique_ptr<Scheduler> RowSubject::world(const ProgramPtr& program, Host& host, std::uint64_t) {
    RunOptions options;
    options.settings = form_;
    options.budget.instructions = most_instructions;
    options.budget.memory = 1U << 24U;
    Diagnostics diagnostics;
    auto made = engine_.runtime().instantiate({&program, 1}, host, options, diagnostics);
    EXPECT_TRUE(made) << (made ? "" : format(made.error()));
    return made ? std::move(*made) : nullptr;
}

std::string RowSubject::end(Scheduler& world) const {
    const auto saved = world.snapshot();
    return saved ? std::to_string(hash64(*saved)) : format(saved.error());
}

Value RowSubject::answer(std::string_view) const { return {}; }

void hold_rows(RowSubject& subject, std::uint64_t tries) {
    Random random(setting("VELLUM_SEED", 1));
    tries = setting("VELLUM_ROW_CASES", tries);
    const std::span<const NeverSeen> never = subject.never_seen();
    std::set<std::size_t> done;
    for (std::size_t r = 0; r < subject.table().rows.size(); ++r) {
        const isa::Row& row = subject.table().rows[r];
        const auto excused = std::ranges::find(never, row.mnemonic, &NeverSeen::mnemonic);
        const auto wanted = [&] { return excused == never.end() && !done.contains(r); };
        // Many operands are of a wrong type: tries go on until the instruction is executed to its end.
        for (std::uint64_t i = 0; i < tries || (wanted() && i < 100 * tries); ++i) {
            const std::string text = subject.program(row, random);
            if (text.empty()) break;
            Diagnostics diagnostics;
            const auto made = subject.engine().format().assemble(text, {"rows", {}}, diagnostics);
            ASSERT_TRUE(made) << row.mnemonic << ": " << (made ? "" : format(made.error())) << "\n" << text;
            const ProgramPtr& program = *made;
            Rows rows(*program->code());
            const Outcome precise = run(subject, program, 0, &rows);
            if (i >= tries && !rows.done.contains(r)) continue;
            const Outcome fast = run(subject, program, 0, nullptr);
            ASSERT_EQ(fast.story, precise.story) << row.mnemonic << ", fast and precise\n" << text;
            const std::uint64_t piece = 1 + precise.instructions / 30 + random.below(precise.instructions);
            const Outcome pieces = run(subject, program, piece, nullptr);
            ASSERT_EQ(pieces.story, precise.story)
                << row.mnemonic << ", restored after every " << piece << " instructions\n"
                << text;
            for (const RowSubject::Settings& form : subject.other_forms()) {
                subject.set_form(form);
                const Outcome other = run(subject, program, 0, nullptr);
                subject.set_form({});
                ASSERT_EQ(other.story, precise.story)
                    << row.mnemonic << ", " << form.front().second << " and precise\n"
                    << text;
            }
            if (fast.fast) done.merge(rows.done);
        }
        if (excused == never.end())
            EXPECT_TRUE(done.contains(r))
                << row.mnemonic << " was never executed to its end in the fast form";
    }
    for (std::size_t r = 0; r < subject.table().rows.size(); ++r) {
        const auto excused = std::ranges::find(never, subject.table().rows[r].mnemonic, &NeverSeen::mnemonic);
        if (excused != never.end())
            EXPECT_FALSE(done.contains(r))
                << excused->mnemonic << " was executed, against: " << excused->reason;
    }
}

} // namespace vellum::test
