// What differs between two scripts.
#include "base/bytes.hpp"
#include "workspace/questions/decompile.hpp"
#include "workspace/questions/question.hpp"

namespace vellum::questions {

namespace {

std::string_view source_of(const Single& side) {
    return side.script->is_source ? as_text(side.script->bytes) : std::string_view();
}

Result<std::string> whole_diff(const Workspace& workspace, const Request& request,
                               const Workspace::Progress&) {
    const auto before = single_script(workspace, request.text("before"), {.functions = false});
    if (!before) return std::unexpected(before.error());
    const auto after = single_script(workspace, request.text("after"), {.functions = false});
    if (!after) return std::unexpected(after.error());
    const auto names = names_for(workspace, before->opened, request.text("names"));
    if (!names) return std::unexpected(names.error());
    const auto made = tools::diff(*before->program, *after->program,
                                  {.context = static_cast<std::size_t>(request.count("context").value_or(3)),
                                   .listing = request.flag("listing"),
                                   .before_source = source_of(*before),
                                   .after_source = source_of(*after),
                                   .names = names->get()});
    if (!made) return std::unexpected(made.error());
    return tools::to_json(*made);
}

constexpr Parameter of_diff[] = {
    {"before", Holds::text, "A script.", true},
    {"after", Holds::text, "Another version of it.", true},
    {"context", Holds::count, "Lines around a difference. Default: 3."},
    {"listing", Holds::flag, "Instructions instead of source."},
    {"names", Holds::text, "The contents of a names file for decompiled sources."},
};

} // namespace

const Question diff{"diff",    "Compare two scripts, function by function", of_diff, "diff", nullptr,
                    whole_diff};

} // namespace vellum::questions
