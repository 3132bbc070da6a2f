#include "cli/from_svg.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <unistd.h>

#include "base/file.hpp"
#include "cli/codes.hpp"
#include "cli/programs.hpp"

namespace vellum::cli {

Result<std::vector<std::byte>> from_svg(std::string_view svg, std::string_view form) {
    const std::string what(form);
    if (!is_program("rsvg-convert"))
        return fail(codes::cli_output, "pictures as " + what + " need rsvg-convert, which is not installed",
                    {}, "install librsvg (Debian: librsvg2-bin), or write to a name that ends with .svg");
    std::error_code error;
    std::string path = (std::filesystem::temp_directory_path(error) / "vellum-XXXXXX").string();
    const int file = error ? -1 : ::mkstemp(path.data());
    if (file < 0)
        return fail(codes::cli_output, "cannot create a temporary file for the picture", {.file = path});
    ::close(file);
    // The name is of our making but for the folder, which stands in the environment.
    ::setenv("VELLUM_PICTURE", path.c_str(), 1);
    std::FILE* const program =
        ::popen(("rsvg-convert --unlimited --format " + what + " --output \"$VELLUM_PICTURE\"").c_str(), "w");
    bool made = program != nullptr;
    if (made) {
        made = std::fwrite(svg.data(), 1, svg.size(), program) == svg.size();
        made = ::pclose(program) == 0 && made;
    }
    auto bytes = read_file(path);
    static_cast<void>(remove_file(path));
    if (!made || !bytes || bytes->empty())
        return fail(codes::cli_output, "rsvg-convert could not make a " + what + " of the picture", {},
                    "it may be too large; a name that ends with .svg keeps it as it is");
    return bytes;
}

} // namespace vellum::cli
