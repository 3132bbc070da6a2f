#include "index/names_here.hpp"

#include <algorithm>

#include "base/disk.hpp"
#include "base/path.hpp"
#include "base/relative_name.hpp"
#include "index/schema.hpp"
#include "workspace/find.hpp"

namespace vellum::index {

std::string here_of(const FileSystem& files) { return path_below(files.resolved("."), {}); }

std::string home_of(Database& database, const std::string& path, const FileSystem& files) {
    const std::string way = meta(database, "folder");
    if (way.empty()) return {};
    return path_below(files.resolved(disk::is_absolute(way) ? way : path_below(folder_of(path), way)), {});
}

void set_home(Database& database, const std::string& path, const FileSystem& files, const std::string& home) {
    const std::string from = path_below(files.resolved(folder_of(path)), {});
    std::size_t same = 0; // how much of both is the same, in whole folders
    for (std::size_t i = 0; i < std::min(from.size(), home.size()) && from[i] == home[i]; ++i)
        if (from[i] == '/') same = i + 1;
    std::string way = same == 0 ? home : "."; // on another drive, or there
    if (same != 0)
        for (auto up = std::ranges::count(from.substr(same), '/'); up > 0; --up) way += "/..";
    if (same != 0 && same < home.size()) way += '/' + home.substr(same);
    set_meta(database, "folder", way);
}

NamesHere::NamesHere(Database& database, const std::string& path, const FileSystem& files) : files_(files) {
    home_ = home_of(database, path, files);
    if (home_ == here_of(files)) home_.clear();
    for (const std::string& place : places_of(database)) {
        places_.push_back(here(place));
        roots_.emplace_back(place, std::string(without_slash(files.resolved(places_.back()))));
    }
}

std::string NamesHere::here(std::string_view name) const {
    return disk::is_absolute(name) ? std::string(name) : home_ + std::string(name);
}

const std::string& NamesHere::resolved(const std::string& folder) {
    const auto [found, is_new] = folders_.try_emplace(folder);
    if (is_new) found->second = path_below(files_.resolved(folder), {});
    return found->second;
}

std::vector<std::string> NamesHere::there(const std::string& path) {
    std::vector<std::string> paths;
    if (home_.empty() || disk::is_absolute(path)) paths.push_back(path);
    const std::string whole = resolved(folder_of(path)) + std::string(path::file_name(path));
    for (const auto& [place, root] : roots_)
        if (whole == root)
            paths.push_back(place);
        else if (whole.starts_with(root) && whole[root.size()] == '/')
            paths.push_back(path_below(place, whole.substr(root.size() + 1)));
    if (!home_.empty() && whole.starts_with(home_)) paths.push_back(whole.substr(home_.size()));
    return paths;
}

} // namespace vellum::index
