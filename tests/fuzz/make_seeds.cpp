// Writes what the fuzzers start from and what they cannot guess, one folder per engine: listings (and
// compiled forms of sources) of the given scripts as seeds, records of short runs, and a dictionary with
// every mnemonic and opcode of the instruction tables and every directive that the listings use. So a new row
// is fuzzed without anybody thinking of it. usage: make_seeds <folder to write to> <file or folder>...
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"
#include "base/file.hpp"
#include "isa/table.hpp"
#include "support/made_archives.hpp"
#include "vellum/diagnostic.hpp"
#include "vellum/engine.hpp"
#include "vellum/hosts.hpp"
#include "vellum/scheduler.hpp"

namespace {

using namespace vellum;

constexpr std::size_t longest_seed = 32U << 10U;
constexpr std::size_t most_seeds = 60; ///< Per engine: more of the same only slows the start.

std::string dictionary_word(std::string_view text) {
    std::string word = "\"";
    for (const char c : text) {
        char escaped[8] = {};
        const auto byte = static_cast<unsigned>(static_cast<unsigned char>(c));
        if (byte < 0x20 || byte > 0x7E || c == '"' || c == '\\')
            static_cast<void>(std::snprintf(escaped, sizeof escaped, "\\x%02x", byte));
        else
            escaped[0] = c;
        word += escaped;
    }
    return word + "\"";
}

/// An opcode as it stands in code.
std::string encoded(const isa::Table& table, std::uint32_t opcode) {
    std::string bytes;
    for (std::uint32_t i = 0; i < isa::field_size(table.opcode_field); ++i)
        bytes += static_cast<char>(opcode >> 8U * i & 0xFFU);
    return bytes;
}

/// Words that begin with a dot at the beginning of a line.
void add_directives(std::set<std::string>& words, std::string_view listing) {
    for (std::size_t at = 0; at < listing.size();
         at = std::min(listing.find('\n', at), listing.size() - 1) + 1) {
        const std::size_t dot = listing.find_first_not_of(" \t", at);
        if (dot == std::string_view::npos || listing[dot] != '.') continue;
        const std::size_t end = std::min(listing.find_first_of(" \t\r\n,", dot), listing.size());
        words.insert(std::string(listing.substr(dot, end - dot)));
    }
}

struct Found {
    std::set<std::string> words;
    std::size_t seeds = 0;
};

bool write(const std::filesystem::path& path, std::span<const std::byte> bytes) {
    const auto written = write_file_atomic(path.string(), bytes);
    if (!written) std::fprintf(stderr, "%s\n", written.error().message.c_str());
    return written.has_value();
}

/// The record of a short run.
std::string recorded(const ProgramPtr& program) {
    const Engine& engine = program->engine();
    HostLog log;
    StandInHost stand_in(nullptr, engine.runtime().known_natives());
    RecordingHost host(stand_in, log);
    RunOptions options;
    options.budget.instructions = 200;
    Diagnostics diagnostics;
    const auto world = engine.runtime().instantiate({&program, 1}, host, options, diagnostics);
    if (!world) return {};
    host.start(**world);
    for (int frame = 0; frame < 2; ++frame) {
        static_cast<void>(host.send(**world, {"OnUse", {Value(1), Value("text")}}));
        static_cast<void>(host.call(**world, "main", {}));
        host.frame(**world, 0.1F);
    }
    return log.to_jsonl();
}

/// One small archive of each format.
bool write_archives(const std::filesystem::path& folder) {
    using namespace test;
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    const auto lgp = made_lgp({{"", "mes", bytes_of("texts")},
                               {"magic", "a_1.x", bytes_of("first")},
                               {"battle", "a_1.x", bytes_of("second")}});
    const auto vfs = made_vfs({{"", "a.bin", bytes_of("AAA")}}, "UI", {{"", "x.tex", bytes_of("xx")}});
    const auto disc = made_disc({{"", "A.TXT", bytes_of("a")}}, "WORLD", {{"", "WM0.EV", bytes_of("b")}});
    return write(folder / "small.lgp", lgp) && write(folder / "small.vfs", vfs) &&
           write(folder / "small.zip", made_zip({{"", "a", bytes_of("AAA")}, {"", "b/c", bytes_of("c")}})) &&
           write(folder / "small.iso", disc) && write(folder / "raw.img", raw_disc(disc)) &&
           write(folder / "small.txz", made_txz(300)) &&
           write(folder / "small.dsres", made_tank("a.skrit", "x"));
}

/// False if something could not be written.
bool add_seed(const std::filesystem::path& folder, const std::string& file,
              std::map<const Engine*, Found>& all) {
    const auto bytes = read_file(file, longest_seed);
    if (!bytes) return true; // too long to be a good seed
    const Engine* engine = detect_engine(*bytes, file);
    if (engine == nullptr) return true;
    Found& found = all[engine];
    if (found.seeds >= most_seeds) return true;
    Diagnostics diagnostics;
    const auto program = engine->format().load(*bytes, {file, {}}, diagnostics);
    if (!program) return true;
    const std::string listing = (*program)->disassemble({false, false, false});
    if (listing.empty() || listing.size() > longest_seed * 4) return true;
    add_directives(found.words, listing);
    const std::string stem = (folder / engine->id() / std::to_string(found.seeds++)).string();
    bool good = write(stem + ".vasm", as_bytes(listing));
    const auto saved = (*program)->save();
    if (saved && *saved != *bytes) good = write(stem + ".compiled", *saved) && good;
    const std::string name = std::string(engine->id()) + "-" + std::to_string(found.seeds);
    return write(folder / "records" / (name + ".jsonl"), as_bytes(recorded(*program))) && good;
}

/// Every script that fuzz_snapshots knows with pauses near and far, budgets small and large, in both forms of
/// AGS, and then some changes. What the bytes mean stands there.
bool write_snapshot_seeds(const std::filesystem::path& folder) {
    constexpr unsigned scripts = 10;
    bool good = true;
    for (unsigned seed = 0; seed < scripts * 12; ++seed) {
        const unsigned budget = std::array{2U, 40U, 250U}[seed / scripts % 3];
        const unsigned first = std::array{0U, 1U, 7U, 60U}[seed / scripts % 4];
        const unsigned form = seed / scripts % 2 == 0 ? 0x80U : 0U;
        std::vector<std::byte> bytes;
        for (const unsigned number :
             {seed % scripts, budget, form | 7U, 9U, 10U, 3U, first, seed % 5, seed, 1U, 5U, seed})
            bytes.push_back(static_cast<std::byte>(number));
        good = write(folder / std::to_string(seed), bytes) && good;
    }
    return good;
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        std::fprintf(stderr, "usage: make_seeds <folder to write to> <file or folder>...\n");
        return 2;
    }
    const std::filesystem::path folder = argv[1];
    std::map<const Engine*, Found> all;
    std::error_code error;
    std::filesystem::create_directories(folder / "records", error);
    for (const Engine* engine : engines()) {
        Found& found = all[engine];
        std::filesystem::create_directories(folder / engine->id(), error);
        for (const isa::Table* table : engine->format().tables())
            for (const isa::Row& row : table->rows) {
                found.words.insert(std::string(row.mnemonic));
                found.words.insert(encoded(*table, row.opcode));
                found.words.insert(encoded(*table, row.opcode_last));
            }
    }
    std::filesystem::create_directories(folder / "snapshots", error);
    bool good = write_snapshot_seeds(folder / "snapshots") && write_archives(folder / "archives");
    Diagnostics unreadable;
    const std::vector<std::string> paths(argv + 2, argv + argc);
    for (const std::string& file : collect_files(paths, unreadable))
        good = add_seed(folder, file, all) && good;
    for (const auto& [engine, found] : all) {
        std::string text = "# Made from the instruction tables and listings; see make_seeds.cpp.\n";
        for (const std::string& word : found.words) text += dictionary_word(word) + "\n";
        good = write(folder / (std::string(engine->id()) + ".dict"), as_bytes(text)) && good;
        std::printf("%-12s %4zu words, %3zu listings\n", std::string(engine->id()).c_str(),
                    found.words.size(), found.seeds);
        good = good && found.seeds > 0;
    }
    return good ? 0 : 1;
}
