// vellum-growth: how the time of everything that reads an input grows with its size. The inputs are the
// families whose steps the tests count (tests/proportion), of 64 bytes for each of 1,000, 4,000, 16,000 and
// 64,000 things.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <string>

#include "contestants.hpp"
#include "proportion/shapes.hpp"

namespace {

using vellum::bench::processor_seconds;
using vellum::proportion::Shape;

constexpr std::size_t things[] = {1000, 4000, 16000, 64000};
constexpr double most_seconds = 20; ///< A family that took so long is not asked for more.

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

/// Prints the times, and the exponent e of "time grows as size to the e" from the second size to the last.
void measure(const Shape& shape) {
    std::printf("%-44s", shape.name.c_str());
    double seconds[std::size(things)] = {};
    double size[std::size(things)] = {};
    for (std::size_t i = 0; i < std::size(things); ++i) {
        if (i > 0 && seconds[i - 1] >= most_seconds)
            return static_cast<void>(std::printf("  more is too long\n"));
        const std::string input = shape.make(things[i] * 64);
        size[i] = static_cast<double>(input.size());
        seconds[i] = seconds_of(shape, input);
        std::printf(" %10.2f", seconds[i] * 1e3);
    }
    std::printf(" %6.2f\n", std::log(seconds[3] / seconds[1]) / std::log(size[3] / size[1]));
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
