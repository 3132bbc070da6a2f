// The part of batch work that needs no template.
#include "cli/batch.hpp"

#include <fmt/format.h>

#include <map>

#include "base/ending.hpp"
#include "base/escape.hpp"
#include "base/json_writer.hpp"
#include "cli/codes.hpp"
#include "cli/engines/engines.hpp"
#include "workspace/questions/question.hpp"

namespace vellum::cli {

Turns::Turns(const std::vector<Node>& inputs, bool needed) {
    if (!needed) return;
    done_.resize(inputs.size());
    std::map<std::string, std::size_t> last;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const std::string& name = inputs[i].relative;
        std::size_t& known = last[name.substr(0, name.size() - extension_of(name).size())];
        before_.push_back(known);
        known = i + 1;
    }
}

void Turns::wait(std::size_t index) {
    if (before_.empty() || before_[index] == 0) return;
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return done_[before_[index] - 1]; });
}

void Turns::done(std::size_t index) {
    if (done_.empty()) return;
    const std::scoped_lock lock(mutex_);
    done_[index] = true;
    changed_.notify_all();
}

std::optional<tools::OpenedFile> open_for(Session& session, const Node& input, Part& part) {
    auto opened = session.workspace().open(input, session.arguments().declares("--function"));
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

std::string problems_json(const Node& input, const Part& part) {
    return questions::problems_json(input.name(), part.problems);
}

} // namespace vellum::cli
