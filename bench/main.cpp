// vellum-bench: runs every kernel with every contestant, round after round so that a slow moment of the
// computer hits all of them, takes each one's best time and prints the table or JSON. Results must agree, or
// the row says so.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "contestants.hpp"
#include "figures.hpp"

namespace {

using namespace vellum::bench;

constexpr std::size_t contestants = 6;
constexpr const char* contestant_names[contestants] = {"vellum",      "machine_code", "lua5.4",
                                                       "luajit_joff", "luajit",       "gcc_O2"};

struct Row {
    const Kernel* kernel = nullptr;
    Outcome best[contestants];
};

void keep_best(Outcome& best, Outcome fresh, double tolerance, const Outcome& reference) {
    if (fresh.measurement && reference.measurement) {
        const double a = fresh.measurement->result;
        const double b = reference.measurement->result;
        if (std::fabs(a - b) > tolerance * std::max(std::fabs(a), std::fabs(b)))
            fresh = {{}, "the result differs: " + std::to_string(a) + " and " + std::to_string(b)};
    }
    if (!fresh.measurement)
        best = std::move(fresh);
    else if (best.reason.empty() &&
             (!best.measurement || fresh.measurement->seconds < best.measurement->seconds))
        best = std::move(fresh);
}

void print_table(const std::vector<Row>& rows) {
    std::printf("%-12s %-10s %10s %14s %10s %10s %10s %10s %10s %10s %12s\n", "engine", "kernel", "vellum ms",
                "Minstr/s", "native ms", "vs native", "vs lua", "vs -joff", "vs luajit", "vs gcc",
                "native/gcc");
    for (const Row& row : rows) {
        const auto& own = row.best[0].measurement;
        std::printf("%-12s %-10s ", std::string(row.kernel->engine).c_str(),
                    std::string(row.kernel->name).c_str());
        if (!own) {
            std::printf("%s\n", row.best[0].reason.c_str());
            continue;
        }
        std::printf("%10.1f ", own->seconds * 1e3);
        if (row.kernel->counts)
            std::printf("%14.0f ", static_cast<double>(own->instructions) / own->seconds / 1e6);
        else
            std::printf("%14s ", "-");
        const auto print = [](int width, int digits, const auto& what, double value) {
            if (what)
                std::printf("%*.*f ", width, digits, value);
            else
                std::printf("%*s ", width, "-");
        };
        const auto& native = row.best[1].measurement;
        print(10, 1, native, native ? native->seconds * 1e3 : 0);
        for (std::size_t i = 1; i < contestants; ++i) {
            const auto& other = row.best[i].measurement;
            print(10, 2, other, other ? own->seconds / other->seconds : 0);
        }
        const auto& c = row.best[contestants - 1].measurement;
        const bool both = native && c;
        print(12, 2, both ? native : std::nullopt, both ? native->seconds / c->seconds : 0);
        std::printf("\n");
    }
    for (const Row& row : rows)
        for (std::size_t i = 1; i < contestants; ++i)
            if (!row.best[i].measurement && !row.best[i].reason.empty())
                std::printf("%s, %s: %s\n", std::string(row.kernel->name).c_str(), contestant_names[i],
                            row.best[i].reason.c_str());
}

struct FigureRow {
    const Figure* figure = nullptr;
    double best = -1;
};

void print_figures(const std::vector<FigureRow>& rows) {
    for (const FigureRow& row : rows) {
        std::printf("%-12s %-16s ", std::string(row.figure->engine).c_str(),
                    std::string(row.figure->name).c_str());
        if (row.best < 0)
            std::printf("%17s", "-");
        else
            std::printf("%12.2f %-4s", row.best, std::string(row.figure->unit).c_str());
        std::printf("  %s\n", std::string(row.figure->what).c_str());
    }
}

std::string json(const std::vector<Row>& rows, const std::vector<FigureRow>& figures) {
    std::string text = "[";
    for (const Row& row : rows) {
        if (text.size() > 1) text += ",";
        text += "\n  {\"engine\": \"" + std::string(row.kernel->engine) + "\", \"kernel\": \"" +
                std::string(row.kernel->name) + "\"";
        for (std::size_t i = 0; i < contestants; ++i) {
            text += std::string(", \"") + contestant_names[i] + "_seconds\": ";
            text += row.best[i].measurement ? std::to_string(row.best[i].measurement->seconds) : "null";
        }
        if (row.best[0].measurement)
            text += ", \"instructions\": " + std::to_string(row.best[0].measurement->instructions);
        text += "}";
    }
    for (const FigureRow& row : figures) {
        if (text.size() > 1) text += ",";
        text += "\n  {\"engine\": \"" + std::string(row.figure->engine) + "\", \"figure\": \"" +
                std::string(row.figure->name) + "\", \"unit\": \"" + std::string(row.figure->unit) +
                "\", \"value\": " + (row.best < 0 ? std::string("null") : std::to_string(row.best)) + "}";
    }
    return text + "\n]\n";
}

int usage(int code) {
    std::printf("vellum-bench [--repeat N] [--filter TEXT] [--format text|json]\n"
                "Runs kernels on Vellum's engines, as machine code where there is some, on Lua 5.4, LuaJIT "
                "and as gcc "
                "-O2 C. Times are the best of N rounds.\n");
    return code;
}

} // namespace

