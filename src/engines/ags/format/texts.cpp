#include "engines/ags/format/texts.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/bytes.hpp"
#include "base/concat.hpp"

namespace vellum::ags {

namespace {

/// Letters that a source writes as two. Compilers keep as many bytes of a literal as its source has, so that
/// so many zeros follow it.
std::size_t escaped_letters(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char letter) { return std::string_view("\a\b\f\n\r\t\v\"\\").contains(letter); }));
}

/// Where each text of the strings stands last: what the compiler's code means by it.
std::unordered_map<std::string_view, std::uint32_t> last_places(std::string_view strings) {
    std::unordered_map<std::string_view, std::uint32_t> places;
    for (std::size_t at = 0; at < strings.size();) {
        const std::size_t end = std::min(strings.find('\0', at), strings.size());
        if (end != at) places[strings.substr(at, end - at)] = static_cast<std::uint32_t>(at);
        at = end + 1;
    }
    return places;
}

class TextChanger {
  public:
    TextChanger(const Script& script, std::span<const TextChange> changes)
        : script_(script), scom_(script.scom()), all_(as_text(script.scom().strings)) {
        for (const TextChange& change : changes)
            if (change.before != change.after) wanted_.emplace(change.before, &change);
        for (std::uint32_t word = 0; word < script.words(); ++word)
            if (script.fixup_at(word) == static_cast<std::uint8_t>(FixupType::string)) words_.push_back(word);
        for (const std::uint32_t word : words_) used_.push_back(offset_in(word));
        std::ranges::sort(used_);
        used_.erase(std::ranges::unique(used_).begin(), used_.end());
        find_padding();
    }

    Result<Scom> change() {
        std::unordered_map<std::string_view, bool> found;
        for (const std::uint32_t at : used_)
            if (wanted_.contains(script_.string_at(at))) found[script_.string_at(at)] = true;
        for (const auto& [before, change] : wanted_) {
            if (!found.contains(before))
                return fail(vellum::codes::text_change, concat("the script has no text '", before, "'"));
            if (change->after.find('\0') != std::string::npos)
                return fail(vellum::codes::text_change, "a text of a script cannot have a NUL");
        }
        put_in_place();
        mean_the_last();
        put_behind();
        constexpr std::size_t most = 0x7FFFFFFF;
        if (made_.size() > most)
            return fail(vellum::codes::text_change, "the script's texts would be too long");
        scom_.strings.assign(as_bytes(made_).begin(), as_bytes(made_).end());
        for (const std::uint32_t word : words_)
            store_u32(scom_.code.data() + std::size_t{word} * 4, now_[offset_in(word)]);
        return std::move(scom_);
    }

  private:
    [[nodiscard]] std::uint32_t offset_in(std::uint32_t word) const {
        return load_u32(scom_.code.data() + std::size_t{word} * 4);
    }

    /// The strings with the texts that nothing points into replaced, those too that no code uses: the
    /// compiler leaves repeated texts behind.
    void put_in_place() {
        std::size_t copied = 0;
        auto next = used_.begin();
        const auto move_used = [&](std::size_t end) { // of the bytes that are copied
            for (; next != used_.end() && *next < end; ++next)
                now_[*next] = static_cast<std::uint32_t>(made_.size() + (*next - copied));
        };
        for (std::size_t at = 0; at < all_.size();) {
            const std::size_t end = std::min(all_.find('\0', at), all_.size());
            const auto change = wanted_.find(all_.substr(at, end - at));
            const auto inside = std::ranges::upper_bound(used_, at);
            const bool alone = end != at && end < all_.size() && (inside == used_.end() || *inside > end);
            std::size_t behind = end + 1;
            if (change != wanted_.end() && alone) {
                const std::string& after = change->second->after;
                if (padded_) behind += std::min(zeros_after(end), escaped_letters(change->first));
                move_used(at);
                made_.append(all_, copied, at - copied);
                if (next != used_.end() && *next == at)
                    now_[*next++] = static_cast<std::uint32_t>(made_.size());
                made_ += after;
                made_.append(1 + (padded_ ? escaped_letters(after) : 0), '\0');
                copied = behind;
            }
            at = behind;
        }
        for (; next != used_.end(); ++next) // those too that lie behind the end
            now_[*next] = static_cast<std::uint32_t>(made_.size() + (*next - copied));
        made_.append(all_, copied);
    }

    /// Texts that are equal now are one to the compiler: the last. Scripts of other makers stay as they are.
    void mean_the_last() {
        const auto before = last_places(all_);
        for (const std::uint32_t at : used_)
            if (const auto last = before.find(script_.string_at(at));
                last != before.end() && last->second != at)
                return;
        const auto after = last_places(made_);
        for (auto& [was, is] : now_) {
            if (is >= made_.size()) continue;
            const std::string_view made = made_;
            const auto last = after.find(made.substr(is, made.find('\0', is) - is));
            if (last != after.end()) is = last->second;
        }
    }

    /// New texts for places whose old one had to stay.
    void put_behind() {
        std::unordered_map<const TextChange*, std::uint32_t> added;
        for (const std::uint32_t at : used_) {
            const auto change = wanted_.find(script_.string_at(at));
            if (change == wanted_.end() || text_at(now_[at]) == change->second->after) continue;
            if (const auto known = added.find(change->second); known != added.end()) {
                now_[at] = known->second;
                continue;
            }
            if (!made_.empty() && made_.back() != '\0') made_ += '\0';
            now_[at] = static_cast<std::uint32_t>(made_.size());
            added.emplace(change->second, now_[at]);
            made_ += change->second->after;
            made_ += '\0';
        }
    }
    [[nodiscard]] std::string_view text_at(std::size_t at) const {
        const std::string_view made = made_;
        return at >= made.size() ? std::string_view() : made.substr(at, made.find('\0', at) - at);
    }

    /// Zeros after the NUL at `end`, up to the next text that is used.
    [[nodiscard]] std::size_t zeros_after(std::size_t end) const {
        const auto next = std::ranges::upper_bound(used_, end);
        const std::size_t limit =
            next == used_.end() ? all_.size() : std::min<std::size_t>(*next, all_.size());
        return std::min(all_.find_first_not_of('\0', end), limit) - end - 1;
    }
    /// Whether the compiler was one of those that keep a literal's bytes.
    void find_padding() {
        for (const std::uint32_t at : used_) {
            const std::string_view text = script_.string_at(at);
            const std::size_t escapes = escaped_letters(text);
            if (escapes == 0 || at + text.size() >= all_.size()) continue;
            padded_ = zeros_after(at + text.size()) >= escapes;
            if (!padded_) return;
        }
    }

    const Script& script_;
    Scom scom_;
    std::string_view all_; ///< The strings as they are.
    std::unordered_map<std::string_view, const TextChange*> wanted_;
    std::vector<std::uint32_t> words_;                     ///< Of the code, that name a text.
    std::vector<std::uint32_t> used_;                      ///< What they name, sorted, each once.
    bool padded_ = true;                                   ///< Newer compilers do.
    std::string made_;                                     ///< The strings as they will be.
    std::unordered_map<std::uint32_t, std::uint32_t> now_; ///< Where a text that is used will be.
};

} // namespace

Result<Scom> change_texts(const Script& script, std::span<const TextChange> changes) {
    return TextChanger(script, changes).change();
}

} // namespace vellum::ags
