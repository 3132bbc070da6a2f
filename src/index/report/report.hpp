// An index as pages that link to each other: a folder of files that a browser opens, without a server.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "index/database.hpp"

namespace vellum::index {

/// Writes a file of the report; `path` is made of letters, digits, '-', '.' and '/'.
using WritePage = std::function<Result<void>(const std::string& path, std::string_view text)>;

struct ReportOptions {
    std::string title = "Collection"; ///< Of the first page.
    /// Called with the number of scripts done. May be empty.
    std::function<void(std::size_t done, std::size_t all)> progress = {};
};

/// Writes all pages. Fails as the database or `write` does. Memory does not depend on the size of the index.
[[nodiscard]] Result<std::size_t> write_report(Database& database, const ReportOptions& options,
                                               const WritePage& write);

} // namespace vellum::index
