// `this` and `vm`: what scripts may ask of their object and of the machine that runs them.
#include <algorithm>
#include <cmath>
#include <limits>

#include "engines/skrit/codes.hpp"
#include "engines/skrit/listing/documents.hpp"
#include "engines/skrit/natives/families.hpp"
#include "engines/skrit/world/dump.hpp"

namespace vellum::skrit {

namespace {

/// The object a call is about; commands run in one that has no number.
Object* target(World& world, Call& call) {
    Object* running = world.running_object();
    if (running != nullptr && running->id == call.receiver.id) return running;
    Object* object = world.find(call.receiver.id);
    if (object == nullptr) refuse(world, call, codes::run_null, "null pointer");
    return object;
}

std::string_view state_name(const Object& object, std::uint32_t state) {
    return state < object.unit().states.size() ? std::string_view(object.unit().states[state].name)
                                               : std::string_view();
}

std::int32_t state_number(std::uint32_t state) {
    return state == none ? -1 : static_cast<std::int32_t>(state);
}

Timer* timer_of(Call& call, Object& object, std::int32_t id) {
    call.charge(object.timers.size());
    const auto found = std::ranges::find(object.timers, id, &Timer::id);
    return found == object.timers.end() ? nullptr : &*found;
}

void make_timer(World& world, Call& call, std::int32_t id, double amount, bool frames) {
    Object* object = target(world, call);
    if (object == nullptr) return;
    if (!(amount >= 0)) amount = 0; // negative or no number: due with the next update
    call.charge(object->timers.size());
    std::erase_if(object->timers, [&](const Timer& timer) { return timer.id == id; });
    if (object->timers.size() >= world.bounds().timers)
        return refuse(world, call, codes::run_timers, "too many timers");
    if (!world.memory_for(2 * sizeof(Timer)))
        return refuse(world, call, codes::run_memory, "the scripts hold more memory than the host allows");
    object->timers.push_back({id, amount, amount, 1, false, frames, world.next_serial()});
}

constexpr std::int32_t first_timer = 1000;

std::int32_t new_timer_id(World& world, Call& call) {
    Object* object = target(world, call);
    if (object == nullptr) return 0;
    const auto take = [object] { // ids begin anew behind the largest, which a damaged save may hold
        const std::int32_t id = object->next_timer;
        object->next_timer = id == std::numeric_limits<std::int32_t>::max() ? first_timer : id + 1;
        return id;
    };
    std::int32_t id = take();
    while (timer_of(call, *object, id) != nullptr) id = take();
    return id;
}

std::int32_t integer(const Call& call, std::size_t index) { return vellum::detail::to_integer(call[index]); }
double real(const Call& call, std::size_t index) {
    return static_cast<double>(vellum::detail::to_real(call[index]));
}

#define SWITCH(name, member)                                                                                 \
    {"skritobject.get" name "/0",                                                                            \
     [](World& world, Call& call) {                                                                          \
         if (const Object* object = target(world, call)) call.result = object->trace.member;                 \
     }},                                                                                                     \
    {                                                                                                        \
        "skritobject.set" name "/1", [](World& world, Call& call) {                                          \
            if (Object* object = target(world, call))                                                        \
                object->trace.member = vellum::detail::to_boolean(call[0]);                                  \
        }                                                                                                    \
    }

constexpr BuiltInRow object_rows[] = {
    {"skritobject.getname/0",
     [](World& world, Call& call) {
         if (const Object* object = target(world, call)) call.result = Value(String(object->name));
     }},
    {"skritobject.getcurrentstate/0",
     [](World& world, Call& call) {
         if (const Object* object = target(world, call)) call.result = state_number(object->state);
     }},
    {"skritobject.getpendingstate/0",
     [](World& world, Call& call) {
         if (const Object* object = target(world, call)) call.result = state_number(object->pending);
     }},
    {"skritobject.getcurrentstatename/0",
     [](World& world, Call& call) {
         if (const Object* object = target(world, call))
             call.result = Value(String(state_name(*object, object->state)));
     }},
    {"skritobject.getpendingstatename/0",
     [](World& world, Call& call) {
         if (const Object* object = target(world, call))
             call.result = Value(String(state_name(*object, object->pending)));
     }},
    {"skritobject.isstatechangepending/0",
     [](World& world, Call& call) {
         if (const Object* object = target(world, call)) call.result = object->pending != none;
     }},
    {"skritobject.getstatename/1",
     [](World& world, Call& call) {
         if (const Object* object = target(world, call))
             call.result = Value(String(state_name(*object, static_cast<std::uint32_t>(integer(call, 0)))));
     }},
    {"skritobject.getpollperiod/0",
     [](World& world, Call& call) {
         if (const Object* object = target(world, call))
             call.result = static_cast<float>(object->poll_period);
     }},
    {"skritobject.setpollperiod/1",
     [](World& world, Call& call) {
         Object* object = target(world, call);
         if (object == nullptr) return;
         object->poll_period = std::max(0.0, real(call, 0));
         object->poll_frames = false;
     }},
    {"skritobject.createtimer/2",
     [](World& world, Call& call) { make_timer(world, call, integer(call, 0), real(call, 1), false); }},
    {"skritobject.createtimer/1",
     [](World& world, Call& call) {
         const std::int32_t id = new_timer_id(world, call);
         make_timer(world, call, id, real(call, 0), false);
         call.result = id;
     }},
    {"skritobject.createframetimer/2",
     [](World& world, Call& call) {
         make_timer(world, call, integer(call, 0), static_cast<double>(integer(call, 1)), true);
     }},
    {"skritobject.createframetimer/1",
     [](World& world, Call& call) {
         const std::int32_t id = new_timer_id(world, call);
         make_timer(world, call, id, static_cast<double>(integer(call, 0)), true);
         call.result = id;
     }},
    {"skritobject.destroytimer/1",
     [](World& world, Call& call) {
         if (Object* object = target(world, call); object != nullptr && call.charge(object->timers.size()))
             std::erase_if(object->timers, [&](const Timer& timer) { return timer.id == integer(call, 0); });
     }},
    {"skritobject.settimerrepeatcount/2",
     [](World& world, Call& call) {
         Object* object = target(world, call);
         if (object == nullptr) return;
         const std::int32_t count = integer(call, 1);
         call.charge(object->timers.size());
         if (count == 0)
             std::erase_if(object->timers, [&](const Timer& timer) { return timer.id == integer(call, 0); });
         else if (Timer* timer = timer_of(call, *object, integer(call, 0)))
             timer->repeats = std::max(count, -1);
     }},
    {"skritobject.settimerglobal/2",
     [](World& world, Call& call) {
         if (Object* object = target(world, call))
             if (Timer* timer = timer_of(call, *object, integer(call, 0)))
                 timer->global = vellum::detail::to_boolean(call[1]);
     }},
    {"skritobject.addtimerseconds/2",
     [](World& world, Call& call) {
         call.result = 0.0F;
         if (Object* object = target(world, call))
             if (Timer* timer = timer_of(call, *object, integer(call, 0))) {
                 timer->left += real(call, 1);
                 if (std::isnan(timer->left)) timer->left = 0; // due with the next update
                 call.result = static_cast<float>(timer->left);
             }
     }},
    {"skritobject.resettimerseconds/2",
     [](World& world, Call& call) {
         if (Object* object = target(world, call))
             if (Timer* timer = timer_of(call, *object, integer(call, 0)))
                 timer->left = std::max(0.0, real(call, 1));
     }},
    {"skritobject.setnewtimerseconds/2",
     [](World& world, Call& call) {
         if (Object* object = target(world, call))
             if (Timer* timer = timer_of(call, *object, integer(call, 0)))
                 timer->left = timer->period = std::max(0.0, real(call, 1));
     }},
    {"skritobject.dump/0",
     [](World& world, Call& call) {
         if (const Object* object = target(world, call)) say(world, dump_object(world, *object));
     }},
    {"skritobject.disassemble/0",
     [](World& world, Call& call) {
         if (const Object* object = target(world, call)) say(world, list_unit(object->unit()));
     }},
    {"skritobject.dumpstatemachine/0",
     [](World& world, Call& call) {
         if (const Object* object = target(world, call))
             say(world, state_machine_text(object->unit(), &world.exports()));
     }},
    {"skritobject.generatedocs/0",
     [](World& world, Call& call) {
         if (const Object* object = target(world, call)) say(world, unit_documents(object->unit()));
     }},
    SWITCH("traceevents", events),
    SWITCH("traceopcodes", opcodes),
    SWITCH("traceskritcalls", calls),
    SWITCH("tracestatechanges", states),
    SWITCH("tracesyscalls", natives),
    {"skritmachine.getcurrentline/0",
     [](World& world, Call& call) {
         const std::vector<Frame> frames = running_frames(world);
         call.result = frames.empty() ? 0 : static_cast<std::int32_t>(frames.front().line);
     }},
    {"skritmachine.getsourcefile/0",
     [](World& world, Call& call) {
         const std::vector<Frame> frames = running_frames(world);
         call.result = Value(String(frames.empty() ? std::string() : frames.front().source));
     }},
    {"skritmachine.getlocation/0",
     [](World& world, Call& call) {
         const std::vector<Frame> frames = running_frames(world);
         call.result = Value(String(frames.empty() ? std::string() : place_text(frames.front())));
     }},
    {"skritmachine.disassemblecurrent/0",
     [](World& world, Call&) {
         const Machine* machine = world.running();
         if (machine != nullptr && machine->invocation().code != nullptr)
             say(world, World::listing_around(*machine->invocation().code->unit, machine->instruction()));
     }},
};
#undef SWITCH

} // namespace

std::span<const BuiltInRow> object_natives() { return object_rows; }

} // namespace vellum::skrit
