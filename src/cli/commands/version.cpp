// `vellum version`: what this build is and which engines it has.
#include <fmt/format.h>

#include "base/json_writer.hpp"
#include "base/version.hpp"
#include "cli/commands/commands.hpp"
#include "cli/session.hpp"
#include "isa/table.hpp"
#include "vellum/engine.hpp"

namespace vellum::cli::version_command {

namespace {

#if defined(VELLUM_HAVE_LUAHOST)
constexpr bool has_lua = true;
#else
constexpr bool has_lua = false;
#endif

std::string joined(std::span<const std::string_view> words) {
    return fmt::format("{}", fmt::join(words.begin(), words.end(), " "));
}

void write_words(JsonWriter& json, std::string_view name, std::span<const std::string_view> words) {
    json.list(name, words);
}

void print_json(Console& console) {
    TextWriter out;
    JsonWriter json(out, {.indented = true});
    json.begin_object();
    json.member("version", version_text);
    json.member("lua_hosts", has_lua);
    json.objects("engines", engines(), [&](const Engine* engine) {
        json.member("id", engine->id());
        json.member("title", engine->title());
        write_words(json, "extensions", engine->format().extensions());
        write_words(json, "source_extensions", engine->source_extensions());
        json.list("tables", engine->format().tables(),
                  [&](const isa::Table* table) { json.value(table->name); });
    });
    json.end_object();
    out.newline();
    console.out(out.view());
}

ExitCode run(Session& session) {
    Console& console = session.console();
    if (session.format() != Format::text) {
        print_json(console);
        return ExitCode::ok;
    }
    std::string out = fmt::format("vellum {}\n", version_text);
    for (const Engine* engine : engines()) {
        out += fmt::format("  {}  {}\n",
                           console.paint(Stream::out, Style::name, fmt::format("{:<10}", engine->id())),
                           engine->title());
        out += fmt::format("              files {}", joined(engine->format().extensions()));
        if (!engine->source_extensions().empty())
            out += fmt::format("; compiles {}", joined(engine->source_extensions()));
        std::string tables;
        for (const isa::Table* table : engine->format().tables()) tables += fmt::format(" {}", table->name);
        out += fmt::format("; instruction tables{}\n", tables);
    }
    out += has_lua ? "Host scripts in Lua 5.4: yes\n" : "Host scripts in Lua 5.4: not in this build\n";
    console.out(out);
    return ExitCode::ok;
}

const OptionGroup options[] = {format_options};
constexpr Example examples[] = {
    {"vellum version", "version and engines"},
    {"vellum --version", "the version alone"},
};

} // namespace

constinit const Command described{"version",
                                  "Help",
                                  "Show the version and the engines of this build",
                                  "Lists every engine with its file extensions and instruction tables.",
                                  {},
                                  options,
                                  examples,
                                  run};

} // namespace vellum::cli::version_command
