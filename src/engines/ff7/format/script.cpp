// Derived facts of a loaded script: decoded words, the sweep, searches and descriptions.
#include "engines/ff7/format/script.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "base/text_writer.hpp"
#include "engines/ff7/format/game_data.hpp"
#include "engines/ff7/isa/rows.hpp"
#include "engines/ff7/names/names.hpp"
#include "engines/ff7/names/places.hpp"
#include "vellum/ff7.hpp"

namespace vellum::ff7 {

FunctionId FunctionId::from(std::uint16_t id) noexcept {
    switch (id >> 14U) {
    case 0:
        return {FunctionKind::system, 0, id & 0x3FFFU}; // bits 8-13 are 0 in every file; kept if they are not
    case 1: return {FunctionKind::model, (id >> 8U) & 0x3FU, id & 0xFFU};
    case 2: return {FunctionKind::mesh, (id >> 4U) & 0x3FFU, id & 0xFU};
    default: return {FunctionKind::other, 0, id};
    }
}

std::string function_words(std::uint16_t id) {
    const FunctionId what = FunctionId::from(id);
    TextWriter out;
    switch (what.kind) {
    case FunctionKind::system:
        if (what.function > 0xFF) break;
        out.put("system ", what.function);
        return out.take();
    case FunctionKind::model: out.put("model ", what.owner, ' ', what.function); return out.take();
    case FunctionKind::mesh:
        if (what.owner >= static_cast<std::uint32_t>(mesh_columns * mesh_rows)) break;
        out.put("mesh ", what.owner % mesh_columns, ',', what.owner / mesh_columns, ',', what.function);
        return out.take();
    case FunctionKind::other: break;
    }
    out.text("id ");
    out.hex0x(id, 4);
    return out.take();
}

std::string source_words(std::uint16_t id) {
    const FunctionId what = FunctionId::from(id);
    const bool system = what.kind == FunctionKind::system && what.function <= 0xFF;
    if (!system && what.kind != FunctionKind::model) return function_words(id);
    const auto word_or = [](std::string_view word, std::uint32_t number) {
        return word.empty() ? std::to_string(number) : std::string(word);
    };
    std::string words = system ? "system " : "model " + word_or(model_word(what.owner), what.owner) + " ";
    return words += word_or(function_word(system, what.function), what.function);
}

std::string function_title(std::uint16_t id) {
    const FunctionId what = FunctionId::from(id);
    std::string title = function_words(id);
    std::string_view name;
    if (what.kind == FunctionKind::system) name = system_function_name(what.function);
    if (what.kind == FunctionKind::model) {
        title = model_words(what.owner) + " function " + std::to_string(what.function);
        name = model_function_name(what.function);
    }
    if (!name.empty()) title.append(" ").append(name);
    return title;
}

Script::~Script() = default;

namespace {

/// What the machine needs of a row, for the codes below 0x400; above, all are one row.
struct Compact {
    std::uint8_t row = 0, pops = 0, pushes = 0;
    bool exact = false; ///< The row covers several codes, so an instruction's first value tells which.
};
constexpr std::size_t compact_codes = 0x400;

constexpr auto compact_table = [] {
    std::array<Compact, compact_codes> result{};
    for (std::size_t i = 0; i < table_rows::row_count; ++i) {
        const isa::Row& row = table_rows::rows[i];
        for (std::size_t code = row.opcode; code <= row.opcode_last && code < compact_codes; ++code)
            result[code] = {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(row.stack.pops.fixed),
                            static_cast<std::uint8_t>(row.stack.pushes.fixed),
                            !row.operands.empty() && row.operands[0].kind->fields[0] == isa::Field::opcode};
    }
    return result;
}();
static_assert(table_rows::rows.back().opcode < compact_codes, "the last row begins in the table");

constexpr const Compact& compact(std::uint16_t opcode) noexcept {
    return compact_table[opcode < compact_codes ? opcode : compact_codes - 1];
}

} // namespace

void Script::decode_words() {
    const std::size_t room = std::max(words.size(), code_words);
    const Compact& zero = compact(0);
    decoded.assign(room + 1, DecodedInstruction{0, 0, zero.row, zero.pops, zero.pushes});
    decoded[room] = DecodedInstruction{0, 0, end_row, 0, 0};
    const std::uint16_t* const from = words.data();
    const std::size_t count = words.size();
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint16_t opcode = from[i];
        const Compact& row = compact(opcode);
        const std::uint16_t following = i + 1 < count ? from[i + 1] : std::uint16_t{0};
        decoded[i] = {opcode, has_operand(opcode) ? following : std::uint16_t{0}, row.row, row.pops,
                      row.pushes};
        // Jumps behind the end all lead to the one word that stands for it.
        if ((opcode == code::jump || opcode == code::jump_if_false) && following > room)
            decoded[i].operand = static_cast<std::uint16_t>(room);
    }
    if (count == room && has_operand(from[count - 1])) // no operand: as if the code had ended there
        decoded[count - 1] = decoded[room];
}

