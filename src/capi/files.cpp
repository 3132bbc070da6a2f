// What the command line does with whole files, across the C border.
#include "capi/handles.hpp"
#include "vellum/tools.hpp"

using namespace vellum;
using namespace vellum::capi;

struct vellum_uses {
    struct Use : tools::Use {
        std::string script;
    };
    std::vector<Use> list;
};

namespace {

/// Opens the bytes as `vellum check FILE` does, and calls `use` with the file.
template <class Use>
vellum_status with_file(const void* data, std::size_t size, const vellum_load_options* options,
                        vellum_error** error, Use&& use) {
    LoadOptions load;
    std::string id;
    if ((data == nullptr && size != 0) || !read_options(options, load, id)) return VELLUM_BAD_ARGUMENT;
    const Engine* engine = find_engine(id);
    if (engine == nullptr && !id.empty()) return no_engine(error, id);
    const auto* bytes = static_cast<const std::byte*>(data);
    tools::OpenOptions how{engine};
    how.load.variant = load.variant;
    auto opened = tools::open({bytes, bytes + size}, load.name, how);
    if (!opened) return fail_with(error, std::move(opened.error()));
    use(*opened);
    return VELLUM_OK;
}

} // namespace

vellum_status vellum_file_check(const void* data, std::size_t size, const vellum_load_options* options,
                                int32_t notes, vellum_diagnostics** diagnostics, vellum_error** error) {
    if (diagnostics == nullptr) return VELLUM_BAD_ARGUMENT;
    return with_file(data, size, options, error, [&](const tools::OpenedFile& opened) {
        *diagnostics = new vellum_diagnostics;
        for (tools::CheckReport& report : tools::check(opened, notes != 0))
            for (Diagnostic& each : report.found) (*diagnostics)->list.add(std::move(each));
    });
}

vellum_status vellum_diagnostics_sarif(const vellum_diagnostics* diagnostics, vellum_buffer* out) {
    if (diagnostics == nullptr) return VELLUM_BAD_ARGUMENT;
    return fill(out, tools::to_sarif(diagnostics->list.all()));
}

vellum_status vellum_file_uses(const void* data, std::size_t size, const vellum_load_options* options,
                               const vellum_name_query* query, vellum_uses** uses,
                               vellum_diagnostics** diagnostics, vellum_error** error) {
    if (uses == nullptr || (query != nullptr && query->struct_size != sizeof(vellum_name_query)))
        return VELLUM_BAD_ARGUMENT;
    tools::NameQuery wanted;
    if (query != nullptr)
        wanted = {std::string(text_or_empty(query->name)), std::string(text_or_empty(query->kind)),
                  query->ignore_case != 0};
    return with_file(data, size, options, error, [&](const tools::OpenedFile& opened) {
        auto found = std::make_unique<vellum_uses>();
        auto said = std::make_unique<vellum_diagnostics>();
        for (const tools::Script& script : opened.scripts) {
            Diagnostics problems;
            const auto program = tools::load(opened, script, problems);
            for (const Diagnostic& each : problems.all()) said->list.add(each);
            if (!program) {
                if (problems.ok()) said->list.add(program.error());
                continue;
            }
            for (tools::Use& use : tools::find_uses(**program, wanted))
                found->list.push_back({std::move(use), script.name});
        }
        *uses = found.release();
        if (diagnostics != nullptr) *diagnostics = said.release();
    });
}

std::size_t vellum_uses_count(const vellum_uses* uses) { return uses == nullptr ? 0 : uses->list.size(); }

vellum_status vellum_uses_get(const vellum_uses* uses, std::size_t index, vellum_use* out) {
    if (out == nullptr || index >= vellum_uses_count(uses)) return VELLUM_BAD_ARGUMENT;
    const vellum_uses::Use& use = uses->list[index];
    *out = {use.kind.c_str(), use.name.c_str(), use.script.c_str(), use.function.c_str(), use.address};
    return VELLUM_OK;
}

void vellum_uses_free(vellum_uses* uses) { delete uses; }

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
