// Members of a room, main data or a packed game replaced by others of any length.
#pragma once

#include <memory>

#include "archives/names.hpp"

namespace vellum::ags {

class Container;

/// The container's source with those members changed; all else keeps its bytes. Scripts must be script
/// blocks, or nothing would find them again. Fails with archive.change where the file has no way to say what
/// is asked.
[[nodiscard]] Result<std::shared_ptr<const ByteSource>>
replace(const Container& container, std::shared_ptr<const ByteSource> source, const archives::Plan& plan);

} // namespace vellum::ags
