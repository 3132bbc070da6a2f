// The first place that has a file gives it.
#include "workspace/mounts.hpp"
#include "workspace/answers.hpp"

#include <algorithm>
#include <set>

#include "base/ascii.hpp"
#include "base/codes.hpp"
#include "base/file.hpp"
#include "base/relative_name.hpp"
#include "workspace/archives.hpp"

namespace vellum {

namespace {

/// A folder of a tree without links, where names alone decide.
class NamesBelow final : public FileSystem {
  public:
    NamesBelow(const FileSystem& files, const std::string& folder)
        : files_(files),
          before_(folder == "."           ? ""
                  : folder.ends_with('/') ? folder
                                          : folder + "/") {}

    [[nodiscard]] Result<std::vector<std::byte>> read(std::string_view name) const override {
        return read_at_most(name, largest_below);
    }
    [[nodiscard]] Result<std::vector<std::byte>> read_at_most(std::string_view name,
                                                              std::uint64_t most) const override {
        std::string wanted(name);
        std::ranges::replace(wanted, '\\', '/');
        if (!stays_inside(wanted))
            return fail(codes::io_read, "'" + wanted + "' does not name a file inside the folder");
        wanted.insert(0, before_);
        if (auto exact = files_.read_at_most(wanted, most)) return exact;
        for (const std::string& each : files_.list(without_slash(before_)))
            if (same_name(each, wanted)) return files_.read_at_most(each, most);
        return files_.read_at_most(wanted, most);
    }
    [[nodiscard]] std::vector<std::string> list(std::string_view folder) const override {
        const std::string whole = before_ + std::string(folder);
        std::vector<std::string> names;
        for (const std::string& each : files_.list(without_slash(whole)))
            if (each.starts_with(before_)) names.push_back(each.substr(before_.size()));
        return names;
    }

  private:
    const FileSystem& files_;
    std::string before_;
};

} // namespace

std::shared_ptr<const FileSystem> Workspace::Mounts::tree(const std::string& place) const {
    if (auto mounted = workspace_.archives_->open(place); mounted && mounted->files != nullptr)
        return mounted->files;
    if (auto folder = workspace_.files_->below(place)) return folder;
    return std::make_shared<const NamesBelow>(*workspace_.files_, place);
}

Result<std::vector<std::byte>> Workspace::Mounts::read(std::string_view name) const {
    return read_at_most(name, largest_below);
}

Result<std::vector<std::byte>> Workspace::Mounts::read_at_most(std::string_view name,
                                                               std::uint64_t most) const {
    if (std::ranges::find(named_, name) != named_.end() && workspace_.files_->kind(name) == FileKind::file)
        return workspace_.files_->read_at_most(name, most);
    if (game_ != nullptr)
        if (auto bytes = game_->read_at_most(name, most)) return bytes;
    std::optional<Diagnostic> first;
    for (const std::string& place : places_) {
        auto bytes = tree(place)->read_at_most(name, most);
        if (bytes) return bytes;
        if (!first) first = std::move(bytes.error());
    }
    if (first) return std::unexpected(std::move(*first));
    return fail(codes::io_read, "there is no folder to read the file from", {.file = std::string(name)},
                "name one with --data");
}

std::vector<std::string> Workspace::Mounts::list(std::string_view folder) const {
    std::vector<std::string> all;
    std::set<std::string> hidden; // a file is hidden by those of the places before
    for (const std::string& place : places_) {
        const std::size_t first = all.size();
        for (std::string& name : tree(place)->list(folder))
            if (!hidden.contains(lower_case(name))) all.push_back(std::move(name));
        for (std::size_t i = first; i < all.size(); ++i) hidden.insert(lower_case(all[i]));
    }
    std::ranges::sort(all);
    return all;
}

} // namespace vellum
