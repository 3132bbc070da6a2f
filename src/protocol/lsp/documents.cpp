#include "protocol/lsp/documents.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "base/ascii.hpp"
#include "base/bytes.hpp"
#include "base/codes.hpp"
#include "base/relative_name.hpp"
#include "tools/game.hpp"

namespace vellum::protocol::lsp {

namespace {

constexpr std::string_view scheme = "file://";
constexpr std::uint64_t largest = std::uint64_t{64} << 20U; ///< Of a file that a text names.

std::string with_slash(std::string path) {
    if (!path.ends_with('/')) path += '/';
    return path;
}

bool has_drive(std::string_view path) noexcept {
    return path.size() >= 2 && path[1] == ':' && ((path[0] | 0x20) >= 'a' && (path[0] | 0x20) <= 'z');
}

} // namespace

std::optional<std::string> path_of(std::string_view uri) {
    if (!uri.starts_with(scheme)) return std::nullopt;
    uri.remove_prefix(scheme.size());
    std::string path;
    for (std::size_t at = 0; at < uri.size(); ++at) {
        const auto high = at + 2 < uri.size() ? hex_digit(uri[at + 1]) : std::nullopt;
        const auto low = at + 2 < uri.size() ? hex_digit(uri[at + 2]) : std::nullopt;
        if (uri[at] == '%' && high && low) {
            path += static_cast<char>(*high << 4U | *low);
            at += 2;
        } else
            path += uri[at];
    }
    if (path.contains('\0') || !path.starts_with('/')) return std::nullopt; // of another machine
    if (has_drive(std::string_view(path).substr(1))) path.erase(0, 1);
    return path;
}

std::string uri_of(std::string_view path) {
    constexpr std::string_view plain = "/-._~";
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string uri(scheme);
    if (!path.starts_with('/')) uri += '/';
    for (const char c : path) {
        const bool kept = (c >= '0' && c <= '9') || (lower_ascii(c) >= 'a' && lower_ascii(c) <= 'z');
        if (kept || plain.contains(c))
            uri += c;
        else {
            const auto byte = static_cast<unsigned char>(c);
            uri += {'%', digits[byte >> 4U], digits[byte & 15U]};
        }
    }
    return uri;
}

std::string_view Document::name() const noexcept {
    const std::string_view whole = path.empty() ? std::string_view(uri) : std::string_view(path);
    return whole.substr(whole.find_last_of('/') + 1); // npos + 1 is 0
}

std::optional<std::string> Documents::path(std::string_view uri) const {
    auto found = path_of(uri);
    if (found && !rooted_ && found->starts_with('/')) found->erase(0, 1);
    return found;
}

Document* Documents::find(std::string_view uri) {
    const auto found = all_.find(uri);
    return found == all_.end() ? nullptr : &found->second;
}

Document* Documents::open(std::string uri) {
    if (all_.size() >= most && !all_.contains(uri)) return nullptr;
    close(uri);
    Document& document = all_[uri];
    document.uri = std::move(uri);
    document.path = path(document.uri).value_or(std::string());
    if (!document.path.empty()) paths_[document.path] = document.uri;
    return &document;
}

void Documents::close(std::string_view uri) {
    const auto found = all_.find(uri);
    if (found == all_.end()) return;
    // Another address may lead to the same file.
    if (const auto path = paths_.find(found->second.path); path != paths_.end() && path->second == uri)
        paths_.erase(path);
    all_.erase(found);
}

const Document* Documents::at_path(std::string_view path) const {
    const auto found = paths_.find(path);
    return found == paths_.end() ? nullptr : &all_.find(found->second)->second;
}

void Documents::add_folder(std::string path) {
    constexpr std::size_t most_folders = 100;
    if (!path.empty()) path = with_slash(std::move(path)); // the root of a tree that has no '/' in front
    if (folders_.size() < most_folders) folders_.push_back(std::move(path));
}

void Documents::remove_folder(std::string_view path) { std::erase(folders_, with_slash(std::string(path))); }

NearbyFiles::NearbyFiles(const Documents& documents, const Workspace& workspace, std::string_view path,
                         std::shared_ptr<const FileSystem> more)
    : documents_(documents), more_(std::move(more)) {
    if (path.empty()) return;
    const auto add = [&](std::string root) {
        std::string folder = root.empty() ? "." : root;
        roots_.push_back({std::move(root), workspace.mount({std::move(folder)})});
    };
    add(std::string(path.substr(0, path.find_last_of('/') + 1))); // npos + 1 is 0
    std::string content(tools::content_root(path)); // names are looked up from there, where it is opened
    content = content == "." ? std::string() : with_slash(std::move(content));
    for (const std::string& folder : documents.folders()) {
        if (!path.starts_with(folder)) continue;
        for (const std::string& root : {content, folder})
            if (root.starts_with(folder) && std::ranges::find(roots_, root, &Root::path) == roots_.end())
                add(root);
    }
}

std::optional<std::string> NearbyFiles::path(std::string_view name) const {
    const bool inside = stays_inside(name);
    const auto [known, is_new] = found_.try_emplace(std::string(name));
    if (is_new && !inside && more_ != nullptr && more_->read_at_most(name, largest)) known->second = name;
    if (is_new && inside)
        for (const auto& [root, files] : roots_) {
            std::string whole = root + std::string(name);
            if (documents_.at_path(whole) == nullptr && !files->read_at_most(name, largest)) continue;
            known->second = std::move(whole);
            break;
        }
    return known->second;
}

Result<std::vector<std::byte>> NearbyFiles::read(std::string_view name) const {
    return read_at_most(name, largest);
}

Result<std::vector<std::byte>> NearbyFiles::read_at_most(std::string_view name, std::uint64_t most) const {
    const auto text_of = [&](const Document& open) -> Result<std::vector<std::byte>> {
        const auto bytes = as_bytes(open.text.bytes());
        if (bytes.size() <= most) return std::vector<std::byte>(bytes.begin(), bytes.end());
        return fail(codes::io_read, "the text is too long");
    };
    const bool inside = stays_inside(name);
    for (const auto& [root, files] : roots_) {
        if (!inside) break;
        if (const Document* open = documents_.at_path(root + std::string(name))) return text_of(*open);
        if (auto bytes = files->read_at_most(name, most)) return bytes;
    }
    if (more_ != nullptr)
        if (auto bytes = more_->read_at_most(name, most)) {
            const Document* const open = documents_.at_path(name); // a header by its path
            return open == nullptr ? std::move(bytes) : text_of(*open);
        }
    return fail(codes::io_read, inside ? "there is no such file" : "the name leads out of the folder");
}

std::vector<std::string> NearbyFiles::list(std::string_view folder) const {
    std::vector<std::string> all;
    std::set<std::string, std::less<>> known;
    for (const Root& root : roots_)
        for (std::string& name : root.files->list(folder))
            if (known.insert(name).second) all.push_back(std::move(name));
    return all;
}

} // namespace vellum::protocol::lsp
