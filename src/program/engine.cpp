// Defaults of the Engine interface that need text work.
#include "vellum/engine.hpp"

namespace vellum {

std::unexpected<Diagnostic> Engine::unsupported(std::string_view what) const {
    std::string message(title());
    message += ": cannot ";
    message += what;
    return fail(codes::engine_unsupported, std::move(message));
}

} // namespace vellum
