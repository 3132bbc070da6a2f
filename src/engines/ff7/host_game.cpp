// Names, signatures and the calls themselves. Arguments live on the C++ stack: a call allocates nothing.
#include "engines/ff7/host_game.hpp"

#include <algorithm>
#include <utility>

#include "engines/ff7/live_world.hpp"
#include "vellum/host_binding.hpp"
#include "vellum/observer.hpp"

namespace vellum::ff7 {

namespace {

struct Description {
    std::string_view name;
    std::string_view parameters; ///< Names divided by blanks; `&` in front marks one that the native writes.
    Type result;
    std::string_view documentation;
};

constexpr Description question_list[] = {
    {"save_read", "address", Type::integer,
     "Byte of the save block; with save_write: the block is the game's own."},
    {"save_write", "address value", Type::none, "Writes a byte of the save block."},
    {"random_byte", "", Type::integer, "A random number, 0 to 255."},
    {"last_module", "", Type::integer, "Where the player came from: 0 field, 1 battle, 2 other."},
    {"entry_field", "", Type::integer, "Number of the wm field the player came through, 0 none."},
    {"map_options", "", Type::integer, "View mode (bits 0-1) and map state (bits 2-3) now."},
    {"battle_escaped", "", Type::integer, "1 if the last battle was escaped from."},
    {"marsh_side", "", Type::integer, "Side from which the marsh was entered."},
    {"party_leader", "", Type::integer, "Model of the party's leader: 0 Cloud, 1 Tifa, 2 Cid."},
    {"party_change", "which", Type::integer,
     "Who joined (17, 18) or left (19, 20): 0x20 plus the character."},
    {"terrain_info", "x z model &terrain &script &height", Type::none, "The ground below a place."},
    {"touching", "model", Type::integer, "Model that this one touches, -1 none."},
    {"confirm_held", "", Type::boolean, "Whether the confirm button is held."},
    {"window_message", "text", Type::boolean, "Opens the window with a text; whether it opened."},
    {"window_prompt", "text first last", Type::boolean,
     "Opens the window with a choice of lines; whether it opened."},
    {"window_open", "", Type::boolean, "Whether the window is open."},
    {"prompt_result", "", Type::integer, "Chosen line, -1 while the window is open."},
    {"board", "model", Type::boolean, "The player wants to board; whether it does now."},
    {"alight", "model", Type::boolean, "The player wants to leave the vehicle; whether it does now."},
    {"chocobo_ready", "", Type::boolean, "Whether the chocobo farm is loaded."},
    {"chocobo_idle", "", Type::boolean, "Whether no farm chocobo is busy."},
    {"frame", "number", Type::none, "A frame begins: the game moves the player."}};
static_assert(std::size(question_list) == question_count);

/// In the order of Order; names come from there.
constexpr std::string_view order_parameters[] = {"on owner",
                                                 "x y width height",
                                                 "style fixed",
                                                 "",
                                                 "record scenario",
                                                 "field",
                                                 "scene",
                                                 "",
                                                 "",
                                                 "model",
                                                 "state model",
                                                 "",
                                                 "on",
                                                 "type",
                                                 "tint",
                                                 "",
                                                 "bits",
                                                 "progress",
                                                 "on",
                                                 "seconds",
                                                 "mode",
                                                 "direction",
                                                 "direction",
                                                 "speed",
                                                 "speed",
                                                 "speed",
                                                 "on",
                                                 "angle",
                                                 "step unused",
                                                 "step unused",
                                                 "on",
                                                 "effect model",
                                                 "layer effect interval model",
                                                 "layer",
                                                 "point red green blue outer inner",
                                                 "red green blue",
                                                 "red green blue",
                                                 "sound",
                                                 "song hold",
                                                 "volume",
                                                 "model",
                                                 "model",
                                                 "model x y z facing",
                                                 "model animation loop",
                                                 "model shown",
                                                 "model offset"};
constexpr std::string_view order_texts[] = {"Takes or gives back the controls; owner 3 is a script.",
                                            "Place and size of the window.",
                                            "Style of the window.",
                                            "Asks the window to close.",
                                            "Leaves the map to a field.",
                                            "Enters the map again as from a field.",
                                            "Starts a battle.",
                                            "Surfaces from under water.",
                                            "Puts the player where the vehicle was left.",
                                            "The chocobo runs away.",
                                            "State of a farm chocobo.",
                                            "Starts loading the chocobo farm.",
                                            "The Tiny Bronco may fly.",
                                            "Kind of chocobo.",
                                            "Tint of the submarine.",
                                            "Places the Midgar Zolom again.",
                                            "View mode and map state.",
                                            "How far the world has changed.",
                                            "Random battles are possible.",
                                            "Starts and shows a countdown.",
                                            "Camera mode.",
                                            "Direction the camera turns to.",
                                            "Turns the camera at once.",
                                            "Rotation of the camera per frame.",
                                            "Tilt of the camera per frame.",
                                            "Zoom of the camera per frame.",
                                            "Earthquake.",
                                            "The camera turns behind the player.",
                                            "The picture comes back.",
                                            "The picture fades.",
                                            "Shows the meteor.",
                                            "Plays an effect at a model.",
                                            "Repeats an effect at a model.",
                                            "Stops a repeated effect.",
                                            "Light at a point.",
                                            "Upper colour of the sky.",
                                            "Lower colour of the sky.",
                                            "Plays a sound.",
                                            "Plays a song.",
                                            "Volume of the music.",
                                            "A model appeared.",
                                            "A model went.",
                                            "Where a model is, once a frame if it changed.",
                                            "A model plays an animation.",
                                            "A model is shown or hidden.",
                                            "Height of a drawn model."};
static_assert(std::size(order_parameters) == order_count && std::size(order_texts) == order_count);

Signature signature_of(std::string_view name, std::string_view parameters, Type result,
                       std::string_view documentation) {
    Signature signature;
    signature.name = name;
    signature.result = result;
    signature.documentation = documentation;
    while (!parameters.empty()) {
        const std::size_t blank = parameters.find(' ');
        std::string_view word = parameters.substr(0, blank);
        parameters.remove_prefix(blank == std::string_view::npos ? parameters.size() : blank + 1);
        const bool out = word.starts_with('&');
        if (out) word.remove_prefix(1);
        signature.parameters.push_back(
            {std::string(word), Type::integer, out ? Direction::out : Direction::in});
    }
    return signature;
}

std::int32_t count_of(std::string_view parameters) {
    return parameters.empty()
               ? 0
               : static_cast<std::int32_t>(std::count(parameters.begin(), parameters.end(), ' ')) + 1;
}

class DescribedNatives final : public Library {
  public:
    DescribedNatives() : Library("ff7") {
        for (const Description& entry : question_list)
            describe(signature_of(entry.name, entry.parameters, entry.result, entry.documentation));
        for (std::size_t i = 0; i < order_count; ++i)
            describe(signature_of(to_string(static_cast<Order>(i)), order_parameters[i], Type::none,
                                  order_texts[i]));
    }
};

} // namespace

const Host& described_natives() {
    static const DescribedNatives natives;
    return natives;
}

HostGame::HostGame(Host& host) {
    for (std::size_t i = 0; i < question_count; ++i)
        questions_[i] = host.resolve(
            {NativeKind::function, {}, question_list[i].name, count_of(question_list[i].parameters)});
    for (std::size_t i = 0; i < order_count; ++i)
        orders_[i] = host.resolve(
            {NativeKind::function, {}, to_string(static_cast<Order>(i)), count_of(order_parameters[i])});
}

std::string HostGame::take_failure() { return std::exchange(failure_, {}); }

void HostGame::invoke(World& world, const Native& native, std::string_view name, Call& call) {
    call.scheduler = &world;
    const EntityId running = world.state().running;
    call.machine = LiveWorld::machine_index(running == vellum::ff7::no_entity ? system_entity : running);
    native(call);
    if (call.outcome == Outcome::failed && failure_.empty())
        failure_ = call.error.empty() ? "the native failed" : call.error;
    if (Observer* observer = world.observer(); observer != nullptr)
        observer->native({world,
                          call.machine,
                          {NativeKind::function, {}, name, static_cast<std::int32_t>(call.size())},
                          call,
                          native.stand_in});
}

std::int32_t HostGame::ask_host(World& world, Question question, bool truth, std::int32_t usual,
                                std::span<const std::int32_t> arguments) {
    std::array<Value, 3> values;
    std::array<Value*, 3> pointers;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        values[i] = Value(arguments[i]);
        pointers[i] = &values[i];
    }
    Call call;
    call.arguments = std::span<Value* const>(pointers.data(), arguments.size());
    const auto index = static_cast<std::size_t>(question);
    invoke(world, questions_[index], question_list[index].name, call);
    // A host script that answers nothing leaves the answer to the state.
    if (call.outcome != Outcome::done || call.result.is(Type::none)) return usual;
    return truth ? (detail::to_boolean(call.result) ? 1 : 0) : detail::to_integer(call.result);
}

