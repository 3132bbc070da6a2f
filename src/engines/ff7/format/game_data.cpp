#include "engines/ff7/format/game_data.hpp"

#include <set>
#include <utility>

#include "base/bytes.hpp"
#include "base/encoding.hpp"
#include "base/escape.hpp"
#include "engines/ff7/codes.hpp"
#include "engines/ff7/format/script.hpp"
#include "engines/ff7/isa/isa.hpp"
#include "vellum/ff7.hpp"

namespace vellum::ff7 {

namespace {

constexpr std::size_t scenario_size = 12, scenarios = 2, field_in_scenario = 6;
constexpr std::size_t largest_field_table = 64 * scenarios * scenario_size;
constexpr std::size_t name_size = 32;

class Reader {
  public:
    Reader(const FileSystem& files, Diagnostics& diagnostics) : files_(files), diagnostics_(diagnostics) {}

    std::shared_ptr<const GameData> run(std::string_view script) {
        if (auto bytes = read("mes"))
            if (auto messages = kept(Messages::read(std::move(*bytes), edition_of(script)), "mes")) {
                data_->messages = std::move(*messages);
                found_ = true;
            }
        if (const auto bytes = read("field.tbl")) fields(*bytes);
        if (const auto bytes = read("maplist")) names(*bytes);
        if (const auto number = map_number(script)) {
            const std::string map = "wm" + std::to_string(*number) + ".map";
            if (auto bytes = read(map))
                if (auto terrain = kept(Terrain::read(std::move(*bytes)), map)) {
                    data_->terrain = std::move(*terrain);
                    found_ = true;
                }
        }
        return found_ ? data_ : nullptr;
    }

  private:
    std::optional<std::vector<std::byte>> read(std::string_view name) const {
        auto bytes = files_.read(name);
        return bytes ? std::optional(std::move(*bytes)) : std::nullopt;
    }

    template <class T> std::optional<T> kept(Result<T>&& made, std::string_view file) {
        if (made) return std::move(*made);
        made.error().place.file = file;
        made.error().severity = Severity::warning;
        diagnostics_.add(std::move(made.error()));
        return std::nullopt;
    }

    void fields(std::span<const std::byte> bytes) {
        if (bytes.size() > largest_field_table || bytes.size() % (scenarios * scenario_size) != 0) {
            static_cast<void>(kept<int>(
                fail(codes::data_file, "a table of fields has up to 64 records of 24 bytes"), "field.tbl"));
            return;
        }
        for (std::size_t at = 0; at < bytes.size(); at += scenario_size)
            data_->fields.push_back(load_u16(&bytes[at + field_in_scenario]));
        found_ = found_ || !data_->fields.empty();
    }

    void names(std::span<const std::byte> bytes) {
        if (bytes.size() < 2 || bytes.size() < 2 + load_u16(bytes.data()) * name_size) {
            static_cast<void>(
                kept<int>(fail(codes::data_file, "a list of fields is shorter than its length"), "maplist"));
            return;
        }
        for (std::size_t i = 0; i < load_u16(bytes.data()); ++i) {
            const std::string_view text = as_text(bytes.subspan(2 + i * name_size, name_size));
            data_->names.push_back(escape_control(text.substr(0, text.find('\0'))));
        }
    }

    const FileSystem& files_;
    Diagnostics& diagnostics_;
    std::shared_ptr<GameData> data_ = std::make_shared<GameData>();
    bool found_ = false;
};

} // namespace

std::optional<std::int32_t> map_number(std::string_view script) noexcept {
    const std::string_view file = script.substr(script.find_last_of("/\\!") + 1);
    if (!file.starts_with("wm") || file.size() < 4 || file[3] != '.') return std::nullopt;
    const char digit = file[2];
    if (digit != '0' && digit != '2' && digit != '3') return std::nullopt;
    return digit - '0';
}

std::string GameData::message(std::uint32_t number) const {
    constexpr std::size_t longest = 72;
    if (!messages || number >= messages->size()) return {};
    std::string text = messages->text(number);
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 3)
        text.replace(at, 1, " / ");
    if (text.size() > longest) {
        std::size_t cut = longest;
        while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80U) --cut; // whole characters
        text.resize(cut);
        text += "…";
    }
    return "\"" + escape_control(text, Keep::nothing) + "\"";
}

std::string GameData::field(std::uint32_t record, std::uint32_t scenario) const {
    const std::size_t index = (std::size_t{record} - 1) * scenarios + scenario;
    if (record == 0 || scenario >= scenarios || index >= fields.size()) return {};
    std::string text = "field " + std::to_string(fields[index]);
    if (fields[index] < names.size() && !names[fields[index]].empty()) text += " " + names[fields[index]];
    return text;
}

std::string GameData::ground(std::uint32_t mesh_x, std::uint32_t mesh_z, std::uint32_t trigger) const {
    if (!terrain) return {};
    const auto triangles = terrain->mesh(mesh_x, mesh_z);
    if (!triangles) return {};
    std::set<std::string_view> kinds, regions;
    for (const Triangle& one : *triangles)
        if (one.script == trigger + 3) {
            kinds.insert(terrain_name(one.terrain));
            regions.insert(region_name(one.region));
        }
    std::string text;
    const auto list = [&](const std::set<std::string_view>& names) {
        std::string_view between;
        for (const std::string_view name : names)
            if (!name.empty()) {
                text += between;
                text += name;
                between = ", ";
            }
    };
    list(kinds);
    if (!text.empty() && !regions.empty() && !regions.rbegin()->empty()) text += "; ";
    list(regions);
    return text;
}

std::string ground_of(const GameData* data, std::uint16_t id) {
    const FunctionId function = FunctionId::from(id);
    if (data == nullptr || function.kind != FunctionKind::mesh) return {};
    constexpr auto columns = static_cast<std::uint32_t>(mesh_columns);
    return data->ground(function.owner % columns, function.owner / columns, function.function);
}

std::size_t taken_constants(std::uint16_t opcode) noexcept {
    switch (opcode) {
    case code::set_message: return 1;
    case code::set_prompt: return 3;
    case code::enter_field: return 2;
    default: return 0;
    }
}

std::string data_comment(const GameData& data, std::uint16_t opcode, std::span<const std::uint32_t> taken) {
    return opcode == code::enter_field ? data.field(taken[0], taken[1]) : data.message(taken[0]);
}

std::shared_ptr<const GameData> read_game_data(const FileSystem* files, std::string_view script,
                                               Diagnostics& diagnostics) {
    return files == nullptr ? nullptr : Reader(*files, diagnostics).run(script);
}

} // namespace vellum::ff7
