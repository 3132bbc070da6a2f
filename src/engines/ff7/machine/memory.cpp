// Values that are not constants: bits, bytes and words of the banks, special values, the target of WRITE, and
// the records in the save block that keep positions. All addresses are checked; what lies outside reads as 0.
#include "engines/ff7/codes.hpp"
#include "engines/ff7/machine/camera.hpp"
#include "engines/ff7/machine/interpreter.hpp"

namespace vellum::ff7 {

namespace {

constexpr std::uint32_t record_count = 6; // of positions

constexpr unsigned class_bit = 0x114, class_byte = 0x118, class_word = 0x11C, class_constant = 0x110;

/// Sets a flag for as long as it lives: a game that is asked about a value may start functions on the running
/// context, which take effect after the instruction.
class Evaluating {
  public:
    explicit Evaluating(bool& flag) : flag_(flag), before_(flag) { flag_ = true; }
    Evaluating(const Evaluating&) = delete;
    Evaluating& operator=(const Evaluating&) = delete;
    ~Evaluating() { flag_ = before_; }

  private:
    bool& flag_;
    bool before_;
};

/// Record that a model's position is kept in, or record_count.
std::uint32_t record_of(std::uint8_t model) noexcept {
    switch (model) {
    case 0:
    case 1:
    case 2: return 0;
    case 4: return 1;
    case 5:
    case 19: return 2;
    case 3:
    case 6: return 3;
    case 13: return 4;
    case 10:
    case 11:
    case 29: return 5;
    default: return record_count;
    }
}

} // namespace

std::uint8_t Interpreter::read_save(std::uint32_t address) {
    if (address >= save_size) return 0;
    if (own_save_) return state.save[address];
    const Evaluating asking(evaluating_);
    return game_.read_save(world_, address);
}

void Interpreter::write_save(std::uint32_t address, std::uint8_t value) {
    if (address >= save_size) return;
    if (own_save_) {
        state.save[address] = value;
        return;
    }
    const Evaluating asking(evaluating_);
    game_.write_save(world_, address, value);
}

std::uint8_t Interpreter::bank_byte(unsigned bank, std::uint32_t address) {
    if (address >= (bank == 0 ? save_size : temporary_size)) {
        warn(codes::bank_range, 2, "reads outside the memory bank: 0");
        return 0;
    }
    return bank == 0 ? read_save(address) : state.temporary[address];
}

void Interpreter::write_bank(unsigned bank, std::uint32_t address, std::uint8_t value) {
    if (address >= (bank == 0 ? save_size : temporary_size)) {
        warn(codes::bank_range, 3, "writes outside the memory bank: ignored");
        return;
    }
    if (bank == 0)
        write_save(address, value);
    else
        state.temporary[address] = value;
}

std::int32_t Interpreter::evaluate_place(const StackSlot& slot) {
    const unsigned bank = slot.tag & 3U;
    const auto address = static_cast<std::uint32_t>(slot.value);
    if (bank == 3) {
        const Evaluating asking(evaluating_);
        return special(address);
    }
    // What most conditions ask for: something inside a bank that is kept here.
    if (bank != 0 || own_save_) {
        const std::uint8_t* const bytes = bank == 0 ? state.save.data() : state.temporary.data();
        const std::uint32_t size = bank == 0 ? save_size : temporary_size;
        const unsigned what = slot.tag & ~3U;
        if (what == class_bit && address >> 3U < size) return (bytes[address >> 3U] >> (address & 7U)) & 1;
        if (what == class_byte && address < size) return bytes[address];
        if (what == class_word && address < size && (address & 1U) == 0) // sizes are even
            return static_cast<std::int16_t>(bytes[address] | bytes[address + 1] << 8U);
    }
    switch (slot.tag & ~3U) {
    case class_constant: return slot.value;
    case class_bit: return (bank_byte(bank, address >> 3U) >> (address & 7U)) & 1;
    case class_byte: return bank_byte(bank, address);
    case class_word: {
        if ((address & 1U) != 0) warn(codes::odd_word, 4, "reads a word at an odd address");
        const unsigned low = bank_byte(bank, address);
        const unsigned high = bank_byte(bank, address + 1);
        return static_cast<std::int16_t>(static_cast<std::uint16_t>(low | high << 8U));
    }
    default: return 0;
    }
}

void Interpreter::write_place(const StackSlot& place, std::int32_t value) {
    const unsigned bank = place.tag & 3U; // 1, 2 and 3 are all the temporary bank when written to
    const auto address = static_cast<std::uint32_t>(place.value);
    switch (place.tag & ~3U) {
    case class_bit: {
        const std::uint32_t at = address >> 3U;
        if (at >= (bank == 0 ? save_size : temporary_size)) {
            warn(codes::bank_range, 3, "writes outside the memory bank: ignored");
            return;
        }
        const unsigned mask = 1U << (address & 7U);
        const unsigned old = bank_byte(bank, at);
        write_bank(bank, at, static_cast<std::uint8_t>(value != 0 ? old | mask : old & ~mask));
        return;
    }
    case class_byte: write_bank(bank, address, static_cast<std::uint8_t>(value)); return;
    case class_word:
        if ((address & 1U) != 0) warn(codes::odd_word, 4, "writes a word at an odd address");
        write_bank(bank, address, static_cast<std::uint8_t>(value));
        write_bank(bank, address + 1, static_cast<std::uint8_t>(static_cast<std::uint32_t>(value) >> 8U));
        return;
    default: warn(codes::write_place, 5, "WRITE to something other than a memory place: ignored"); return;
    }
}

std::optional<std::int32_t> Interpreter::own_special(std::uint32_t number) const {
    const Entity& active = state.entity(state.active);
    switch (number) {
    case 0: return active.position.x >> 13;
    case 1: return active.position.z >> 13;
    case 2: return active.position.x & 0x1FFF;
    case 3: return active.position.z & 0x1FFF;
    case 4: return (active.facing >> 4) & 0xFF;
    case 8: return state.player == no_entity ? 0 : state.entity(state.player).model;
    case 9:
        if (!own_save_) return std::nullopt;
        return state.save[save_place::caught_chocobo];
    case 13: return (active.terrain >> 5) & 7;
    case 15: return active.model;
    default: return std::nullopt;
    }
}

std::int32_t Interpreter::special(std::uint32_t number) {
    if (state.active == no_entity && (number <= 4 || number == 13 || number == 15)) {
        miss_active();
        return 0;
    }
    switch (number) {
    case 5: return game_.last_module(world_);
    case 6: return game_.entry_field(world_);
    case 7: return game_.map_options(world_);
    case 9: return read_save(save_place::caught_chocobo);
    case 10: return game_.battle_escaped(world_);
    case 11: return game_.marsh_side(world_);
    case 12: return game_.prompt_result(world_);
    case 14: return game_.party_leader(world_);
    case 16: return game_.random_byte(world_) & 0xFF;
    case 17:
    case 18:
    case 19:
    case 20: return game_.party_change(world_, static_cast<std::int32_t>(number));
    default: return own_special(number).value_or(0);
    }
}

void Interpreter::load_position(Entity& entity) {
    for (std::uint32_t record = 0; record < record_count; ++record) {
        const std::uint32_t at = save_place::position_records + record * 8;
        std::uint32_t first = 0, second = 0;
        for (std::uint32_t i = 0; i < 4; ++i) {
            first |= static_cast<std::uint32_t>(read_save(at + i)) << (8 * i);
            second |= static_cast<std::uint32_t>(read_save(at + 4 + i)) << (8 * i);
        }
        if (((first >> 19U) & 0x1FU) != entity.model) continue;
        entity.position.x = static_cast<std::int32_t>(first & 0x7FFFFU);
        entity.position.z = static_cast<std::int32_t>(second & 0x3FFFFU);
        entity.position.y = static_cast<std::int32_t>(second) >> 18;
        entity.previous = entity.position;
        entity.facing = entity.shown_facing = entity.move_direction =
            static_cast<std::int16_t>((first >> 24U) << 4U);
        return;
    }
}

void Interpreter::store_position(const Entity& entity) {
    const std::uint32_t record = record_of(entity.model);
    if (record == record_count || entity.hidden) return;
    const Position& place = entity.previous; // of the frame before
    const std::uint32_t first = (static_cast<std::uint32_t>(place.x) & 0x7FFFFU) |
                                static_cast<std::uint32_t>(entity.model) << 19U |
                                ((static_cast<std::uint32_t>(entity.facing) >> 4U) & 0xFFU) << 24U;
    const std::uint32_t second =
        (static_cast<std::uint32_t>(place.z) & 0x3FFFFU) | static_cast<std::uint32_t>(place.y) << 18U;
    const std::uint32_t at = save_place::position_records + record * 8;
    for (std::uint32_t i = 0; i < 4; ++i) {
        write_save(at + i, static_cast<std::uint8_t>(first >> (8 * i)));
        write_save(at + 4 + i, static_cast<std::uint8_t>(second >> (8 * i)));
    }
}

void Interpreter::load_camera() {
    constexpr std::int32_t behind = 2, under_water = 2;
    const unsigned low = read_save(save_place::camera), high = read_save(save_place::camera + 1);
    const unsigned word = low | high << 8U;
    const auto view = static_cast<std::int32_t>(word >> 12U & 3U),
               angle = static_cast<std::int32_t>(word & 0xFFFU);
    set_view(state, view < 3 ? view : 0); // the Highwind's is for taking off
    // From a field the camera looks as it does at first.
    if (angle != 0 && (game_.last_module(world_) != 0 || game_.entry_field(world_) == 0))
        state.camera.angle = state.camera.wanted_angle = angle;
    set_map_state(state, static_cast<std::int32_t>(word >> 14U));
    if (state.given.map_number == under_water) set_view(state, behind);
}

void Interpreter::store() {
    constexpr std::int32_t snow_field = 3;
    constexpr std::uint8_t highwind = 3, both = 43;
    for (EntityId id = 0; id < system_entity; ++id)
        if (state.entities[id].used) store_position(state.entities[id]);
    if (state.view() == 0 && state.given.map_number != snow_field)
        state.camera.angle = state.camera.wanted_angle = 0;
    const auto word = static_cast<std::uint32_t>(state.camera.angle & 0xFFF) |
                      static_cast<std::uint32_t>(state.map.map_options & 3) << 12U |
                      static_cast<std::uint32_t>(state.map.map_options >> 2 & 3) << 14U;
    write_save(save_place::camera, static_cast<std::uint8_t>(word));
    write_save(save_place::camera + 1, static_cast<std::uint8_t>(word >> 8U));
    write_save(save_place::map_number, static_cast<std::uint8_t>(state.given.map_number));
    if (state.player == no_entity) return;
    const std::uint8_t ridden = state.entity(state.player).model;
    const bool carries =
        ridden == highwind && state.ride_depth != 0 && is_chocobo(state.ride_stack[state.ride_depth - 1U]);
    write_save(save_place::ridden_model, carries ? both : ridden);
}

} // namespace vellum::ff7
