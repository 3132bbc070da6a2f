// Workspaces across the C border: one function for every question.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <mutex>
#include <optional>
#include <utility>

#include "base/codes.hpp"
#include "capi/handles.hpp"

using namespace vellum;
using namespace vellum::capi;

// GCC 12 takes constinit before a pointer to a function for one on its result.
constinit decltype(capi::add_extras) capi::add_extras = nullptr;

namespace {

/// A file of the caller's that is read in part. The workspace keeps it no longer than its files.
class CallbackSource final : public ByteSource {
  public:
    CallbackSource(const vellum_files& files, std::string name, std::uint64_t size)
        : files_(files), name_(std::move(name)), size_(size) {}

    [[nodiscard]] std::uint64_t size() const noexcept override { return size_; }
    [[nodiscard]] Result<void> read(std::uint64_t offset, std::span<std::byte> out) const override {
        if (offset > size_ || out.size() > size_ - offset)
            return fail(codes::bytes_truncated, "the file ends before", {name_, offset, 0, 0});
        if (!out.empty() && files_.read_at(files_.user, name_.c_str(), offset, out.data(), out.size()) != 0)
            return fail(codes::io_read, "cannot read '" + name_ + "'", {name_, offset, 0, 0});
        return {};
    }

  private:
    vellum_files files_;
    std::string name_;
    std::uint64_t size_;
};

/// What the caller's functions have.
class CallbackFiles final : public FileSystem {
  public:
    explicit CallbackFiles(const vellum_files& files) : files_(files) {}

    [[nodiscard]] Result<std::vector<std::byte>> read(std::string_view name) const override {
        const std::string whole(name);
        Buffer bytes;
        if (files_.read(files_.user, whole.c_str(), &bytes.buffer) != 0)
            return fail(codes::io_read, "there is no file '" + whole + "'");
        const auto* begin = reinterpret_cast<const std::byte*>(bytes.buffer.data);
        return std::vector(begin, begin + bytes.buffer.size);
    }
    [[nodiscard]] Result<std::vector<std::byte>> read_at_most(std::string_view name,
                                                              std::uint64_t most) const override {
        const auto size = size_of(std::string(name));
        if (size && *size > most)
            return fail(codes::io_read,
                        "'" + std::string(name) + "' is longer than " + std::to_string(most) + " bytes");
        return FileSystem::read_at_most(name, most);
    }
    [[nodiscard]] Result<std::shared_ptr<const ByteSource>> open(std::string_view name) const override {
        std::string whole(name);
        if (const auto size = size_of(whole))
            return std::make_shared<const CallbackSource>(files_, std::move(whole), *size);
        return FileSystem::open(name);
    }
    [[nodiscard]] std::vector<std::string> list(std::string_view folder) const override {
        const std::vector<std::string>& all = names();
        std::vector<std::string> found;
        if (std::ranges::binary_search(all, folder)) found.emplace_back(folder);
        const std::string before = folder.empty() ? std::string() : std::string(folder) + "/";
        for (auto name = std::ranges::lower_bound(all, before);
             name != all.end() && name->starts_with(before); ++name)
            found.push_back(*name);
        return found;
    }

  private:
    struct Buffer {
        Buffer() = default;
        Buffer(const Buffer&) = delete;
        Buffer& operator=(const Buffer&) = delete;
        ~Buffer() { vellum_buffer_free(&buffer); }
        vellum_buffer buffer{};
    };

    /// Nothing where there is no such file, or no random access.
    [[nodiscard]] std::optional<std::uint64_t> size_of(const std::string& name) const {
        std::uint64_t size = 0;
        if (files_.size == nullptr || files_.read_at == nullptr ||
            files_.size(files_.user, name.c_str(), &size) != 0)
            return std::nullopt;
        return size;
    }
    /// All of them, sorted. They are asked for once, for every file is looked for among them.
    [[nodiscard]] const std::vector<std::string>& names() const {
        std::call_once(asked_, [&] {
            Buffer lines;
            if (files_.list == nullptr || files_.list(files_.user, &lines.buffer) != 0) return;
            std::string_view rest(lines.buffer.data == nullptr ? "" : lines.buffer.data, lines.buffer.size);
            while (!rest.empty()) {
                const std::size_t end = std::min(rest.find('\n'), rest.size());
                if (end != 0) names_.emplace_back(rest.substr(0, end));
                rest.remove_prefix(std::min(end + 1, rest.size()));
            }
            std::ranges::sort(names_);
        });
        return names_;
    }

    vellum_files files_;
    mutable std::once_flag asked_;
    mutable std::vector<std::string> names_;
};

} // namespace

vellum_status vellum_buffer_set(vellum_buffer* buffer, const void* data, size_t size) {
    if (buffer == nullptr || (data == nullptr && size != 0)) return VELLUM_BAD_ARGUMENT;
    return fill(buffer, {static_cast<const char*>(data), size});
}

vellum_status vellum_workspace_open(const vellum_files* files, const char* settings,
                                    vellum_workspace** workspace, vellum_error** error) {
    if (workspace == nullptr) return VELLUM_BAD_ARGUMENT;
    vellum_files given{};
    if (files != nullptr) {
        if (files->struct_size != sizeof given && files->struct_size != offsetof(vellum_files, size))
            return VELLUM_BAD_ARGUMENT;
        std::memcpy(&given, files, files->struct_size);
        if (given.read == nullptr || (given.size == nullptr) != (given.read_at == nullptr))
            return VELLUM_BAD_ARGUMENT;
    }
    auto read = read_settings(text_or_empty(settings));
    if (!read) return fail_with(error, std::move(read.error()));
    if (add_extras != nullptr) add_extras(*read);
    std::shared_ptr<const FileSystem> tree;
    if (files != nullptr)
        tree = std::make_shared<const CallbackFiles>(given);
    else
        tree = std::make_shared<const DiskFileSystem>();
    *workspace = new vellum_workspace{Workspace(std::move(tree), std::move(*read))};
    return VELLUM_OK;
}

void vellum_workspace_free(vellum_workspace* workspace) { delete workspace; }

vellum_status vellum_workspace_ask(const vellum_workspace* workspace, const char* question,
                                   const char* parameters, size_t size, vellum_buffer* answer,
                                   vellum_error** error) {
    if (workspace == nullptr || question == nullptr || answer == nullptr ||
        (parameters == nullptr && size != 0))
        return VELLUM_BAD_ARGUMENT;
    auto text = workspace->workspace.ask(question, {parameters == nullptr ? "" : parameters, size});
    if (!text) return fail_with(error, std::move(text.error()));
    return fill(answer, *text);
}

vellum_status vellum_questions(vellum_buffer* out) { return fill(out, Workspace::questions()); }
