// The game loop. Functions that may block run on the main context one after the other; callbacks that may not
// block run on a context of their own, as the engine's forks do.
#include "engines/ags/scheduler/scheduler.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "engines/ags/codes.hpp"
#include "engines/ags/format/container.hpp"

namespace vellum::ags {

namespace {

constexpr std::uint32_t not_linked = 0xFFFFFFFF;
constexpr std::size_t most_contexts = 40;
constexpr std::size_t most_queued = 4096;
// Numbers of on_event's first parameter.
constexpr std::int32_t event_leave_room = 1;
constexpr std::int32_t event_enter_room = 2;

bool parse_number(std::string_view text, std::int64_t& value) {
    const std::from_chars_result read = std::from_chars(text.data(), text.data() + text.size(), value);
    return read.ec == std::errc() && read.ptr == text.data() + text.size() && value >= 0;
}

} // namespace

Result<std::unique_ptr<Scheduler>> GameScheduler::make(const Engine& engine,
                                                       std::span<const ProgramPtr> programs, Host& host,
                                                       const RunOptions& options) {
    auto made = std::make_unique<GameScheduler>(engine, host);
    if (auto done = made->configure(options); !done) return std::unexpected(std::move(done.error()));
    if (auto done = made->add_programs(programs); !done) return std::unexpected(std::move(done.error()));
    MachineEvents& events = *made;
    made->contexts_.push_back(std::make_unique<Context>(made->world_, events, 0));
    made->states_.push_back(MachineState::idle);
    made->set_budget(options.budget);
    return std::unique_ptr<Scheduler>(std::move(made));
}

Result<void> GameScheduler::configure(const RunOptions& options) {
    for (const auto& [name, value] : options.settings) {
        std::int64_t number = 0;
        const bool is_number = parse_number(value, number);
        if (name == "files")
            world_.sandbox = value;
        else if (name == "seed" && is_number)
            world_.set_random_state(static_cast<std::uint64_t>(number));
        else if (name == "loop_limit" && is_number && number <= INT32_MAX)
            world_.loop_limit = static_cast<std::uint32_t>(number);
        else if (name == "room" && is_number)
            first_room_ = number;
        else if (name == "tier" && (value == "precise" || value == "fast"))
            world_.fast_allowed = value == "fast";
        else if (name == "text" && (value == "8-bit" || value == "utf-8"))
            text_mode_ = value == "utf-8" ? TextMode::utf8 : TextMode::bytes;
        else
            return fail(vellum::codes::engine_option,
                        "'" + name + "=" + value + "' is no setting of the AGS engine", {},
                        "settings are files=DIRECTORY, seed=N, loop_limit=N, room=N, text=8-bit|utf-8, "
                        "tier=fast|precise");
    }
    return {};
}

Result<void> GameScheduler::add_programs(std::span<const ProgramPtr> programs) {
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
            for (const GameScript& script : game.scripts())
                (script.kind == "room" ? rooms_ : scripts).push_back(script);
        }
    }
    world_.text_mode = text_mode_.value_or(utf8 ? TextMode::utf8 : TextMode::bytes);
    for (GameScript& entry : scripts)
        if (auto added = world_.add(std::move(entry.script), std::move(entry.kind)); !added)
            return std::unexpected(std::move(added.error()));
    if (auto linked = world_.link(0); !linked) return linked;
    scripts_at_start_ = world_.instances().size();
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
    world_.prepare_fast();
    return {};
}

Result<std::uint32_t> GameScheduler::load_room(std::size_t index) {
    if (room_instances_[index] != not_linked) return room_instances_[index];
    auto added = world_.add(rooms_[index].script, "room");
    if (!added) return added;
    if (auto linked = world_.link(*added); !linked) return std::unexpected(std::move(linked.error()));
    room_instances_[index] = *added;
    linked_rooms_.push_back(static_cast<std::uint32_t>(index));
    return added;
}

void GameScheduler::set_budget(const Budget& budget) {
    Scheduler::set_budget(budget);
    world_.pool().set_limit(budget.memory != 0 ? budget.memory : Pool::default_limit);
}

// --- Running
// --------------------------------------------------------------------------------------------------------

