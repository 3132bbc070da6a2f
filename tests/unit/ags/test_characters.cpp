// Characters of texts in both modes, where no script has to stand around them: which letters have another
// case, and that any bytes whatever can be walked, changed and searched.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "engines/ags/machine/environment.hpp"
#include "engines/ags/natives/characters.hpp"
#include "engines/ags/natives/letter_pairs.hpp"
#include "engines/ags/natives/letters.hpp"

namespace vellum::ags {
namespace {

constexpr TextMode modes[] = {TextMode::bytes, TextMode::utf8};

/// Every code point with another case and what that is, as the original's library gives them.
TEST(Letters, AreThoseOfTheOriginalsLibrary) {
    std::string all;
    int count = 0;
    for (std::uint32_t code = 0; code < 0x110000; ++code)
        for (const auto& [kind, other] : {std::pair{'L', lower_code(code)}, std::pair{'U', upper_code(code)}})
            if (other != code) {
                all += std::string(1, kind) + ' ' + std::to_string(code) + ' ' + std::to_string(other) + '\n';
                ++count;
            }
    EXPECT_EQ(count, 1334);
    EXPECT_EQ(sha256_hex(as_bytes(all)), "6cf06722ffcb758a3bfb7313b350a3294d801bcdfd68f74055165b465362c17f");
}

TEST(Letters, OfBytesAreTheLowBytesOfTheSame) {
    for (std::uint32_t code = 0; code < 256; ++code) {
        const char c = static_cast<char>(code);
        EXPECT_EQ(static_cast<unsigned char>(lower_letter(c)), lower_code(code) & 0xFFU) << code;
        EXPECT_EQ(static_cast<unsigned char>(upper_letter(c)), upper_code(code) & 0xFFU) << code;
    }
}

std::string any_bytes(std::mt19937& random) {
    static constexpr std::string_view parts[] = {"a",        "A",        "\x80",         "\xC3",     "\xA4",
                                                 "\xC3\x84", "\xC4\xB0", "\xE2\x82\xAC", "\xF0\x9D", "\xFF",
                                                 "\xC1\x81", "i",        "\xC0\x80"};
    std::string made;
    for (std::uint32_t i = random() % 12; i != 0; --i) made += parts[random() % std::size(parts)];
    return made;
}

TEST(Characters, AnyBytesAreWalkedChangedAndSearched) {
    std::mt19937 random(7);
    for (int round = 0; round < 20000; ++round) {
        const std::string text = any_bytes(random);
        const std::string wanted = any_bytes(random);
        SCOPED_TRACE(round);
        for (const TextMode mode : modes) {
            const std::size_t count = count_characters(mode, text);
            ASSERT_LE(count, text.size());
            std::size_t before = 0;
            for (std::size_t i = 0; i <= count + 1; ++i) {
                const std::size_t at = offset_of(mode, text, i);
                ASSERT_LE(at, text.size());
                if (i != 0 && i <= count) ASSERT_GT(at, before);
                ASSERT_EQ(count_characters(mode, std::string_view(text).substr(0, at)), std::min(i, count));
                before = at;
            }
            EXPECT_EQ(compare_without_case(mode, text, text), 0);
            EXPECT_EQ(compare_without_case(mode, text, wanted) < 0,
                      compare_without_case(mode, wanted, text) > 0);
            for (const Letters letters : {Letters::lower, Letters::upper}) {
                const std::size_t size = size_with(mode, letters, text);
                ASSERT_LE(size, text.size());
                std::string changed(size, '\0');
                write_with(mode, letters, text, changed.data());
                EXPECT_EQ(count_characters(mode, changed), count);
            }
            for (const Matching matching : {Matching::exact, Matching::without_case}) {
                Finder finder(mode, matching, text, wanted);
                std::size_t found = 0;
                for (std::size_t end = 0; finder.next(); end = finder.end(), ++found) {
                    ASSERT_LE(end, finder.begin());
                    ASSERT_LE(finder.begin(), finder.end());
                    ASSERT_LE(finder.end(), text.size());
                    ASSERT_LE(found, text.size()) << "without end";
                }
                finder.rewind();
                EXPECT_EQ(finder.next(), found != 0);
            }
        }
    }
}

/// In valid texts, what is found is what a search character by character finds.
TEST(Characters, SearchingWithoutCaseComparesCharacters) {
    static constexpr std::string_view parts[] = {"a", "A",        "\xC3\xA4",    "\xC3\x84",
                                                 "i", "\xC4\xB0", "\xE2\x82\xAC"};
    std::mt19937 random(11);
    for (int round = 0; round < 5000; ++round) {
        std::string text;
        std::string wanted;
        for (std::uint32_t i = random() % 10; i != 0; --i) text += parts[random() % std::size(parts)];
        for (std::uint32_t i = random() % 3 + 1; i != 0; --i) wanted += parts[random() % std::size(parts)];
        std::vector<std::size_t> expected;
        const std::size_t length = count_characters(TextMode::utf8, wanted);
        for (std::size_t at = 0; at < text.size();) {
            const std::string_view here = std::string_view(text).substr(at);
            const std::string_view part = here.substr(0, offset_of(TextMode::utf8, here, length));
            const bool same = compare_without_case(TextMode::utf8, part, wanted) == 0;
            if (same) expected.push_back(at);
            at += same ? part.size() : character_at(text, at).length;
        }
        std::vector<std::size_t> found;
        for (Finder finder(TextMode::utf8, Matching::without_case, text, wanted); finder.next();)
            found.push_back(finder.begin());
        EXPECT_EQ(found, expected) << text << " / " << wanted;
    }
}

} // namespace
} // namespace vellum::ags
