// Source text of programs across the C border: decompiling, names, comparisons, patches.
#include "base/json_writer.hpp"
#include "capi/handles.hpp"
#include "tools/verdict_json.hpp"
#include "vellum/tools.hpp"
#include "workspace/questions/decompile.hpp"

using namespace vellum;
using namespace vellum::capi;

namespace {

using NamesPtr = std::shared_ptr<const SourceNames>;

/// The file of names, which must be the engine's; null if there is none.
Result<NamesPtr> names_of(const Engine& engine, const char* text) {
    if (text == nullptr) return NamesPtr();
    if (!questions::names_are_of(engine, text))
        return fail(codes::engine_option,
                    "the names are another engine's, not those of '" + std::string(engine.id()) + "'");
    Diagnostics diagnostics;
    const auto files = engine.require(engine.names());
    if (!files) return std::unexpected(files.error());
    return (*files)->read_names(text, diagnostics);
}

template <class Options> bool has_size(const Options* options) {
    return options == nullptr || options->struct_size == sizeof(Options);
}

std::string verdicts_of(const Decompiled& made) {
    TextWriter text;
    JsonWriter json(text);
    json.begin_object();
    tools::write_verdicts(json, made);
    json.begin_object("headers");
    for (const SourceHeader& header : made.headers) json.member(header.name, header.text);
    json.end_object();
    json.end_object();
    return text.take();
}

} // namespace

vellum_status vellum_decompile(const vellum_program* program, const vellum_source_options* options,
                               vellum_buffer* text, vellum_buffer* verdicts, vellum_error** error) {
    if (program == nullptr || text == nullptr || !has_size(options)) return VELLUM_BAD_ARGUMENT;
    const Engine& engine = program->program->engine();
    SourceOptions source;
    NamesPtr names;
    if (options != nullptr) {
        auto read = names_of(engine, options->names);
        if (!read) return fail_with(error, std::move(read.error()));
        names = std::move(*read);
        source.addresses = options->addresses != 0;
        source.names = names.get();
    }
    auto made = program->program->decompile(source);
    if (!made) return fail_with(error, std::move(made.error()));
    if (verdicts != nullptr) {
        const vellum_status status = fill(verdicts, verdicts_of(*made));
        if (status != VELLUM_OK) return status;
    }
    return fill(text, made->text);
}

vellum_status vellum_source_names(const char* text, std::size_t size, const vellum_load_options* options,
                                  const char* known, vellum_buffer* names, vellum_error** error) {
    LoadOptions load;
    std::string id;
    if (text == nullptr || names == nullptr) return VELLUM_BAD_ARGUMENT;
    if (const vellum_status status = read_options(options, load, id, error); status != VELLUM_OK)
        return status;
    const Engine* engine = find_engine(id);
    if (engine == nullptr) return no_engine(error, id);
    auto old = names_of(*engine, known);
    if (!old) return fail_with(error, std::move(old.error()));
    Diagnostics diagnostics;
    const auto files = engine->require(engine->names());
    if (!files) return fail_with(error, files.error());
    auto made = (*files)->names_in({text, size}, load, old->get(), diagnostics);
    if (!made) return fail_with(error, std::move(made.error()));
    return fill(names, *made);
}

vellum_status vellum_program_diff(const vellum_program* before, const vellum_program* after,
                                  const vellum_diff_options* options, int32_t* equal, vellum_buffer* out,
                                  vellum_error** error) {
    if (before == nullptr || after == nullptr || out == nullptr || !has_size(options))
        return VELLUM_BAD_ARGUMENT;
    tools::DiffOptions wanted;
    NamesPtr names;
    std::int32_t format = VELLUM_DIFF_UNIFIED;
    if (options != nullptr) {
        if (options->format < VELLUM_DIFF_UNIFIED || options->format > VELLUM_DIFF_HTML)
            return VELLUM_BAD_ARGUMENT;
        auto read = names_of(before->program->engine(), options->names);
        if (!read) return fail_with(error, std::move(read.error()));
        names = std::move(*read);
        format = options->format;
        wanted.listing = options->listing != 0;
        wanted.context = options->context;
        wanted.names = names.get();
    }
    const auto made = tools::diff(*before->program, *after->program, wanted);
    if (!made) return fail_with(error, made.error());
    if (equal != nullptr) *equal = made->equal() ? 1 : 0;
    if (format == VELLUM_DIFF_JSON) return fill(out, tools::to_json(*made));
    if (format == VELLUM_DIFF_HTML) return fill(out, tools::to_html({&*made, 1}));
    return fill(out, tools::to_unified(*made));
}

vellum_status vellum_program_patch(const vellum_program* program, const char* text, std::size_t size,
                                   const vellum_patch_options* options, vellum_program** patched,
                                   vellum_diagnostics** diagnostics, vellum_error** error) {
    if (program == nullptr || text == nullptr || patched == nullptr || !has_size(options))
        return VELLUM_BAD_ARGUMENT;
    tools::PatchOptions wanted;
    NamesPtr names;
    wanted.text = {text, size};
    if (options != nullptr) {
        auto read = names_of(program->program->engine(), options->names);
        if (!read) return fail_with(error, std::move(read.error()));
        names = std::move(*read);
        wanted.names = names.get();
        wanted.name = text_or_empty(options->name);
        for (const char* const* one = options->functions; one != nullptr && *one != nullptr; ++one)
            wanted.functions.emplace_back(*one);
    }
    auto said = std::make_unique<vellum_diagnostics>();
    auto made = tools::patch(*program->program, wanted, said->list);
    if (diagnostics != nullptr) *diagnostics = said.release();
    if (!made) return fail_with(error, std::move(made.error()));
    *patched = new vellum_program{std::move(made->program), program->engine};
    return VELLUM_OK;
}