/// Everything that is done from one call from outside on shares a budget; what natives start takes from the
/// budget of the function that called them.
class GameScheduler::Entry {
  public:
    explicit Entry(GameScheduler& game) : game_(game), outermost_(!game.entered_) {
        if (!outermost_) return;
        game_.entered_ = true;
        game_.charged_ = 0;
        game_.left_ = game_.budget().instructions != 0 ? game_.budget().instructions : default_instructions;
    }
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;
    ~Entry() {
        if (outermost_) game_.entered_ = false;
    }

  private:
    GameScheduler& game_;
    bool outermost_;
};

std::uint64_t GameScheduler::left() const {
    return world_.current != nullptr ? world_.current->remaining() : left_;
}

void GameScheduler::use(std::uint64_t instructions) {
    if (world_.current == nullptr) {
        left_ -= std::min(left_, instructions);
        charged_ += instructions;
    } else
        world_.current->work(instructions * work_per_instruction);
}

Exit GameScheduler::run(Context& context) {
    states_[context.number()] = MachineState::ready;
    const Watching watching = observer() == nullptr       ? Watching::nobody
                              : observer()->wants_steps() ? Watching::steps
                                                          : Watching::natives;
    const Exit exit = context.run(left(), watching, seconds_);
    use(context.spent());
    return exit;
}

void GameScheduler::settle(Context& context, Exit exit) {
    MachineState& state = states_[context.number()];
    switch (exit) {
    case Exit::waiting: state = MachineState::waiting; return;
    case Exit::budget: state = MachineState::exhausted; return;
    case Exit::aborted: tell(context, "the host aborted the running function"); break;
    case Exit::faulted: {
        Fault fault = context.take_fault();
        fault.machine_name = machine(context.number()).name;
        report(std::move(fault));
        break;
    }
    case Exit::finished: break;
    }
    state = exit == Exit::faulted ? MachineState::faulted : MachineState::idle;
    const Word result = context.registers[reg_ax];
    context.reset();
    context.registers[reg_ax] = result; // `call` reads it
    const bool alone =
        std::none_of(contexts_.begin(), contexts_.end(), [](const auto& other) { return other->active(); });
    if (!alone) return;
    // What the caller is about to look at stays.
    const bool keep = kind_of(result) == Tag::object;
    if (keep) world_.pool().add_reference(object_of(result));
    if (world_.pool().sweep_is_due()) {
        use(world_.pool().table_size()); // a look at each place
        world_.pool().sweep();
    }
    if (keep && world_.pool().exists(object_of(result))) --world_.pool()[object_of(result)].references;
    context.tell_disposed();
}

Result<void> GameScheduler::begin(Context& context, std::uint32_t instance, std::uint32_t export_number,
                                  std::span<const Value> arguments) {
    std::vector<Word> words(arguments.size());
    for (std::size_t i = 0; i < arguments.size(); ++i)
        if (!context.argument(arguments[i], words[i])) {
            const Fault fault = context.take_fault();
            return fail(*fault.code, fault.message);
        }
    return context.begin(instance, export_number, words);
}

Context* GameScheduler::fork() {
    for (const auto& context : contexts_)
        if (context->number() != 0 && !context->active() && !context->in_native()) return context.get();
    if (contexts_.size() >= most_contexts) return nullptr;
    const auto number = static_cast<std::uint32_t>(contexts_.size());
    MachineEvents& events = *this;
    contexts_.push_back(std::make_unique<Context>(world_, events, number));
    states_.push_back(MachineState::idle);
    return contexts_.back().get();
}

bool GameScheduler::queue(std::uint32_t instance, std::string_view function, std::vector<Value> arguments) {
    const Instance& target = world_.instances()[instance];
    const auto found = target.functions.find(std::string(function));
    if (found == target.functions.end() || queue_.size() >= most_queued) return false;
    queue_.push_back({instance, found->second, std::move(arguments)});
    return true;
}

bool GameScheduler::is_current(const Instance& instance) const {
    if (instance.kind != "room") return true;
    return room_ >= 0 && room_instances_[static_cast<std::size_t>(room_)] == instance.number;
}

