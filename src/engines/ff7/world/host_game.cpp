// Names, signatures and the calls themselves. Arguments live on the C++ stack: a call allocates nothing.
#include "engines/ff7/world/host_game.hpp"

#include <algorithm>
#include <utility>

#include "engines/ff7/natives/orders.hpp"
#include "engines/ff7/world/world.hpp"
#include "vellum/host_binding.hpp"
#include "vellum/observer.hpp"

namespace vellum::ff7 {

namespace {

struct Description {
    Question question;
    std::string_view name;
    std::string_view parameters; ///< Names divided by blanks; `&` in front marks one that the native writes.
    Type result;
    std::string_view documentation;
};

constexpr Description question_list[] = {
    {Question::save_read, "save_read", "address", Type::integer,
     "Byte of the save block; with save_write: the block is the game's own."},
    {Question::save_write, "save_write", "address value", Type::none, "Writes a byte of the save block."},
    {Question::random_byte, "random_byte", "", Type::integer, "A random number, 0 to 255."},
    {Question::last_module, "last_module", "", Type::integer,
     "Where the player came from: 0 field, 1 battle, 2 other."},
    {Question::entry_field, "entry_field", "", Type::integer,
     "Number of the wm field the player came through, 0 none."},
    {Question::map_options, "map_options", "", Type::integer,
     "View mode (bits 0-1) and map state (bits 2-3) now."},
    {Question::battle_escaped, "battle_escaped", "", Type::integer, "1 if the last battle was escaped from."},
    {Question::marsh_side, "marsh_side", "", Type::integer, "Side from which the marsh was entered."},
    {Question::party_leader, "party_leader", "", Type::integer,
     "Model of the party's leader: 0 Cloud, 1 Tifa, 2 Cid."},
    {Question::party_change, "party_change", "which", Type::integer,
     "Who joined (17, 18) or left (19, 20): 0x20 plus the character."},
    {Question::terrain_info, "terrain_info", "x z model &terrain &script &height", Type::none,
     "The ground below a place."},
    {Question::touching, "touching", "model", Type::integer, "Model that this one touches, -1 none."},
    {Question::confirm_held, "confirm_held", "", Type::boolean, "Whether the confirm button is held."},
    {Question::window_message, "window_message", "text", Type::boolean,
     "Opens the window with a text; whether it opened."},
    {Question::window_prompt, "window_prompt", "text first last", Type::boolean,
     "Opens the window with a choice of lines; whether it opened."},
    {Question::window_open, "window_open", "", Type::boolean, "Whether the window is open."},
    {Question::prompt_result, "prompt_result", "", Type::integer,
     "Chosen line, -1 while the window is open."},
    {Question::board, "board", "model", Type::boolean, "The player wants to board; whether it does now."},
    {Question::alight, "alight", "model", Type::boolean,
     "The player wants to leave the vehicle; whether it does now."},
    {Question::chocobo_ready, "chocobo_ready", "", Type::boolean, "Whether the chocobo farm is loaded."},
    {Question::chocobo_idle, "chocobo_idle", "", Type::boolean, "Whether no farm chocobo is busy."},
    {Question::frame, "frame", "number", Type::none, "A frame begins: the game moves the player."}};
static_assert(std::size(question_list) == question_count);

consteval bool questions_stand_in_order() {
    for (std::size_t i = 0; i < question_count; ++i)
        if (question_list[i].question != static_cast<Question>(i)) return false;
    return true;
}
static_assert(questions_stand_in_order(), "a row for every question, in the order of Question");

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
        for (const OrderRow& row : order_rows)
            describe(signature_of(row.name, row.parameters, Type::none, row.documentation));
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
        orders_[i] =
            host.resolve({NativeKind::function, {}, order_rows[i].name, count_of(order_rows[i].parameters)});
}

std::string HostGame::take_failure() { return std::exchange(failure_, {}); }

void HostGame::invoke(World& world, const Native& native, std::string_view name, Call& call) {
    call.scheduler = &world;
    const EntityId running = world.state().running;
    call.machine = RunningWorld::machine_index(running == vellum::ff7::no_entity ? system_entity : running);
    auto& live = static_cast<RunningWorld&>(world); // nobody else makes a HostGame
    live.tell_held();
    native(call);
    live.charge(call.work);
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
