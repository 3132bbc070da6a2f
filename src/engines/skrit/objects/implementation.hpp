// What all objects of one skrit share while they run: the unit, its code bound to a world's host, the shared
// variables and the tables that lead from an event to its handlers without a search.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engines/skrit/exports/registry.hpp"
#include "engines/skrit/machine/cell.hpp"
#include "engines/skrit/machine/code.hpp"

namespace vellum::skrit {

/// Number of an event in a world. The general ones come first.
using EventId = std::uint32_t;
enum GeneralEvent : EventId {
    on_construct,
    on_destroy,
    on_load,
    on_construct_shared,
    on_destroy_shared,
    on_load_shared,
    on_enter_state,
    on_exit_state,
    on_transition_poll,
    on_timer,
    general_event_count
};

/// Names of events and their numbers, without regard to case.
class EventNames {
  public:
    EventNames();
    [[nodiscard]] EventId intern(std::string_view name);
    /// The number of a name that was mentioned before, or `none`.
    [[nodiscard]] EventId find(std::string_view name) const;
    [[nodiscard]] const std::string& name(EventId id) const { return names_[id]; }
    [[nodiscard]] std::size_t size() const noexcept { return names_.size(); }
    /// Bytes held, roughly.
    [[nodiscard]] std::uint64_t held() const noexcept { return held_; }

  private:
    std::unordered_map<std::string, EventId> ids_;
    std::vector<std::string> names_;
    std::uint64_t held_ = 0;
};

/// What a world keeps a skrit under: its resolved name without regard to case and to the kind of slashes.
[[nodiscard]] std::string implementation_key(std::string_view name);

struct Implementation {
    UnitPtr unit;
    std::string name; ///< Its key in the world's cache.
    LinkedCode code;
    std::unique_ptr<StackCell[]> shared;
    std::uint32_t objects = 0;
    bool made = false; ///< OnConstructShared was sent.

    /// Event of the unit for a world's number, or `none`.
    [[nodiscard]] std::uint32_t event(EventId id) const noexcept {
        return id < events_.size() ? events_[id] : none;
    }
    /// Handlers at object level (state `none`) or of a state, in source order: rows of Unit::handlers.
    [[nodiscard]] std::span<const std::uint32_t> handlers(std::uint32_t event,
                                                          std::uint32_t state) const noexcept {
        const std::span<const HandlerRow> rows =
            std::span(rows_).subspan(event_begin_[event], event_begin_[event + 1] - event_begin_[event]);
        for (const HandlerRow& row : rows.size() <= few ? rows : search(rows, state))
            if (row.state == state) return std::span(handlers_).subspan(row.begin, row.end - row.begin);
        return {};
    }
    /// True if some transition of the state waits for events.
    [[nodiscard]] bool waits(std::uint32_t state) const noexcept { return state != none && waits_[state]; }
    /// Where a transition's terms begin in an object's memory of static terms.
    [[nodiscard]] std::size_t term(std::uint32_t transition) const noexcept {
        return term_begin_[transition];
    }
    [[nodiscard]] std::size_t term_count() const noexcept { return term_begin_.back(); }

    /// Makes the tables from the unit. With the exports of a retail host, events that only development builds
    /// send are as if nobody handled them.
    void prepare(EventNames& names, const Exports* retail = nullptr);

    /// Bytes of the unit, its code made ready and the tables, roughly.
    [[nodiscard]] std::uint64_t footprint() const noexcept { return footprint_; }

  private:
    /// The handlers of one event in one state, or at object level.
    struct HandlerRow {
        std::uint32_t state = none;
        std::uint32_t begin = 0, end = 0; ///< In `handlers_`.
    };
    static constexpr std::size_t few = 8; ///< Up to so many rows are looked through.
    [[nodiscard]] static std::span<const HandlerRow> search(std::span<const HandlerRow> rows,
                                                            std::uint32_t state) noexcept;

    std::vector<std::uint32_t> events_;
    std::vector<std::uint32_t> handlers_;
    std::vector<HandlerRow> rows_;           ///< By event, then by state, object level first.
    std::vector<std::uint32_t> event_begin_; ///< In `rows_`.
    std::uint64_t footprint_ = 0;
    std::vector<bool> waits_;
    std::vector<std::size_t> term_begin_;
};

/// Cells of a store block.
[[nodiscard]] constexpr std::size_t cell_count(const StoreSizes& sizes) noexcept {
    return std::size_t{sizes.general} + sizes.text + sizes.handle;
}
/// Position of a variable in its block.
[[nodiscard]] std::size_t cell_of_variable(const Unit& unit, const UnitVariable& variable) noexcept;

} // namespace vellum::skrit
