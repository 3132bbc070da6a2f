#include "cli/from_svg.hpp"

#include <string>

#include "cli/codes.hpp"

namespace vellum::cli {

Result<std::vector<std::byte>> from_svg(std::string_view, std::string_view form) {
    return fail(codes::cli_output, "pictures as " + std::string(form) + " are not supported on Windows", {},
                "write to a name that ends with .svg: browsers and drawing programs read it");
}

} // namespace vellum::cli
