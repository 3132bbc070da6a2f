// What a Pathologic world really takes from the system while scripts grow everything that can grow, until
// they are stopped.
#include <cstdio>
#include <string>
#include <vector>

#include "support/pathologic_driver.hpp"
#include "within_budget.hpp"

namespace {

struct Growing {
    std::string_view what;
    std::string_view code; ///< Behind `start:`; one variable of each type in the task.
};

// T[0] bool, T[1] int, T[2] string, T[3] object, T[4] object.
constexpr Growing all[] = {
    {"stack", "again:\n Push S[1]\n Jump again\n"},
    {"wide stack",
     "again:\n PushV object, object, object, object, cvector, cvector, int, int\n Call again\n"},
    {"calls", "again:\n PushV\n Call again\n Return 0\n"},
    {"tasks",
     "again:\n TaskCall Deep\n Call deep\n TaskReturn\n Return 0\ndeep:\n EventDisable 1\n EventDisable 2\n"
     " TaskCall Deep\n Call deep\n TaskReturn\n Return 0\n"},
    {"small texts",
     "again:\n PushT T[1]\n PushS \"\"\n Add S[1], S[2], 2\n PushI 1\n Add2 T[1], S[1], T[1], 1\n"
     " Jump again\n"},
    {"large texts",
     "again:\n PushS \"0123456789abcdef\"\n PushI 0\ndouble:\n Add2 S[2], S[2], S[2], 0\n PushI 1\n"
     " Add2 S[2], S[1], S[2], 1\n PushI 11\n LT S[2], S[1], 1\n JumpB S[1], double, true, 1\n"
     " Pop 1\n Jump again\n"},
    {"texts that grow bit by bit",
     "again:\n PushS \"\"\n PushI 0\nmore:\n PushS \"0123456789abcdef\"\n"
     " Add2 S[3], S[1], S[3], 1\n PushI 1\n Add2 S[2], S[1], S[2], 1\n PushI 700\n"
     " LT S[2], S[1], 1\n JumpB S[1], more, true, 1\n Pop 1\n Jump again\n"},
    {"texts of natives",
     "PushS \"0123456789abcdef0123456789abcdef0123456789abcdef\"\nagain:\n PushS \"\"\n PushI 0\n"
     " Func _strsub/3, S[2], S[3], S[1]\n Pop 1\n Jump again\n"},
    {"containers given back",
     "again:\n Func CreateIntVector/1, T[3]\n PushI 99000\n TObjFunc T[3], resize, S[1]\n"
     " PushI 0\n TObjFunc T[3], resize, S[1]\n Pop 2\n Jump again\n"},
    {"containers",
     "again:\n Func CreateIntVector/1, T[3]\n PushI 3000\n TObjFunc T[3], resize, S[1]\n Pop 1\n"
     " Jump again\n"},
    {"elements",
     "Func CreateStringVector/1, T[3]\nagain:\n PushI 1\n Add2 T[1], S[1], T[1], 1\n PushS \"element \"\n"
     " PushT T[1]\n Add S[2], S[1], 2\n TObjFunc T[3], add, S[1]\n Pop 1\n Jump again\n"},
    {"iterators", "Func CreateIntVector/1, T[3]\n PushI 500\n TObjFunc T[3], resize, S[1]\nagain:\n"
                  " TObjFunc T[3], iterator, T[4]\n Jump again\n"},
    {"objects", "again:\n Func CreateObjectSet/1, T[3]\n Jump again\n"},
    {"named objects",
     "again:\n PushI 1\n Add2 T[1], S[1], T[1], 1\n PushS \"somebody whose name is not short \"\n"
     " PushT T[1]\n Add S[2], S[1], 2\n Func FindActor/2, T[3], S[1]\n Pop 1\n Jump again\n"},
    {"properties",
     "Func self/1, T[3]\nagain:\n PushI 1\n Add2 T[1], S[1], T[1], 1\n PushS \"a property called \"\n"
     " PushT T[1]\n Add S[2], S[1], 2\n TObjFunc T[3], SetProperty, S[1], S[1]\n Pop 1\n Jump again\n"},
    {"variables", "again:\n PushI 1\n Add2 T[1], S[1], T[1], 1\n PushS \"a variable called \"\n"
                  " PushT T[1]\n Add S[2], S[1], 2\n Func SetVariable/2, S[1], S[1]\n Pop 1\n Jump again\n"},
    {"waiting natives", "again:\n Func Hold/0\n Return 0\n"}, // with events, see below
};

bool within(const Growing& growing, std::size_t budget) {
    using namespace vellum;
    std::string text =
        ".numbering hd\n.run Main, start\n.task Main, 0, bool, int, string, object, object\n"
        " .event 7, wait\n.task Deep, 0, int, int\n .event 1, wait\n .event 2, wait\nstart:\n PushV int\n " +
        std::string(growing.code) + "wait:\n Func Hold/0\n Return 0\n";
    std::string error;
    const ProgramPtr program = test::assemble_pathologic(text, &error);
    if (program == nullptr) {
        std::fprintf(stderr, "%s: %s\n", std::string(growing.what).c_str(), error.c_str());
        return false;
    }
    pathologic::WorldOptions options;
    options.budget.memory = budget;
    const auto world = pathologic::make_world(pathologic::known_natives(), options);
    if (!world->add(program, "growing")) return false;
    const hardening::Peak peak;
    world->start();
    const bool waits = growing.what == "waiting natives";
    int quiet = 0; // frames in a row that took nothing more
    for (int frame = 0; frame < 60 && quiet < 2 && world->faults().empty(); ++frame) {
        const std::uint64_t before_frame = peak.bytes();
        world->frame(0.1F);
        for (int event = 0; waits && event < 5'000 && world->faults().empty(); ++event)
            static_cast<void>(world->send({"7", {}}));
        quiet = peak.bytes() == before_frame ? quiet + 1 : 0;
    }
    return hardening::within_budget(growing.what, peak, budget, world->faults().empty() ? "" : "and a fault");
}

} // namespace

int main() {
    bool good = true;
    for (const std::size_t budget : {std::size_t{1} << 19U, std::size_t{1} << 20U})
        for (const Growing& growing : all) good = within(growing, budget) && good;
    return good ? 0 : 1;
}
