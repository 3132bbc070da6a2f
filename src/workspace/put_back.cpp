#include "workspace/put_back.hpp"

#include <utility>

#include "base/source.hpp"
#include "vellum/engine.hpp"

namespace vellum {

Result<archives::Change> change_in_archive(const Node& node, std::span<const archives::ChangedFile> files) {
    if (node.inside.contains('!') || files.size() != 1)
        return fail(codes::engine_unsupported, "archives in archives are not changed", {.file = node.name()},
                    "'vellum extract' gets the inner one");
    const ByteSource& all = *files.front().bytes;
    auto bytes = read_range(all, 0, all.size());
    if (!bytes) return std::unexpected(std::move(bytes.error()));
    return archives::Change{node.inside, std::move(*bytes)};
}

Result<std::vector<archives::ChangedFile>> put_back(const Node& node, const archives::Archive* container,
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
    return node.archive->put_back({&*change, 1});
}

} // namespace vellum
