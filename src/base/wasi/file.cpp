// WebAssembly has no files (its libc++ lacks std::filesystem as well): every path is refused.
#include "base/file.hpp"

#include "base/codes.hpp"
#include "base/disk.hpp"

namespace vellum {

namespace {

std::unexpected<Diagnostic> no_files(const DiagnosticCode& code, const std::string& path) {
    return fail(code, "this build has no file system", {.file = path});
}

} // namespace

Result<std::vector<std::byte>> read_file(const std::string& path, std::uint64_t) {
    return no_files(codes::io_read, path);
}

Result<std::shared_ptr<const ByteSource>> open_file(const std::string& path, Links) {
    return no_files(codes::io_read, path);
}

Result<std::vector<std::byte>> read_standard_input(std::uint64_t) {
    return no_files(codes::io_read, "<stdin>");
}

Result<FoundFile> read_below(const std::string&, std::string_view wanted, std::uint64_t) {
    return no_files(codes::io_read, std::string(wanted));
}

std::vector<std::string> list_below(const std::string&, std::string_view, std::size_t) { return {}; }

std::string file_identity(const std::string&) { return {}; }

Result<void> write_file_atomic(const std::string& path, const ByteSource&, const WriteOptions&) {
    return no_files(codes::io_write, path);
}

void sync_files(const std::string&) {}

bool remove_file(const std::string&) { return false; }

} // namespace vellum

namespace vellum::disk {

FileKind kind_of(const std::string&) { return FileKind::none; }

bool is_taken(const std::string&) { return false; }

std::error_code make_folders(const std::string&, Links) {
    return std::make_error_code(std::errc::function_not_supported);
}

std::error_code list(const std::string&, std::vector<FileEntry>&) {
    return std::make_error_code(std::errc::function_not_supported);
}

std::optional<FileStamp> stamp_of(const std::string&, Links) { return std::nullopt; }

bool is_absolute(std::string_view path) { return path.starts_with('/'); }

std::string resolved(const std::string& path) { return path; }

std::string portable(std::string path) { return path; }

} // namespace vellum::disk
