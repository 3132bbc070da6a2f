// What became of a run, as one JSON object.
#pragma once

#include <string>
#include <vector>

#include "runtime/report.hpp"
#include "vellum/run.hpp"

namespace vellum {
class JsonWriter;
}

namespace vellum::runs {

/// Keeps what the summary tells of a run while it is played.
class Summary : public RunReporter {
  public:
    void begin(std::string_view label, std::uint64_t) override { label_ = label; }
    void announce(const RunAction&) override {}
    void action(const RunAction& action, std::string_view outcome) override {
        actions_.push_back({action.kind, action.text, std::string(outcome), label_});
    }
    void remark(std::string_view text) override { remarks_.push_back({std::string(text), label_}); }
    void host_says(std::string_view) override {}
    void problem(const Diagnostic& diagnostic) override { problems_.push_back(diagnostic); }
    void end() override {}

    /// Members of an object that was begun. `report` has heard the run.
    void write(JsonWriter& json, Run& run, const ReportObserver& report) const;

  private:
    struct Action {
        RunAction::Kind kind;
        std::string text, outcome, label;
    };
    struct Remark {
        std::string text, label;
    };
    std::vector<Action> actions_;
    std::vector<Remark> remarks_;
    std::vector<Diagnostic> problems_;
    std::string label_;
};

/// "replay": what became of it, as a member of an object; nothing if there was none.
void write_verdict(JsonWriter& json, const Run& run);

} // namespace vellum::runs
