#include "workspace/run/summary.hpp"

#include "base/json.hpp"
#include "base/json_writer.hpp"
#include "tools/diagnostic_json.hpp"
#include "workspace/questions/question.hpp"

namespace vellum::runs {

void Summary::write(JsonWriter& json, Run& run, const ReportObserver& report) const {
    const Scheduler& world = run.scheduler();
    json.member("engine", run.engine().id());
    json.list("programs", run.programs(), [&](const ProgramPtr& program) { json.value(program->name()); });
    json.member("frames", run.frames_run());
    json.member("instructions", world.instructions());
    json.member("finished", world.finished());
    json.begin_array("machines");
    for (std::size_t i = 0; i < world.machine_count(); ++i) {
        const MachineInfo info = world.machine(i);
        json.begin_object();
        json.member("name", info.name);
        json.member("state", to_string(info.state));
        json.member("instructions", info.instructions);
        json.end_object();
    }
    json.end_array();
    json.objects("actions", actions_, [&](const Action& each) {
        constexpr std::string_view kinds[] = {"event", "call", "step"};
        json.member("kind", kinds[static_cast<std::size_t>(each.kind)]);
        json.member("text", each.text);
        json.member("when", each.label);
        json.member("outcome", each.outcome);
    });
    json.objects("remarks", remarks_, [&](const Remark& each) {
        json.member("text", each.text);
        json.member("when", each.label);
    });
    if (const auto state = world.state_json())
        if (const auto parsed = parse_json(*state)) json.member("world", *parsed);
    write_verdict(json, run);
    const Diagnostics of_the_host = run.host_diagnostics();
    json.list("host", of_the_host.all(), [&](const Diagnostic& each) { tools::write_json(json, each); });
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
