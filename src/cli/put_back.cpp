#include "cli/put_back.hpp"

#include <fmt/format.h>

#include "base/escape.hpp"
#include "base/source.hpp"
#include "cli/console.hpp"
#include "cli/session.hpp"

namespace vellum::cli {

Result<void> write_changed(Session& session, std::span<const archives::ChangedFile> files,
                           const std::string& target, bool in_place, Old old) {
    for (const archives::ChangedFile& file : files) {
        const std::string name =
            file.beside.empty() ? target : target.substr(0, target.rfind('/') + 1) + file.beside;
        if (auto done = in_place ? session.outputs().change_input(name, *file.bytes)
                                 : session.outputs().write_and_compare(name, *file.bytes, old);
            !done)
            return done;
        if (session.quiet()) continue;
        if (in_place)
            session.console().err(
                fmt::format("{}: the original file\n", escape_control(Outputs::backup_of(name))));
        else if (!file.beside.empty())
            session.console().err(fmt::format("{}: the part that changed, {} bytes\n", escape_control(name),
                                              grouped(file.bytes->size())));
    }
    return {};
}

} // namespace vellum::cli
