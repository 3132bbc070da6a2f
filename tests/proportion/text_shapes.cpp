// JSON and host logs.
#include "base/json.hpp"
#include "proportion/shapes.hpp"
#include "vellum/hosts.hpp"

namespace vellum::proportion {

std::vector<Shape> text_shapes() {
    const auto json = [](std::string_view text) { static_cast<void>(parse_json(text)); };
    const auto log = [](std::string_view text) { static_cast<void>(HostLog::from_jsonl(text)); };
    const auto number = [](std::size_t i) { return std::to_string(i); };
    const auto record = [=](std::size_t size) {
        HostLog made;
        for (std::size_t i = 0; i < size / 200; ++i) {
            HostLogEntry& entry = made.entries.emplace_back();
            entry.name = "Native" + number(i);
            entry.arguments = {Value(1), Value("text " + number(i)), Value(0.5F)};
            made.natives.push_back({NativeKind::function, {}, entry.name, 3, true, false, false, false, {}});
        }
        return made.to_jsonl();
    };
    return {
        {"JsonArray", [](std::size_t size) { return "[" + repeated(size, "1,") + "1]"; }, json, 300, 120},
        {"JsonObject",
         [=](std::size_t size) {
             return "{" + repeated(size, [=](std::size_t i) { return "\"k" + number(i) + "\":null,"; }) +
                    "\"z\":1}";
         },
         json, 300, 60},
        {"JsonSameKeys", [](std::size_t size) { return "{" + repeated(size, "\"k\":1,") + "\"z\":1}"; }, json,
         300, 60},
        {"JsonText", [](std::size_t size) { return "\"" + repeated(size, "\\u00e9x") + "\""; }, json, 300,
         20},
        {"JsonDeep", [](std::size_t size) { return repeated(size, "[["); }, json, 300, 200},
        {"JsonLongNumber", [](std::size_t size) { return repeated(size, "9"); }, json, 300, 20},
        {"RecordOfNatives", record, log, 600, 200},
        {"RecordNonsense", [](std::size_t size) { return repeated(size, "{\"step\":\"frame\"}\n"); }, log,
         600, 200},
    };
}

} // namespace vellum::proportion
