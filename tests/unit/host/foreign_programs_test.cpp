// Programs of one engine in a world of another: an embedder's mistake that must not become a wrong type.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/file.hpp"
#include "vellum/engine.hpp"
#include "vellum/hosts.hpp"

namespace vellum {

namespace {

ProgramPtr sample(const std::string& file) {
    const std::string path = VELLUM_SOURCE_DIR "/samples/" + file;
    const auto bytes = read_file(path);
    Diagnostics diagnostics;
    auto program = detect_engine(*bytes, path)->format().load(*bytes, {path, {}}, diagnostics);
    return program ? *program : nullptr;
}

TEST(ForeignPrograms, EveryEngineRefusesThoseOfTheOthers) {
    const std::vector<ProgramPtr> all = {sample("../tests/data/pathologic/lantern.bin"),
                                         sample("ff7/island.ev"), sample("ags/s12_functions.o"),
                                         sample("skrit/lighthouse.skrit")};
    Library host("none");
    for (const ProgramPtr& own : all)
        for (const ProgramPtr& other : all) {
            ASSERT_TRUE(own != nullptr && other != nullptr);
            if (own == other) continue;
            for (const std::vector<ProgramPtr>& both : {std::vector{other, own}, std::vector{own, other},
                                                        std::vector{other}, std::vector{ProgramPtr(), own}}) {
                Diagnostics diagnostics;
                const auto world = own->engine().runtime().instantiate(both, host, {}, diagnostics);
                ASSERT_FALSE(world.has_value()) << own->engine().id() << " took " << other->engine().id();
                EXPECT_EQ(world.error().code, &codes::engine_unsupported);
            }
        }
}

} // namespace

} // namespace vellum
