// What commands about indexes say where there are none: builds for Windows and for the npm package are made
// without SQLite.
#pragma once

#include "cli/session.hpp"
#include "tools/codes.hpp"

namespace vellum::cli {

/// Reports that this build has no indexes.
[[nodiscard]] inline ExitCode report_no_index(Session& session) {
    return session.report(make_diagnostic(codes::engine_unsupported,
                                          "this build of Vellum has no indexes of collections", {},
                                          "builds for Linux and macOS with SQLite 3.38 or later have them"));
}

} // namespace vellum::cli
