#include "workspace/questions/changed.hpp"

#include "base/base64.hpp"
#include "base/bytes.hpp"
#include "base/source.hpp"

namespace vellum::questions {

namespace {

/// Texts that were given, in front of files.
class GivenFiles final : public FileSystem {
  public:
    GivenFiles(const Json& texts, std::shared_ptr<const FileSystem> files) : files_(std::move(files)) {
        for (const JsonMember& member : texts.members()) {
            const auto bytes = as_bytes(member.value.as_string());
            texts_.add(member.key, {bytes.begin(), bytes.end()});
        }
    }
    [[nodiscard]] Result<std::vector<std::byte>> read(std::string_view name) const override {
        auto given = texts_.read(name);
        return given ? given : files_->read(name);
    }
    [[nodiscard]] Result<std::vector<std::byte>> read_at_most(std::string_view name,
                                                              std::uint64_t most) const override {
        return texts_.read(name) ? texts_.read_at_most(name, most) : files_->read_at_most(name, most);
    }
    [[nodiscard]] std::vector<std::string> list(std::string_view folder) const override {
        std::vector<std::string> names = texts_.list(folder);
        for (std::string& name : files_->list(folder)) names.push_back(std::move(name));
        return names;
    }

  private:
    MemoryFileSystem texts_;
    std::shared_ptr<const FileSystem> files_;
};

} // namespace

Result<void> write_files(JsonWriter& json, const std::string& name,
                         std::span<const archives::ChangedFile> files) {
    json.begin_array("files");
    for (const archives::ChangedFile& file : files)
        if (auto done = write_file(json, name, file); !done) return done;
    json.end_array();
    return {};
}

Result<void> write_file(JsonWriter& json, const std::string& name, const archives::ChangedFile& file) {
    const auto bytes = read_range(*file.bytes, 0, file.bytes->size());
    if (!bytes) return std::unexpected(bytes.error());
    write_file(json, file.beside.empty() ? name : name.substr(0, name.rfind('/') + 1) + file.beside, *bytes);
    return {};
}

void write_file(JsonWriter& json, std::string_view name, std::span<const std::byte> bytes) {
    json.begin_object();
    json.member("name", name);
    json.member("size", bytes.size());
    json.member("bytes", to_base64(bytes));
    json.end_object();
}

Result<ProgramPtr> compile_text(const Workspace& workspace, const Request& request, const std::string& text,
                                const std::string& name, const Node* node,
                                std::vector<Diagnostic>& problems) {
    Node own;
    own.path = name;
    const auto files = std::make_shared<const GivenFiles>(request.value("files"),
                                                          workspace.files_of(node != nullptr ? *node : own));
    const auto bytes = as_bytes(text);
    const auto opened = workspace.open_bytes({bytes.begin(), bytes.end()}, own, files);
    if (!opened) return std::unexpected(opened.error());
    const auto script = one_script(*opened);
    if (!script) return std::unexpected(script.error());
    return load(workspace, own, *opened, **script, SourceView::none, problems);
}

} // namespace vellum::questions