/// DecodedInstruction::outcomes of the RESET at that word. Every word of the statement, the jump's operand
/// included, must be one of the file.
std::uint8_t Script::outcomes_at(std::uint32_t reset) const noexcept {
    if (reset + 4 >= words.size() || !is_push(words[reset + 1])) return 0;
    if (words[reset + 3] == code::jump_if_false) return outcome::not_zero;
    if (reset + 7 >= words.size() || !is_push(words[reset + 3]) || words[reset + 6] != code::jump_if_false)
        return 0;
    return table_rows::definitions[decoded[reset + 5].row].outcomes;
}

void Script::sweep_code() {
    used_words = static_cast<std::uint32_t>(words.size());
    while (used_words != 0 && words[used_words - 1] == 0) --used_words;
    sweep = {};
    sweep.table = &ff7::table();
    sweep.instructions.reserve(used_words);
    sweep.values.reserve(used_words);
    begins_.assign(std::size_t{used_words} + 2, 0);
    std::uint32_t at = 0;
    std::uint32_t values = 0;
    while (at < used_words) {
        const DecodedInstruction& word = decoded[at];
        const bool wide = has_operand(words[at]);
        if (wide && at + 1 >= words.size()) break; // a missing operand: listed as a raw word
        const std::uint32_t first = values;
        // The only operands are the code's distance in a row of several, and a word behind it: see
        // isa_rows.hpp.
        if (compact(word.opcode).exact) {
            sweep.values.push_back(
                static_cast<std::uint32_t>(word.opcode - table_rows::rows[word.row].opcode));
            ++values;
        }
        if (wide) {
            sweep.values.push_back(words[at + 1]);
            ++values;
        }
        begins_[at] = 1;
        if (word.opcode == code::reset) decoded[at].outcomes = outcomes_at(at);
        // Field by field, in place: a finished copy would be read back before its halves are stored.
        isa::Instruction& instruction = sweep.instructions.emplace_back();
        instruction.address = at;
        instruction.offset = at * 2;
        instruction.first = first;
        instruction.count = static_cast<std::uint16_t>(values - first);
        instruction.row = word.row;
        instruction.opcode = word.opcode;
        at += wide ? 2 : 1;
    }
    swept = at;
    sweep.size = swept * 2;
    used_words = std::max(used_words, swept);
}

void Script::finish() {
    decode_words();
    sweep_code();
    lookup.clear();
    for (std::size_t i = 1; i < table.size(); ++i)
        if (table[i].id != unused_id) { // nearly always an append; of equal identifiers the first stays first
            const auto place = std::upper_bound(lookup.begin(), lookup.end(), table[i],
                                                [](const Entry& a, const Entry& b) { return a.id < b.id; });
            lookup.insert(place, table[i]);
        }
    ticks.fill(0);
    for (std::size_t model = 0; model < ticks.size(); ++model)
        ticks[model] = find(model_id(static_cast<std::uint8_t>(model), 2)).value_or(0);
    system_tick = find(system_id(2)).value_or(0);
    starts_.clear();
    for (std::size_t i = 1; i < table.size(); ++i)
        if (table[i].id != unused_id && table[i].ip != 0)
            starts_.emplace_back(table[i].ip, static_cast<std::uint16_t>(i));
    std::sort(starts_.begin(), starts_.end());
}

std::optional<std::uint16_t> Script::find(std::uint16_t id) const noexcept {
    const auto found =
        std::lower_bound(lookup.begin(), lookup.end(), id,
                         [](const Entry& entry, std::uint16_t wanted) { return entry.id < wanted; });
    if (found == lookup.end() || found->id != id || found->ip == 0) return std::nullopt;
    return found->ip;
}