std::size_t GameScheduler::queue_everywhere(std::string_view function, const std::vector<Value>& arguments) {
    std::size_t queued = 0;
    for (const Instance& instance : world_.instances())
        if (is_current(instance) && queue(instance.number, function, arguments)) ++queued;
    return queued;
}

void GameScheduler::run_queue() {
    Context& main = *contexts_[0];
    while (!queue_.empty() && !main.active() && !main.in_native() && left() != 0 && !interrupted()) {
        const Pending next = std::move(queue_.front());
        queue_.pop_front();
        if (auto begun = begin(main, next.instance, next.export_number, next.arguments); !begun) {
            Fault fault;
            fault.code = begun.error().code;
            fault.message = begun.error().message;
            fault.machine_name = "main";
            report(std::move(fault));
            continue;
        }
        settle(main, run(main));
    }
}

/// A function that had to come to its end at once did not.
void GameScheduler::fault_unfinished(Context& context, const std::string& function) {
    if (interrupted())
        context.fault(vellum::codes::run_interrupted, "the world was interrupted in " + function);
    else
        context.fault(codes::out_of_budget, "the instruction budget of " + function + " is spent");
}

void GameScheduler::run_forked(std::string_view function) {
    const std::size_t count = world_.instances().size();
    for (std::size_t i = 0; i < count; ++i) {
        const Instance& instance = world_.instances()[i];
        const auto found = instance.functions.find(std::string(function));
        if (!is_current(instance) || found == instance.functions.end()) continue;
        if (interrupted()) return;
        Context* const context = fork();
        if (context == nullptr || !begin(*context, instance.number, found->second, {})) return;
        Exit exit = run(*context);
        if (exit == Exit::waiting) {
            context->fault(codes::host_error,
                           "a blocking function was called from within " + std::string(function));
            exit = Exit::faulted;
        } else if (exit == Exit::budget) {
            fault_unfinished(*context, std::string(function));
            exit = Exit::faulted;
        }
        settle(*context, exit);
    }
}

Result<void> GameScheduler::enter_room(std::size_t index) {
    const auto number = [this](std::size_t room) {
        const std::int32_t named = room_number(rooms_[room].script->name());
        return named >= 0 ? named : static_cast<std::int32_t>(room);
    };
    if (room_ >= 0) {
        queue(room_instances_[static_cast<std::size_t>(room_)], "room_Leave", {});
        queue_everywhere("on_event",
                         {Value(event_leave_room), Value(number(static_cast<std::size_t>(room_)))});
        run_queue();
    }
    const bool fresh = room_instances_[index] == not_linked;
    auto instance = load_room(index);
    if (!instance) return std::unexpected(std::move(instance.error()));
    if (fresh) world_.prepare_fast();
    tell_slow_scripts();
    room_ = static_cast<std::int64_t>(index);
    tell(*contexts_[0], "room " + std::to_string(number(index)) + " is entered");
    queue(*instance, "room_Load", {});
    queue_everywhere("on_event", {Value(event_enter_room), Value(number(index))});
    if (fresh || !started_) queue(*instance, "room_FirstLoad", {});
    queue(*instance, "room_AfterFadeIn", {});
    run_queue();
    return {};
}

void GameScheduler::start() {
    if (started_ || interrupted()) return;
    const Entry entry(*this);
    tell_slow_scripts();
    queue_everywhere("game_start", {});
    run_queue();
    if (!rooms_.empty()) {
        std::size_t index = 0;
        for (std::size_t i = 0; i < rooms_.size(); ++i)
            if (room_number(rooms_[i].script->name()) == first_room_) index = i;
        if (auto entered = enter_room(index); !entered) {
            Fault fault;
            fault.code = entered.error().code;
            fault.message = entered.error().message;
            fault.machine_name = rooms_[index].script->name();
            report(std::move(fault));
        }
    }
    started_ = true;
}

