// The list of diagnostic codes for catalogues.
#include "engines/ff7/codes.hpp"

namespace vellum::ff7::codes {

namespace {
constexpr const DiagnosticCode* list[] = {
    &too_short,         &size,         &entry_zero,   &table_order,   &table_duplicate,
    &table_hole,        &table_unused, &entry_ip,     &entry_lost,    &entry_kind,
    &first_word,        &runs_off,     &jump_target,  &stack_depth,   &stack_borrowed,
    &stack_across_wait, &never_loaded, &call_missing, &wide_constant, &no_wait,
    &table_rules,       &unknown_code, &overflow,     &underflow,     &budget,
    &code_end,          &frames_full,  &pool_full,    &native_failed, &odd_word,
    &bank_range,        &write_place,  &not_loaded,   &system_moved,  &nothing_active,
    &rewind_other,      &self_removed, &ride_full,    &layer_range,   &plan,
    &data_file,         &edition,      &text};
} // namespace

std::span<const DiagnosticCode* const> all() noexcept { return list; }

} // namespace vellum::ff7::codes
