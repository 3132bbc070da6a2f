// Files by Node's, which stand in bindings/npm/cli/files.js: each question of base/file.hpp is one there.
#include "base/file.hpp"

#include <algorithm>

#include "base/codes.hpp"
#include "base/node/ask.hpp"

namespace vellum {

namespace {

std::unexpected<Diagnostic> cannot(const DiagnosticCode& code, std::string_view what, const std::string& path,
                                   const std::string& why) {
    return fail(code, "cannot " + std::string(what) + " the file: " + why, {.file = path});
}

/// One open file; the numbers are Node's.
class FileSource : public ByteSource {
  public:
    FileSource(std::string number, std::string path, std::uint64_t size)
        : number_(std::move(number)), path_(std::move(path)), size_(size) {}
    FileSource(const FileSource&) = delete;
    FileSource& operator=(const FileSource&) = delete;
    ~FileSource() override { static_cast<void>(node::ask("close", {number_})); }

    [[nodiscard]] std::uint64_t size() const noexcept override { return size_; }
    [[nodiscard]] Result<void> read(std::uint64_t offset, std::span<std::byte> out) const override {
        const auto bytes =
            node::ask("read part", {number_, std::to_string(offset), std::to_string(out.size())});
        if (!bytes) return cannot(codes::io_read, "read", path_, bytes.error());
        if (bytes->size() != out.size())
            return fail(codes::bytes_truncated, "the file ends too early",
                        {.file = path_, .offset = offset + bytes->size()});
        std::ranges::copy(*bytes, out.begin());
        return {};
    }

  private:
    std::string number_, path_;
    std::uint64_t size_;
};

} // namespace

Result<std::vector<std::byte>> read_file(const std::string& path, std::uint64_t max) {
    auto bytes = node::ask("read", {path, std::to_string(max), std::to_string(largest_stream)});
    if (!bytes) return cannot(codes::io_read, "read", path, bytes.error());
    return std::move(*bytes);
}

Result<std::shared_ptr<const ByteSource>> open_file(const std::string& path,
                                                    Links /*what needs this has sockets*/) {
    const auto opened = node::ask("open", {path});
    if (!opened) return cannot(codes::io_read, "read", path, opened.error());
    const std::vector<std::string> facts = node::texts_of(*opened);
    return std::make_shared<FileSource>(facts[0], path, std::stoull(facts[1]));
}

Result<std::vector<std::byte>> read_standard_input(std::uint64_t max) {
    auto bytes = node::ask("read input", {std::to_string(std::min(max, largest_stream))});
    if (!bytes) return cannot(codes::io_read, "read", "<stdin>", bytes.error());
    return std::move(*bytes);
}

Result<FoundFile> read_below(const std::string& folder, std::string_view wanted, std::uint64_t max) {
    std::string name(wanted);
    std::ranges::replace(name, '\\', '/');
    const auto found = node::ask("find below", {folder, name});
    if (!found)
        return cannot(codes::io_read, "read", folder.empty() ? name : folder + "/" + name, found.error());
    const std::vector<std::string> paths = node::texts_of(*found); // as it is shown, and without links
    auto bytes = read_file(paths[1], max);
    if (!bytes) return std::unexpected(std::move(bytes.error()));
    return FoundFile{paths[0], std::move(*bytes)};
}

std::vector<std::string> list_below(const std::string& folder, std::string_view wanted, std::size_t most) {
    const auto found = node::ask("list below", {folder, wanted, std::to_string(most)});
    if (!found) return {};
    std::vector<std::string> names = node::texts_of(*found);
    std::ranges::sort(names);
    return names;
}

std::string file_identity(const std::string& path) { return node::ask_text("identity", {path}); }

Result<void> write_file_atomic(const std::string& path, const ByteSource& data, const WriteOptions& options) {
    const auto flag = [](bool set) { return std::string_view(set ? "1" : ""); };
    const auto bytes = read_range(data, 0, data.size()); // Node is asked once
    if (!bytes) return std::unexpected(bytes.error());
    const auto done = node::ask("write",
                                {path, flag(options.replace), flag(options.links == Links::follow),
                                 flag(options.durable), options.like},
                                *bytes);
    if (!done) return cannot(codes::io_write, "write", path, done.error());
    return {};
}

void sync_files(const std::string&) {} // Node asks for one file at a time; those were written durably or not

bool remove_file(const std::string& path) { return node::ask("remove", {path}).has_value(); }

} // namespace vellum
