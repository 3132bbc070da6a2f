// Files of the user's game beside a script, which say what its numbers mean: messages, fields, terrain. None
// has to be there.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engines/ff7/format/messages.hpp"
#include "engines/ff7/format/terrain.hpp"
#include "vellum/files.hpp"

namespace vellum::ff7 {

struct GameData {
    std::optional<Messages> messages;  ///< `mes`
    std::vector<std::uint16_t> fields; ///< `field.tbl`: field of a record's two scenarios, one after another.
    std::vector<std::string> names;    ///< `maplist`: of fields, by number.
    std::optional<Terrain> terrain;    ///< `wm0.map`, by the number in the script's name.

    /// The text in quotes and on one line, cut if it is long; empty if it is not known.
    [[nodiscard]] std::string message(std::uint32_t number) const;
    /// Where ENTER_FIELD leads: "field 116 md1stin"; empty if it is not known.
    [[nodiscard]] std::string field(std::uint32_t record, std::uint32_t scenario) const;
    /// What the triangles that start this function of a mesh are: "beach, grass; Junon Area". Empty if it is
    /// not known, or there are none.
    [[nodiscard]] std::string ground(std::uint32_t mesh_x, std::uint32_t mesh_z, std::uint32_t trigger) const;
};

/// The number in the name of a map's script: 2 for "folder/wm2.ev" and "world_us.lgp!wm2.ev".
[[nodiscard]] std::optional<std::int32_t> map_number(std::string_view script) noexcept;

/// The ground of a mesh function, see GameData::ground; empty for others, and if `data` is null.
[[nodiscard]] std::string ground_of(const GameData* data, std::uint16_t id);
/// How many operands `data_comment` looks at; 0 for instructions of which the files say nothing.
[[nodiscard]] std::size_t taken_constants(std::uint16_t opcode) noexcept;
/// What the files say of an instruction with these operands.
[[nodiscard]] std::string data_comment(const GameData& data, std::uint16_t opcode,
                                       std::span<const std::uint32_t> taken);

/// Null if `files` is null or has none of them. What is damaged is reported as a warning.
[[nodiscard]] std::shared_ptr<const GameData> read_game_data(const FileSystem* files, std::string_view script,
                                                             Diagnostics& diagnostics);

} // namespace vellum::ff7
