// A front end in few lines: who uses a native of a game's scripts, one function changed and put back, what
// differs then. front_end.c, front_end.py and front_end.mjs do the same by questions to the workspace.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vellum/vellum.hpp>
#include <vellum/workspace.hpp>

namespace {

/// What a result holds, or the end of the program.
template <class Value> Value must(vellum::Result<Value> result) {
    if (result) return std::move(*result);
    std::puts(vellum::format(result.error()).c_str());
    std::exit(1);
}

/// The script that a name means, with the lines and names of its source.
vellum::ProgramPtr load(const vellum::Workspace& workspace, const vellum::Node& node) {
    vellum::Diagnostics remarks;
    const auto opened = must(workspace.open(node));
    return must(workspace.load(node, opened, opened.scripts.at(0), vellum::SourceView::required, remarks));
}

} // namespace

int main() {
    vellum::Diagnostics remarks;
    const vellum::Workspace disk(std::make_shared<vellum::DiskFileSystem>());
    for (const vellum::Node& node : disk.find("samples/pathologic/*.bin", remarks)) {
        const auto program = load(disk, node);
        for (const auto& use : vellum::tools::find_uses(*program, {.name = "Trace", .kind = "native"}))
            std::printf("%s:%u %s\n", node.name().c_str(), program->debug_info()->line_of(use.address)->line,
                        use.function.c_str());
    }

    const auto before = load(disk, disk.find("samples/pathologic/lamp.bin", remarks).at(0));
    std::string source = must(before->decompile({})).text;
    constexpr std::string_view old = "somebody plays with the lamp";
    source.replace(source.find(old), old.size(), "leave the lamp alone");
    const auto patched = must(vellum::tools::patch(
        *before, {.functions = {"TMain.OnUse"}, .text = source, .name = "lamp.patho"}, remarks));
    std::printf("replaced: %s\n", patched.replaced.at(0).c_str());

    const auto files = std::make_shared<vellum::MemoryFileSystem>();
    files->add("mod/lamp.bin", must(patched.program->save()));
    const vellum::Workspace mod(files);
    const vellum::Node changed = mod.find("mod/lamp.bin", remarks).at(0);
    const auto reports = vellum::tools::check(must(mod.open(changed)));
    std::printf("sound: %s\n", reports.at(0).errors == 0 ? "yes" : "no");
    for (const auto& function : must(vellum::tools::diff(*before, *load(mod, changed))).functions)
        if (function.fate == vellum::tools::FunctionFate::changed)
            std::printf("changed: %s\n", function.after.c_str());
}