bool Script::is_regular() const noexcept {
    if (table[0] != Entry{0, 0}) return false;
    std::size_t i = 1;
    for (; i < table.size() && table[i].id != unused_id; ++i)
        if ((i > 1 && table[i].id <= table[i - 1].id) || !begins(table[i].ip)) return false;
    return std::all_of(table.begin() + static_cast<std::ptrdiff_t>(i), table.end(),
                       [](const Entry& entry) { return entry == Entry{}; });
}

bool Script::game_finds(std::size_t entry) const noexcept {
    // The original's search: start in the middle, halve the step, stop when it is 0.
    const std::uint16_t wanted = table[entry].id;
    std::size_t i = table.size() / 2;
    for (std::size_t step = table.size() / 4; step != 0 && table[i].id != wanted; step >>= 1U)
        i = table[i].id < wanted ? i + step : i - step;
    return i == entry;
}

std::ptrdiff_t Script::owner_of(std::uint32_t ip) const noexcept {
    auto found =
        std::upper_bound(starts_.begin(), starts_.end(), ip,
                         [](std::uint32_t wanted, const auto& start) { return wanted < start.first; });
    if (found == starts_.begin()) return -1;
    const std::uint16_t start = std::prev(found)->first;
    found = std::lower_bound(starts_.begin(), starts_.end(), start,
                             [](const auto& entry, std::uint16_t wanted) { return entry.first < wanted; });
    return found->second;
}

std::string Script::function_at(std::uint32_t ip) const {
    const std::ptrdiff_t entry = owner_of(ip);
    return entry < 0 ? std::string("code") : function_title(table[static_cast<std::size_t>(entry)].id);
}

std::optional<std::uint16_t> Script::constant_before(std::size_t index) const noexcept {
    if (index == 0 || index >= sweep.instructions.size()) return std::nullopt;
    const isa::Instruction& push = sweep.instructions[index - 1];
    if (push.opcode != code::push_const || push.count != 1) return std::nullopt;
    return static_cast<std::uint16_t>(sweep.values[push.first]);
}

std::string Script::comment_at(std::size_t index) const {
    if (data == nullptr) return {};
    const std::uint16_t opcode = sweep.instructions[index].opcode;
    const std::size_t wanted = taken_constants(opcode);
    if (wanted == 0) return {};
    std::array<std::uint32_t, 3> taken{};
    std::size_t at = index;
    for (std::size_t left = wanted; left != 0; --left) {
        // A prompt's operands stand in front of the wait for the window.
        if (at != 0 && sweep.instructions[at - 1].opcode == code::wait_window) --at;
        const auto constant = constant_before(at);
        if (!constant) return {};
        taken[left - 1] = *constant;
        --at;
    }
    return data_comment(*data, opcode, taken);
}

std::vector<Fact> Script::facts() const {
    std::size_t used = 0;
    std::size_t kinds[4] = {};
    std::set<std::uint16_t> points;
    for (std::size_t i = 1; i < table.size(); ++i) {
        if (table[i].id == unused_id) continue;
        ++used;
        ++kinds[static_cast<std::size_t>(FunctionId::from(table[i].id).kind)];
        points.insert(table[i].ip);
    }
    std::set<std::uint16_t> opcodes;
    for (const isa::Instruction& instruction : sweep.instructions) opcodes.insert(instruction.opcode);
    std::vector<Fact> facts{
        {"format", "Final Fantasy VII world map script"},
        {"table entries", table.size()},
        {"functions", used},
        {"system functions", kinds[0]},
        {"model functions", kinds[1]},
        {"mesh functions", kinds[2]},
        {"entry points", points.size()},
        {"code words", words.size()},
        {"code words used", used_words},
        {"instructions", sweep.instructions.size()},
        {"different codes", opcodes.size()},
    };
    if (kinds[3] != 0) facts.emplace_back("other functions", kinds[3]);
    if (!tail.empty()) facts.emplace_back("bytes after the code", tail.size());
    return facts;
}

std::vector<Function> Script::functions() const {
    std::vector<Function> result;
    result.reserve(starts_.size());
    for (std::size_t i = 0; i < starts_.size(); ++i) {
        const auto [ip, entry] = starts_[i];
        std::size_t next = i;
        while (next < starts_.size() && starts_[next].first == ip) ++next;
        const std::uint32_t end = next < starts_.size() ? starts_[next].first : used_words;
        static constexpr std::string_view kinds[] = {"system", "model", "mesh", "other"};
        const std::uint16_t id = table[entry].id;
        result.push_back({function_words(id), ip, std::max<std::uint32_t>(end, ip), 0,
                          std::string(kinds[static_cast<std::size_t>(FunctionId::from(id).kind)])});
        if (std::string source = source_words(id); source != result.back().name)
            result.back().also.push_back(std::move(source));
    }
    return result;
}

