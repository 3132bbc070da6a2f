// Engines and programs across the C border.
#include "base/bytes.hpp"
#include "base/json_writer.hpp"
#include "base/text_writer.hpp"
#include "capi/handles.hpp"
#include "tools/debug_json.hpp"
#include "tools/quote.hpp"
#include "vellum/tools.hpp"
#include "vellum/workspace.hpp"

namespace vellum::capi {

vellum_status read_options(const vellum_load_options* options, LoadOptions& out, std::string& engine,
                           vellum_error** error) {
    if (options == nullptr) return VELLUM_OK;
    if (options->struct_size != sizeof(vellum_load_options)) return VELLUM_BAD_ARGUMENT;
    engine = text_or_empty(options->engine);
    out.name = text_or_empty(options->name);
    auto settings = read_settings(text_or_empty(options->settings));
    if (!settings) return fail_with(error, std::move(settings.error()));
    if (engine.empty() && settings->engine != nullptr) engine = settings->engine->id();
    out.engines = std::move(settings->load.engines);
    out.lint = settings->load.lint;
    return VELLUM_OK;
}

vellum_status no_engine(vellum_error** error, const std::string& id) {
    std::string message = id.empty() ? "no engine recognises the bytes" : "unknown engine '" + id + "'";
    return fail_with(error, make_diagnostic(codes::engine_unknown, std::move(message), {},
                                            "use an id from vellum_engine_id() in the options"));
}

namespace {

/// What loading, assembling and compiling have in common: hand out the diagnostics and the program.
vellum_status finish(Result<ProgramPtr> made, vellum_diagnostics* collected, vellum_program** program,
                     vellum_diagnostics** diagnostics, vellum_error** error) {
    if (diagnostics != nullptr)
        *diagnostics = collected;
    else
        delete collected;
    if (!made) return fail_with(error, std::move(made.error()));
    std::string engine((*made)->engine().id());
    *program = new vellum_program{std::move(*made), std::move(engine)};
    return VELLUM_OK;
}

} // namespace

} // namespace vellum::capi

using namespace vellum;
using namespace vellum::capi;

namespace {

/// The ids with terminating zeros: they are string literals in every engine.
const char* id_of(const Engine& engine) { return engine.id().data(); }

} // namespace

std::size_t vellum_engine_count(void) { return engines().size(); }
const char* vellum_engine_id(std::size_t index) {
    return index < engines().size() ? id_of(*engines()[index]) : nullptr;
}

const char* vellum_detect(const void* data, std::size_t size, const char* file_name) {
    if (data == nullptr && size != 0) return nullptr;
    const Engine* engine =
        detect_engine({static_cast<const std::byte*>(data), size}, text_or_empty(file_name));
    return engine == nullptr ? nullptr : id_of(*engine);
}

vellum_status vellum_load(const void* data, std::size_t size, const vellum_load_options* options,
                          vellum_program** program, vellum_diagnostics** diagnostics, vellum_error** error) {
    LoadOptions load;
    std::string id;
    if (program == nullptr || (data == nullptr && size != 0)) return VELLUM_BAD_ARGUMENT;
    if (const vellum_status read = read_options(options, load, id, error); read != VELLUM_OK) return read;
    const std::span bytes(static_cast<const std::byte*>(data), size);
    const Engine* reader = id.empty() ? detect_engine(bytes, load.name) : find_engine(id);
    if (reader == nullptr) return no_engine(error, id);
    auto* collected = new vellum_diagnostics;
    return finish(reader->format().load(bytes, load, collected->list), collected, program, diagnostics,
                  error);
}

