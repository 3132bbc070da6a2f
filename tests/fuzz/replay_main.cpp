// A main for fuzz targets built without libFuzzer: runs the target once on the empty input and once on every
// file named on the command line, folders being searched in depth. A finding shows as a crash or a sanitizer
// report; the file being tried is printed first when VELLUM_REPLAY_VERBOSE is set.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_below(const fs::path& root) {
    if (!fs::is_directory(root)) return {root};
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(root))
        if (entry.is_regular_file()) files.push_back(entry.path());
    std::ranges::sort(files); // the same order on every machine
    return files;
}

} // namespace

int main(int count, char** arguments) {
    const bool verbose = std::getenv("VELLUM_REPLAY_VERBOSE") != nullptr;
    const std::uint8_t nothing = 0;
    LLVMFuzzerTestOneInput(&nothing, 0);

    std::size_t inputs = 1;
    for (int i = 1; i < count; ++i) {
        for (const fs::path& path : files_below(arguments[i])) {
            std::ifstream stream(path, std::ios::binary);
            if (!stream) {
                std::fprintf(stderr, "cannot read %s\n", path.string().c_str());
                return 1;
            }
            if (verbose) std::fprintf(stderr, "%s\n", path.string().c_str());
            // An exact-size heap block, so that AddressSanitizer sees a read one byte too far.
            const std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(stream), {}};
            const std::vector<std::uint8_t> exact(bytes.begin(), bytes.end());
            LLVMFuzzerTestOneInput(exact.empty() ? &nothing : exact.data(), exact.size());
            ++inputs;
        }
    }
    std::printf("%zu inputs replayed\n", inputs);
    return 0;
}
