#ifdef VELLUM_HAVE_INDEX
#include "cli/index_build.hpp"

#include <fmt/format.h>

#include "base/code_page.hpp"
#include "cli/batch.hpp"
#include "cli/indexed.hpp"
#include "index/build.hpp"
#include "index/codes.hpp"
#include "index/writer.hpp"

namespace vellum::cli {

namespace {

struct IndexPart : Part {
    std::optional<index::FileRecord> file;
};

} // namespace

ExitCode build_index(Session& session, const std::vector<std::string>& words, const std::string& path,
                     bool keep) {
    const Arguments& arguments = session.arguments();
    std::vector<Node> inputs;
    const ExitCode gathered = gather_inputs(session, words, inputs, InArchives::texts, Takes::once);
    if (gathered == ExitCode::usage) return gathered;
    // A place that is missing, perhaps for a moment, must not look like one whose files were removed.
    ExitCode missing = ExitCode::ok;
    for (const Node& input : inputs)
        if (input.named && input.problem) missing = worst(missing, session.report(*input.problem));
    if (missing != ExitCode::ok) return missing;
    if (const auto allowed = session.outputs().may_write(path, Old::replace); !allowed)
        return session.report(allowed.error());
    std::erase_if(inputs, [&](const Node& input) { return !input.named && input.path == path; });
    const std::string_view encoding = arguments.text("--encoding");
    auto opened =
        index::Writer::open(path, {words, std::string(encoding)}, *session.workspace().tree(), keep);
    if (!opened) return session.report(opened.error());
    index::Writer& writer = **opened;
    if (writer.older() != 0)
        static_cast<void>(session.report(make_diagnostic(
            codes::index_older,
            fmt::format("the index has version {} of the schema and is made anew", writer.older()),
            {.file = path})));
    const index::ExamineOptions options{CodePage::find(encoding),
                                        index::settings_text(options_given(session), encoding)};
    std::size_t skipped = 0;
    Result<void> written;
    const auto open = [&](const Node& input, IndexPart&) {
        return std::optional(index::examine(session.workspace(), input, writer.known(), options));
    };
    const auto work = [&](const Node&, index::Examined& examined, IndexPart& part) {
        if (examined.file && examined.problem) part.report(session.console(), *examined.problem);
        part.file = std::move(examined.file);
    };
    const auto emit = [&](const Node&, const IndexPart& part) {
        if (!part.file)
            ++skipped;
        else if (written)
            written = writer.add(*part.file);
    };
    ExitCode code = worst(gathered, run_batch<IndexPart>(session, inputs, open, work, emit));
    if (!written) return session.report(written.error());
    const auto summary = writer.finish();
    if (!summary) return session.report(summary.error());
    if (!session.quiet()) {
        std::string line = fmt::format("{}: {}, {} unchanged", path, counted(summary->files, "file"),
                                       grouped(summary->unchanged));
        line += fmt::format("; {} written", counted(summary->scripts, "script"));
        if (summary->removed != 0) line += fmt::format("; {} removed", counted(summary->removed, "file"));
        if (skipped != 0) line += fmt::format("; {} skipped", counted(skipped, "file"));
        session.console().err(line + "\n");
    }
    return code;
}

} // namespace vellum::cli
#endif
