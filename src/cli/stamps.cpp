// A file that cannot be looked at is as good as gone.
#include "cli/stamps.hpp"

#include <thread>
#include <utility>

#include "base/file.hpp"
#include "workspace/find.hpp"

namespace vellum::cli {

Stamps look_at(const std::vector<std::string>& places, const Engine* engine) {
    Stamps stamps;
    const auto add = [&](const std::string& path) {
        if (const auto stamp = disk::stamp_of(path)) stamps.emplace(path, *stamp);
    };
    for (const std::string& place : places) {
        if (disk::kind_of(place) != FileKind::folder) {
            add(place);
            continue;
        }
        for (const std::string& name : list_below(place, {}))
            if (may_be_script(name, engine)) add(path_below(place, name));
    }
    return stamps;
}

Stamps settled(const std::vector<std::string>& places, const Engine* engine, Stamps now,
               std::chrono::milliseconds interval) {
    for (;;) {
        std::this_thread::sleep_for(interval);
        Stamps again = look_at(places, engine);
        if (again == now) return again;
        now = std::move(again);
    }
}

} // namespace vellum::cli
