// vellum-growth: how the time of everything that reads an input grows with its size. The inputs are the
// families whose steps the tests count (tests/proportion), of 64 bytes for each of 1,000, 4,000, 16,000 and
// 64,000 things.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <string>
#include <utility>

#include "proportion/shapes.hpp"

namespace {

using vellum::proportion::Shape;

constexpr std::size_t things[] = {1000, 4000, 16000, 64000};
constexpr double most_seconds = 20; ///< A family that took so long is not asked for more.

double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

/// The best of at most three, as what is short is disturbed most.
double seconds_of(const Shape& shape, const std::string& input) {
    double best = most_seconds;
    for (int i = 0; i < 3; ++i) {
        const double begin = processor_seconds();
        shape.use(input);
        best = std::min(best, processor_seconds() - begin);
        if (best > 0.2) break;
    }
    return best;
}

/// Prints the times, and the exponent e of "time grows as size to the e" between the last two sizes.
void measure(const Shape& shape) {
    std::printf("%-44s", shape.name.c_str());
    double seconds = 0, before = 0;
    std::size_t size = 0, size_before = 0;
    for (const std::size_t count : things) {
        if (seconds >= most_seconds) {
            std::printf(" %10s", "-");
            continue;
        }
        const std::string input = shape.make(count * 64);
        size_before = std::exchange(size, input.size());
        before = std::exchange(seconds, seconds_of(shape, input));
        std::printf(" %10.2f", seconds * 1e3);
    }
    std::printf(" %6.2f\n", std::log(seconds / before) /
                                std::log(static_cast<double>(size) / static_cast<double>(size_before)));
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv) {
    const char* const filter = argc > 1 ? argv[1] : "";
    std::printf("%-44s %10s %10s %10s %10s %6s\n", "milliseconds for", "1,000", "4,000", "16,000", "64,000",
                "exp.");
    for (const Shape& shape : vellum::proportion::all_shapes())
        if (shape.name.find(filter) != std::string::npos) measure(shape);
    return 0;
}
