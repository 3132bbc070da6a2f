#include "workspace/texts/game_texts.hpp"

#include <algorithm>
#include <utility>

#include "base/ascii.hpp"
#include "base/bytes.hpp"
#include "base/encoding.hpp"
#include "base/text_storage.hpp"
#include "tools/codes.hpp"
#include "tools/open.hpp"
#include "tools/texts/sources.hpp"
#include "workspace/find.hpp"
#include "workspace/texts/codes.hpp"
#include "workspace/texts/source_places.hpp"

namespace vellum {

namespace {

/// A source or listing, but for those that their engine loads as they are.
bool is_open_text(const tools::OpenedFile& opened, const std::string& name) {
    if (opened.scripts.empty()) return false;
    const tools::Script& script = opened.scripts.front();
    return script.is_listing ||
           (script.is_source && (tools::is_text_name(name) ||
                                 opened.engine->format().detect(script.bytes, name) < Confidence::likely));
}

} // namespace

std::optional<GameTexts::Opened> GameTexts::open(const Node& node) {
    Opened result;
    const std::string name = node.archive != nullptr ? node.inside : node.path;
    if (may_be_texts(name)) {
        auto bytes = workspace_.read(node);
        if (!bytes) return refuse(node, bytes.error());
        for (const Engine* engine : engines())
            for (const std::string_view table : engine->text_tables())
                if (lower_case(name).ends_with(table))
                    result.sources.push_back({node.relative, {}, engine, std::move(*bytes), true, nullptr});
        return result;
    }
    auto opened = workspace_.open_whole(node);
    if (!opened) {
        if (!node.named && opened.error().code == &codes::engine_unknown) return {};
        return refuse(node, opened.error());
    }
    if (is_open_text(*opened, name)) { // its texts are no secret
        if (!node.named) return {};
        return refuse(node, fail(codes::engine_unsupported,
                                 "texts come from compiled scripts, and this is a source or a listing", {})
                                .error());
    }
    auto sources = tools::text_sources(*opened);
    if (!sources) return refuse(node, sources.error());
    result.container = opened->container;
    const CodePage* page = options_.page;
    if (result.container != nullptr) {
        const auto facts = result.container->facts();
        game_.add(facts);
        if (const auto said = std::ranges::find(facts, "encoding", &Fact::name);
            said != facts.end() && !options_.page_is_said)
            page = CodePage::find(said->value);
    }
    if (tools::has_own_encoding(*opened->engine)) page = nullptr;
    game_.page = page;
    for (tools::TextSource& source : *sources) {
        std::string key = source.member.empty() && source.table
                              ? node.relative
                              : relative_path(node, *opened, {source.name, source.member, source.offset, {}});
        std::vector<Function> functions;
        if (options_.places) functions = source_functions(workspace_, node, *opened, source);
        result.sources.push_back({std::move(key), source.member, opened->engine, std::move(source.bytes),
                                  source.table, page, std::move(functions)});
    }
    return result;
}

Result<tools::TextFile> GameTexts::translation(const Node& node) {
    const auto bytes = workspace_.read(node);
    if (!bytes) return std::unexpected(bytes.error());
    auto file = tools::read_text_file(stored_text(*bytes), tools::text_form(node.path));
    if (!file) return file;
    tools::to_utf8(*file, options_.page);
    game_.page = options_.page;
    return file;
}

Result<std::vector<tools::TextRow>> GameTexts::rows(const Node& node, const Source& source,
                                                    std::span<const std::byte> bytes, bool tell) const {
    Diagnostics told;
    const auto files = workspace_.files_of(node);
    const auto offered = source.engine->require(source.engine->texts());
    if (!offered) return std::unexpected(offered.error());
    auto texts = (*offered)->texts(bytes, load_options(node, source, files.get()), told);
    if (tell) report(node, source, told);
    if (!texts) return std::unexpected(std::move(texts.error()));
    tools::name_functions(*texts, source.functions);
    std::vector<tools::TextRow> rows;
    for (GameText& text : *texts) {
        if (text.text.empty()) continue;
        if (source.page != nullptr) text.text = source.page->to_utf8(text.text);
        rows.push_back({source.key, std::move(text), {}});
    }
    return rows;
}

LoadOptions GameTexts::load_options(const Node& node, const Source& source, const FileSystem* files) const {
    // The archive's name tells a table's edition; translators need not know it.
    const bool alone = source.table && source.member.empty();
    return {.name = alone ? node.name() : source.key,
            .engines = workspace_.settings_for(node)->load.engines,
            .files = files};
}

std::nullopt_t GameTexts::refuse(const Node& node, Diagnostic diagnostic) const {
    if (diagnostic.place.file.empty()) diagnostic.place.file = node.name();
    report(diagnostic);
    return std::nullopt;
}

void GameTexts::warn(const tools::TextRow& row, std::string_view what) const {
    report(make_diagnostic(codes::cli_text, std::string(what), place(row)));
}

std::nullopt_t GameTexts::refuse_row(const tools::TextRow& row, std::string_view what) const {
    report(fail(codes::text_change, std::string(what), place(row)).error());
    return std::nullopt;
}

void GameTexts::report(const Node& node, const Source& source, const Diagnostics& told) const {
    if (!source.table) return;
    for (Diagnostic each : told.all()) {
        if (each.place.file.empty()) each.place.file = node.name();
        report(each);
    }
}

} // namespace vellum
