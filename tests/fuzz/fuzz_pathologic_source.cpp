// Any text as source of a Pathologic script. Behind a form feed begins what the text may include, by the
// names "1", "2", … and from a folder as well.
#include <cstddef>
#include <cstdint>
#include <string>

#include "pathologic_oracle.hpp"
#include "vellum/files.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size > 1U << 16U) return 0;
    const std::string_view all = vellum::as_text(std::as_bytes(std::span(data, size)));
    vellum::MemoryFileSystem files;
    const std::size_t main = all.find('\f');
    std::size_t at = main;
    for (int number = 1; at != std::string_view::npos; ++number) {
        const std::size_t end = all.find('\f', at + 1);
        const auto bytes = vellum::as_bytes(all.substr(at + 1, end - at - 1));
        for (const std::string folder : {"", "folder/"})
            files.add(folder + std::to_string(number), {bytes.begin(), bytes.end()});
        at = end;
    }
    vellum::pathologic::oracle::holds_for_source(all.substr(0, main), &files);
    return 0;
}
