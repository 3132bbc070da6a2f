// The parts of an index that need no database.
#ifdef VELLUM_HAVE_INDEX
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "base/encoding.hpp"
#include "index/arguments.hpp"
#include "index/minhash.hpp"
#include "index/query.hpp"
#include "index/search.hpp"
#include "index/similar.hpp"
#include "index/trigrams.hpp"

namespace vellum::index {
namespace {

std::vector<std::string> calls(std::string_view text, std::size_t begin = 0,
                               std::size_t end = std::string_view::npos) {
    std::vector<std::string> found;
    for (const Call& call : calls_in(text, begin, end))
        found.push_back(call.name + "|" + std::string(call.arguments));
    return found;
}

TEST(IndexArguments, calls_are_found_in_the_order_in_which_they_end) {
    using Found = std::vector<std::string>;
    EXPECT_EQ(calls("@Trace(\"a, (b\");"), Found{"trace|\"a, (b\""});
    EXPECT_EQ(calls("f( g(1), x[h (2)] )"), (Found{"g|1", "h|2", "f|g(1), x[h (2)]"}));
    EXPECT_EQ(calls("Run$( 1 ) (2) x.y.Say()"), (Found{"run|1", "say|"}));
    EXPECT_EQ(calls("open(1"), Found{});
    EXPECT_EQ(calls("\"f(1)"), Found{});
    EXPECT_EQ(calls("a(1);\nb(2,\n3); c(4)", 6, 11), Found{"b|2,\n3"});
}

TEST(IndexArguments, names_are_called_by_their_last_part) {
    EXPECT_EQ(called_name("Character::Say^1"), "say");
    EXPECT_EQ(called_name("Quat.GetY()"), "gety");
    EXPECT_EQ(called_name("Report.GenericF(string,...)"), "genericf");
    EXPECT_EQ(called_name("Turn$"), "turn");
}

TEST(IndexArguments, constants_are_texts_numbers_and_names_in_capitals) {
    const auto found = constants_of(R"("a, \"b\"", x, -1.5, 0x1F, f(2), WE_GO, true, "a" + b)");
    ASSERT_EQ(found.size(), 5U);
    EXPECT_EQ(found[0].kind, "text");
    EXPECT_EQ(found[0].value, R"(a, \"b\")");
    EXPECT_EQ(found[1].position, 2U);
    EXPECT_EQ(found[1].value, "-1.5");
    EXPECT_EQ(found[2].value, "0x1F");
    EXPECT_EQ(found[3].kind, "name");
    EXPECT_EQ(found[3].position, 5U);
    EXPECT_EQ(found[4].value, "true");
    EXPECT_TRUE(constants_of("").empty());
}

TEST(IndexArguments, any_text_is_harmless) {
    std::mt19937 random(1);
    constexpr std::string_view letters = "ab(1)[{}],\"\\ \n.$";
    for (int round = 0; round < 2000; ++round) {
        std::string text;
        for (unsigned i = random() % 60; i > 0; --i) text += letters[random() % letters.size()];
        for (const Call& call : calls_in(text, 0, text.size())) {
            EXPECT_LT(call.begin, call.end);
            EXPECT_LE(call.end, text.size());
            static_cast<void>(constants_of(call.arguments));
        }
    }
}

TEST(IndexSearch, a_shorter_text_has_the_same_trigrams) {
    const auto trigrams = [](std::string_view text) {
        std::set<std::string> all;
        std::vector<std::size_t> begins;
        for (std::size_t at = 0; at < text.size(); at += decode_utf8(text, at).length) begins.push_back(at);
        begins.push_back(text.size());
        for (std::size_t i = 0; i + 3 < begins.size(); ++i)
            all.emplace(text.substr(begins[i], begins[i + 3] - begins[i]));
        return all;
    };
    std::mt19937 random(5);
    constexpr std::string_view letters[] = {"a", "b", "\xD0\xB4", " ", "\n", "\xE2\x82\xAC", "c", "("};
    for (const unsigned length : {0U, 1U, 2U, 3U, 4U, 50U, 3000U, 60'000U}) {
        std::string text;
        for (unsigned i = 0; i < length; ++i) text += letters[random() % std::size(letters)];
        const std::string shorter = with_trigrams_of(text);
        EXPECT_LE(shorter.size(), text.size() * 2);
        if (length > 2000) EXPECT_LT(shorter.size(), 20000U) << length;
        EXPECT_TRUE(std::ranges::includes(trigrams(shorter), trigrams(text))) << length;
    }
    std::string many; // more than are remembered at a time
    for (unsigned i = 0; i < 40'000; ++i)
        append_utf8(many, static_cast<char32_t>(0x4E00 + random() % 20'000));
    EXPECT_TRUE(std::ranges::includes(trigrams(with_trigrams_of(many)), trigrams(many)));
}

TEST(IndexSearch, letters_are_folded_and_stay_where_they_are) {
    EXPECT_EQ(folded("Door"), "door");
    EXPECT_EQ(folded("ДВЕРЬ Ёж"), "дверь ёж");
    EXPECT_EQ(folded("ЀЏАПРЯ"), "ѐџапря") << "the first and the last of each row";
    EXPECT_EQ(folded("ÀÞ"), "àþ");
    EXPECT_EQ(folded("ÄÖß×"), "äöß×");
    EXPECT_EQ(folded("\xC3"), "\xC3");
    EXPECT_EQ(trigrams_of("a\"bc"), "\"a\"\"b\" AND \"\"\"bc\"");
    EXPECT_EQ(trigrams_of("ab"), "");
    EXPECT_EQ(glob_of("a[1]*?"), "a[[]1]*?");
}

/// Instructions of a made-up function.
std::vector<std::uint32_t> lines(unsigned seed, std::size_t size) {
    std::mt19937 random(seed);
    std::vector<std::uint32_t> made;
    for (std::size_t i = 0; i < size; ++i) made.push_back(static_cast<std::uint32_t>(random() % 200));
    return made;
}

Candidate candidate(std::size_t script, std::string name, const std::vector<std::uint32_t>& instructions) {
    std::uint64_t shape = 1;
    for (const std::uint32_t one : instructions) shape = shape * 31 + one;
    return {script,
            std::move(name),
            shape,
            shape,
            static_cast<std::uint32_t>(instructions.size()),
            minhash_of(instructions),
            {}};
}

TEST(IndexSimilar, functions_that_were_changed_renamed_and_moved_are_found) {
    constexpr std::size_t count = 400;
    std::vector<Candidate> before, after;
    for (unsigned i = 0; i < count; ++i) {
        std::vector<std::uint32_t> one = lines(i, 40 + i % 50);
        before.push_back(candidate(i % 10, "F" + std::to_string(i), one));
        one[i % one.size()] += 1000; // one instruction is another
        after.push_back(candidate((i + 1) % 10, "G" + std::to_string(i), one));
    }
    std::ranges::reverse(after);
    const Pairing pairing = pair_functions(before, after, default_likeness);
    std::size_t right = 0;
    for (const Pairing::Pair& pair : pairing.pairs) {
        if (after[pair.after].name.substr(1) == before[pair.before].name.substr(1)) ++right;
        EXPECT_EQ(pair.likeness, likeness_of(before[pair.before].minhash, after[pair.after].minhash));
    }
    EXPECT_GE(right, count * 95 / 100);
    EXPECT_LE(pairing.pairs.size() - right, count / 100);
}

TEST(IndexSimilar, short_functions_are_what_the_same_places_call) {
    std::vector<Candidate> before, after;
    const std::vector<std::uint32_t> caller = lines(1, 60);
    before.push_back(candidate(0, "Caller", caller));
    after.push_back(candidate(0, "Renamed", caller));
    for (unsigned i = 0; i < 20; ++i) { // all have the same instructions but one, in another order
        const std::string name = std::to_string(i);
        before.push_back(candidate(0, "F" + name, {1, 2}));
        after.insert(after.begin(),
                     candidate(0, "G" + name, i == 7 ? lines(2, 4) : std::vector<std::uint32_t>{1, 2}));
        before.front().calls.push_back("F" + name);
        after.back().calls.push_back("G" + name);
    }
    const Pairing pairing = pair_functions(before, after, default_likeness);
    ASSERT_EQ(pairing.pairs.size(), before.size());
    for (const Pairing::Pair& pair : pairing.pairs)
        EXPECT_TRUE(pair.before == 0 ||
                    after[pair.after].name.substr(1) == before[pair.before].name.substr(1));
}

TEST(IndexSimilar, a_renamed_script_is_the_one_with_the_same_functions) {
    std::vector<Candidate> before, after;
    for (unsigned script = 0; script < 4; ++script)
        for (unsigned i = 0; i < 10; ++i) { // half of each are short and in all of them
            const std::vector<std::uint32_t> one =
                i % 2 == 0 ? std::vector<std::uint32_t>{i} : lines(script * 10 + i, 30);
            const std::string name = std::to_string(script) + "." + std::to_string(i);
            before.push_back(candidate(script, "F" + name, one));
            after.push_back(candidate(100 - script, "G" + name, one));
        }
    const Pairing pairing = pair_functions(before, after, default_likeness);
    ASSERT_EQ(pairing.pairs.size(), before.size());
    for (const Pairing::Pair& pair : pairing.pairs)
        EXPECT_EQ(after[pair.after].name.substr(1), before[pair.before].name.substr(1));
}

TEST(IndexSimilar, half_of_a_script_is_enough_to_know_it) {
    const std::vector<std::uint32_t> kept = lines(1, 30), before = lines(2, 30);
    std::vector<std::uint32_t> after = before;
    const std::vector<std::uint32_t> end = lines(3, 14);
    std::ranges::copy(end, after.end() - 14);
    const Pairing pairing = pair_functions({candidate(0, "Kept", kept), candidate(0, "Changed", before)},
                                           {candidate(1, "Kept", kept), candidate(1, "Changed", after)}, 90);
    EXPECT_EQ(pairing.pairs.size(), 2U);
}

TEST(IndexSimilar, functions_that_have_nothing_in_common_are_not_paired) {
    std::vector<Candidate> before, after;
    for (unsigned i = 0; i < 300; ++i) {
        before.push_back(candidate(0, "F" + std::to_string(i), lines(i, 40)));
        after.push_back(candidate(0, "G" + std::to_string(i), lines(i + 1000, 40)));
    }
    EXPECT_LE(pair_functions(before, after, default_likeness).pairs.size(), 3U);
}

} // namespace
} // namespace vellum::index
#endif
