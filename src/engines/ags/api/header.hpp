// The header that AGS's editor puts in front of every script, written from the table of the API.
#pragma once

#include <string>
#include <string_view>

#include "engines/ags/api/table.hpp"

namespace vellum::ags::api {

/// What the editor calls it; compiled scripts name it.
inline constexpr std::string_view header_name = "_BuiltInScriptHeader.ash";

/// The header of a release, with #ifdef for what levels and switches decide: a compilation defines
/// SCRIPT_API_v..., SCRIPT_COMPAT_v..., STRICT, STRICT_STRINGS and STRICT_AUDIO before it.
[[nodiscard]] std::string api_header(Release release);

} // namespace vellum::ags::api
