// Worlds whose skrits the game's content names: `--template NAME` makes the components of a template for a
// game object that is not there, `--bot NAME` starts a bot. Both are found below --data, as a game finds
// them.
#include "base/ascii.hpp"
#include "cli/codes.hpp"
#include "cli/engines/engines.hpp"
#include "cli/session.hpp"
#include "vellum/skrit_content.hpp"

namespace vellum::cli {

namespace {

constexpr Option own[] = {
    {"--template", 0, "NAME",
     "Skrit: create the components of this template of --data, for a stand-in owner that answers like a game "
     "object: with the template's values, with values that scripts set, otherwise with defaults. Events "
     "OnGo… are sent as a game sends them.",
     ValueKind::text},
    {"--bot",
     0,
     "NAME",
     "Skrit: start this skritbot from --data, with parameters: 'auto/mp?players=3'.",
     ValueKind::text,
     {},
     true},
};

} // namespace

constexpr OptionGroup content_options = own;

Result<std::vector<ContentProgram>>
content_programs(Session& session, const Arguments& arguments,
                 std::vector<std::pair<std::string, std::string>>& settings) {
    std::vector<ContentProgram> found;
    if (!arguments.declares("--template")) return found;
    const std::string wanted(arguments.text("--template"));
    const std::vector<std::string>& bots = arguments.list("--bot");
    if (wanted.empty() && bots.empty()) return found;
    const std::vector<std::string>& data = arguments.list("--data");
    const auto files = session.workspace().mount(data.empty() ? std::vector<std::string>{"."} : data);
    SkritContent content;
    if (auto added = wanted.empty() ? content.find_in(files) : content.add_files(*files); !added)
        return std::unexpected(added.error());
    if (!wanted.empty()) {
        auto components = content.components(wanted);
        if (!components) return std::unexpected(components.error());
        for (SkritComponent& each : *components) {
            ContentProgram& one = found.emplace_back();
            one.path = std::move(each.path);
            for (auto& [name, text] : each.fields)
                one.settings.push_back({"property.", "." + std::move(name), std::move(text)});
        }
        settings.emplace_back("go", wanted);
        for (auto& [address, text] : content.template_values(wanted))
            settings.emplace_back("go." + std::move(address), std::move(text));
    }
    const auto find = content.finder();
    for (const std::string& bot : bots) {
        const std::size_t question = bot.find('?');
        const std::string name = bot.substr(0, question);
        SkritSource source;
        if (!find(name, source))
            return fail(codes::cli_world, "there is no skrit '" + name + "' among the files", {},
                        "name its folder with --data");
        ContentProgram& one = found.emplace_back();
        one.path = std::move(source.name);
        one.settings.push_back({"bot.", "", name.substr(name.find_last_of('/') + 1)}); // npos + 1 is 0
        if (question != std::string::npos) one.settings.push_back({"params.", "", bot.substr(question + 1)});
    }
    // Names are those of the game, without regard to case; the disk may have others.
    for (const std::string& real : files->list({}))
        for (ContentProgram& one : found)
            if (same_name(real, one.path)) one.path = real;
    return found;
}

} // namespace vellum::cli
