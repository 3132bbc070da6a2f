// Defaults of the Engine interface that need text work.
#include "vellum/engine.hpp"

namespace vellum {

std::vector<std::pair<std::string, std::string>> RunOptions::all_settings() const {
    auto all = settings;
    if (seed) all.insert(all.begin(), {"seed", std::to_string(*seed)});
    return all;
}

Result<std::vector<std::byte>> Engine::replace_members(std::span<const std::byte>, std::string_view,
                                                       std::span<const archives::Change>) const {
    return unsupported("change files that hold them");
}

std::unexpected<Diagnostic> Engine::unsupported(std::string_view what) const {
    std::string message(title());
    message += ": cannot ";
    message += what;
    return fail(codes::engine_unsupported, std::move(message));
}

} // namespace vellum
