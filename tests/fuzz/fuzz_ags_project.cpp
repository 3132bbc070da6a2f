// Fuzz target: projects of AGS's editor. Whatever is read must give texts that can be written, and mistakes
// with a line of the file.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>

#include "base/bytes.hpp"
#include "engines/ags/play/play.hpp"
#include "engines/ags/project/generated.hpp"
#include "engines/ags/project/main_data.hpp"
#include "engines/ags/project/project.hpp"

namespace {

void require(bool condition) {
    if (!condition) std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace vellum;
    using namespace vellum::ags::project;
    const auto bytes = std::as_bytes(std::span(data, size));
    if (auto main = read_main_data_of_project(as_text(bytes))) {
        auto parts = std::make_shared<ags::GameParts>();
        parts->main = std::move(*main);
        const ags::Play play(parts);
        for (std::uint32_t i = 0; i < 8; ++i)
            static_cast<void>(play.initial({ags::ThingKind::control, 0, i}, "Text", 0));
    }
    const auto project = read_project(as_text(bytes));
    if (!project) {
        require(!project.error().message.empty());
        return 0;
    }
    const auto lines = static_cast<std::uint32_t>(std::ranges::count(as_text(bytes), '\n')) + 1;
    const auto sound = [&](const Generated& made) {
        for (const std::uint32_t line : made.lines) require(line <= lines);
        require(made.text.size() < 4096 + 256 * size);
    };
    Diagnostics diagnostics;
    sound(make_names(*project));
    sound(make_variables_header(*project));
    sound(make_variables_script(*project));
    sound(make_dialogs(*project, diagnostics));
    for (const Diagnostic& each : diagnostics.all())
        require(each.place.line >= 1 && each.place.line <= lines);
    return 0;
}
