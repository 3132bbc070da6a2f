#include "index/fresh.hpp"

#include "index/looks.hpp"

namespace vellum::index {

Fresh::Fresh(Database& database, const FileSystem& files, const NamesHere* names)
    : files_(files),
      names_(names),
      file_(database.prepare("SELECT id FROM file WHERE name = ? AND settings = ?")),
      looks_(database.prepare("SELECT look FROM seen WHERE file = ?")),
      look_(database.prepare("SELECT what, name, size, written FROM look WHERE id = ?")) {}

bool Fresh::holds(std::int64_t look) {
    if (const auto found = known_.find(look); found != known_.end()) return found->second;
    look_.start(look);
    bool same = look_.step();
    if (same) {
        Seen seen = look_of(look_);
        if (names_ != nullptr) seen.name = names_->here(seen.name);
        same = vellum::holds(files_, seen);
    }
    look_.reset();
    return known_[look] = same;
}

std::optional<std::int64_t> Fresh::file(const std::string& name, std::uint64_t settings) {
    const auto id = file_.number(name, settings);
    if (!id) return std::nullopt;
    bool any = false, same = true;
    looks_.start(*id);
    while (same && looks_.step()) {
        any = true;
        same = holds(looks_.integer(0));
    }
    looks_.reset();
    return any && same ? id : std::nullopt;
}

} // namespace vellum::index
