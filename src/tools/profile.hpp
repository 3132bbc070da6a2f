// Where a run spent its instructions and its time, in source terms, and the forms in which people and other
// programs read that. A value: who collects it is elsewhere (workspace/run/profiler.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vellum {
class JsonWriter;
}

namespace vellum::tools {

struct Profile {
    struct Line {
        std::uint32_t line = 0; ///< From 1; 0: no line of the source.
        std::uint64_t instructions = 0;
    };
    struct Function {
        std::string script; ///< The program's name.
        std::string name;
        std::string file;               ///< Of the source; the script's name if there is none.
        std::uint32_t line = 0;         ///< Where its first instruction comes from; 0: unknown.
        std::uint64_t instructions = 0; ///< Its own.
        std::uint64_t calls = 0;        ///< How often it began.
        double seconds = 0;             ///< Its own, those of natives it called included.
        std::vector<Line> lines;        ///< By line.
    };
    struct Native {
        std::string name;
        std::uint64_t calls = 0;
    };
    /// Calls of one function by another, by the place of the call.
    struct Call {
        std::size_t caller = 0, callee = 0; ///< In `functions`.
        std::uint32_t line = 0;             ///< Of the call; 0: unknown.
        std::uint64_t times = 0;
    };
    /// Functions that were open together, outermost first, and what the innermost spent meanwhile. How a
    /// function's instructions divide into its stacks is estimated by samples; their sum is exact.
    struct Stack {
        std::vector<std::size_t> functions; ///< In `functions`.
        std::uint64_t instructions = 0;
    };
    std::uint64_t instructions = 0;  ///< Of the run: the sum of all functions.
    double seconds = 0;              ///< Of the run: the same.
    bool counted = false;            ///< The engine has counted; otherwise an observer slowed the run down.
    std::vector<Function> functions; ///< Most instructions first.
    std::vector<Native> natives;     ///< Most calls first.
    std::vector<Call> calls;
    std::vector<Stack> stacks;
};

/// For people: functions, lines and natives, at most `rows` of each (0: all).
[[nodiscard]] std::string profile_table(const Profile& profile, std::size_t rows);
/// Members of an object that was begun.
void write_json(JsonWriter& json, const Profile& profile);
/// A picture: a flame graph of the stacks, as wide as their instructions.
[[nodiscard]] std::string flame_graph(const Profile& profile, std::string_view title);
/// The format of Valgrind's callgrind, which KCachegrind reads.
[[nodiscard]] std::string to_callgrind(const Profile& profile);
/// The file format of https://www.speedscope.app: a sampled profile of the stacks.
[[nodiscard]] std::string to_speedscope(const Profile& profile, std::string_view title);

/// The forms by name: "text", "svg", "callgrind", "speedscope"; JSON is `write_json`.
enum class ProfileFormat : std::uint8_t { text, svg, callgrind, speedscope };
[[nodiscard]] std::optional<ProfileFormat> profile_format(std::string_view name) noexcept;
/// `rows` of the table's parts, see profile_table.
[[nodiscard]] std::string profile_text(const Profile& profile, ProfileFormat format, std::string_view title,
                                       std::size_t rows = 0);

} // namespace vellum::tools