void GameScheduler::frame(float seconds) {
    if (interrupted()) return;
    const Entry entry(*this);
    seconds_ = seconds;
    ++frames_;
    Context& main = *contexts_[0];
    if (main.in_native())
        return; // a native asks for a frame while it runs: the engine would not come back here
    run_forked("repeatedly_execute_always");
    if (main.active()) settle(main, run(main));
    run_queue();
    if (!main.active() && queue_.empty()) {
        queue_everywhere("repeatedly_execute", {});
        if (room_ >= 0) queue(room_instances_[static_cast<std::size_t>(room_)], "room_RepExec", {});
        run_queue();
    }
    run_forked("late_repeatedly_execute_always");
}

EventResult GameScheduler::send(const Event& event) {
    const Entry entry(*this);
    EventOutcome outcome = EventOutcome::no_handler;
    bool none_fits = false; // every handler takes more values: a fault each
    std::int64_t wanted = 0;
    const bool by_value =
        event.name == "room" && event.values.size() == 1 && event.values[0].is(Type::integer);
    if (by_value || event.name.starts_with("room ")) {
        if (by_value)
            wanted = event.values[0].integer();
        else if (!parse_number(std::string_view(event.name).substr(5), wanted))
            return {EventOutcome::unknown_event,
                    fail(vellum::codes::engine_event, "a room event is written 'room 12' or 'room:12'")};
        std::size_t index = rooms_.size();
        for (std::size_t i = 0; i < rooms_.size(); ++i)
            if (room_number(rooms_[i].script->name()) == wanted) index = i;
        if (index == rooms_.size())
            return {EventOutcome::no_receiver,
                    fail(vellum::codes::engine_event, "there is no room " + std::to_string(wanted))};
        if (auto entered = enter_room(index); !entered)
            return {EventOutcome::failed, std::unexpected(std::move(entered.error()))};
        outcome = EventOutcome::handled;
    } else if (const std::size_t queued = queue_everywhere(event.name, event.values); queued != 0) {
        const bool busy = contexts_[0]->active() || contexts_[0]->in_native();
        const std::size_t before = faults().size();
        run_queue();
        outcome = busy ? EventOutcome::queued : EventOutcome::handled;
        const auto refused =
            std::ranges::count(std::span(faults()).subspan(std::min(before, faults().size())),
                               &codes::few_parameters, &Fault::code);
        none_fits = std::cmp_equal(refused, queued);
    }
    const std::string_view words = to_string(outcome);
    if (observer() != nullptr) observer()->event(*this, 0, event.name, event.values, words);
    return {none_fits ? EventOutcome::wrong_count : outcome, std::string(words)};
}

CallResult GameScheduler::call(std::string_view function, std::span<const Value> arguments) {
    if (interrupted())
        return {vellum::CallOutcome::interrupted,
                fail(vellum::codes::run_interrupted, "the world is interrupted")};
    const Entry entry(*this);
    // "script/Function" looks in that script only; otherwise the script that was linked last and has it is
    // taken.
    const std::size_t slash = function.find('/');
    const std::string_view script =
        slash == std::string_view::npos ? std::string_view{} : function.substr(0, slash);
    const std::string name(slash == std::string_view::npos ? function : function.substr(slash + 1));
    const std::vector<Instance>& instances = world_.instances();
    const Instance* target = nullptr;
    std::uint32_t export_number = 0;
    for (std::size_t i = instances.size(); i-- > 0 && target == nullptr;) {
        const auto found = instances[i].functions.find(name);
        if (found == instances[i].functions.end()) continue;
        if (!script.empty() && instances[i].script->name() != script &&
            instances[i].script->section_of(1) != script)
            continue;
        target = &instances[i];
        export_number = found->second;
    }
    if (target == nullptr)
        return {vellum::CallOutcome::unknown_function,
                fail(vellum::codes::engine_function, "no script exports a function '" + name + "'")};
    Context* context = contexts_[0].get();
    if (context->active() || context->in_native()) context = fork();
    if (context == nullptr)
        return {vellum::CallOutcome::over_limit,
                fail(codes::call_overflow, "CallScriptFunction stack overflow (recursive call error?)")};
    if (auto begun = begin(*context, target->number, export_number, arguments); !begun)
        return {begun.error().code == &codes::few_parameters ? vellum::CallOutcome::wrong_count
                                                             : vellum::CallOutcome::faulted,
                std::unexpected(std::move(begun.error()))};
    const auto faulted = [this]() -> CallResult {
        const Fault& fault = faults().back();
        const bool stopped = fault.code == &vellum::codes::run_interrupted;
        return {stopped ? vellum::CallOutcome::interrupted : vellum::CallOutcome::faulted,
                fail(*fault.code, fault.message)};
    };
    const Exit exit = run(*context);
    switch (exit) {
    case Exit::budget: {
        fault_unfinished(*context, "the call");
        settle(*context, Exit::faulted);
        return faulted();
    }
    case Exit::waiting:
        settle(*context, exit);
        return {vellum::CallOutcome::unfinished,
                fail(vellum::codes::engine_function,
                     "'" + name + "' waits for a native; it goes on with the next frames")};
    case Exit::faulted: {
        settle(*context, exit);
        return faulted();
    }
    case Exit::aborted: {
        settle(*context, exit);
        return {vellum::CallOutcome::faulted, fail(codes::host_error, "the host aborted '" + name + "'")};
    }
    case Exit::finished: break;
    }
    settle(*context, exit);
    return context->result_value();
}

