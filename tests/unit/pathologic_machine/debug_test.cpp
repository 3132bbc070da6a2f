// Variables of all frames by the names of the source, seen from inside a native.
#include <gtest/gtest.h>

#include "support/pathologic_driver.hpp"
#include "vellum/inspect.hpp"

namespace vellum::test {
namespace {

constexpr std::string_view source = R"(int g_seen;
main task TMain {
    int m_own;
    void init() {
        int first = 7;
        m_own = 5;
        g_seen = 1;
        string text = "x" + TAdd(3, first);
        @Show(text);
    }
}
task TAdd {
    int m_base;
    int init(int a, int b) {
        m_base = 100;
        object nobody;
        return a + Deep(b, "in") * 2;
    }
    int Deep(int n, string word) {
        bool odd = true;
        float half = 2.5;
        @Look();
        @Show(odd, half, word);
        return n;
    }
}
)";

/// "n=7 word=in" for a scope of a frame; nothing if it has none of that name.
std::string line_of(const Scheduler& world, std::size_t frame, std::string_view name) {
    const auto scopes = world.scopes(0, frame, {});
    if (!scopes) return format(scopes.error());
    for (const Scope& scope : *scopes) {
        if (scope.name != name) continue;
        std::string line;
        for (const Variable& one : scope.variables) line += one.name + "=" + one.text + " ";
        return line;
    }
    return "nothing";
}

class Looks final : public Host {
  public:
    [[nodiscard]] Native resolve(const NativeKey& key) override {
        if (key.name == "Look") return {&look, this};
        return {[](void*, Call&) {}, this};
    }
    std::vector<std::string> seen;

  private:
    static void look(void* self, Call& call) {
        const Scheduler& world = *call.scheduler.get();
        for (std::size_t frame = 0; frame < 3; ++frame)
            for (const std::string_view scope : {"locals", "task", "globals"})
                static_cast<Looks*>(self)->seen.push_back(line_of(world, frame, scope));
    }
};

TEST(PathologicScopes, NameTheVariablesOfAllFrames) {
    Diagnostics diagnostics;
    const auto program = pathologic::engine().language()->compile(source, {"look.patho", {}}, diagnostics);
    ASSERT_TRUE(program) << format(program.error());
    Looks host;
    for (const bool checked : {false, true}) {
        pathologic::WorldOptions options;
        options.checked = checked;
        const auto world = pathologic::make_world(host, options);
        ASSERT_TRUE(world->add(*program, {}));
        host.seen.clear();
        world->start();
        world->frame(0.05F);
        EXPECT_TRUE(world->faults().empty());
        EXPECT_EQ(host.seen, (std::vector<std::string>{
                                 "n=7 word=\"in\" odd=true half=2.5 ", "m_base=100 T[1]=0 T[2]=3 T[3]=7 ",
                                 "g_seen=1 ", "a=3 b=7 nobody=null ", "m_base=100 T[1]=0 T[2]=3 T[3]=7 ",
                                 "g_seen=1 ", "first=7 text=\"\" ", "m_own=5 ", "g_seen=1 "}));
    }
}

} // namespace
} // namespace vellum::test
