// Candidates in order; the first file that can be read is taken.
#include "engines/skrit/fuel/file_includes.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "base/bytes.hpp"
#include "base/path.hpp"
#include "base/relative_name.hpp"
#include "base/text_storage.hpp"
#include "source/sources.hpp"

namespace vellum::skrit {

namespace {

constexpr int most_levels = 64; // of a main file's folders

std::string folder_of(std::string_view name) {
    const std::size_t slash = name.find_last_of('/');
    return std::string(slash == std::string_view::npos ? std::string_view() : name.substr(0, slash + 1));
}

} // namespace

/// The including file's folder as the file system names it, with a slash behind unless it is the root.
std::string FileIncludes::inside(std::string_view from) {
    if (!above_.empty() && from.starts_with(above_)) return folder_of(from.substr(above_.size()));
    // The file is read to know that it is there, so not for each of its includes.
    const auto [known, is_new] = folders_.try_emplace(std::string(from));
    if (is_new) known->second = find_folder(from);
    return known->second;
}

std::string FileIncludes::find_folder(std::string_view from) {
    std::string whole(from);
    std::ranges::replace(whole, '\\', '/');
    std::string_view rest = whole;
    for (int level = 0; level < most_levels; ++level) {
        if (stays_inside(rest) && files_->read_at_most(rest, source::Sources::most_bytes)) {
            above_ = whole.substr(0, whole.size() - rest.size());
            return folder_of(rest);
        }
        const std::size_t slash = rest.find('/');
        if (slash == std::string_view::npos) break;
        rest.remove_prefix(slash + 1);
    }
    return {};
}

void FileIncludes::list() {
    if (std::exchange(listed_, true)) return;
    Diagnostics problems;                               // of the key, not of the script
    for (const std::string& name : files_->list("art")) // in order: later definitions win
        if (name.size() > 4 && same_name(std::string_view(name).substr(name.size() - 4), ".nnk"))
            if (const auto bytes = files_->read(name)) key_.add(stored_text(*bytes), name, problems);
    for (const std::string_view folder : {component_folder, animation_folder})
        for (std::string& name : files_->list(folder))
            usual_[lower_case(path::file_name(name))].push_back(std::move(name));
}

std::optional<IncludedSource> FileIncludes::include(std::string_view name, std::string_view from) {
    if (files_ == nullptr) return std::nullopt;
    std::string wanted(name);
    std::ranges::replace(wanted, '\\', '/');
    if (!stays_inside(wanted)) return std::nullopt;
    const std::size_t slash = wanted.find_last_of('/');
    if (wanted.find('.', slash == std::string::npos ? 0 : slash) == std::string::npos) wanted += ".skrit";
    const auto taken = [&](const std::string& path) -> std::optional<IncludedSource> {
        auto bytes = files_->read_at_most(path, source::Sources::most_bytes);
        if (const std::string lower = lower_case(path); !bytes && lower != path)
            bytes = files_->read_at_most(lower, source::Sources::most_bytes);
        if (!bytes) return std::nullopt;
        return IncludedSource{above_ + path, stored_text(*bytes)};
    };
    const std::string folder = inside(from);
    if (auto found = taken(folder + wanted)) return found;
    if (auto found = taken(folder + "include/" + wanted)) return found;
    if (!folder.empty())
        if (auto found = taken(wanted)) return found;
    if (slash != std::string::npos) return std::nullopt;
    list();
    if (const auto known = usual_.find(lower_case(wanted)); known != usual_.end())
        for (const std::string& path : known->second)
            if (auto found = taken(path)) return found;
    const std::size_t point = wanted.find_last_of('.');
    if (const auto path = key_.expand(wanted.substr(0, point), wanted.substr(point));
        path && stays_inside(*path))
        return taken(*path);
    return std::nullopt;
}

} // namespace vellum::skrit
