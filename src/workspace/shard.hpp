// Parts of a list, for several machines.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "vellum/workspace.hpp"

namespace vellum {

/// One of `of` parts, from 1.
struct Shard {
    std::uint32_t part = 1, of = 1;

    /// Reads "2/8"; nothing if that is no part.
    [[nodiscard]] static std::optional<Shard> read(std::string_view text);
    /// Whether the part has a node. That depends on the content of the file or member alone, on its size and
    /// first 64 KiB: files stay in their part when others come and go, and equal ones are in one part. What
    /// cannot be read is in a part by its name.
    [[nodiscard]] bool has(const Workspace& workspace, const Node& node) const;
};

} // namespace vellum
