// Reading by the system's own calls. The size that is told first is only a hint here too.
#include "base/file.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "base/codes.hpp"
#include "base/disk.hpp"
#include "base/relative_name.hpp"
#include "base/windows/windows.hpp"

namespace vellum {

namespace {

using windows::Handle;

constexpr DWORD most_at_once = DWORD{1} << 24U;

[[nodiscard]] std::unexpected<Diagnostic> cannot_read(const std::string& path, const std::string& why) {
    return fail(codes::io_read, "cannot read the file: " + why, {.file = path});
}

[[nodiscard]] std::unexpected<Diagnostic> too_long(const std::string& path, std::uint64_t max) {
    return cannot_read(path, "it is longer than " + std::to_string(max) + " bytes");
}

/// Why nothing could be opened: the system refuses folders by a word that says too little.
[[nodiscard]] std::string why_closed(const std::string& path, DWORD problem) {
    if (problem == ERROR_ACCESS_DENIED && disk::kind_of(path) == FileKind::folder)
        return std::make_error_code(std::errc::is_a_directory).message();
    return windows::reason(problem);
}

[[nodiscard]] Result<std::vector<std::byte>> read_open(HANDLE file, const std::string& path,
                                                       std::uint64_t max) {
    LARGE_INTEGER size{};
    const bool plain = ::GetFileType(file) == FILE_TYPE_DISK && ::GetFileSizeEx(file, &size) != 0;
    if (!plain) max = std::min(max, largest_stream);
    const auto claimed = plain ? static_cast<std::uint64_t>(size.QuadPart) : 0;
    if (claimed > max) return too_long(path, max);
    constexpr std::size_t chunk = 64U << 10U;
    std::vector<std::byte> data;
    std::size_t length = 0;
    while (true) {
        // One byte more than claimed shows the end of the file without growing the buffer.
        if (length == data.size())
            data.resize(length == 0 && claimed != 0 ? static_cast<std::size_t>(claimed) + 1
                                                    : std::max(chunk, length + length / 2));
        const auto room = static_cast<DWORD>(std::min<std::size_t>(data.size() - length, most_at_once));
        DWORD got = 0;
        if (::ReadFile(file, data.data() + length, room, &got, nullptr) == 0) {
            const DWORD problem = ::GetLastError();
            if (problem == ERROR_BROKEN_PIPE) break; // whoever wrote has ended
            return cannot_read(path, windows::reason(problem));
        }
        length += got;
        if (length > max) return too_long(path, max);
        if (got == 0) break;
    }
    data.resize(length);
    return data;
}

/// The rest of a path below a folder, both as the system spells them; empty if it is not below.
[[nodiscard]] std::string below(const std::string& root, const std::string& path) {
    const std::size_t length = root.ends_with('/') ? root.size() - 1 : root.size();
    if (path.size() <= length + 1 || path[length] != '/' || !path.starts_with(root.substr(0, length)))
        return {};
    return path.substr(length + 1);
}

[[nodiscard]] std::string joined(const std::string& folder, const std::string& name) {
    return folder.empty() || folder.ends_with('/') ? folder + name : folder + "/" + name;
}

[[nodiscard]] std::string spelled_by_the_system(const std::string& path) {
    const Handle opened = windows::open_to_ask(path.empty() ? "." : path);
    return opened.is_open() ? windows::final_path(opened.get()) : std::string();
}

/// A file that is read where it is asked to be: several threads may share it.
class FileSource : public ByteSource {
  public:
    FileSource(Handle file, std::string path, std::uint64_t size)
        : file_(std::move(file)), path_(std::move(path)), size_(size) {}

    [[nodiscard]] std::uint64_t size() const noexcept override { return size_; }
    [[nodiscard]] Result<void> read(std::uint64_t offset, std::span<std::byte> out) const override {
        while (!out.empty()) {
            OVERLAPPED where{};
            where.Offset = static_cast<DWORD>(offset);
            where.OffsetHigh = static_cast<DWORD>(offset >> 32U);
            const auto room = static_cast<DWORD>(std::min<std::size_t>(out.size(), most_at_once));
            DWORD got = 0;
            if (::ReadFile(file_.get(), out.data(), room, &got, &where) == 0 &&
                ::GetLastError() != ERROR_HANDLE_EOF)
                return cannot_read(path_, windows::reason(::GetLastError()));
            if (got == 0)
                return fail(codes::bytes_truncated, "the file ends too early",
                            {.file = path_, .offset = offset});
            out = out.subspan(got);
            offset += got;
        }
        return {};
    }

