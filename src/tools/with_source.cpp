// A compiled file keeps no names. Its source is compiled, and what comes of it is taken in the file's place
// if it does the same.
#include "tools/with_source.hpp"

#include "tools/codes.hpp"
#include "tools/quote.hpp"

namespace vellum::tools {

namespace {

Result<Sourced> sourced(const ProgramPtr& program, std::optional<std::string_view> text,
                        const LoadOptions& options, const SourceNames* names, Diagnostics& diagnostics) {
    const Engine& engine = program->engine();
    if (!text) {
        auto made =
            program->decompile({.compiled = true, .names = names, .file = program->name() + " as source"});
        if (!made) return std::unexpected(std::move(made.error()));
        if (made->compiled != nullptr) return Sourced{made->compiled, std::move(made->text)};
        return fail(codes::cli_source, "there is no source: " + made->listing, {.file = program->name()});
    }
    // The name stays the file's: it may say what kind of script it is.
    const auto language = engine.require(engine.language());
    if (!language) return std::unexpected(language.error());
    auto compiled = (*language)->compile(*text, options, diagnostics);
    quote_lines(diagnostics, program->name(), *text, options.files);
    if (!compiled) {
        quote_line(compiled.error(), program->name(), *text, options.files);
        return std::unexpected(std::move(compiled.error()));
    }
    if (program->same_code(**compiled)) return Sourced{std::move(*compiled), std::string(*text)};
    return fail(codes::cli_source, "the source compiles to a different program", {.file = program->name()},
                "compile it again, or remove the source");
}

} // namespace

Result<Sourced> with_source(const ProgramPtr& program, std::optional<std::string_view> text,
                            const FileSystem* files, Diagnostics& diagnostics) {
    return sourced(program, text, {program->name(), {}, files}, nullptr, diagnostics);
}

Result<Sourced> with_source(const ProgramPtr& program, std::optional<std::string_view> text,
                            const OpenedFile& opened, const SourceNames* names, Diagnostics& diagnostics) {
    LoadOptions options = opened.load.options(program->name());
    options.lint = false;
    return sourced(program, text, options, names, diagnostics);
}

} // namespace vellum::tools
