// Runs a compiled skrit hard and says what is wrong, if anything: every event it handles and every function
// without parameters is called over some frames, once in the usual loop, once in the loop for observers of
// single steps, once in machine code and once interrupted by saving and restoring into a fresh world. All of
// them must end in the same state. Or once straight and once paused after every so many instructions, in the
// loop and in machine code, which nobody may notice, not even if each time a fresh world goes on from a
// snapshot. Shared by tests and fuzz targets; no test framework here.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engines/skrit/engine.hpp"
#include "engines/skrit/machine/native/native.hpp"
#include "engines/skrit/unit/unit.hpp"
#include "engines/skrit/world/world.hpp"
#include "vellum/engine.hpp"
#include "vellum/hosts.hpp"
#include "vellum/observer.hpp"

namespace vellum::test {

class SkritJudge {
  public:
    /// What was seen of the last run, for tests that expect something.
    struct Seen {
        std::uint64_t instructions = 0;
        std::size_t faults = 0, events = 0, machines = 0, pauses = 0;
        std::size_t compiled = 0; ///< Functions, to machine code.
        std::string last_fault;
    };

    explicit SkritJudge(ProgramPtr program, std::uint64_t instructions = 20'000)
        : program_(std::move(program)), unit_(skrit::unit_of(*program_)), instructions_(instructions) {}

    /// Empty, or what is wrong.
    std::string run(int frames, int saved_after) {
        if (unit_ == nullptr) return "the program is not a skrit";
        Run plain(*this);
        Hearing heard(false);
        plain.listen(heard);
        std::vector<std::byte> middle;
        std::string problem = plain.begin();
        for (int i = 0; problem.empty() && i < frames; ++i) {
            if (i == saved_after) problem = save(plain, middle);
            if (problem.empty()) plain.frame(i);
        }
        std::vector<std::byte> end;
        if (problem.empty()) problem = save(plain, end);
        if (!problem.empty()) return problem;
        seen_.instructions = plain.world->instructions();
        seen_.faults = plain.world->faults().size();
        seen_.machines = plain.world->machine_count();
        if (!plain.world->faults().empty()) seen_.last_fault = format(plain.world->faults().back());

        Run stepped(*this);
        Steps steps;
        if (stepped.world == nullptr) return "a second world cannot be made";
        stepped.world->add_observer(steps);
        problem = stepped.begin();
        for (int i = 0; i < frames; ++i) stepped.frame(i);
        std::vector<std::byte> other;
        if (problem.empty()) problem = save(stepped, other);
        if (!problem.empty()) return problem;
        if (other != end) return "single steps and the usual loop end differently";

        Run native(*this, "native");
        Hearing heard_native(false);
        native.listen(heard_native);
        problem = native.begin();
        for (int i = 0; problem.empty() && i < frames; ++i) {
            if (i == saved_after) problem = save(native, other);
            if (i == saved_after && problem.empty() && other != middle)
                return "machine code and the usual loop are saved differently";
            native.frame(i);
        }
        if (problem.empty()) problem = save(native, other);
        if (!problem.empty()) return problem;
        if (heard_native.text != heard.text)
            return "machine code is heard otherwise:\n" + heard_native.text + "\n-- not\n" + heard.text;
        if (native.world->instructions() != seen_.instructions) return "machine code counts otherwise";
        if (other != end) return "machine code and the usual loop end differently";
        seen_.compiled += native.compiled();

        if (saved_after < 0 || saved_after >= frames) return {};
        Run restored(*this);
        if (restored.world == nullptr) return "a third world cannot be made";
        if (const Result<void> done = restored.world->restore(middle); !done)
            return "what was saved cannot be restored: " + format(done.error());
        problem = save(restored, other);
        if (problem.empty() && other != middle) return "a restored world is saved differently";
        for (int i = saved_after; i < frames; ++i) restored.frame(i);
        if (problem.empty()) problem = save(restored, other);
        if (problem.empty() && other != end) return "a restored world goes on differently";
        return problem;
    }

    /// Empty, or what is different when the world is paused after every `every` instructions; with `moves`
    /// another world goes on after each pause.
    std::string run_paused(int frames, std::uint64_t every, bool steps = false, bool moves = false) {
        if (unit_ == nullptr) return "the program is not a skrit";
        std::string heard[3];
        std::vector<std::byte> end[3];
        for (const std::size_t way : {0U, 1U, 2U}) {
            Run run(*this, way == 2 ? "native" : "fast");
            if (way != 0) run.every = every;
            run.moves = moves;
            Hearing hearing(steps);
            run.listen(hearing);
            if (std::string problem = run.begin(); !problem.empty()) return problem;
            for (int i = 0; i < frames; ++i) run.frame(i);
            if (!run.problem.empty()) return run.problem;
            if (std::string problem = save(run, end[way]); !problem.empty()) return problem;
            heard[way] = std::move(hearing.text) + std::to_string(run.world->instructions());
        }
        for (const std::size_t way : {1U, 2U}) {
            const std::string name = way == 1 ? "a paused world" : "a paused world of machine code";
            if (heard[0] != heard[way])
                return name + " is heard otherwise:\n" + heard[way] + "\n-- not\n" + heard[0];
            if (end[0] != end[way]) return name + " ends differently";
        }
        return {};
    }

    [[nodiscard]] const Seen& seen() const { return seen_; }

  private:
    /// Everything an observer is told, as text.
    struct Hearing final : Observer {
        explicit Hearing(bool steps) : steps_(steps) {}
        [[nodiscard]] bool wants_steps() const override { return steps_; }
        void step(const Step& step) override {
            text += std::to_string(step.machine) + "@" + std::to_string(step.address) + "/" +
                    std::to_string(step.depth) + "\n";
        }
        void native(const NativeStep& step) override {
            text += "asks " + std::string(step.key.owner) + "." + std::string(step.key.name) + "\n";
        }
        void event(const Scheduler&, std::uint32_t machine, std::string_view name, std::span<const Value>,
                   std::string_view outcome) override {
            text += std::to_string(machine) + " " + std::string(name) + ": " + std::string(outcome) + "\n";
        }
        void note(const Scheduler&, std::uint32_t machine, std::string_view note) override {
            text += std::to_string(machine) + " " + std::string(note) + "\n";
        }
        void fault(const Scheduler&, const Fault& fault) override { text += format(fault) + "\n"; }
        std::string text;

      private:
        bool steps_;
    };
    struct Steps final : Observer {
        [[nodiscard]] bool wants_steps() const override { return true; }
    };

    struct Run {
        explicit Run(SkritJudge& judge, const char* tier = "fast")
            : judge(judge), tier(tier), host(nullptr, nullptr), world(fresh()) {}

        std::unique_ptr<Scheduler> fresh() {
            RunOptions options;
            options.budget.instructions = judge.instructions_;
            options.budget.memory = 16U << 20U;
            options.budget.call_depth = 60;
            options.settings = {{"tier", tier}, {"native_after", "1"}};
            Diagnostics diagnostics;
            const ProgramPtr programs[] = {judge.program_};
            auto made = skrit::engine().runtime().instantiate(programs, host, options, diagnostics);
            return made ? std::move(*made) : nullptr;
        }
        void listen(Observer& observer) {
            listener = &observer;
            if (world != nullptr) world->add_observer(observer);
        }

        std::string begin() {
            if (world == nullptr) return "no world can be made";
            whole([&] { world->start(); });
            return {};
        }

        /// Does it with all pauses that fall inside.
        template <class Action> void whole(const Action& action) {
            if (every == 0) return action();
            const auto paused = [this] { return static_cast<skrit::World*>(world.get()); };
            paused()->pause_after(every);
            action();
            for (; paused()->paused(); ++judge.seen_.pauses) {
                if (paused()->inspect().empty()) return; // whoever waits for the end hears of it
                if (moves) move();
                if (!problem.empty()) return;
                paused()->pause_after(every);
                paused()->resume();
            }
        }

        /// Another world goes on.
        void move() {
            std::vector<std::byte> bytes, again;
            problem = save(*this, bytes);
            if (!problem.empty()) return;
            std::unique_ptr<Scheduler> next = fresh();
            if (const Result<void> done = next->restore(bytes); !done) {
                problem = "a paused world cannot be restored: " + format(done.error());
                return;
            }
            world = std::move(next);
            if (listener != nullptr) world->add_observer(*listener);
            problem = save(*this, again);
            if (problem.empty() && bytes != again)
                problem = "a paused world that was restored is saved differently";
        }

        void frame(int number) {
            const skrit::Unit& unit = *judge.unit_;
            for (const skrit::UnitEvent& event : unit.events) {
                Event sent{event.name, {}};
                for (const skrit::TypeIndex type : event.parameters)
                    sent.values.push_back(value(unit.types[type].kind, number));
                whole([&] { static_cast<void>(world->send(sent)); });
                ++judge.seen_.events;
            }
            for (const skrit::UnitFunction& function : unit.functions_table)
                if (function.kind == skrit::FunctionKind::function && function.parameters.empty())
                    static_cast<void>(world->call(function.name, {}));
            whole([&] { world->frame(number % 3 == 0 ? 0.25F : 1.5F); });
        }

        static Value value(skrit::TypeKind kind, int number) {
            switch (kind) {
            case skrit::TypeKind::boolean: return Value(number % 2 == 0);
            case skrit::TypeKind::real: return Value(static_cast<float>(number) * 0.5F);
            case skrit::TypeKind::string: return Value(String("text " + std::to_string(number)));
            case skrit::TypeKind::pointer:
            case skrit::TypeKind::managed:
            case skrit::TypeKind::value: return Value(ObjectId{static_cast<std::uint64_t>(number)});
            default: return Value(number);
            }
        }

        /// Functions with machine code.
        [[nodiscard]] std::size_t compiled() const {
            std::set<const skrit::NativeCode*> codes;
            for (const skrit::Object* object : static_cast<const skrit::World&>(*world).objects())
                if (object != nullptr && object->implementation->code.native != nullptr)
                    codes.insert(object->implementation->code.native.get());
            std::size_t count = 0;
            for (const skrit::NativeCode* code : codes)
                for (const void* const start : code->table) count += start != nullptr ? 1 : 0;
            return count;
        }

        SkritJudge& judge;
        const char* tier;
        StandInHost host;
        std::unique_ptr<Scheduler> world;
        std::uint64_t every = 0;
        bool moves = false;
        Observer* listener = nullptr;
        std::string problem;
    };

    static std::string save(const Run& run, std::vector<std::byte>& bytes) {
        Result<std::vector<std::byte>> saved = run.world->snapshot();
        if (!saved) return "the world cannot be saved: " + format(saved.error());
        bytes = std::move(*saved);
        return {};
    }

    ProgramPtr program_;
    const skrit::Unit* unit_;
    std::uint64_t instructions_;
    Seen seen_;
};

} // namespace vellum::test
