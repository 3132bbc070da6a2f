// Plain files are indexed by their last part, so that a search below a folder costs one look-up.
#include "engines/skrit/fuel/resources.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "base/bytes.hpp"
#include "base/text_storage.hpp"

namespace vellum::skrit {

namespace {

std::string_view last_part(std::string_view path) {
    const std::size_t slash = path.find_last_of('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string with_extension(std::string path) {
    if (last_part(path).find('.') == std::string_view::npos) path += ".skrit";
    return path;
}

} // namespace

std::string resource_path(std::string_view path) {
    std::string clean;
    for (char c : path) {
        if (c == '\\') c = '/';
        if (c == '/' && (clean.empty() || clean.ends_with('/'))) continue;
        clean += lower_ascii(c);
    }
    return clean;
}

void MemoryDriver::set(std::string_view path, std::string text) {
    const auto [entry, fresh] = texts_.insert_or_assign(resource_path(path), std::move(text));
    if (fresh) paths_.insert(std::ranges::lower_bound(paths_, entry->first), entry->first);
}

std::optional<std::string> MemoryDriver::read(std::string_view path) const {
    const auto found = texts_.find(path);
    if (found == texts_.end()) return std::nullopt;
    return found->second;
}

FilesDriver::FilesDriver(std::shared_ptr<const FileSystem> files) : files_(std::move(files)) {
    for (std::string& name : files_->list({})) {
        std::string path = resource_path(name);
        if (real_.try_emplace(path, std::move(name)).second) paths_.push_back(std::move(path));
    }
    std::ranges::sort(paths_);
}

std::optional<std::string> FilesDriver::read(std::string_view path) const {
    const auto found = real_.find(std::string(path));
    if (found == real_.end()) return std::nullopt;
    const auto bytes = files_->read(found->second);
    if (!bytes) return std::nullopt;
    return stored_text(*bytes);
}

void Resources::add_driver(std::string_view name, std::shared_ptr<const ResourceDriver> driver) {
    drivers_[lower_case(name)] = std::move(driver);
    if (name.empty()) refresh();
}

void Resources::refresh() {
    by_name_.clear();
    const auto plain = drivers_.find(std::string());
    if (plain == drivers_.end()) return;
    for (const std::string& path : plain->second->files())
        by_name_[std::string(last_part(path))].push_back(path);
}

void Resources::read_naming_keys(Diagnostics& diagnostics) {
    for (const std::string& path : list(".nnk"))
        if (path.starts_with("art/"))
            if (const auto text = read(path)) naming_key.add(*text, path, diagnostics);
}

bool Resources::exists(std::string_view path) const {
    const auto found = by_name_.find(std::string(last_part(path)));
    return found != by_name_.end() && std::ranges::binary_search(found->second, path, std::less<>());
}

const ResourceDriver* Resources::driver_of(std::string_view& path) const {
    std::string driver;
    if (const std::size_t mark = path.find("://"); mark != std::string_view::npos) {
        driver = lower_case(path.substr(0, mark));
        path.remove_prefix(mark + 3);
        if (path.find('\\') != std::string_view::npos) return nullptr;
    }
    const auto found = drivers_.find(driver);
    return found == drivers_.end() ? nullptr : found->second.get();
}

std::optional<std::string> Resources::read(std::string_view path) const {
    const ResourceDriver* const driver = driver_of(path);
    return driver == nullptr ? std::nullopt : driver->read(resource_path(path));
}

std::vector<std::string> Resources::below(std::string_view folder) const {
    const std::string_view asked = folder;
    const ResourceDriver* const driver = driver_of(folder);
    if (driver == nullptr) return {};
    const std::string prefix(asked.substr(0, asked.size() - folder.size()));
    std::string wanted = resource_path(folder);
    if (!wanted.empty() && !wanted.ends_with('/')) wanted += '/';
    std::vector<std::string> found;
    for (const std::string& path : driver->files())
        if (path.starts_with(wanted)) found.push_back(prefix + path);
    return found;
}

std::optional<std::string> Resources::find(std::string_view name, std::string_view folder) const {
    if (name.find("://") != std::string_view::npos) {
        std::string path = with_extension(std::string(name));
        if (!read(path)) return std::nullopt;
        return path;
    }
    std::string path = with_extension(resource_path(name));
    if (path.find('/') != std::string::npos) {
        if (exists(path)) return path;
        return std::nullopt;
    }
    if (const auto found = by_name_.find(path); found != by_name_.end() && !folder.empty()) {
        const std::string below = resource_path(folder) + "/";
        for (const std::string& candidate : found->second)
            if (candidate.starts_with(below)) return candidate;
    }
    if (exists(path)) return path; // a file beside all folders
    const std::size_t point = path.find_last_of('.');
    if (auto expanded = naming_key.expand(path.substr(0, point), path.substr(point));
        expanded && exists(*expanded))
        return expanded;
    return std::nullopt;
}

std::optional<IncludedSource> Resources::skrit(std::string_view name, std::string_view folder) const {
    auto path = find(name, folder);
    if (!path) return std::nullopt;
    auto text = read(*path);
    if (!text) return std::nullopt;
    return IncludedSource{std::move(*path), std::move(*text)};
}

std::optional<IncludedSource> Resources::include(std::string_view name, std::string_view) {
    if (auto found = skrit(name)) return found;
    for (const std::string_view folder : {component_folder, animation_folder})
        if (auto found = skrit(name, folder)) return found;
    return std::nullopt;
}

std::vector<std::string> Resources::list(std::string_view extension) const {
    std::vector<std::string> found;
    const auto plain = drivers_.find(std::string());
    if (plain == drivers_.end()) return found;
    for (const std::string& path : plain->second->files())
        if (path.ends_with(extension)) found.push_back(path);
    return found;
}

} // namespace vellum::skrit
