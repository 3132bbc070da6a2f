#include "workspace/shard.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "base/number.hpp"

namespace vellum {

namespace {

constexpr std::size_t looked_at = std::size_t{64} << 10U;

/// Of the first bytes, at most `looked_at`, and the size of the whole.
std::uint64_t hash_of(std::span<const std::byte> first, std::uint64_t size) {
    StateHash hash(size);
    hash.update(first);
    return hash.digest();
}

std::optional<std::uint64_t> content_hash(const Workspace& workspace, const Node& node) {
    if (node.problem) return std::nullopt;
    if (node.archive != nullptr) {
        const auto bytes = node.archive->read(node.entry);
        if (!bytes) return std::nullopt;
        return hash_of(std::span(*bytes).first(std::min(bytes->size(), looked_at)), bytes->size());
    }
    const auto file = workspace.files().open(node.path);
    if (!file) return std::nullopt;
    std::vector<std::byte> first(
        static_cast<std::size_t>(std::min<std::uint64_t>((*file)->size(), looked_at)));
    if (!(*file)->read(0, first)) return std::nullopt;
    return hash_of(first, (*file)->size());
}

} // namespace

std::optional<Shard> Shard::read(std::string_view text) {
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos) return std::nullopt;
    const auto part = whole_number<std::uint32_t>(text.substr(0, slash));
    const auto of = whole_number<std::uint32_t>(text.substr(slash + 1));
    if (!part || !of || *part == 0 || *part > *of) return std::nullopt;
    return Shard{*part, *of};
}

bool Shard::has(const Workspace& workspace, const Node& node) const {
    if (of <= 1) return true;
    const auto content = content_hash(workspace, node);
    const std::uint64_t hash = content ? *content : hash_of(as_bytes(node.name()), 0);
    return hash % of == part - 1;
}

} // namespace vellum
