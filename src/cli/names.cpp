#include "cli/names.hpp"

#include "base/bytes.hpp"
#include "base/codes.hpp"
#include "base/text_storage.hpp"
#include "workspace/questions/decompile.hpp"

namespace vellum::cli {

ExitCode Names::read_option(Session& session) {
    const std::string path(session.arguments().text("--names"));
    if (path.empty()) return ExitCode::ok;
    const auto bytes = session.read(path); // names of games may have any bytes in them
    if (!bytes) return session.report(bytes.error());
    text_ = stored_text(*bytes);
    if (is_compiled(text_))
        return session.report(fail(vellum::codes::io_text, "this is not a text", {.file = path}).error());
    return read(session, path, text_);
}

ExitCode Names::read(Session& session, const std::string& path, std::string_view text) {
    ExitCode code = ExitCode::ok;
    for (const Engine* engine : engines()) {
        if (engine->names() == nullptr || !questions::names_are_of(*engine, text)) continue;
        Diagnostics diagnostics;
        auto made = engine->names()->read_names(text, diagnostics);
        diagnostics.set_file(path);
        code = worst(code, session.report(diagnostics.all()));
        if (made) names_[engine] = std::move(*made);
    }
    return code;
}

std::shared_ptr<const SourceNames> Names::of(const Workspace& workspace,
                                             const tools::OpenedFile& opened) const {
    const auto found = names_.find(opened.engine);
    return workspace.names_of(opened,
                              found == names_.end() ? opened.load.names_of(*opened.engine) : found->second);
}

} // namespace vellum::cli
