#include "cli/web/places.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/codes.hpp"
#include "base/disk.hpp"
#include "base/encoding.hpp"
#include "base/file.hpp"
#include "base/path.hpp"
#include "base/safe_path.hpp"

namespace vellum::cli::web {

namespace {

/// True if the path on the disk is below the place, all links followed.
[[nodiscard]] bool is_inside(const Place& place, const std::string& path) {
    const std::string root = place.path.ends_with('/') ? place.path : place.path + "/";
    return path.starts_with(root) && path.size() > root.size();
}

} // namespace

std::string text_of(const FileStamp& stamp) { return fmt::format("{}-{}", stamp.size, stamp.written); }

Result<void> Places::add(const std::string& word) {
    const std::string path = disk::resolved(disk::absolute(word));
    const FileKind kind = disk::kind_of(path);
    if (kind != FileKind::file && kind != FileKind::folder)
        return fail(codes::io_read,
                    kind == FileKind::none ? "there is no such file or folder"
                                           : "this is neither a file nor a folder",
                    {.file = word});
    std::string name = safe_path(path::file_name(path));
    if (name.empty()) name = "files"; // the root of a disk
    const std::string wanted = name;
    for (int number = 2; std::ranges::find(places_, name, &Place::name) != places_.end(); ++number)
        name = fmt::format("{} {}", wanted, number);
    places_.push_back({std::move(name), path, kind == FileKind::folder});
    return {};
}

std::vector<Listed> Places::list() const {
    std::vector<Listed> files;
    for (const Place& place : places_) {
        if (disk::resolved(place.path) != place.path) continue; // a link is there by now
        const auto add = [&](const std::string& below) {
            const std::string slash = below.empty() ? "" : "/";
            if (!is_valid_utf8(below)) return; // no request can name it
            if (const auto stamp = disk::stamp_of(place.path + slash + below))
                files.push_back({place.name + slash + below, *stamp});
        };
        if (!place.folder)
            add("");
        else
            for (const std::string& below : list_below(place.path, "")) add(below);
    }
    return files;
}

const Place* Places::place_of(std::string_view& path) const {
    const std::size_t slash = path.find('/');
    const auto place = std::ranges::find(places_, path.substr(0, slash), &Place::name);
    path.remove_prefix(slash == std::string_view::npos ? path.size() : slash + 1);
    return place == places_.end() || place->folder == path.empty() ? nullptr : &*place;
}

Result<std::string> Places::find(std::string_view path) const {
    const std::string_view whole = path;
    if (const Place* const place = place_of(path)) {
        if (!place->folder) return place->path;
        std::string found = disk::resolved(fmt::format("{}/{}", place->path, path));
        if (is_inside(*place, found) && disk::kind_of(found) == FileKind::file) return found;
    }
    return fail(codes::io_read, "there is no such file", {.file = std::string(whole)});
}

Result<std::shared_ptr<const ByteSource>> Places::open(std::string_view path) const {
    const auto found = find(path);
    if (!found) return std::unexpected(found.error());
    return open_file(*found, Links::refuse);
}

Result<std::string> Places::free(std::string_view path) const {
    const std::string_view whole = path;
    const Place* const place = place_of(path);
    if (place == nullptr || safe_path(path) != path)
        return fail(codes::io_write, "no file can have this name", {.file = std::string(whole)});
    std::string found = disk::resolved(fmt::format("{}/{}", place->path, path));
    if (!is_inside(*place, found))
        return fail(codes::io_write, "a link leads out of the folder", {.file = std::string(whole)});
    if (disk::kind_of(place->path) != FileKind::folder)
        return fail(codes::io_write, "the folder is not there any longer", {.file = std::string(whole)});
    if (disk::is_taken(found))
        return fail(codes::io_write, "the file already exists", {.file = std::string(whole)});
    return found;
}

} // namespace vellum::cli::web
