// Output files: folders are made as needed, nothing is written twice, no input is replaced, and what was
// written is read again.
#include "cli/output.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/bytes.hpp"
#include "base/codes.hpp"
#include "base/disk.hpp"
#include "base/escape.hpp"
#include "base/file.hpp"
#include "base/path.hpp"
#include "base/source.hpp"
#include "cli/codes.hpp"
#include "cli/uninterrupted.hpp"

namespace vellum::cli {

namespace {

/// Equal bytes on the disk, or a diagnostic that says what differs.
Result<void> compare(const std::string& path, const ByteSource& bytes) {
    const auto back = open_file(path);
    if (!back) return std::unexpected(back.error());
    const auto differs = [&](std::uint64_t at) {
        return fail(codes::cli_compare, "the file was written, but reading it back gives different bytes",
                    {path, at, 0, 0}, "check the disk; another program may have written to the same file");
    };
    std::uint64_t at = 0;
    std::vector<std::byte> now;
    auto same = read_in_pieces(bytes, [&](std::span<const std::byte> piece) -> Result<void> {
        now.resize(piece.size());
        if ((*back)->size() < at + piece.size()) return differs((*back)->size());
        if (auto done = (*back)->read(at, now); !done) return done;
        if (const std::size_t place = first_difference(piece, now); place != std::string_view::npos)
            return differs(at + place);
        at += piece.size();
        return {};
    });
    if (same && (*back)->size() != at) return differs(at);
    return same;
}

} // namespace

void Outputs::protect(const std::string& path) {
    const std::scoped_lock lock(mutex_);
    inputs_.push_back(path == "-" ? "/dev/stdin" : path);
}

Result<void> Outputs::may_write(const std::string& path, Old old) {
    if (!disk::is_taken(path)) return {};
    const FileKind kind = disk::kind_of(path);
    if (kind != FileKind::none && kind != FileKind::file) return {}; // devices and pipes hold nothing
    const std::string identity = file_identity(path);
    if (!identity.empty()) {
        const std::scoped_lock lock(mutex_);
        for (; identified_ < inputs_.size(); ++identified_)
            known_.emplace(file_identity(inputs_[identified_]), inputs_[identified_]);
        if (const auto input = known_.find(identity); input != known_.end())
            return fail(codes::cli_output,
                        input->second == path ? "this would replace an input of the command"
                                              : fmt::format("this is the same file as '{}', which the "
                                                            "command reads",
                                                            input->second),
                        {.file = path}, "name another file");
    }
    if (old == Old::replace || force_) return {};
    return fail(codes::cli_output, "the file already exists", {.file = path}, "--force replaces it");
}

Result<void> Outputs::write(const std::string& path, std::span<const std::byte> bytes, Old old, bool many) {
    return write(path, SpanSource(bytes), old, many);
}

Result<void> Outputs::write(const std::string& path, const ByteSource& bytes, Old old, bool many) {
    const bool done =
        many && old == Old::keep && disk::kind_of(path) == FileKind::file && compare(path, bytes).has_value();
    if (auto allowed = may_write(path, done ? Old::replace : old); !allowed || done) return allowed;
    const Uninterrupted whole(path);
    return write_file_atomic(path, bytes, {.replace = old == Old::replace || force_, .durable = !many});
}

Result<void> Outputs::write_drawing(const std::string& path, std::string_view text, Old old) {
    const std::string fit = escape_control(text, Keep::lines);
    return write(path, as_bytes(fit), old);
}

Result<void> Outputs::write_and_compare(const std::string& path, std::span<const std::byte> bytes, Old old,
                                        bool many) {
    return write_and_compare(path, SpanSource(bytes), old, many);
}

Result<void> Outputs::write_and_compare(const std::string& path, const ByteSource& bytes, Old old,
                                        bool many) {
    if (auto written = write(path, bytes, old, many); !written) return written;
    if (disk::kind_of(path) != FileKind::file) return {}; // a device or pipe cannot be read back
    return compare(path, bytes);
}

Result<void> Outputs::change_input(const std::string& path, const ByteSource& bytes) {
    const auto before = open_file(path);
    if (!before) return std::unexpected(before.error());
    const Uninterrupted whole(path);
    if (auto done =
            write_file_atomic(backup_of(path), **before, {.replace = false, .like = path::file_name(path)});
        !done) {
        if (disk::is_taken(backup_of(path)))
            done.error().hint = "the first backup is kept: move it away, or write elsewhere with -o";
        return done;
    }
    return write_file_atomic(path, bytes);
}

Destination::Destination(std::string path, bool several)
    : path_(path == "-" ? std::string() : std::move(path)) {
    folder_ = !path_.empty() && (several || path_.back() == '/' || disk::kind_of(path_) == FileKind::folder);
}

Destination::~Destination() {
    if (folder_ && !given_.empty()) sync_files(path_);
}

Result<std::string> Destination::place(const std::string& relative, const std::string& input) {
    std::string path = path_;
    if (folder_) { // a file's own name may steer a terminal too
        path += (path.ends_with('/') ? "" : "/") + without_controls(relative);
    } else if (const std::size_t mark = path.rfind('!'); mark != std::string::npos && mark != 0) {
        return fail(codes::cli_output, "a member of a container cannot be written", {.file = path},
                    "write to a file without '!' in its name");
    }
    const std::scoped_lock lock(mutex_);
    const auto [entry, fresh] = given_.emplace(path, input);
    if (!fresh)
        return fail(
            codes::cli_output, fmt::format("'{}' and '{}' would both be written here", entry->second, input),
            {.file = path},
            "name a folder above both inputs, so that they keep their folders, or write them one by one");
    const std::size_t slash = path.rfind('/');
    const std::string folder = slash == std::string::npos ? std::string() : path.substr(0, slash);
    if (const std::error_code error = folder.empty() ? std::error_code() : disk::make_folders(folder))
        return fail(codes::io_write, fmt::format("cannot create the folder: {}", error.message()),
                    {.file = folder});
    return path;
}

std::size_t first_difference(std::span<const std::byte> a, std::span<const std::byte> b) {
    const auto [at, other] = std::ranges::mismatch(a, b);
    if (at == a.end() && other == b.end()) return std::string_view::npos;
    return static_cast<std::size_t>(at - a.begin());
}

} // namespace vellum::cli