int main(int argc, char** argv) {
    int repeat = 5;
    std::string filter;
    bool as_json = false;
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        if (argument == "--help") return usage(0);
        if (i + 1 >= argc) return usage(2);
        const std::string value = argv[++i];
        if (argument == "--repeat")
            repeat = std::clamp(std::atoi(value.c_str()), 1, 1000);
        else if (argument == "--filter")
            filter = value;
        else if (argument == "--format" && (value == "json" || value == "text"))
            as_json = value == "json";
        else
            return usage(2);
    }
    std::error_code error;
    const std::filesystem::path scratch = std::filesystem::temp_directory_path(error) /
                                          ("vellum-bench-" + std::to_string(std::random_device()()));
    std::filesystem::create_directories(scratch, error);
    const std::string folder = std::string(VELLUM_SOURCE_DIR) + "/bench/kernels/";

    std::vector<Row> rows;
    for (const Kernel& kernel : kernels)
        if ((std::string(kernel.engine) + "/" + std::string(kernel.name)).find(filter) != std::string::npos) {
            rows.emplace_back();
            rows.back().kernel = &kernel;
        }
    std::vector<FigureRow> figures;
    for (const std::span<const Figure> engine :
         {tool_figures(), world_figures(), debug_figures(), ags_figures(), skrit_figures(), ff7_figures()})
        for (const Figure& figure : engine)
            if ((std::string(figure.engine) + "/" + std::string(figure.name)).find(filter) !=
                std::string::npos)
                figures.push_back({&figure, -1});
    for (int round = 0; round < repeat; ++round) {
        for (FigureRow& row : figures) {
            const double fresh = row.figure->measure();
            const bool better = row.figure->more_is_better ? fresh > row.best : fresh < row.best;
            if (fresh >= 0 && (row.best < 0 || better)) row.best = fresh;
        }
        for (Row& row : rows) {
            const Kernel& kernel = *row.kernel;
            const std::string place = folder + std::string(kernel.engine) + "/";
            keep_best(row.best[0], run_engine(kernel, place), kernel.tolerance, {});
            keep_best(row.best[1], run_machine_code(kernel, place), 0, row.best[0]);
            keep_best(row.best[2], run_lua(kernel, place), kernel.tolerance, row.best[0]);
            keep_best(row.best[3], run_luajit(kernel, place, false), kernel.tolerance, row.best[0]);
            keep_best(row.best[4], run_luajit(kernel, place, true), kernel.tolerance, row.best[0]);
            keep_best(row.best[5], run_c(kernel, place, scratch.string()), kernel.tolerance, row.best[0]);
        }
    }
    std::filesystem::remove_all(scratch, error);
    if (as_json)
        std::fputs(json(rows, figures).c_str(), stdout);
    else {
        if (!rows.empty()) print_table(rows);
        print_figures(figures);
    }
    return std::ranges::all_of(rows, [](const Row& row) { return row.best[0].measurement.has_value(); }) ? 0
                                                                                                         : 1;
}
