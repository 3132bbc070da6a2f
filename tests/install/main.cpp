// What a stranger's first program does with the installed headers and library: it assembles a script,
// registers a native, watches the run through a class of its own, saves and restores. Built by CMake and by
// pkg-config.
#include <vellum/ags.hpp>
#include <vellum/ff7.hpp>
#include <vellum/pathologic.hpp>
#include <vellum/skrit.hpp>
#include <vellum/vellum.hpp>

#include <cstdio>

namespace {

class Watcher : public vellum::Observer {
  public:
    void native(const vellum::NativeStep& step) override {
        std::printf("native %.*s\n", static_cast<int>(step.key.name.size()), step.key.name.data());
    }
};

int run() {
    using namespace vellum;
    const Engine* engine = find_engine("pathologic");
    Diagnostics diagnostics;
    const auto program = engine->format().assemble(".numbering hd\n.run t, start\n.task t, 0\nstart:\n"
                                                   "PushI 42\nFunc Tell/1, S[1]\nReturn 1\n",
                                                   {"consumer", {}}, diagnostics);
    if (!program) return 1;
    std::int32_t told = 0;
    Library game("game");
    game.function("Tell", [&](std::int32_t number) { told = number; });
    StandInHost host(&game, engine->runtime().known_natives());
    const auto world = engine->runtime().instantiate(std::span(&*program, 1), host, {}, diagnostics);
    if (!world) return 2;
    Watcher watcher;
    (*world)->add_observer(watcher);
    (*world)->start();
    (*world)->frame(0.1F);
    if (told != 42 || !(*world)->finished() || !(*world)->faults().empty()) return 3;
    const auto saved = (*world)->snapshot();
    if (!saved || !(*world)->restore(*saved)) return 4;
    if (ff7::as_world(**world) != nullptr) return 5;
    SkritHost skrit;
    return SkritEngine(skrit).object_count() == 0 && engines().size() >= 4 ? 0 : 6;
}

} // namespace

int main() {
    const int code = run();
    std::printf("consumer: %s\n", code == 0 ? "ok" : "failed");
    return code;
}
