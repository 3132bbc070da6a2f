// How fast AGS sources compile: the scripts of the corpus (or the samples) with their header, again and
// again. A header is read anew for every script, as every compilation does, so its bytes count.
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "base/file.hpp"
#include "contestants.hpp"
#include "figures.hpp"
#include "vellum/engine.hpp"

namespace vellum::bench {

namespace {

namespace fs = std::filesystem;

/// The scripts that compile with nothing but the one header.
struct Sources {
    const Engine* engine = find_engine("ags");
    MemoryFileSystem files;
    std::vector<std::pair<std::string, std::string>> scripts; ///< Name and text.
    std::size_t header = 0;

    Sources() {
        const char* corpus = std::getenv("VELLUM_CORPUS");
        const fs::path folder = corpus != nullptr ? fs::path(corpus) / "ags" / "snippets"
                                                  : fs::path(VELLUM_SOURCE_DIR) / "samples" / "ags";
        if (auto bytes = read_file((folder / "vm.ash").string())) {
            header = bytes->size();
            files.add("vm.ash", std::move(*bytes));
        }
        std::error_code missing;
        for (const auto& entry : fs::directory_iterator(folder, missing)) {
            if (entry.path().extension() != ".asc") continue;
            const auto bytes = read_file(entry.path().string());
            if (!bytes) continue;
            Diagnostics diagnostics;
            std::string name = entry.path().filename().string();
            std::string text(as_text(*bytes));
            if (engine->language()->compile(text, {name, {.ags = {.headers = {"vm.ash"}}}, &files},
                                            diagnostics))
                scripts.emplace_back(std::move(name), std::move(text));
        }
    }
};

double compile_speed() {
    static const Sources all;
    if (all.scripts.empty()) return -1;
    std::size_t size = 0;
    const double begin = processor_seconds();
    double seconds = 0;
    while (seconds < 0.3) {
        for (const auto& [name, text] : all.scripts) {
            Diagnostics diagnostics;
            static_cast<void>(all.engine->language()->compile(
                text, {name, {.ags = {.headers = {"vm.ash"}}}, &all.files}, diagnostics));
            size += text.size() + all.header;
        }
        seconds = processor_seconds() - begin;
    }
    return static_cast<double>(size) / seconds / 1e6;
}

constexpr Figure rows[] = {
    {"ags", "files_compile", "MB/s", "sources compiled, bytes of scripts and headers", true, compile_speed},
};

} // namespace

std::span<const Figure> ags_figures() { return rows; }

} // namespace vellum::bench
