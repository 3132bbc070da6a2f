// The part of batch work that needs no template.
#include "cli/batch.hpp"

#include <fmt/format.h>

#include "base/escape.hpp"
#include "base/hash.hpp"
#include "base/json_writer.hpp"
#include "cli/codes.hpp"
#include "cli/engines/engines.hpp"
#include "workspace/questions/question.hpp"

namespace vellum::cli {

std::string more_messages(const Console& console, std::string_view file, std::size_t all) {
    if (all == 0 || console.prints_message(all - 1)) return {};
    const std::size_t more = all - console.most_messages();
    return fmt::format("{}: {} more {}; --messages 0 prints all\n", escape_control(file), grouped(more),
                       more == 1 ? "message" : "messages");
}

std::optional<tools::OpenedFile> open_for(Session& session, const Node& input, Part& part,
                                          const Resume* resume) {
    const Workspace& workspace = session.workspace();
    auto opened = [&]() -> Result<tools::OpenedFile> {
        if (resume == nullptr || input.path == "-")
            return workspace.open(input, session.arguments().declares("--function"));
        auto bytes = workspace.read(input);
        if (!bytes) return std::unexpected(std::move(bytes.error()));
        part.sha256 = sha256_hex(*bytes);
        part.files = std::make_shared<const WatchedFiles>(workspace.files_of(input));
        part.unchanged = resume->knows(input.name(), part.sha256, part.files.get());
        if (part.unchanged) return tools::OpenedFile{};
        return workspace.open_bytes(std::move(*bytes), input, part.files);
    }();
    if (part.unchanged) return std::nullopt;
    if (opened) return std::move(*opened);
    tell_unopened(session, input, std::move(opened.error()), part);
    return std::nullopt;
}

void tell_unopened(const Session& session, const Node& input, Diagnostic problem, Part& part) {
    if (!input.named && problem.code != nullptr && problem.code->id == codes::engine_unknown.id) {
        problem = make_diagnostic(codes::cli_skipped, "no engine recognises this file; skipped",
                                  problem.place, problem.hint);
        part.skipped = true;
    }
    part.report(session.console(), problem);
}

bool pass_over(const Node& input, Part& part) {
    if (!input.one_of_many || !holds_only_data(input.inside.empty() ? input.path : input.inside))
        return false;
    part.skipped = true;
    part.problems.push_back(
        make_diagnostic(codes::cli_skipped, "no scripts in it; skipped", {.file = input.name()}));
    return true;
}

std::string passed_over(std::size_t count) {
    if (count == 0) return {};
    return fmt::format("skipped {} {}", counted(count, "file"),
                       count == 1 ? "without a script" : "without scripts");
}

void note(Resume& resume, const Node& input, const Part& part) {
    if (part.unchanged) return;
    if (part.clean && part.code == ExitCode::ok && !part.sha256.empty())
        resume.add(input.name(), part.sha256, part.files->reads());
    else
        resume.forget(input.name());
}

std::string problems_json(const Node& input, const Part& part) {
    return questions::problems_json(input.name(), part.problems);
}

} // namespace vellum::cli
