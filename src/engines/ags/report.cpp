// Script errors as the engine prints them, and the parts of the host library that are not templates.
#include "engines/ags/codes.hpp"
#include "vellum/ags.hpp"

namespace vellum::ags {

namespace {

std::string line_text(std::uint32_t line) { return line == 0 ? "unknown" : std::to_string(line); }

} // namespace

bool is_user_error(const Fault& fault) { return fault.code != nullptr && codes::is_user_error(*fault.code); }

std::string error_text(const Fault& fault) {
    return "Error (line " + line_text(fault.frames.empty() ? 0 : fault.frames[0].line) +
           "): " + fault.message;
}

std::string call_stack_text(const Fault& fault) {
    std::string result;
    for (std::size_t i = 0; i < fault.frames.size(); ++i) {
        result += i == 0 ? "in the active script:\nin \"" : "from \"";
        result +=
            fault.frames[i].source + "\", line " + std::to_string(fault.frames[i].line) + "\n"; // 0: none
    }
    return result;
}

GameLibrary& GameLibrary::object(std::string_view name, ObjectId object) {
    getter({}, name, [object] { return object; });
    return *this;
}

GameLibrary& GameLibrary::array(std::string_view name, std::int32_t element_size,
                                std::vector<ObjectId> elements) {
    getter({}, name, [elements = std::move(elements)](std::int32_t index) {
        const auto at = static_cast<std::size_t>(index);
        return index >= 0 && at < elements.size() ? elements[at] : ObjectId{};
    });
    getter(name, "@size", [element_size] { return element_size; });
    return *this;
}

} // namespace vellum::ags
