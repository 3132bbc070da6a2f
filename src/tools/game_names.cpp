#include "tools/game_names.hpp"

#include <algorithm>
#include <deque>
#include <mutex>

#include "base/bytes.hpp"
#include "base/source.hpp"
#include "tools/texts/sources.hpp"

namespace vellum::tools {

namespace {

using Names = std::shared_ptr<const SourceNames>;

/// Those of the last containers: a game's names take as long as decompiling its larger scripts, and are asked
/// for with every one of its scripts.
class LastNames {
  public:
    template <class Make>
    Names of(const std::shared_ptr<const archives::Archive>& container, const Names& known,
             const Make& make) {
        const std::scoped_lock lock(lock_); // who asks for the same meanwhile waits for them
        const auto is_it = [&](const Entry& each) {
            return each.known == known && each.container.lock() == container;
        };
        const auto found = std::ranges::find_if(entries_, is_it);
        if (found != entries_.end()) return found->names;
        std::erase_if(entries_, [](const Entry& each) { return each.container.expired(); });
        if (entries_.size() == most) entries_.pop_front();
        return entries_.emplace_back(container, known, make()).names;
    }

  private:
    static constexpr std::size_t most = 4;
    struct Entry {
        std::weak_ptr<const archives::Archive>
            container; ///< No other has its address as long as this is here.
        Names known, names;
    };
    std::mutex lock_;
    std::deque<Entry> entries_;
};

Names find_names(const OpenedFile& opened, Names known) {
    const NameFiles* const files = opened.engine == nullptr ? nullptr : opened.engine->names();
    if (files == nullptr) return known;
    const auto names_of = [&](const std::vector<std::byte>& bytes) -> std::shared_ptr<const SourceNames> {
        Diagnostics unused;
        const auto text = files->names_in(as_text(bytes), {}, known.get(), unused);
        if (!text) return nullptr;
        const auto names = files->read_names(*text, unused);
        return names ? *names : nullptr;
    };
    const archives::Archive& container = *opened.container;
    // Data of a whole game is certain to be the engine's by its first bytes; a room, or a source, is not.
    const auto is_game = [&](std::uint64_t offset, std::uint64_t size) {
        constexpr std::uint64_t looked_at = 64;
        const auto first = read_range(container.source(), offset, std::min(size, looked_at));
        return first && opened.engine->format().detect(*first, {}) == Confidence::certain;
    };
    const auto members = container.members();
    for (std::size_t i = 0; i < members.size(); ++i) {
        const archives::Member& member = members[i];
        if (member.kind != "asset" || member.cut_off || !is_text_table(*opened.engine, member.name) ||
            !is_game(member.offset, member.size))
            continue;
        if (const auto bytes = container.read(i))
            if (auto names = names_of(*bytes)) return names;
    }
    if (!is_game(0, container.source().size()) || !is_text_table(*opened.engine, opened.name)) return known;
    const auto bytes = read_range(container.source(), 0, container.source().size());
    auto names = bytes ? names_of(*bytes) : nullptr;
    return names ? names : known;
}

} // namespace

std::shared_ptr<const SourceNames> game_names(const OpenedFile& opened,
                                              std::shared_ptr<const SourceNames> known) {
    if (opened.container == nullptr) return known;
    static LastNames last;
    return last.of(opened.container, known, [&] { return find_names(opened, known); });
}

} // namespace vellum::tools
