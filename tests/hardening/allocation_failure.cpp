// Refuses the n-th request for memory, for many n, while a script is loaded, checked, listed, assembled, run,
// saved and restored. What docs/security.md says must happen: the process ends through std::terminate, or,
// where the request was one that may fail, the result is the same as ever. Never a crash, never another
// result. Each n has a child process. usage: allocation_failure <sample>[=<function to call>]...
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "base/file.hpp"
#include "sample.hpp"
#include "support/heap.hpp"

namespace {

namespace heap = vellum::test::heap;

constexpr int ended_as_documented = 42;
constexpr int other_result = 1;
constexpr int not_reached = 2;

enum class End { same, terminated, wrong };

End live_with_refusal(const vellum::hardening::Sample& sample, unsigned long n, std::uint64_t expected) {
    const pid_t child = fork();
    if (child == 0) {
        std::set_terminate([] { _exit(ended_as_documented); });
        const std::uint64_t before = heap::figures().requests;
        heap::refuse(n);
        const std::uint64_t result = vellum::hardening::whole_life(sample);
        _exit(heap::figures().requests - before < n ? not_reached : result == expected ? 0 : other_result);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) return End::wrong;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return End::same;
    if (WIFEXITED(status) && WEXITSTATUS(status) == ended_as_documented) return End::terminated;
    std::fprintf(stderr, "%s, request %lu: %s %d\n", sample.name.c_str(), n,
                 WIFSIGNALED(status) ? "signal" : "exit code",
                 WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    return End::wrong;
}

bool survives(const vellum::hardening::Sample& sample) {
    static_cast<void>(vellum::hardening::whole_life(sample)); // makes what is made once in a process
    const std::uint64_t before = heap::figures().requests;
    const std::uint64_t expected = vellum::hardening::whole_life(sample);
    const auto all = static_cast<unsigned long>(heap::figures().requests - before);
    if (expected == 0 || all < 50) {
        std::fprintf(stderr, "%s: nothing happens even with memory\n", sample.name.c_str());
        return false;
    }
    // All of the first, where loading is, then evenly through the rest.
    constexpr unsigned long each = 60;
    constexpr unsigned long spread = 50;
    const unsigned long step = std::max(1UL, (all - std::min(all, each)) / spread);
    unsigned long ends[3] = {};
    for (unsigned long n = 1; n <= all; n += n < each ? 1 : step)
        ++ends[static_cast<int>(live_with_refusal(sample, n, expected))];
    std::printf(
        "%-24s %6lu requests; refused one at a time: %lu ended the process, %lu changed nothing, %lu wrong\n",
        sample.name.c_str(), all, ends[1], ends[0], ends[2]);
    return ends[2] == 0 && ends[1] > ends[0];
}

} // namespace

int main(int argc, char** argv) {
    bool good = argc > 1;
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        const std::size_t equals = std::min(argument.find('='), argument.size());
        vellum::hardening::Sample sample{
            argument.substr(0, equals), {}, argument.substr(std::min(equals + 1, argument.size()))};
        auto bytes = vellum::read_file(sample.name);
        if (!bytes) {
            std::fprintf(stderr, "%s cannot be read\n", sample.name.c_str());
            return 1;
        }
        sample.bytes = std::move(*bytes);
        good = survives(sample) && good;
    }
    return good ? 0 : 1;
}