std::uint8_t HostGame::read_save(World& world, std::uint32_t address) {
    return static_cast<std::uint8_t>(
        ask(world, Question::save_read, 0, {static_cast<std::int32_t>(address)}));
}

void HostGame::write_save(World& world, std::uint32_t address, std::uint8_t value) {
    static_cast<void>(ask(world, Question::save_write, 0, {static_cast<std::int32_t>(address), value}));
}

Ground HostGame::terrain_info(World& world, std::int32_t x, std::int32_t z, std::int32_t model) {
    std::array<Value, 6> values{Value(x), Value(z), Value(model), Value(0), Value(0), Value(0)};
    std::array<Value*, 6> pointers;
    for (std::size_t i = 0; i < values.size(); ++i) pointers[i] = &values[i];
    Call call;
    call.arguments = pointers;
    invoke(world, questions_[static_cast<std::size_t>(Question::terrain_info)], "terrain_info", call);
    return {detail::to_integer(values[3]), detail::to_integer(values[4]), detail::to_integer(values[5])};
}

void HostGame::controls(World& world) {
    static_cast<void>(ask(world, Question::frame, 0, {static_cast<std::int32_t>(world.state().frame)}));
}

void HostGame::order(World& world, Order order, std::span<const std::int32_t> arguments) {
    const Native& native = orders_[static_cast<std::size_t>(order)];
    if (!native || native.stand_in) return; // the state has what was ordered; nobody else wants to know
    std::array<Value, 6> values;
    std::array<Value*, 6> pointers;
    for (std::size_t i = 0; i < arguments.size() && i < values.size(); ++i) {
        values[i] = Value(arguments[i]);
        pointers[i] = &values[i];
    }
    Call call;
    call.arguments = std::span<Value* const>(pointers.data(), std::min(arguments.size(), values.size()));
    invoke(world, native, to_string(order), call);
}

} // namespace vellum::ff7