  private:
    Handle file_;
    std::string path_;
    std::uint64_t size_;
};

} // namespace

Result<std::vector<std::byte>> read_file(const std::string& path, std::uint64_t max) {
    const Handle file = windows::open_to_read(path);
    if (!file.is_open()) return cannot_read(path, why_closed(path, ::GetLastError()));
    return read_open(file.get(), path, max);
}

Result<std::vector<std::byte>> read_standard_input(std::uint64_t max) {
    return read_open(::GetStdHandle(STD_INPUT_HANDLE), "<stdin>", max);
}

Result<std::shared_ptr<const ByteSource>> open_file(const std::string& path, Links links) {
    Handle file = windows::open_to_read(path);
    LARGE_INTEGER size{};
    if (!file.is_open()) return cannot_read(path, why_closed(path, ::GetLastError()));
    if (::GetFileType(file.get()) != FILE_TYPE_DISK || ::GetFileSizeEx(file.get(), &size) == 0)
        return cannot_read(path, "it is not a regular file");
    if (links == Links::refuse && windows::final_path(file.get()) != path)
        return cannot_read(path, "a link leads elsewhere");
    return std::make_shared<FileSource>(std::move(file), path, static_cast<std::uint64_t>(size.QuadPart));
}

Result<FoundFile> read_below(const std::string& folder, std::string_view wanted, std::uint64_t max) {
    const std::string name = disk::portable(std::string(wanted));
    const std::string shown = joined(folder, name);
    const std::string missing = std::make_error_code(std::errc::no_such_file_or_directory).message();
    if (!stays_inside(name)) return cannot_read(shown, missing);
    const std::string root = spelled_by_the_system(folder);
    if (root.empty()) return cannot_read(shown, missing);
    // The system does not tell small letters from capitals; a link, which it follows, is found out by where
    // it led.
    if (disk::kind_of(shown) == FileKind::folder) return cannot_read(shown, "it is not a regular file");
    const Handle file = windows::open_to_read(shown);
    if (!file.is_open()) return cannot_read(shown, why_closed(shown, ::GetLastError()));
    if (::GetFileType(file.get()) != FILE_TYPE_DISK) return cannot_read(shown, "it is not a regular file");
    const std::string inside = below(root, windows::final_path(file.get()));
    if (inside.empty()) return cannot_read(shown, "a link leads outside the allowed folder");
    const std::string path = joined(folder, inside);
    auto bytes = read_open(file.get(), path, max);
    if (!bytes) return std::unexpected(std::move(bytes.error()));
    return FoundFile{path, std::move(*bytes)};
}

std::vector<std::string> list_below(const std::string& folder, std::string_view wanted, std::size_t most) {
    std::vector<std::string> names;
    const std::string root = spelled_by_the_system(folder);
    const std::string start = spelled_by_the_system(joined(root, std::string(wanted)));
    if (root.empty() || start.empty() || (start != root && below(root, start).empty())) return names;
    std::vector<std::string> folders{start};
    std::size_t seen = 0;
    std::vector<FileEntry> entries;
    while (!folders.empty() && seen < most) {
        const std::string current = std::move(folders.back());
        folders.pop_back();
        entries.clear();
        static_cast<void>(disk::list(current, entries));
        for (const FileEntry& entry : entries) {
            if (++seen > most) break;
            const std::string path = joined(current, entry.name);
            if (entry.kind == FileKind::folder && !entry.link) folders.push_back(path);
            if (entry.kind != FileKind::file) continue;
            if (entry.link && below(root, spelled_by_the_system(path)).empty()) continue;
            names.push_back(below(root, path));
        }
    }
    std::ranges::sort(names);
    return names;
}

std::string file_identity(const std::string& path) {
    const bool standard_input = path == "/dev/stdin"; // has a name on other systems
    const Handle opened = standard_input ? Handle() : windows::open_to_ask(path);
    const HANDLE asked = standard_input ? ::GetStdHandle(STD_INPUT_HANDLE) : opened.get();
    BY_HANDLE_FILE_INFORMATION facts{};
    if (asked == INVALID_HANDLE_VALUE || ::GetFileInformationByHandle(asked, &facts) == 0) return {};
    const auto index = static_cast<std::uint64_t>(facts.nFileIndexHigh) << 32U | facts.nFileIndexLow;
    return std::to_string(facts.dwVolumeSerialNumber) + ":" + std::to_string(index);
}

bool remove_file(const std::string& path) { return ::DeleteFileW(windows::wide_path(path).c_str()) != 0; }

} // namespace vellum
