// Output files: folders are made as needed, nothing is written twice, and what was written is read again.
#include "cli/output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/codes.hpp"
#include "base/file.hpp"
#include "cli/codes.hpp"

namespace vellum::cli {

namespace fs = std::filesystem;

Destination::Destination(std::string path, bool several)
    : path_(path == "-" ? std::string() : std::move(path)) {
    std::error_code ignored;
    folder_ = !path_.empty() && (several || path_.back() == '/' || fs::is_directory(path_, ignored));
}

Result<std::string> Destination::place(const std::string& relative, const std::string& input) {
    const std::string path = folder_ ? (fs::path(path_) / relative).generic_string() : path_;
    const std::scoped_lock lock(mutex_);
    const auto [entry, fresh] = given_.emplace(path, input);
    if (!fresh)
        return fail(
            codes::cli_output, fmt::format("'{}' and '{}' would both be written here", entry->second, input),
            {.file = path},
            "name a folder above both inputs, so that they keep their folders, or write them one by one");
    const fs::path parent = fs::path(path).parent_path();
    std::error_code error;
    if (!parent.empty()) fs::create_directories(parent, error);
    if (error)
        return fail(codes::io_write, fmt::format("the folder could not be made: {}", error.message()),
                    {.file = parent.generic_string()});
    return path;
}

std::size_t first_difference(std::span<const std::byte> a, std::span<const std::byte> b) {
    const auto [at, other] = std::ranges::mismatch(a, b);
    if (at == a.end() && other == b.end()) return std::string_view::npos;
    return static_cast<std::size_t>(at - a.begin());
}

Result<void> write_and_compare(const std::string& path, std::span<const std::byte> bytes) {
    if (auto written = write_file_atomic(path, bytes); !written) return written;
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored)) return {}; // a device or pipe cannot be read back
    auto back = read_file(path, ~std::uint64_t{0});
    if (!back) return std::unexpected(std::move(back.error()));
    const std::size_t at = first_difference(bytes, *back);
    if (at == std::string_view::npos) return {};
    return fail(codes::cli_compare, "the file was written, but reading it back gives other bytes",
                {path, at, 0, 0}, "check the disk; another program may have written to the same file");
}

} // namespace vellum::cli
