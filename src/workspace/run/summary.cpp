#include "workspace/run/summary.hpp"

#include "base/json.hpp"
#include "base/json_writer.hpp"
#include "tools/diagnostic_json.hpp"
#include "workspace/questions/question.hpp"

namespace vellum::runs {

void Summary::write(JsonWriter& json, Run& run, const ReportObserver& report) const {
    const Scheduler& world = run.scheduler();
    json.member("engine", run.engine().id());
    json.key("programs");
    json.begin_array();
    for (const ProgramPtr& program : run.programs()) json.value(program->name());
    json.end_array();
    json.member("frames", run.frames_run());
    json.member("instructions", world.instructions());
    json.member("finished", world.finished());
    json.key("machines");
    json.begin_array();
    for (std::size_t i = 0; i < world.machine_count(); ++i) {
        const MachineInfo info = world.machine(i);
        json.begin_object();
        json.member("name", info.name);
        json.member("state", to_string(info.state));
        json.member("instructions", info.instructions);
        json.end_object();
    }
    json.end_array();
    json.key("actions");
    json.begin_array();
    for (const Action& each : actions_) {
        json.begin_object();
        json.member("kind", each.kind == RunAction::Kind::event ? "event" : "call");
        json.member("text", each.text);
        json.member("when", each.label);
        json.member("outcome", each.outcome);
        json.end_object();
    }
    json.end_array();
    json.key("remarks");
    json.begin_array();
    for (const Remark& each : remarks_) {
        json.begin_object();
        json.member("text", each.text);
        json.member("when", each.label);
        json.end_object();
    }
    json.end_array();
    if (const auto state = world.state_json())
        if (const auto parsed = parse_json(*state)) json.member("world", *parsed);
    write_verdict(json, run);
    json.key("host");
    json.begin_array();
    const Diagnostics of_the_host = run.host_diagnostics();
    for (const Diagnostic& each : of_the_host.all()) tools::write_json(json, each);
    json.end_array();
    json.key("report");
    report.write_summary(json);
    questions::write_problems(json, problems_);
}

void write_verdict(JsonWriter& json, const Run& run) {
    const auto& verdict = run.verdict();
    if (!verdict) return;
    json.key("replay");
    json.begin_object();
    json.member("record", run.request().replay);
    json.member("same", verdict->same);
    json.member("steps", verdict->steps);
    json.member("repeated", verdict->used);
    json.member("text", verdict->text);
    json.end_object();
}

} // namespace vellum::runs
