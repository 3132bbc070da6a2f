#include "engines/skrit/embedding/game_scripts.hpp"

#include <utility>

#include "base/ascii.hpp"
#include "vellum/skrit_content.hpp"

namespace vellum::skrit {

Result<GameScripts> game_scripts(std::shared_ptr<const FileSystem> files, const std::string& template_name,
                                 std::span<const std::string> bots) {
    GameScripts found;
    SkritContent content;
    if (auto added = template_name.empty() ? content.find_in(files) : content.add_files(*files); !added)
        return std::unexpected(added.error());
    if (!template_name.empty()) {
        auto components = content.components(template_name);
        if (!components) return std::unexpected(components.error());
        for (SkritComponent& each : *components) {
            GameScripts::Script& one = found.scripts.emplace_back();
            one.path = std::move(each.path);
            for (auto& [name, text] : each.fields)
                one.settings.push_back({"property.", "." + std::move(name), std::move(text)});
        }
        found.settings.emplace_back("go", template_name);
        for (auto& [address, text] : content.template_values(template_name))
            found.settings.emplace_back("go." + std::move(address), std::move(text));
    }
    const auto find = content.finder();
    for (const std::string& bot : bots) {
        const std::size_t question = bot.find('?');
        const std::string name = bot.substr(0, question);
        SkritSource source;
        if (!find(name, source))
            return fail(vellum::codes::engine_option, "there is no skrit '" + name + "' among the files", {},
                        "name its folder with --data");
        GameScripts::Script& one = found.scripts.emplace_back();
        one.path = std::move(source.name);
        one.settings.push_back({"bot.", "", name.substr(name.find_last_of('/') + 1)}); // npos + 1 is 0
        if (question != std::string::npos) one.settings.push_back({"params.", "", bot.substr(question + 1)});
    }
    // Names are those of the game, without regard to case; the files may have others.
    for (const std::string& real : files->list({}))
        for (GameScripts::Script& one : found.scripts)
            if (same_name(real, one.path)) one.path = real;
    return found;
}

} // namespace vellum::skrit
