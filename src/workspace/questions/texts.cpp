// What players read.
#include "base/json_writer.hpp"
#include "tools/texts/sources.hpp"
#include "workspace/questions/question.hpp"
#include "workspace/texts/source_places.hpp"

namespace vellum::questions {

namespace {

void each_texts(const Workspace& workspace, const Request& request, const Node& node,
                const tools::OpenedFile& opened, Answer& answer) {
    const auto offered = opened.engine->require(opened.engine->texts());
    if (!offered) return answer.refuse(Diagnostics(), offered.error());
    const auto sources = tools::text_sources(opened);
    if (!sources) return answer.refuse(Diagnostics(), sources.error());
    for (const tools::TextSource& source : *sources) {
        Diagnostics said;
        auto texts = (*offered)->texts(source.bytes, opened.load.options(source.name), said);
        if (!texts) {
            answer.refuse(said, texts.error());
            continue;
        }
        if (request.flag("source"))
            tools::name_functions(*texts, source_functions(workspace, node, opened, source));
        for (const GameText& text : *texts) {
            if (text.text.empty()) continue;
            answer.values.push_back(json_object([&](JsonWriter& json) {
                json.member("file", source.name);
                if (!text.id.empty()) json.member("id", text.id);
                json.member("text", text.text);
                if (!text.context.empty()) json.member("context", text.context);
                json.objects("places", text.places, [&](const GameText::Place& place) {
                    if (!place.function.empty()) json.member("function", place.function);
                    json.member("address", place.address);
                });
            }));
        }
    }
}

constexpr Parameter of_texts[] = {
    nodes_parameter,
    {"source", Holds::flag, "Use the names of the source even for compiled scripts."},
};

} // namespace

const Question texts{"texts", "List texts for players and where they are used", of_texts, "texts",
                     each_texts};

} // namespace vellum::questions
