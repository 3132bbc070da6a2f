// What differs between two scripts.
#include "base/bytes.hpp"
#include "workspace/questions/decompile.hpp"
#include "workspace/questions/question.hpp"

namespace vellum::questions {

namespace {

struct Side {
    Node node;
    tools::OpenedFile opened;
    const tools::Script* script = nullptr;
    ProgramPtr program;

    [[nodiscard]] std::string_view source() const {
        return script->is_source ? as_text(script->bytes) : std::string_view();
    }
};

Result<Side> open(const Workspace& workspace, const std::string& name) {
    auto node = one_node(workspace, name);
    if (!node) return std::unexpected(std::move(node.error()));
    auto opened = workspace.open(*node);
    if (!opened) return std::unexpected(std::move(opened.error()));
    Side side{std::move(*node), std::move(*opened), nullptr, nullptr};
    const auto script = one_script(side.opened);
    if (!script) return std::unexpected(script.error());
    side.script = *script;
    std::vector<Diagnostic> problems;
    auto program = load(workspace, side.node, side.opened, *side.script, SourceView::none, problems);
    if (!program) return std::unexpected(std::move(program.error()));
    side.program = std::move(*program);
    return side;
}

Result<std::string> whole(const Workspace& workspace, const Request& request) {
    const auto before = open(workspace, request.text("before"));
    if (!before) return std::unexpected(before.error());
    const auto after = open(workspace, request.text("after"));
    if (!after) return std::unexpected(after.error());
    const auto names = names_for(before->program->engine(), request.text("names"));
    if (!names) return std::unexpected(names.error());
    const auto made = tools::diff(*before->program, *after->program,
                                  {.context = static_cast<std::size_t>(request.count("context").value_or(3)),
                                   .listing = request.flag("listing"),
                                   .before_source = before->source(),
                                   .after_source = after->source(),
                                   .names = names->get()});
    if (!made) return std::unexpected(made.error());
    return tools::to_json(*made);
}

constexpr Parameter parameters[] = {
    {"before", Holds::text, "A script.", true},
    {"after", Holds::text, "Another version of it.", true},
    {"context", Holds::count, "Lines around a difference; 3 if it is left out."},
    {"listing", Holds::flag, "Instructions instead of source."},
    {"names", Holds::text, "A file of names for decompiled sources, as text."},
};

} // namespace

const Question diff{
    "diff", "What differs between two scripts, function by function", parameters, "diff", nullptr, whole};

} // namespace vellum::questions
