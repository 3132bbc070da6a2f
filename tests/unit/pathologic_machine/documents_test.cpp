// The natives that documents and examples show are those of the game: whoever copies a line that has a known
// name finds it called. Names that the game does not have are somebody's own and not looked at.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "base/file.hpp"
#include "vellum/engine.hpp"
#include "vellum/host.hpp"

namespace vellum {
namespace {

std::string page(const std::string& name) {
    return std::string(as_text(read_file(VELLUM_SOURCE_DIR "/" + name).value()));
}

/// All signatures of a name.
std::vector<Signature> known(const std::string& name) {
    std::vector<Signature> found;
    find_engine("pathologic")->runtime().known_natives()->each_signature([&](const Signature& signature) {
        if (signature.name == name) found.push_back(signature);
    });
    return found;
}

std::size_t commas(const std::string& list) {
    if (list.find_first_not_of(' ') == std::string::npos) return 0;
    return static_cast<std::size_t>(std::ranges::count(list, ',')) + 1;
}

std::vector<std::smatch> all(const std::string& text, const std::regex& wanted) {
    return {std::sregex_iterator(text.begin(), text.end(), wanted), {}};
}

constexpr const char* pages[] = {"README.md",
                                 "docs/embedding.md",
                                 "docs/host-scripts.md",
                                 "docs/engines/pathologic.md",
                                 "examples/embed/three_natives.cpp",
                                 "examples/embed/game_loop.cpp",
                                 "examples/embed/latent_natives.cpp",
                                 "examples/embed/save_and_load.cpp",
                                 "examples/embed/threads.cpp"};

TEST(PathologicDocuments, ListingsCallNativesAsTheGameHasThem) {
    std::size_t seen = 0;
    for (const char* name : pages) {
        const std::string text = page(name);
        for (const std::smatch& call : all(text, std::regex(R"(\bFunc +(\w+)/(\d+))"))) {
            const std::vector<Signature> signatures = known(call[1]);
            if (signatures.empty()) continue;
            ++seen;
            EXPECT_TRUE(std::ranges::any_of(signatures,
                                            [&](const Signature& signature) {
                                                return signature.kind == NativeKind::function &&
                                                       std::to_string(signature.parameters.size()) == call[2];
                                            }))
                << name << ": " << call[0];
        }
    }
    EXPECT_GE(seen, 5U);
}

/// A C++ lambda: a parameter by reference is one that the script gets back.
TEST(PathologicDocuments, RegisteredLambdasHaveTheGamesParameters) {
    std::size_t seen = 0;
    const std::regex registered(R"x((function|method)\((?:"\w+", )?"(\w+)",\s*\[[^\]]*\]\(([^)]*)\))x");
    for (const char* name : pages) {
        const std::string text = page(name);
        for (const std::smatch& match : all(text, registered)) {
            std::vector<Signature> signatures = known(match[2]);
            if (signatures.empty()) continue;
            ++seen;
            std::string parameters = match[3];
            if (parameters.starts_with("Call&"))
                parameters.erase(0, parameters.find(", ") == std::string::npos ? parameters.size()
                                                                               : parameters.find(", ") + 2);
            std::vector<bool> out;
            std::size_t at = 0;
            while (commas(parameters) > out.size()) {
                const std::size_t end = std::min(parameters.find(',', at), parameters.size());
                out.push_back(parameters.substr(at, end - at).find('&') != std::string::npos);
                at = end + 1;
            }
            EXPECT_TRUE(std::ranges::any_of(
                signatures,
                [&](const Signature& signature) {
                    return std::ranges::equal(signature.parameters, out, {}, [](const Parameter& parameter) {
                        return parameter.direction != Direction::in;
                    });
                }))
                << name << ": " << match[0];
        }
    }
    EXPECT_GE(seen, 5U);
}

/// A Lua function is given what goes in, a method's receiver first.
TEST(PathologicDocuments, HostScriptsTakeWhatTheyAreGiven) {
    std::size_t seen = 0;
    const std::regex defined(R"(function (?:(\w+)\.)?(\w+)\(([^)]*)\))");
    for (const char* name : {"docs/first-steps.md", "docs/host-scripts.md"}) {
        const std::string text = page(name);
        for (const std::smatch& match : all(text, defined)) {
            const std::vector<Signature> signatures = known(match[2]);
            if (signatures.empty()) continue;
            ++seen;
            EXPECT_TRUE(std::ranges::any_of(
                signatures,
                [&](const Signature& signature) {
                    if (match[1].matched && signature.kind == NativeKind::function) return false;
                    const auto in =
                        std::ranges::count_if(signature.parameters, [](const Parameter& parameter) {
                            return parameter.direction != Direction::out;
                        });
                    const std::size_t receiver = signature.kind == NativeKind::function ? 0 : 1;
                    return static_cast<std::size_t>(in) + receiver == commas(match[3]);
                }))
                << name << ": " << match[0];
        }
    }
    EXPECT_GE(seen, 5U);
}

} // namespace
} // namespace vellum
