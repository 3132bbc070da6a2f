// Asks the engine for the picture and writes it.
#include "cli/picture.hpp"

#include "vellum/engine.hpp"

namespace vellum::cli {

ExitCode write_picture(Session& session, Run& run, const std::string& path, bool of_run) {
    const Result<std::string> picture = run.programs().back()->picture(of_run ? &run.scheduler() : nullptr);
    if (!picture) {
        Diagnostic problem = picture.error();
        if (problem.place.file.empty()) problem.place.file = run.programs().back()->name();
        if (problem.hint.empty())
            problem.hint = "only world map scripts (.ev) belong to a map; 'vellum graph' draws others";
        return session.report(problem);
    }
    if (path == "-") {
        session.console().out(*picture);
        return ExitCode::ok;
    }
    if (auto written = session.outputs().write_drawing(path, *picture, Old::keep); !written)
        return session.report(written.error());
    return ExitCode::ok;
}

} // namespace vellum::cli
