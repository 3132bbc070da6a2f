// The base codes are complete, distinct and named as the catalogue page expects.
#include "base/codes.hpp"

#include <set>

#include <gtest/gtest.h>

namespace {

using namespace vellum;

TEST(Codes, AreDistinctAndExplained) {
    std::set<std::string_view> ids;
    for (const DiagnosticCode* code : codes::base_codes()) {
        ASSERT_NE(code, nullptr);
        EXPECT_TRUE(ids.insert(code->id).second) << code->id;
        EXPECT_NE(code->id.find('.'), std::string_view::npos) << code->id;
        EXPECT_EQ(code->severity, Severity::error) << code->id;
        EXPECT_TRUE(code->meaning.ends_with('.')) << code->id;
    }
    const std::set<std::string_view> expected{
        "bytes.truncated", "bytes.limit", "text.syntax", "xml.syntax",       "json.syntax",     "json.limit",
        "io.read",         "io.text",     "io.write",    "snapshot.version", "snapshot.corrupt"};
    EXPECT_EQ(ids, expected);
}

} // namespace
