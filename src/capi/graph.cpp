// Control flow and calls as pictures, across the C border.
#include "capi/handles.hpp"
#include "vellum/tools.hpp"

using namespace vellum;
using namespace vellum::capi;

vellum_status vellum_program_graph(const vellum_program* program, const vellum_graph_options* options,
                                   vellum_buffer* out, vellum_error** error) {
    if (program == nullptr || out == nullptr ||
        (options != nullptr && options->struct_size != sizeof(vellum_graph_options)))
        return VELLUM_BAD_ARGUMENT;
    tools::GraphOptions graph;
    auto format = tools::GraphFormat::svg;
    if (options != nullptr) {
        if (options->format < VELLUM_GRAPH_SVG || options->format > VELLUM_GRAPH_JSON)
            return VELLUM_BAD_ARGUMENT;
        format = static_cast<tools::GraphFormat>(options->format);
        graph = {std::string(text_or_empty(options->function)), options->natives != 0, options->most_lines};
    }
    auto text = tools::draw_graph(*program->program, format, graph);
    if (!text) return fail_with(error, std::move(text.error()));
    return fill(out, *text);
}
