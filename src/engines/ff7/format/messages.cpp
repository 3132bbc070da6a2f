// A count, an offset for each text, the texts: all of it in 16-bit numbers.
#include "engines/ff7/format/messages.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "base/bytes.hpp"
#include "engines/ff7/codes.hpp"
#include "engines/ff7/format/text_codes.hpp"

namespace vellum::ff7 {

std::optional<Edition> edition_of(std::string_view name) {
    constexpr std::string_view before = "world_", after = ".lgp";
    const std::size_t end = name.find('!');
    if (end == std::string_view::npos) return {};
    name = name.substr(0, end);
    name.remove_prefix(name.find_last_of("/\\") + 1);
    if (name.size() != before.size() + 2 + after.size() ||
        !same_name(name.substr(0, before.size()), before) ||
        !same_name(name.substr(before.size() + 2), after))
        return {};
    const std::string_view language = name.substr(before.size(), 2);
    if (same_name(language, "ja")) return Edition::japanese;
    constexpr std::string_view western[] = {"us", "fr", "gm", "sp"};
    const bool known =
        std::ranges::any_of(western, [&](std::string_view each) { return same_name(each, language); });
    return known ? std::optional(Edition::western) : std::nullopt;
}

Result<Messages> Messages::read(std::vector<std::byte> bytes, std::optional<Edition> edition) {
    if (bytes.size() > largest_messages)
        return fail(codes::data_file,
                    "a message file has at most " + std::to_string(largest_messages) + " bytes, this one " +
                        std::to_string(bytes.size()),
                    Place::at_offset(largest_messages));
    Messages result;
    result.file_ = std::move(bytes);
    ByteReader reader(result.file_);
    const std::uint16_t count = reader.u16();
    const std::size_t first = 2 + std::size_t{count} * 2;
    if (!reader.ok() || count == 0 || first > result.file_.size())
        return fail(codes::data_file, "the file has no room for the offsets of its texts",
                    Place::at_offset(0));
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t offset = reader.u16();
        auto wrong = [&](const char* why) {
            return fail(codes::data_file, "text " + std::to_string(i) + " " + why,
                        Place::at_offset(2 + i * 2));
        };
        if (offset < first || offset >= result.file_.size()) return wrong("does not follow the offsets");
        const std::size_t length = text_length(std::span(result.file_).subspan(offset));
        if (length == std::string_view::npos) return wrong("has no end");
        result.texts_.push_back({offset, length});
    }
    result.old_count_ = count;
    result.edition_ = edition.value_or(result.looks_japanese() ? Edition::japanese : Edition::western);
    return result;
}

std::span<const std::byte> Messages::bytes(std::size_t index) const noexcept {
    if (const auto found = changed_.find(index); found != changed_.end()) return found->second;
    return std::span(file_).subspan(texts_[index].offset, texts_[index].length);
}

std::string Messages::text(std::size_t index) const { return decode_text(bytes(index), edition_); }

Result<void> Messages::set(std::size_t index, std::string_view text) {
    if (index > texts_.size())
        return fail(codes::data_file, "there is no text " + std::to_string(index), {},
                    "the file has texts 0 to " + std::to_string(texts_.size() - 1));
    Result<std::vector<std::byte>> made = encode_text(text, edition_);
    if (!made) return std::unexpected(made.error());
    if (index >= old_count_) {
        if (index == texts_.size()) texts_.emplace_back();
        changed_[index] = std::move(*made);
        return {};
    }
    changed_.erase(index);
    if (!std::ranges::equal(bytes(index), *made)) changed_.emplace(index, std::move(*made));
    return {};
}

/// More likely those of a Japanese edition, in which the bytes mean other characters.
bool Messages::looks_japanese() const noexcept {
    constexpr std::size_t enough = 64; // bytes: a few words tell nothing
    std::size_t all = 0, two_bytes = 0, high = 0, spaces = 0;
    for (const Range& range : texts_) {
        const auto text = std::span(file_).subspan(range.offset, range.length);
        for (std::size_t i = 0; i < text.size(); ++i) {
            const auto byte = std::to_integer<unsigned>(text[i]);
            const auto next = i + 1 < text.size() ? std::to_integer<unsigned>(text[i + 1]) : 0xFFU;
            ++all;
            if (byte >= 0x40) ++high;
            if (byte == 0) ++spaces;
            if ((byte >= 0xFA && byte <= 0xFD) || (byte == 0xFE && next < 0xD2)) ++two_bytes;
        }
    }
    return all >= enough && (two_bytes * 10 > all || (high * 2 > all && spaces == 0));
}

