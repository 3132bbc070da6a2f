// Which installed games folders are.
#include "tools/game.hpp"
#include "base/json_writer.hpp"
#include "workspace/questions/info.hpp"
#include "workspace/questions/question.hpp"

namespace vellum::questions {

namespace {

Result<std::string> whole_game(const Workspace& workspace, const Request& request,
                               const Workspace::Progress&) {
    std::vector<std::string> values;
    for (const std::string& folder : request.texts("folders")) {
        std::vector<Diagnostic> problems; // folders that could not be read
        const auto found = workspace.game(folder, true, problems);
        if (!found) continue;
        std::string value = game_json(folder, *found);
        TextWriter how;
        JsonWriter json(how);
        json.begin_array();
        for (const std::string& way : found->way_back) json.value(way);
        json.end_array();
        value.pop_back();
        TextWriter loose;
        if (!found->loose.empty()) {
            loose.put(",\"loose\":");
            JsonWriter(loose).value(found->loose);
        }
        values.push_back(value + ",\"how\":" + how.take() + loose.take() + "}");
    }
    return array_of(values);
}

constexpr Parameter of_game[] = {
    {"folders", Holds::texts, "Folders; those that are not an installed game are left out of the answer.",
     true},
};

} // namespace

const Question game{"game", "Recognise installed games", of_game, "game", nullptr, whole_game};

} // namespace vellum::questions
