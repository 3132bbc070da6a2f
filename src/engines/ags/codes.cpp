// The list of the engine's codes and which of them the original engine marks as the script's own mistake.
#include "engines/ags/codes.hpp"

namespace vellum::ags::codes {

namespace {
constexpr const DiagnosticCode* table[] = {
    &scom_signature,
    &scom_version,
    &scom_size,
    &scom_register,
    &scom_fixup,
    &scom_export,
    &container_format,
    &container_empty,
    &link_unresolved,
    &link_limit,
    &divide,
    &bounds,
    &null_pointer,
    &hung,
    &call_overflow,
    &host_error,
    &api_error,
    &bad_handle,
    &bad_pointer,
    &array_size,
    &stack_overflow,
    &stack_underflow,
    &not_unwound,
    &memory_access,
    &bad_call,
    &bad_instruction,
    &out_of_memory,
    &out_of_budget,
    &already_running,
    &few_parameters,
    &source_preprocessor,
    &source_script,
    &source_name,
    &source_demand,
    &source_header,
    &project_file,
    &project_dialog,
    &project_dialog_line,
    &project_plugin,
    &names_line,
    &names_script,
};
} // namespace

std::span<const DiagnosticCode* const> all() noexcept { return table; }

bool is_user_error(const DiagnosticCode& code) noexcept {
    for (const DiagnosticCode* user :
         {&divide, &bounds, &null_pointer, &hung, &call_overflow, &host_error, &api_error})
        if (user->id == code.id) return true;
    return false;
}

} // namespace vellum::ags::codes
