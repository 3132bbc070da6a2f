// vellum-cases: runs the one-file cases below tests/cases. The folder directly below names the engine.
//
//     vellum-cases [--bless] [--filter TEXT]... [--jobs N] [--root FOLDER] [--list] [--paused] [--uncovered]
//
// With --paused every case that runs something is run with pauses instead, and must come to the same end.
//
// Ends with "N passed, N failed" and exit code 0 if none failed, 1 if some did, 2 for wrong usage. Cases
// named in known-failures.txt below the root are expected to fail; one that passes all the same counts as
// failed. --uncovered runs nothing: it lists what engines have and no case names (coverage.hpp), less what
// not-covered.txt below the root lists, and ends with 1 if there is something, or if the list is wrong.
#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdio>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/bytes.hpp"
#include "base/file.hpp"
#include "engines/registry.hpp"
#include "runner/actions.hpp"
#include "runner/case_file.hpp"
#include "runner/coverage.hpp"
#include "runner/diff.hpp"
#include "toy/engine.hpp"

namespace {

using namespace vellum;

struct Options {
    std::string root = "tests/cases";
    std::vector<std::string> filters;
    unsigned jobs = 0;
    bool bless = false;
    bool list = false;
    bool paused = false;
    bool uncovered = false;
};

struct Outcome {
    bool passed = false;
    bool blessed = false;
    std::string text; ///< Why it failed.
};

std::vector<const Engine*> all_engines() {
    std::vector<const Engine*> all(engines().begin(), engines().end());
    all.push_back(&toy::engine());
    return all;
}

bool parse_arguments(int count, char** arguments, Options& options) {
    for (int i = 1; i < count; ++i) {
        const std::string_view argument = arguments[i];
        const bool has_next = i + 1 < count;
        if (argument == "--bless")
            options.bless = true;
        else if (argument == "--list")
            options.list = true;
        else if (argument == "--paused")
            options.paused = true;
        else if (argument == "--uncovered")
            options.uncovered = true;
        else if (argument == "--filter" && has_next)
            options.filters.emplace_back(arguments[++i]);
        else if (argument == "--root" && has_next)
            options.root = arguments[++i];
        else if (argument == "--jobs" && has_next) {
            const std::string_view number = arguments[++i];
            if (std::from_chars(number.data(), number.data() + number.size(), options.jobs).ec != std::errc())
                return false;
        } else {
            return false;
        }
    }
    if (options.jobs == 0) options.jobs = std::max(1U, std::thread::hardware_concurrency());
    return true;
}

std::string text_of(const std::string& path, Diagnostics& diagnostics) {
    auto bytes = read_file(path);
    if (!bytes) {
        diagnostics.add(std::move(bytes.error()));
        return {};
    }
    return std::string(as_text(*bytes));
}

Outcome run_case(const Options& options, const std::string& name) {
    Outcome outcome;
    const std::string path = options.root + "/" + name;
    const std::size_t slash = name.find('/');
    const auto all = all_engines();
    const Engine* engine = find_engine(all, name.substr(0, slash));
    if (slash == std::string::npos || engine == nullptr) {
        outcome.text = "the folder is not named after an engine\n";
        return outcome;
    }
    Diagnostics diagnostics;
    const std::string text = text_of(path, diagnostics);
    const std::size_t stem = name.rfind('/') + 1;
    const std::string program_name =
        name.substr(stem, name.rfind('.') - stem) + std::string(engine->format().extensions().front());
    cases::CaseFile file = cases::parse_case(text, program_name, diagnostics);
    if (!diagnostics.ok()) {
        diagnostics.set_file(path);
        for (const Diagnostic& diagnostic : diagnostics.all()) outcome.text += format(diagnostic) + "\n";
        return outcome;
    }
    if (options.paused) {
        const bool runs = std::ranges::any_of(file.actions, [](std::string_view action) {
            return action.starts_with("run") || action.starts_with("trace") || action.starts_with("state") ||
                   action.starts_with("restored");
        });
        file.actions = {"paused"};
        file.expected = "every paused run equals the straight one\n";
        if (!runs) {
            outcome.passed = true;
            return outcome;
        }
    }
    const std::string actual = cases::perform(*engine, file);
    outcome.passed = options.paused ? actual.ends_with(file.expected) : actual == file.expected;
    if (outcome.passed) return outcome;
    if (options.bless) {
        const auto written = write_file_atomic(path, as_bytes(file.head + actual));
        outcome.passed = outcome.blessed = written.has_value();
        if (!written) outcome.text = format(written.error()) + "\n";
        return outcome;
    }
    outcome.text = cases::unified_diff(file.expected, actual);
    return outcome;
}

std::vector<std::string> find_cases(const Options& options, Diagnostics& diagnostics) {
    std::vector<std::string> names;
    for (const std::string& path : collect_files(std::span(&options.root, 1), diagnostics)) {
        if (!path.ends_with(".case")) continue;
        std::string name = path.substr(options.root.size() + 1);
        const bool wanted =
            options.filters.empty() ||
            std::any_of(options.filters.begin(), options.filters.end(),
                        [&](const std::string& filter) { return name.find(filter) != std::string::npos; });
        if (wanted) names.push_back(std::move(name));
    }
    return names;
}

/// The lines of a file below the root; `#` begins a comment.
std::vector<std::string> listed(const Options& options, std::string_view file_name) {
    std::vector<std::string> lines;
    Diagnostics ignored; // there need not be such a file
    std::string text = text_of(options.root + "/" + std::string(file_name), ignored);
    std::size_t position = 0;
    while (position < text.size()) {
        const std::size_t end = std::min(text.find('\n', position), text.size());
        std::string line = text.substr(position, end - position);
        position = end + 1;
        line = line.substr(0, line.find('#'));
        const std::size_t last = line.find_last_not_of(" \t\r");
        if (last != std::string::npos) lines.push_back(line.substr(0, last + 1));
    }
    return lines;
}

int list_uncovered(const Options& options) {
    Diagnostics diagnostics;
    const std::vector<std::string> names = find_cases(options, diagnostics);
    std::vector<std::string> missing;
    for (const Engine* engine : engines()) {
        std::vector<std::string> texts;
        for (const std::string& name : names)
            if (name.starts_with(std::string(engine->id()) + "/"))
                texts.push_back(text_of(options.root + "/" + name, diagnostics));
        for (std::string& line : cases::uncovered(*engine, texts)) missing.push_back(std::move(line));
    }
    std::vector<std::string> excused = listed(options, "not-covered.txt");
    for (const Diagnostic& diagnostic : diagnostics.all())
        std::fprintf(stderr, "%s\n", format(diagnostic).c_str());
    bool complete = diagnostics.ok();
    for (const std::string& line : missing)
        if (std::erase(excused, line) == 0) {
            std::printf("no case names %s\n", line.c_str());
            complete = false;
        }
    for (const std::string& line : excused) {
        std::printf("not-covered.txt lists %s: take it off the list\n", line.c_str());
        complete = false;
    }
    return complete ? 0 : 1;
}

int run_all(const Options& options) {
    Diagnostics diagnostics;
    const std::vector<std::string> names = find_cases(options, diagnostics);
    for (const Diagnostic& diagnostic : diagnostics.all())
        std::fprintf(stderr, "%s\n", format(diagnostic).c_str());
    if (options.list) {
        for (const std::string& name : names) std::printf("%s\n", name.c_str());
        return 0;
    }
    std::vector<Outcome> outcomes(names.size());
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t i = next++; i < names.size(); i = next++) outcomes[i] = run_case(options, names[i]);
    };
    std::vector<std::thread> threads;
    for (unsigned i = 1; i < options.jobs; ++i) threads.emplace_back(work);
    work();
    for (std::thread& thread : threads) thread.join();

    const std::vector<std::string> known =
        listed(options, options.paused ? "not-paused.txt" : "known-failures.txt");
    std::size_t passed = 0;
    std::size_t blessed = 0;
    std::size_t expected_failures = 0;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const Outcome& outcome = outcomes[i];
        const bool is_known = std::find(known.begin(), known.end(), names[i]) != known.end();
        if (outcome.blessed) ++blessed;
        if (outcome.passed && !is_known) {
            ++passed;
        } else if (outcome.passed) {
            std::printf("%s: passes, but is listed as one that fails: take it off the list\n",
                        names[i].c_str());
        } else if (is_known) {
            ++passed;
            ++expected_failures;
        } else {
            std::printf("%s: FAILED\n%s", names[i].c_str(), outcome.text.c_str());
        }
    }
    if (blessed != 0) std::printf("%zu blessed\n", blessed);
    if (expected_failures != 0) std::printf("%zu failed as known\n", expected_failures);
    if (names.empty()) std::printf("no case matches\n");
    std::printf("%zu passed, %zu failed\n", passed, names.size() - passed);
    return passed == names.size() && !names.empty() ? 0 : 1;
}

} // namespace

int main(int count, char** arguments) {
    Options options;
    if (!parse_arguments(count, arguments, options)) {
        std::fputs("usage: vellum-cases [--bless] [--filter TEXT]... [--jobs N] [--root FOLDER] [--list] "
                   "[--paused] [--uncovered]\n",
                   stderr);
        return 2;
    }
    return options.uncovered ? list_uncovered(options) : run_all(options);
}
