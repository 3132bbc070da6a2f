// Prints every instruction of a script that calls a given native, function by function, with the number of
// basic blocks each function has. Nothing runs. usage: who_calls [NATIVE [FILE]]
#include <cstdio>
#include <fstream>
#include <iterator>
#include <set>
#include <vellum/vellum.hpp>

namespace {

constexpr std::string_view sample = R"(.numbering hd
.run patrol, start
.task patrol, 0
    .event 2, used, bool
start:
    PushS   "at my post"
    Func    Trace/1, S[1]
    Return  1
used:
    JumpB   S[1], quiet, false, 0
    PushS   "who is there?"
    Func    Trace/1, S[1]
    Pop     1
quiet:
    Func    Sleep/0
    Return  1
)";

vellum::Result<vellum::ProgramPtr> open(const char* file, vellum::Diagnostics& diagnostics) {
    if (file == nullptr)
        return vellum::find_engine("pathologic")->format().assemble(sample, {"patrol.vasm", {}}, diagnostics);
    std::ifstream stream(file, std::ios::binary);
    const std::string content((std::istreambuf_iterator<char>(stream)), {});
    const auto bytes = std::as_bytes(std::span(content));
    const vellum::Engine* engine = vellum::detect_engine(bytes, file);
    if (engine == nullptr) return vellum::fail(vellum::codes::engine_unknown, "no engine knows the file");
    return engine->format().load(bytes, {file, {}}, diagnostics);
}

} // namespace

int main(int argc, char** argv) {
    const std::string_view wanted = argc > 1 ? argv[1] : "Trace";
    vellum::Diagnostics diagnostics;
    const auto program = open(argc > 2 ? argv[2] : nullptr, diagnostics);
    if (!program) {
        std::puts(vellum::format(program.error()).c_str());
        return 1;
    }
    const vellum::isa::Code* code = (*program)->code();
    std::set<std::uint32_t> calls;
    for (const vellum::Reference& reference : (*program)->references())
        if (reference.kind == vellum::ReferenceKind::native && reference.name == wanted)
            calls.insert(reference.address);
    for (const vellum::Function& function : (*program)->functions()) {
        std::printf("%s, basic blocks: %zu\n", function.name.c_str(), blocks_of(**program, function).size());
        for (const std::size_t index : instructions_of(**program, function))
            if (const std::uint32_t address = code->instructions[index].address; calls.contains(address))
                std::printf("  %04x  %s\n", address, instruction_text(**program, index).c_str());
    }
}
