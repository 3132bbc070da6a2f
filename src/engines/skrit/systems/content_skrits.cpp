// What skrits say of content, from their words: quests, conversations, keys of the auditor, owners.
#include <optional>

#include "base/ascii.hpp"
#include "engines/skrit/codes.hpp"
#include "engines/skrit/fuel/file_includes.hpp"
#include "engines/skrit/fuel/resources.hpp"
#include "engines/skrit/source/lexer.hpp"
#include "engines/skrit/systems/content_check.hpp"

namespace vellum::skrit {

namespace {

constexpr std::string_view jobs = "world/ai/jobs/";

} // namespace

void ContentChecker::skrit(std::string_view text, const std::string& file) {
    file_ = file;
    SourceMap sources;
    TokenList list;
    Diagnostics told_elsewhere;
    FileIncludes includes(&in_.files);
    const std::string defines[] = {"game", "dev"};
    if (!sources.add(file, std::string(text))) return;
    static_cast<void>(Lexer({sources, list, told_elsewhere, defines, &includes, false, true}).run());
    const std::vector<Token>& all = list.tokens;
    const auto is = [&](std::size_t i, Tok kind) { return i < all.size() && all[i].kind == kind; };
    const auto word = [&](std::size_t i) {
        const bool named = is(i, Tok::name) || is(i, Tok::user) || is(i, Tok::keyword);
        return named ? list.names.text(all[i].value) : std::string_view();
    };
    const auto own = [&](std::size_t i) { return sources.file_of(all[i].position) == 0; };
    const auto place = [&](std::size_t i) { return sources.place(all[i].position); };
    const std::string path = resource_path(file);
    const bool component = path.find(component_folder) != std::string::npos;
    const bool job = path.find(jobs) != std::string::npos;

    std::optional<std::size_t> asks_init; // a function that takes a job and is no handler
    std::optional<std::size_t> last;      // statement
    bool has_init = false, has_pointers = false, talks = false, ends = false;
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
        const std::string_view name = word(i);
        const bool begins = i != 0 && (is(i - 1, Tok::semicolon) || is(i - 1, Tok::open_brace));
        if (begins && own(i) && is(i, Tok::name)) last = i;
        ends = ends || same_name(name, "MarkForDeletion");
        talks = talks || same_name(name, "RSActivateDialogue");
        if (component && own(i) && is(i, Tok::keyword) && all[i].value == word::owner &&
            is(i + 1, Tok::assign) && is(i + 2, Tok::name) && !same_name(word(i + 2), "GoSkritComponent"))
            warn("the owner of a component must be a GoSkritComponent, not a '" + std::string(word(i + 2)) +
                     "'",
                 place(i + 2));
        const bool handler = i != 0 && is(i - 1, Tok::keyword) && all[i - 1].value == word::event;
        if (handler && same_name(name, "OnJobInit")) has_init = true;
        if (handler && same_name(name, "OnJobInitPointers")) has_pointers = true;
        if (!handler && is(i, Tok::user) && is(i + 1, Tok::open_paren) && same_name(word(i + 2), "Job") &&
            is(i + 3, Tok::user) && is(i + 4, Tok::close_paren) && own(i) && !asks_init)
            asks_init = i;
        if (!is(i + 1, Tok::open_paren) || !is(i + 2, Tok::string) || i < 2 || !is(i - 1, Tok::dot)) continue;
        const std::string& value = list.strings[all[i + 2].value];
        const std::string key = lower_case(value);
        const bool whole = is(i + 3, Tok::close_paren) || is(i + 3, Tok::comma);
        if (value.empty() || !whole || !own(i)) continue;
        if (same_name(word(i - 2), "Db") && (name.starts_with("Get") || name.starts_with("Set")))
            (name.starts_with("Get") ? read_keys_ : set_keys_).try_emplace(key, place(i + 2));
        if (same_name(word(i - 2), "Victory") && name.contains("Quest") && !in_.names.quests.empty() &&
            !in_.names.quests.contains(key))
            warn("no map has a quest '" + value + "'", place(i + 2), meant(value, in_.names.quests));
        if (same_name(name, "RSSelectConversation") && !in_.names.conversations.empty() &&
            !key.starts_with('z') && !in_.names.conversations.contains(key))
            warn("no map has a conversation '" + value + "'", place(i + 2),
                 meant(value, in_.names.conversations));
    }
    if (job && has_init && talks && !ends && last)
        lint("the job talks and never ends: it does not call MarkForDeletion", place(*last),
             "job$.MarkForDeletion( JR_OK ) ends it");
    if (job && has_pointers && !has_init && asks_init)
        lint("a job without the handler OnJobInit stays in its first state", place(*asks_init),
             "start its work in event OnJobInit$( Job job$ )");
}

} // namespace vellum::skrit
