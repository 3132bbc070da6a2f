// The rest of what systems say differently. A signal ends Node whenever it comes: files get their names in
// one step. Node's terminals scroll back, so nothing is paged.
#include "cli/from_svg.hpp"
#include "cli/pager.hpp"
#include "cli/programs.hpp"
#include "cli/read_ahead.hpp"
#include "cli/uninterrupted.hpp"

#include <string>

#include "base/node/ask.hpp"
#include "cli/codes.hpp"

namespace vellum::cli {

std::FILE* start_pager() { return nullptr; }

void end_pager(std::FILE*) {}

std::size_t terminal_height() { return 24; }

void read_ahead(const std::vector<Node>&, std::size_t) {}

std::string program_folder() { return {}; }

bool open_in_browser(const std::string&) { return false; }

bool console_closes() { return false; }

Uninterrupted::Uninterrupted(const std::string&) {}

Uninterrupted::~Uninterrupted() { static_cast<void>(counts_); }

Result<std::vector<std::byte>> from_svg(std::string_view svg, std::string_view form) {
    auto picture = node::ask("picture", {form}, std::as_bytes(std::span(svg)));
    if (!picture)
        return fail(codes::cli_output, std::move(picture.error()), {},
                    "a name that ends with .svg keeps the picture as it is made");
    return std::move(*picture);
}

} // namespace vellum::cli
