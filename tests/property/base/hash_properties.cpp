// A hash in pieces is the hash of the whole, wherever the cuts are.
#include <gtest/gtest.h> // before RapidCheck, which relies on it
#include <rapidcheck/gtest.h>

#include "base/hash.hpp"

namespace {

using namespace vellum;

RC_GTEST_PROP(StateHashProperties, CutsDoNotMatter, (std::uint64_t seed)) {
    const auto pieces = *rc::gen::arbitrary<std::vector<std::string>>();
    std::string whole;
    StateHash hash(seed);
    for (const std::string& piece : pieces) {
        whole += piece;
        hash.update(piece);
    }
    RC_ASSERT(hash.digest() == hash64(whole, seed));
}

} // namespace