/// A call whose owner is not a constant: by the owner's name if it has one, and every function that it may
/// mean.
void Script::add_computed_call(std::vector<Reference>& result, std::size_t index,
                               std::uint8_t function) const {
    const std::uint32_t address = sweep.instructions[index].address;
    std::string owner = "computed";
    bool may_be_system = true; // operands from 0x40 on
    if (index != 0) {
        const isa::Instruction& before = sweep.instructions[index - 1];
        if (is_push(before.opcode) && (before.opcode & 3U) == 3U) {
            const std::uint32_t special = sweep.values[before.first + before.count - 1U];
            if (const std::string_view name = special_name(special); !name.empty()) owner = name;
            may_be_system = special != 8 && special != 14 && special != 15; // those are models
        }
    }
    result.push_back({ReferenceKind::function, owner + " " + std::to_string(function), address});
    for (const Entry& entry : lookup) {
        const FunctionId what = FunctionId::from(entry.id);
        const bool fits =
            what.function == function && entry.ip != 0 &&
            (what.kind == FunctionKind::model || (what.kind == FunctionKind::system && may_be_system));
        if (fits) result.push_back({ReferenceKind::possible_function, function_words(entry.id), address});
    }
}

/// By instruction of the sweep: the push whose place a WRITE behind it fills, in the same statement.
std::vector<bool> Script::find_written() const {
    std::vector<bool> written(sweep.instructions.size(), false);
    std::vector<std::size_t> items; // where each was pushed
    for (std::size_t i = 0; i < sweep.instructions.size(); ++i) {
        const isa::Instruction& instruction = sweep.instructions[i];
        const isa::Row& row = sweep.row(instruction);
        const std::size_t taken = row.stack.pops.fixed;
        if (instruction.opcode == code::write && items.size() >= taken)
            written[items[items.size() - taken]] = true;
        if (instruction.opcode >= code::reset && !is_push(instruction.opcode)) {
            items.clear();
            continue;
        }
        items.resize(items.size() - std::min(items.size(), taken));
        items.resize(items.size() + row.stack.pushes.fixed, i);
    }
    return written;
}

std::vector<Reference> Script::references() const {
    std::vector<Reference> result;
    const std::vector<bool> written = find_written();
    for (std::size_t i = 0; i < sweep.instructions.size(); ++i) {
        const isa::Instruction& instruction = sweep.instructions[i];
        const isa::Row& row = sweep.row(instruction);
        // The operand is the last value; an unknown push code stands in front of its own.
        const std::uint32_t value =
            instruction.count != 0 ? sweep.values[instruction.first + instruction.count - 1U] : 0;
        if (instruction.opcode > code::reset && instruction.opcode < code::jump) {
            if ((instruction.opcode & 3U) == 3U) {
                const std::string_view name = special_name(value);
                result.push_back({ReferenceKind::global,
                                  name.empty() ? "special " + std::to_string(value) : std::string(name),
                                  instruction.address});
                continue;
            }
            std::string place = place_words(instruction.opcode, value);
            if (place.empty()) continue;
            const ReferenceKind kind = written[i] ? ReferenceKind::written_global : ReferenceKind::global;
            if (const KnownPlace* const known = known_place(instruction.opcode, value); known != nullptr)
                result.push_back({kind, std::string(known->name), instruction.address});
            result.push_back({kind, std::move(place), instruction.address});
        } else if (is_call(instruction.opcode)) {
            const auto owner = constant_before(i);
            const std::uint8_t function = called_function(instruction.opcode);
            if (!owner) {
                add_computed_call(result, i, function);
                continue;
            }
            const std::uint8_t model = static_cast<std::uint8_t>(*owner);
            result.push_back({ReferenceKind::function,
                              function_words(model < 0x40 ? model_id(model, function) : system_id(function)),
                              instruction.address});
        } else if (instruction.opcode >= code::load_model)
            result.push_back({ReferenceKind::native, std::string(row.mnemonic), instruction.address});
    }
    return result;
}

bool Script::write(TextWriter&, isa::SymbolSpace, std::uint32_t) const {
    return false;
} // L_0123 is as good as it gets

} // namespace vellum::ff7
