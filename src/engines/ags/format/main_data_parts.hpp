// Parts of main data that have files of their own.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engines/ags/format/main_data.hpp"
#include "engines/ags/format/text_field.hpp"

namespace vellum::ags {

/// ags.container: the main data contradicts itself at `offset`.
[[nodiscard]] std::unexpected<Diagnostic> main_data_refused(std::string why, std::uint64_t offset);

/// A list of functions for events; rooms have it too.
[[nodiscard]] EventHandlers read_events(FieldReader& in);

/// The custom properties that something has values for; rooms and their things have it too.
[[nodiscard]] Result<void> read_property_values(FieldReader& in, std::vector<PropertyValue>& values);

/// The GUIs and their controls.
[[nodiscard]] Result<void> read_guis(FieldReader& in, std::uint32_t count, MainData& data);

/// The list of extensions that begins at `at` and ends with the bytes.
[[nodiscard]] Result<void> read_extensions(std::span<const std::byte> bytes, std::uint64_t at,
                                           MainData& data);

} // namespace vellum::ags
