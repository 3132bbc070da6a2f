// The way back into archives and containers: the same for every command that changes one.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/tools.hpp"

namespace vellum::tools {

/// A file as it will be: the container itself, or another part of it.
struct ChangedFile {
    std::string beside; ///< Name of the part; empty for the container itself.
    std::shared_ptr<const ByteSource> bytes;
};

/// A file that is made anew, alone.
[[nodiscard]] ChangedFile changed_file(std::vector<std::byte> bytes);

/// An archive with some of its members changed, read again and compared with what was asked for: one file.
[[nodiscard]] Result<std::vector<ChangedFile>> put_back(const archives::Archive& archive,
                                                        std::span<const archives::Change> changes);

/// A container with some of its members changed, read again and compared with what was asked for. Gives the
/// parts that change, and last the container itself. `path` is what it was opened as.
[[nodiscard]] Result<std::vector<ChangedFile>> put_back(const OpenedFile& opened, const std::string& path,
                                                        std::span<const archives::Change> changes);

} // namespace vellum::tools
