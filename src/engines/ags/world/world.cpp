// A world of AGS: what it is made of, and what outsiders see of it.
#include "engines/ags/world/world.hpp"

#include <algorithm>
#include <utility>

#include "base/concat.hpp"
#include "base/number.hpp"
#include "engines/ags/format/container.hpp"

namespace vellum::ags {

namespace {

constexpr std::int64_t latest_time = 253'402'300'799; ///< The end of the year 9999.

} // namespace

Result<std::unique_ptr<Scheduler>> World::make(const Engine& engine, std::span<const ProgramPtr> programs,
                                               Host& host, const RunOptions& options) {
    auto made = std::make_unique<World>(engine, host);
    if (auto done = made->configure(options); !done) return std::unexpected(std::move(done.error()));
    if (auto done = made->add_programs(programs); !done) return std::unexpected(std::move(done.error()));
    MachineContext& context = *made;
    made->machines_.push_back(std::make_unique<Machine>(made->environment_, context, 0));
    made->states_.push_back(MachineState::idle);
    made->set_budget(options.budget);
    return std::unique_ptr<Scheduler>(std::move(made));
}

Result<void> World::configure(const RunOptions& options) {
    for (const auto& [name, value] : options.all_settings()) {
        const std::int64_t number = whole_number<std::int64_t>(value).value_or(-1);
        const bool is_number = number >= 0;
        if (name == "files")
            environment_.sandbox = value;
        else if (name == "files_limit" && is_number)
            environment_.disk.quota = static_cast<std::uint64_t>(number);
        else if (name == "seed" && is_number)
            environment_.set_random_state(static_cast<std::uint64_t>(number));
        else if (name == "time" && is_number && number <= latest_time)
            environment_.set_clock(static_cast<std::uint64_t>(number) * 1'000'000U);
        else if (name == "loop_limit" && is_number && number <= INT32_MAX)
            environment_.loop_limit = static_cast<std::uint32_t>(number);
        else if (name == "room" && is_number)
            first_room_ = number;
        else if (name == "text" && (value == "8-bit" || value == "utf-8"))
            text_mode_ = value == "utf-8" ? TextMode::utf8 : TextMode::bytes;
        else if (!read_tier(name, value, environment_.tier))
            return fail(vellum::codes::engine_option, "'" + name + "=" + value + "' is not a setting of AGS",
                        {},
                        concat("settings are files=DIRECTORY, files_limit=BYTES, seed=N, time=SECONDS, "
                               "loop_limit=N, room=N, text=8-bit|utf-8, ",
                               tier_words));
    }
    return {};
}

Result<void> World::add_programs(std::span<const ProgramPtr> programs) {
    std::vector<GameScript> scripts;
    bool utf8 = false;
    for (const ProgramPtr& program : programs) {
        if (program == nullptr || program->engine().id() != "ags")
            return fail(vellum::codes::engine_unsupported, "the program is not an AGS script");
        if (program->code() != nullptr) {
            auto script = std::static_pointer_cast<const Script>(program);
            const bool room = is_room_name(script->name());
            (room ? rooms_ : scripts).push_back({room ? "room" : "script", std::move(script)});
        } else {
            const auto& game = static_cast<const Game&>(*program);
            utf8 = utf8 || game.utf8_texts();
            if (game.parts() != nullptr && play_ == nullptr) play_ = std::make_unique<Play>(game.parts());
            for (const GameScript& script : game.scripts())
                (script.kind == "room" ? rooms_ : scripts).push_back(script);
        }
    }
    if (play_ != nullptr) {
        play_->tell = [this](std::string_view text) {
            tell(environment_.current != nullptr ? *environment_.current : *machines_[0], text);
        };
        environment_.play = play_.get();
    }
    environment_.text_mode = text_mode_.value_or(utf8 ? TextMode::utf8 : TextMode::bytes);
    for (GameScript& entry : scripts)
        if (auto added = environment_.add(std::move(entry.script), std::move(entry.kind)); !added)
            return std::unexpected(std::move(added.error()));
    if (auto linked = environment_.link(0); !linked) return linked;
    scripts_at_start_ = environment_.instances().size();
    std::sort(rooms_.begin(), rooms_.end(), [](const GameScript& a, const GameScript& b) {
        const std::int32_t left = room_number(a.script->name());
        const std::int32_t right = room_number(b.script->name());
        return left != right ? left < right : a.script->name() < b.script->name();
    });
    room_instances_.assign(rooms_.size(), not_linked);
    // Without a game around it, a room is all there is: it is linked at once, so that its errors show at
    // once.
    if (scripts_at_start_ == 0)
        for (std::size_t i = 0; i < rooms_.size(); ++i)
            if (auto loaded = load_room(i); !loaded) return std::unexpected(std::move(loaded.error()));
    // Saved games of other runs went to rooms in another order.
    if (play_ != nullptr && !environment_.sandbox.empty() && restores_games())
        for (std::size_t i = 0; i < rooms_.size(); ++i) static_cast<void>(load_room(i));
    prepare_fast();
    return {};
}

Result<std::uint32_t> World::load_room(std::size_t index) {
    if (room_instances_[index] != not_linked) return room_instances_[index];
    auto added = environment_.add(rooms_[index].script, "room");
    if (!added) return added;
    if (auto linked = environment_.link(*added); !linked) return std::unexpected(std::move(linked.error()));
    pause_asked(); // the new script may have longer runs than the others
    room_instances_[index] = *added;
    linked_rooms_.push_back(static_cast<std::uint32_t>(index));
    return added;
}

void World::set_budget(const Budget& budget) {
    Scheduler::set_budget(budget);
    environment_.pool().set_limit(budget.memory != 0 ? budget.memory : Pool::default_limit);
    environment_.most_calls =
        budget.call_depth != 0 ? std::min(budget.call_depth, most_call_records) : most_call_records;
}

void World::prepare_fast() {
    environment_.prepare_fast();
    environment_.count_new_scripts();
    stops_changed();
}

bool World::count_executions(bool on) {
    environment_.count_executions(on);
    return true;
}

std::vector<ExecutionCounts> World::execution_counts() const {
    std::vector<ExecutionCounts> all;
    for (const Instance& script : environment_.instances())
        if (!script.executed.empty()) all.push_back({script.script.get(), environment_.executions(script)});
    return all;
}

std::uint64_t World::look_after() {
    if (sampler() == nullptr) return MachineContext::look_after();
    const std::uint64_t now = instructions();
    if (next_sample_ > now + between_samples || next_sample_ == 0) next_sample_ = now + between_samples;
    return std::max<std::uint64_t>(next_sample_ > now ? next_sample_ - now : 0, 1);
}

void World::looked(Machine& machine) {
    if (sampler() == nullptr || instructions() < next_sample_) return;
    next_sample_ = instructions() + between_samples;
    sampler()->sample(*this, machine.number());
}

void World::stops_changed() {
    environment_.plant(stopper() == nullptr ? std::span<const CodeRange>() : stop_ranges());
}

void World::pause_asked() {
    for (const auto& machine : machines_) machine->look_up();
}

bool World::finished() const {
    if (play_ != nullptr && play_->state.over_now) return true;
    if (!state_.queue.empty()) return false;
    for (const auto& machine : machines_)
        if (machine->active()) return false;
    return std::none_of(
        environment_.instances().begin(), environment_.instances().end(), [this](const Instance& instance) {
            return is_current(instance) && (instance.functions.contains("repeatedly_execute") ||
                                            instance.functions.contains("room_RepExec") ||
                                            instance.functions.contains("repeatedly_execute_always") ||
                                            instance.functions.contains("late_repeatedly_execute_always"));
        });
}

MachineInfo World::machine(std::size_t index) const {
    const Machine& machine = *machines_[index];
    MachineInfo info;
    info.name = index == 0 ? "main" : "callback " + std::to_string(index);
    info.state = states_[index];
    info.instructions = machine.executed;
    info.frames = machine.frames();
    return info;
}

const Program& World::program(std::size_t index) const {
    const std::vector<Instance>& instances = environment_.instances();
    const Machine& machine = *machines_[index];
    const std::size_t number = machine.active() ? machine.instance : instances.size() - 1;
    return *instances[number].script;
}

const Program& World::frame_program(std::size_t index, std::size_t frame) const {
    const std::vector<Machine::OpenFrame> frames = machines_[index]->open_frames();
    if (frame >= frames.size()) return program(index);
    return *environment_.instances()[frames[frame].instance].script;
}

std::uint64_t World::instructions() const {
    std::uint64_t total = 0;
    for (const auto& machine : machines_) total += machine->executed;
    return total;
}

void World::tell(Machine& machine, std::string_view text) {
    if (observer() != nullptr) observer()->note(*this, machine.number(), text);
}

bool World::step(Machine& machine, std::uint32_t step, bool outermost) {
    const Instance& instance = environment_.instances()[machine.instance];
    const vellum::Step told{*this, machine.number(), instance.steps[step].word, step, machine.stack.count};
    if (stop_wanted(told) && outermost && entered_ == 1) return true;
    if (observer() != nullptr && observer()->wants_steps()) observer()->step(told);
    return false;
}

void World::take_counts(Observer* told) {
    for (const Callee& callee : environment_.callees()) {
        const std::uint64_t calls = std::exchange(callee.calls, 0);
        if (calls != 0 && told != nullptr) told->called(*this, callee.key(), calls);
    }
}

void World::native(Machine& machine, const Callee& callee, const Call& call) {
    if (observer() != nullptr)
        observer()->native(
            {*this, machine.number(), callee.key(), call, callee.native.stand_in, callee.native.signature});
}

void World::disposed(std::uint64_t host_id) {
    const std::string owner(environment_.host().object_class(ObjectId{host_id}));
    if (owner.empty()) return;
    const Native native = environment_.host().resolve({NativeKind::method, owner, "~", 0});
    if (!native || native.stand_in) return;
    Call call;
    call.receiver = ObjectId{host_id};
    call.scheduler = scheduler();
    native(call);
    use(call.work / work_per_instruction);
}

std::string World::object_name(ObjectId object) const { return environment_.stand_in_name(object.id); }

/// Once for each script that has only the slow form, when the game starts or the script's room is entered.
void World::tell_slow_scripts() {
    if (observer() == nullptr) return;
    for (; slow_told_ < environment_.slow().size(); ++slow_told_) {
        const Environment::Slow& slow = environment_.slow()[slow_told_];
        tell(*machines_[0], environment_.instances()[slow.instance].script->name() +
                                " runs one instruction at a time: " + slow.reason);
    }
}

} // namespace vellum::ags