// --- What outsiders see
// ---------------------------------------------------------------------------------------------

bool GameScheduler::finished() const {
    if (!queue_.empty()) return false;
    for (const auto& context : contexts_)
        if (context->active()) return false;
    return std::none_of(
        world_.instances().begin(), world_.instances().end(), [this](const Instance& instance) {
            return is_current(instance) && (instance.functions.contains("repeatedly_execute") ||
                                            instance.functions.contains("room_RepExec") ||
                                            instance.functions.contains("repeatedly_execute_always") ||
                                            instance.functions.contains("late_repeatedly_execute_always"));
        });
}

MachineInfo GameScheduler::machine(std::size_t index) const {
    const Context& context = *contexts_[index];
    MachineInfo info;
    info.name = index == 0 ? "main" : "callback " + std::to_string(index);
    info.state = states_[index];
    info.instructions = context.executed;
    info.frames = context.frames();
    return info;
}

const Program& GameScheduler::program(std::size_t index) const {
    const std::vector<Instance>& instances = world_.instances();
    const Context& context = *contexts_[index];
    const std::size_t number = context.active() ? context.instance : instances.size() - 1;
    return *instances[number].script;
}

std::uint64_t GameScheduler::instructions() const {
    std::uint64_t total = 0;
    for (const auto& context : contexts_) total += context->executed;
    return total;
}

void GameScheduler::tell(Context& context, std::string_view text) {
    if (observer() != nullptr) observer()->note(*this, context.number(), text);
}

void GameScheduler::step(Context& context, std::uint32_t step) {
    if (observer() == nullptr || !observer()->wants_steps()) return;
    const Instance& instance = world_.instances()[context.instance];
    observer()->step({*this, context.number(), instance.steps[step].word, step, context.stack.count});
}

void GameScheduler::native(Context& context, const Callee& callee, const Call& call) {
    if (observer() != nullptr)
        observer()->native({*this,
                            context.number(),
                            {callee.native_kind, callee.owner, callee.name, callee.arity},
                            call,
                            callee.native.stand_in});
}

void GameScheduler::disposed(std::uint64_t host_id) {
    const std::string owner(world_.host().object_class(ObjectId{host_id}));
    if (owner.empty()) return;
    const Native native = world_.host().resolve({NativeKind::method, owner, "~", 0});
    if (!native || native.stand_in) return;
    Call call;
    call.receiver = ObjectId{host_id};
    call.scheduler = scheduler();
    native(call);
    use(call.work / work_per_instruction);
}

std::string GameScheduler::object_name(ObjectId object) const { return world_.stand_in_name(object.id); }

/// Once for each script that has only the slow form, when the game starts or the script's room is entered.
void GameScheduler::tell_slow_scripts() {
    if (observer() == nullptr) return;
    for (; slow_told_ < world_.slow().size(); ++slow_told_) {
        const World::Slow& slow = world_.slow()[slow_told_];
        tell(*contexts_[0], world_.instances()[slow.instance].script->name() +
                                " runs one instruction at a time: " + slow.reason);
    }
}

} // namespace vellum::ags
