// What the tools get through: reading, loading, checking, listing, assembling, decompiling and compiling the
// same files, engine by engine. The files are the samples, or the corpus where VELLUM_CORPUS names one.
// Megabytes are bytes of the files; for assembling, of the listings, for compiling, of the sources. Reading
// is the measure of the others: whatever is as fast as that is bound by the disk's cache.
#include <array>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "base/file.hpp"
#include "contestants.hpp"
#include "figures.hpp"
#include "vellum/engine.hpp"

namespace vellum::bench {

namespace {

enum class Tool { read, load, check, list, assemble, decompile, compile };

struct Files {
    const Engine* engine = nullptr;
    std::vector<std::string> names;
    std::vector<std::vector<std::byte>> contents;
    std::size_t bytes = 0;
    std::vector<ProgramPtr> programs;
    std::vector<std::string> listings;
    std::size_t listed = 0;
    std::vector<std::string> sources; ///< Of engines that decompile.
    std::size_t decompiled = 0;
};

/// Enough for a steady figure; beyond it more files only take longer.
constexpr std::size_t most_bytes = std::size_t{4} << 20U;

Files gather(std::string_view id) {
    Files files;
    files.engine = find_engine(id);
    const char* corpus = std::getenv("VELLUM_CORPUS");
    const std::string root = corpus != nullptr ? corpus : std::string(VELLUM_SOURCE_DIR) + "/samples";
    const std::string folder = root + "/" + std::string(id);
    Diagnostics unreadable;
    for (const std::string& name : collect_files(std::span(&folder, 1), unreadable)) {
        auto bytes = read_file(name);
        if (!bytes || files.bytes + bytes->size() > most_bytes || detect_engine(*bytes, name) != files.engine)
            continue;
        if (name.ends_with(".gas")) continue; // data without code
        Diagnostics diagnostics;
        auto program = files.engine->format().load(*bytes, {name, {}}, diagnostics);
        if (!program || (*program)->code() == nullptr) continue;
        files.names.push_back(name);
        files.bytes += bytes->size();
        files.contents.push_back(std::move(*bytes));
        files.programs.push_back(std::move(*program));
        files.listings.push_back(files.programs.back()->disassemble({}));
        files.listed += files.listings.back().size();
        if (auto source = files.programs.back()->decompile({})) {
            files.decompiled += source->text.size();
            files.sources.push_back(std::move(source->text));
        }
    }
    return files;
}

void use(const Files& files, std::size_t i, Tool tool, std::size_t& seen) {
    Diagnostics diagnostics;
    const LoadOptions options{files.names[i], {}};
    switch (tool) {
    case Tool::read:
        if (const auto bytes = read_file(files.names[i])) seen += bytes->size();
        break;
    case Tool::load:
        seen += files.engine->format().load(files.contents[i], options, diagnostics) ? 1 : 0;
        break;
    case Tool::check:
        files.programs[i]->check(diagnostics);
        seen += 1 + diagnostics.all().size();
        break;
    case Tool::list: seen += files.programs[i]->disassemble({}).size(); break;
    case Tool::assemble:
        seen += files.engine->format().assemble(files.listings[i], options, diagnostics) ? 1 : 0;
        break;
    case Tool::decompile: seen += files.programs[i]->decompile({}) ? 1 : 0; break;
    case Tool::compile:
        if (i < files.sources.size())
            seen += files.engine->language()->compile(files.sources[i], options, diagnostics) ? 1 : 0;
        break;
    }
}

double measure(const Files& files, Tool tool) {
    if (files.bytes == 0) return -1;
    std::size_t seen = 0;
    std::size_t rounds = 0;
    double seconds = 0;
    const double begin = processor_seconds();
    while (seconds < 0.05) {
        for (std::size_t i = 0; i < files.names.size(); ++i) use(files, i, tool, seen);
        ++rounds;
        seconds = processor_seconds() - begin;
    }
    if (seen < files.names.size() * rounds) return -1; // something was refused: no figure
    const std::size_t bytes = tool == Tool::assemble  ? files.listed
                              : tool == Tool::compile ? files.decompiled
                                                      : files.bytes;
    return static_cast<double>(bytes) * static_cast<double>(rounds) / seconds / 1e6;
}

constexpr std::array<std::string_view, 4> ids{"pathologic", "ags", "skrit", "ff7"};

template <std::size_t Index, Tool Which> double tool() {
    static const Files files = gather(ids[Index]);
    return measure(files, Which);
}

constexpr std::string_view listed = "loaded files listed";
constexpr std::string_view skrit_load = "sources compiled (Skrit has no other files)";

template <std::size_t Index> constexpr std::array<Figure, 5> rows_of(std::string_view load) {
    return {{{ids[Index], "files_read", "MB/s", "plain reading of the files, from the disk's cache", true,
              tool<Index, Tool::read>},
             {ids[Index], "files_load", "MB/s", load, true, tool<Index, Tool::load>},
             {ids[Index], "files_check", "MB/s", "loaded files checked", true, tool<Index, Tool::check>},
             {ids[Index], "files_list", "MB/s", listed, true, tool<Index, Tool::list>},
             {ids[Index], "files_assemble", "MB/s", "their listings assembled, bytes of the text", true,
              tool<Index, Tool::assemble>}}};
}

} // namespace

std::span<const Figure> tool_figures() {
    static constexpr auto rows = [] {
        constexpr std::array<std::array<Figure, 5>, 4> engines{
            rows_of<0>("files loaded"), rows_of<1>("files loaded"), rows_of<2>(skrit_load),
            rows_of<3>("files loaded")};
        constexpr std::array sources{
            Figure{ids[0], "files_decompile", "MB/s", "files decompiled, which compiles them again", true,
                   tool<0, Tool::decompile>},
            Figure{ids[0], "files_compile", "MB/s", "their sources compiled, bytes of the text", true,
                   tool<0, Tool::compile>},
            Figure{ids[3], "files_decompile", "MB/s", "files decompiled, which compiles them again", true,
                   tool<3, Tool::decompile>},
            Figure{ids[3], "files_compile", "MB/s", "their sources compiled, bytes of the text", true,
                   tool<3, Tool::compile>}};
        std::array<Figure, 20 + sources.size()> all{};
        for (std::size_t i = 0; i < 20; ++i) all[i] = engines[i / 5][i % 5];
        for (std::size_t i = 0; i < sources.size(); ++i) all[20 + i] = sources[i];
        return all;
    }();
    return rows;
}

} // namespace vellum::bench
