#include "workspace/put_back.hpp"

#include <map>
#include <memory>
#include <utility>

#include "base/source.hpp"
#include "tools/game.hpp"
#include "vellum/engine.hpp"

namespace vellum {

namespace {

/// A member that is an archive itself, or an engine's container; null for others.
std::shared_ptr<const archives::Archive> open_member(const archives::Archive& archive, std::size_t entry) {
    auto bytes = archive.read(entry);
    if (!bytes) return nullptr;
    if (archives::detect(SpanSource(*bytes)).empty()) {
        auto opened = tools::open(std::move(*bytes), archive.members()[entry].name,
                                  {.home = tools::engine_of_archive(archive.format())});
        return opened ? std::move(opened->container) : nullptr;
    }
    auto inner = archives::open(std::make_shared<MemorySource>(std::move(*bytes)));
    return inner ? std::move(*inner) : nullptr;
}

/// Archives and containers inside an archive, each opened once.
class Inside {
  public:
    struct Place {
        std::size_t entry = archives::Archive::none; ///< The member that the name goes through, or `none`.
        std::string_view rest = {};                  ///< The name in that one.
    };

    explicit Inside(const archives::Archive& archive) : archive_(archive) {}

    [[nodiscard]] Place find(std::string_view name) {
        if (archive_.find(name) != archives::Archive::none) return {};
        for (std::size_t mark = name.find('!'); mark != std::string_view::npos;
             mark = name.find('!', mark + 1)) {
            const std::size_t entry = archive_.find(name.substr(0, mark));
            if (entry == archives::Archive::none) continue;
            const auto [known, is_new] = opened_.try_emplace(entry);
            if (is_new) known->second = open_member(archive_, entry);
            if (known->second != nullptr) return {entry, name.substr(mark + 1)};
        }
        return {};
    }
    [[nodiscard]] const archives::Archive& opened(std::size_t entry) const { return *opened_.at(entry); }

  private:
    const archives::Archive& archive_;
    std::map<std::size_t, std::shared_ptr<const archives::Archive>> opened_; ///< Null for other members.
};

Result<std::vector<std::byte>> only_file(std::span<const archives::ChangedFile> files,
                                         const std::string& name) {
    if (files.size() != 1)
        return fail(codes::engine_unsupported, "an archive of several files cannot be changed inside another",
                    {.file = name}, "'vellum extract' gets its files");
    return read_range(*files.front().bytes, 0, files.front().bytes->size());
}

} // namespace

bool has_member(const archives::Archive& archive, std::string_view name) {
    Inside inside(archive);
    const auto [entry, rest] = inside.find(name);
    return entry != archives::Archive::none ? has_member(inside.opened(entry), rest)
                                            : archive.find(name) != archives::Archive::none;
}

Result<std::vector<archives::ChangedFile>> put_back(const archives::Archive& archive,
                                                    std::span<const archives::Change> changes) {
    Inside inside(archive);
    std::vector<archives::Change> own;
    std::map<std::size_t, std::vector<archives::Change>> inner;
    for (const archives::Change& change : changes)
        if (const auto [entry, rest] = inside.find(change.name); entry != archives::Archive::none)
            inner[entry].push_back({std::string(rest), change.bytes});
        else
            own.push_back(change);
    for (const auto& [entry, theirs] : inner) {
        const std::string& name = archive.members()[entry].name;
        const auto files = put_back(inside.opened(entry), theirs);
        if (!files) return files;
        auto bytes = only_file(*files, name);
        if (!bytes) return std::unexpected(std::move(bytes.error()));
        own.push_back({name, std::move(*bytes)});
    }
    return archive.put_back(own);
}

Result<std::vector<archives::ChangedFile>> put_back(const Workspace& workspace, const std::string& path,
                                                    std::span<const archives::Change> changes) {
    const auto archive = workspace.container(path);
    if (!archive) return std::unexpected(archive.error());
    return put_back(**archive, changes);
}

Result<archives::Change> change_in_archive(const Node& node, std::span<const archives::ChangedFile> files) {
    auto bytes = only_file(files, node.name());
    if (!bytes) return std::unexpected(std::move(bytes.error()));
    return archives::Change{node.inside, std::move(*bytes)};
}

Result<std::vector<archives::ChangedFile>> put_back(const Workspace& workspace, const Node& node,
                                                    const archives::Archive* container,
                                                    const std::string& member, std::vector<std::byte> bytes) {
    std::vector<archives::ChangedFile> files;
    if (container == nullptr) {
        files.emplace_back(std::move(bytes));
    } else {
        const archives::Change change{member, std::move(bytes)};
        auto changed = container->put_back({&change, 1});
        if (!changed) return changed;
        files = std::move(*changed);
    }
    if (node.archive == nullptr) return files;
    const auto change = change_in_archive(node, files);
    if (!change) return std::unexpected(change.error());
    return put_back(workspace, node.path, {&*change, 1});
}

} // namespace vellum
