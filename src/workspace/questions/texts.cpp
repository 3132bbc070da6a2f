// What players read.
#include "base/json_writer.hpp"
#include "workspace/questions/question.hpp"

namespace vellum::questions {

namespace {

void each(const Workspace&, const Request&, const Node&, const tools::OpenedFile& opened, Answer& answer) {
    for (const tools::Script& script : opened.scripts) {
        Diagnostics said;
        const auto texts = opened.engine->texts(script.bytes, opened.load.options(script.name), said);
        if (!texts) {
            answer.refuse(said, texts.error());
            continue;
        }
        for (const GameText& text : *texts) {
            if (text.text.empty()) continue;
            TextWriter writer;
            JsonWriter json(writer);
            json.begin_object();
            json.member("file", script.name);
            if (!text.id.empty()) json.member("id", text.id);
            json.member("text", text.text);
            if (!text.context.empty()) json.member("context", text.context);
            json.key("places");
            json.begin_array();
            for (const GameText::Place& place : text.places) {
                json.begin_object();
                if (!place.function.empty()) json.member("function", place.function);
                json.member("address", place.address);
                json.end_object();
            }
            json.end_array();
            json.end_object();
            answer.values.push_back(writer.take());
        }
    }
}

constexpr Parameter parameters[] = {nodes_parameter};

} // namespace

const Question texts{"texts", "List texts for players and where they are used", parameters, "texts", each};

} // namespace vellum::questions