namespace {

vellum_status from_text(bool listing, const char* text, std::size_t size, const vellum_load_options* options,
                        vellum_program** program, vellum_diagnostics** diagnostics, vellum_error** error) {
    LoadOptions load;
    std::string id;
    if (program == nullptr || text == nullptr) return VELLUM_BAD_ARGUMENT;
    if (const vellum_status status = read_options(options, load, id, error); status != VELLUM_OK)
        return status;
    const Engine* engine = find_engine(id);
    if (engine == nullptr) return no_engine(error, id);
    auto* collected = new vellum_diagnostics;
    const auto read = [&]() -> Result<ProgramPtr> {
        if (listing) return engine->format().assemble({text, size}, load, collected->list);
        const auto language = engine->require(engine->language());
        if (!language) return std::unexpected(language.error());
        return (*language)->compile({text, size}, load, collected->list);
    };
    auto read_text = read();
    if (!read_text) tools::quote_line(read_text.error(), load.name, {text, size}, nullptr);
    return finish(std::move(read_text), collected, program, diagnostics, error);
}

} // namespace

vellum_status vellum_assemble(const char* text, std::size_t size, const vellum_load_options* options,
                              vellum_program** program, vellum_diagnostics** diagnostics,
                              vellum_error** error) {
    return from_text(true, text, size, options, program, diagnostics, error);
}

vellum_status vellum_compile(const char* text, std::size_t size, const vellum_load_options* options,
                             vellum_program** program, vellum_diagnostics** diagnostics,
                             vellum_error** error) {
    return from_text(false, text, size, options, program, diagnostics, error);
}

vellum_status vellum_save(const vellum_program* program, vellum_buffer* out, vellum_error** error) {
    if (program == nullptr || out == nullptr) return VELLUM_BAD_ARGUMENT;
    auto bytes = program->program->save();
    if (!bytes) return fail_with(error, std::move(bytes.error()));
    return fill(out, as_text(*bytes));
}

vellum_status vellum_disassemble(const vellum_program* program, vellum_buffer* out, vellum_error** error) {
    return vellum_disassemble_with(program, nullptr, out, error);
}

vellum_status vellum_disassemble_with(const vellum_program* program, const vellum_listing_options* options,
                                      vellum_buffer* out, vellum_error** error) {
    if (program == nullptr || out == nullptr) return VELLUM_BAD_ARGUMENT;
    static_cast<void>(error); // a listing cannot fail; the parameter keeps the call like its neighbours
    ListingOptions listing;
    if (options != nullptr) {
        if (options->struct_size != sizeof(vellum_listing_options)) return VELLUM_BAD_ARGUMENT;
        listing = {.addresses = options->hide_addresses == 0,
                   .bytes = options->bytes != 0,
                   .comments = options->hide_comments == 0,
                   .facts = options->facts != 0};
    }
    return fill(out, program->program->disassemble(listing));
}

vellum_status vellum_check(const vellum_program* program, vellum_diagnostics** diagnostics) {
    if (program == nullptr || diagnostics == nullptr) return VELLUM_BAD_ARGUMENT;
    *diagnostics = new vellum_diagnostics;
    program->program->check((*diagnostics)->list);
    return VELLUM_OK;
}

vellum_status vellum_diagnostics_sarif(const vellum_diagnostics* diagnostics, vellum_buffer* out) {
    if (diagnostics == nullptr) return VELLUM_BAD_ARGUMENT;
    return fill(out, tools::to_sarif(diagnostics->list.all()));
}

vellum_status vellum_program_json(const vellum_program* program, vellum_buffer* out) {
    if (program == nullptr || out == nullptr) return VELLUM_BAD_ARGUMENT;
    TextWriter text;
    JsonWriter json(text);
    json.begin_object();
    json.member("engine", program->engine);
    json.member("name", program->program->name());
    json.begin_object("facts");
    for (const Fact& fact : program->program->facts()) json.member(fact.name, fact.value);
    json.end_object();
    json.objects("functions", program->program->functions(), [&](const Function& function) {
        json.member("name", function.name);
        json.member("kind", function.kind);
        json.member("address", function.address);
    });
    if (const DebugInfo* const debug = program->program->debug_info()) {
        json.key("debug");
        tools::write_json(json, *debug);
    }
    json.end_object();
    return fill(out, text.view());
}

const char* vellum_program_engine(const vellum_program* program) {
    return program == nullptr ? "" : program->engine.c_str();
}
void vellum_program_free(vellum_program* program) { delete program; }