/// Ranges whose bytes may be replaced by others: all their texts become the same, and no other text has any
/// of them.
std::map<Messages::Range, const std::vector<std::byte>*> Messages::replaceable() const {
    std::map<Range, const std::vector<std::byte>*> result;
    for (std::size_t i = 0; i < old_count_; ++i) {
        const auto found = changed_.find(i);
        const std::vector<std::byte>* to = found == changed_.end() ? nullptr : &found->second;
        const auto [old, fresh] = result.try_emplace(texts_[i], to);
        if (!fresh && (old->second == nullptr || to == nullptr || *old->second != *to)) old->second = nullptr;
    }
    // Ascending by offset: a range overlaps an earlier one if it begins before the furthest end so far.
    auto furthest = result.end();
    const auto end_of = [](const auto& each) { return each->first.offset + each->first.length + 1; };
    for (auto each = result.begin(); each != result.end(); ++each) {
        if (furthest != result.end() && each->first.offset < end_of(furthest))
            each->second = furthest->second = nullptr;
        if (furthest == result.end() || end_of(each) > end_of(furthest)) furthest = each;
    }
    return result;
}

/// Behind the last byte of any text.
std::size_t Messages::content_end() const noexcept {
    std::size_t end = 2 + old_count_ * 2;
    for (std::size_t i = 0; i < old_count_; ++i) end = std::max(end, texts_[i].offset + texts_[i].length + 1);
    return end;
}

std::unexpected<Diagnostic> Messages::too_long(std::size_t taken) const {
    constexpr std::size_t most = 8;
    std::string grown;
    std::size_t told = 0;
    for (const auto& [index, text] : changed_) {
        const std::size_t before = index < old_count_ ? texts_[index].length : 0;
        if (text.size() <= before || told++ >= most) continue;
        grown += (grown.empty() ? "text " : ", text ") + std::to_string(index) + " by " +
                 std::to_string(text.size() - before);
    }
    if (told > most) grown += " and more";
    return fail(codes::data_file,
                "the texts take " + std::to_string(taken) + " bytes, but the game has room for " +
                    std::to_string(largest_messages),
                {}, grown.empty() ? std::string() : "these grew: " + grown + " bytes");
}

Result<std::vector<std::byte>> Messages::write(Diagnostics& diagnostics) const {
    if (changed_.empty()) return file_;
    const auto replaced = replaceable();
    const auto end = file_.begin() + static_cast<std::ptrdiff_t>(content_end());
    std::vector<std::byte> out;
    std::map<std::size_t, std::size_t> moved; // old offset of what stays or is replaced, and the new one
    std::size_t at = 0;
    for (const auto& [range, to] : replaced) {
        if (range.offset > at) {
            out.insert(out.end(), file_.begin() + static_cast<std::ptrdiff_t>(at),
                       file_.begin() + static_cast<std::ptrdiff_t>(range.offset));
            at = range.offset;
        }
        moved[range.offset] = out.size();
        if (to == nullptr) continue;
        out.insert(out.end(), to->begin(), to->end());
        at += range.length;
    }
    out.insert(out.end(), file_.begin() + static_cast<std::ptrdiff_t>(at), end);
    // The table grows with the texts.
    const std::size_t first = 2 + old_count_ * 2, wider = (texts_.size() - old_count_) * 2;
    out.insert(out.begin() + static_cast<std::ptrdiff_t>(first), wider, std::byte{0});
    store_u16(out.data(), static_cast<std::uint16_t>(texts_.size()));
    std::map<std::vector<std::byte>, std::size_t> added;
    for (std::size_t i = 0; i < texts_.size(); ++i) {
        const bool is_new = i >= old_count_;
        std::size_t offset = is_new ? 0 : moved.at(texts_[i].offset) + wider;
        if (const auto found = changed_.find(i);
            found != changed_.end() && (is_new || replaced.at(texts_[i]) == nullptr)) {
            const auto [place, fresh] = added.try_emplace(found->second, out.size());
            if (fresh) {
                out.insert(out.end(), found->second.begin(), found->second.end());
                out.push_back(text_end);
            }
            offset = place->second;
        }
        if (out.size() > largest_messages) continue; // offsets have 16 bits
        store_u16(out.data() + 2 + i * 2, static_cast<std::uint16_t>(offset));
    }
    if (out.size() > largest_messages) return too_long(out.size());
    const std::span<const std::byte> behind(end, file_.end());
    if (std::ranges::all_of(behind, [](std::byte byte) { return byte == std::byte{0}; })) {
        if (!behind.empty()) out.resize(std::max(out.size(), file_.size()));
    } else if (out.size() + behind.size() <= largest_messages) {
        out.insert(out.end(), behind.begin(), behind.end());
    } else {
        Diagnostic told = fail(codes::data_file, "the " + std::to_string(behind.size()) +
                                                     " bytes after the texts no longer fit: left out")
                              .error();
        told.severity = Severity::warning;
        diagnostics.add(std::move(told));
    }
    return out;
}

} // namespace vellum::ff7
