// Where a run is to stop, as somebody asked for it, and the addresses that this comes to.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "debug/expression.hpp"
#include "debug/names.hpp"
#include "program/lines.hpp"
#include "vellum/program.hpp"
#include "vellum/scheduler.hpp"

namespace vellum::debug {

enum class StopKind : std::uint8_t {
    address,  ///< an instruction
    function, ///< the beginning of a function
    line,     ///< the beginning of a source line
    event,    ///< the handlers of an event
    native,   ///< in front of the calls of a native
    answer,   ///< behind the calls of a native
    note,     ///< something the engine tells of: a state changed, a task began
    fault,    ///< in front of what fails
    watch     ///< behind what changed a value
};

/// "address", "function", …
[[nodiscard]] std::string_view to_string(StopKind kind) noexcept;

/// An instruction of a program.
struct CodePlace {
    const Program* program = nullptr;
    std::uint32_t address = 0;
    friend bool operator==(const CodePlace&, const CodePlace&) = default;
};

/// Which hits of a stop count: "5" and "= 5" the fifth, ">= 5", "> 5", "< 5", "<= 5", "% 5" every fifth.
class HitCondition {
  public:
    [[nodiscard]] static Result<HitCondition> parse(std::string_view text);
    [[nodiscard]] bool holds(std::uint64_t hit) const noexcept; ///< The first is 1.

  private:
    enum class Kind : std::uint8_t { exactly, from, above, below, up_to, every };
    Kind kind_ = Kind::exactly;
    std::uint64_t number_ = 0;
};

/// What somebody asks for.
struct StopRequest {
    StopKind kind = StopKind::address;
    std::string what; ///< Function, event, native, text of a note, expression of a watch; as written.
    std::string file; ///< Of a line, if it was said.
    const Program* program = nullptr; ///< Of an address, if it was said.
    std::uint32_t number = 0;         ///< Address or line.
    std::string condition;            ///< Empty: always.
    std::string log;                  ///< Printed instead of stopping: text with {expressions}.
    std::uint64_t ignore = 0;         ///< So many hits pass.
    std::string hits;                 ///< A HitCondition; empty: all of them.
    bool once = false;                ///< Goes away with its first stop.
    // Of a watch on memory instead of an expression.
    std::string block;       ///< Of Scheduler::memory_blocks.
    std::uint64_t first = 0; ///< Byte in it.
    std::uint32_t bytes = 0; ///< How many; 0: an expression is meant.
    static constexpr std::uint32_t most_bytes = 4096;
};

/// What became of it.
struct Stop {
    std::uint32_t number = 0; ///< By which people call it.
    StopRequest request;
    bool enabled = true;
    std::uint64_t hits = 0; ///< Times it was reached with its condition true.
    std::vector<CodePlace> places;
    std::optional<Expression> condition, watched;
    std::optional<HitCondition> hits_wanted;

    // Of a watch: whose variables the expression means, and what it was.
    std::size_t machine = 0;
    std::size_t outer_frames = 0; ///< Frames around the one it means; 0: the innermost is meant.
    bool local = false;           ///< It ends with its frame.
    std::shared_ptr<FrameNames> names;
    bool gone = false; ///< Its frame has ended.
    std::string text;  ///< Of the value; empty while it has none.
};

/// All stops of a session.
class Stops {
  public:
    /// `programs`: those the world was made of.
    Stops(const Scheduler& scheduler, std::span<const ProgramPtr> programs)
        : scheduler_(scheduler), made_of_(programs.begin(), programs.end()) {}

    /// Finds the places. Fails with `debug.place` or `debug.expression`, and says what there is instead.
    [[nodiscard]] Result<const Stop*> add(StopRequest request);
    bool remove(std::uint32_t number);
    /// New ones get higher numbers than that.
    void number_from(std::uint32_t last) noexcept { last_ = std::max(last_, last); }
    [[nodiscard]] Stop* find(std::uint32_t number);
    [[nodiscard]] std::span<const std::unique_ptr<Stop>> all() const noexcept { return list_; }
    [[nodiscard]] std::vector<const Program*> programs() const; ///< Of the world, each once.

    /// What is known of a program's lines and functions: found once, not for every stop.
    [[nodiscard]] const LineTable& lines(const Program& program) const;
    /// The function that an address lies in, with its end; null if none has it.
    [[nodiscard]] const Function* function_at(const Program& program, std::uint32_t address) const;

    /// Those at an instruction.
    [[nodiscard]] std::vector<Stop*> at(const CodePlace& place) const;
    [[nodiscard]] bool any_at(const CodePlace& place) const;
    [[nodiscard]] bool has(StopKind kind) const; ///< An enabled one of that kind.
    /// Functions with a stop in them, as Scheduler::set_stopper takes them.
    [[nodiscard]] std::vector<CodeRange> ranges() const;

  private:
    [[nodiscard]] Result<void> find_places(Stop& stop) const;
    [[nodiscard]] const std::vector<Function>& functions(const Program& program) const;
    /// Addresses of functions by all names that they have, in lower case.
    [[nodiscard]] const std::multimap<std::string, std::uint32_t>& called(const Program& program) const;

    const Scheduler& scheduler_;
    std::vector<ProgramPtr> made_of_;
    std::vector<std::unique_ptr<Stop>> list_;
    std::uint32_t last_ = 0;
    mutable std::map<const Program*, LineTable> lines_;
    mutable std::map<const Program*, std::vector<Function>> functions_;
    mutable std::map<const Program*, std::multimap<std::string, std::uint32_t>> called_;
};

/// A decimal or 0x… number that is the whole text.
[[nodiscard]] std::optional<std::uint64_t> number_of(std::string_view text);

/// A place as people write it: a function, a line ("12", "door.skrit:12"), "*0x1a", "event NAME", "native
/// NAME", "answer NAME", "state NAME", "note TEXT". `debug.place` for what is none.
[[nodiscard]] Result<StopRequest> parse_place(std::string_view text);

} // namespace vellum::debug
