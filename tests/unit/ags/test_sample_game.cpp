// The small game of samples/ags-game is what is made here; with VELLUM_BLESS=1 it is written anew.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "support/ags_containers.hpp"
#include "support/ags_main_data.hpp"

namespace vellum::ags {
namespace {

constexpr std::string_view header = R"(
internalstring autoptr builtin managed struct String {};
enum CursorMode { eModeLookat = 0 };
managed struct Character { import void Say(const string text, ...); import void ChangeView(int view); };
import Character* player; import Character cKeeper; import Character cGull;
import void Display(const string text, ...);
)";
constexpr std::string_view global_script = R"(
int looked;
void iLampOil_Look() { player.Say("Enough oil for one night."); }
void cGull_Interact()
{
  looked++;
  cGull.ChangeView(1);
  if (looked > 3) cGull.Say("Leave me alone!");
  else Display("It looks at you. You have looked %d times.", looked);
}
)";
constexpr std::string_view global_script_end = R"(
void cGull_AnyClick(Character* theCharacter, CursorMode mode)
{
  if (mode != eModeLookat) cGull_Interact();
}
)";
constexpr std::string_view dialog_script = R"(
void run_dialog0(int option)
{
  if (option == 1) cGull.Say("Kraa! [The sea is rough.");
  else cKeeper.Say("Goodbye.");
}
)";
constexpr std::string_view room_script = R"(
void hLamp_Look() { cKeeper.Say("The lamp has gone out."); }
)";

std::vector<std::byte> compiled_as(const std::string& name, std::string_view text) {
    Diagnostics diagnostics;
    const auto program =
        engine().language()->compile(std::string(header) + std::string(text), {.name = name}, diagnostics);
    EXPECT_TRUE(program) << (program ? "" : format(program.error()));
    return program ? (*program)->save().value_or(std::vector<std::byte>()) : std::vector<std::byte>();
}

TEST(Sample, the_game_is_what_is_made_here) {
    test::MadeGame game = test::made_game({3060114, "3.6.1.10", 119, true});
    game.character_scripts = {"cKeeper", "cGull"};
    game.item_scripts = {"iLampOil", "iKey"};
    game.scripts = {
        compiled_as("GlobalScript.asc", std::string(global_script) + std::string(global_script_end)),
        compiled_as("__DialogScripts.asc", dialog_script)};
    test::MadeRoom room;
    room.script = compiled_as("room1.asc", room_script);
    const auto made = test::package(
        30, {{"game28.dta", test::main_data(game)}, {"room1.crm", test::room_with_texts(room)}});
    const std::string path = VELLUM_SOURCE_DIR "/samples/ags-game/lighthouse.ags";
    if (std::getenv("VELLUM_BLESS") != nullptr) {
        std::ofstream file(path, std::ios::binary);
        file.write(as_text(made).data(), static_cast<std::streamsize>(made.size()));
    }
    std::ifstream file(path, std::ios::binary);
    const std::string kept((std::istreambuf_iterator<char>(file)), {});
    EXPECT_TRUE(kept == as_text(made)) << path;
}

} // namespace
} // namespace vellum::ags
