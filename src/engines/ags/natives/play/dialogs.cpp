// Dialogs: begun when the running function is over, as in the engine; options on and off.
#include "engines/ags/codes.hpp"
#include "engines/ags/natives/play/played.hpp"

namespace vellum::ags {

namespace {

constexpr std::string_view state_name = "OptionState", chosen_name = "(chosen)";
constexpr std::int32_t off_for_ever = 2;

Word start(BuiltinCall& call) {
    const std::uint64_t self = self_of(call);
    if (!play_of(call).exists(self)) return 0;
    queue_action(call, {.kind = PlayAction::Kind::dialog,
                        .function = {},
                        .arguments = {},
                        .number = static_cast<std::int32_t>(thing_of(self).index)});
    return 0;
}

/// False after failing the call: the dialog has no such option.
bool option(BuiltinCall& call, std::uint64_t& self, std::int32_t& number) {
    self = self_of(call);
    number = integer_at(call, 0);
    const Play& play = play_of(call);
    const std::size_t options =
        play.exists(self) ? play.data().dialogs[thing_of(self).index].options.size() : 0;
    if (number >= 1 && static_cast<std::size_t>(number) <= options) return true;
    call.fail(codes::api_error, "Invalid option number specified (" + std::to_string(number) + " : 1 - " +
                                    std::to_string(options) + ")");
    return false;
}

Word option_state(BuiltinCall& call) {
    std::uint64_t self = 0;
    std::int32_t number = 0;
    return option(call, self, number) ? call.kept(self, state_name, number) : 0;
}

Word set_option_state(BuiltinCall& call) {
    std::uint64_t self = 0;
    std::int32_t number = 0;
    if (!option(call, self, number)) return 0;
    const std::int32_t before = signed_of(call.kept(self, state_name, number));
    if (before != off_for_ever) call.keep(self, state_name, number, integer_word(integer_at(call, 1)));
    return 0;
}

Word option_text(BuiltinCall& call) {
    std::uint64_t self = 0;
    std::int32_t number = 0;
    return option(call, self, number) ? call.kept(self, "GetOptionText", number) : 0;
}

Word was_chosen(BuiltinCall& call) {
    std::uint64_t self = 0;
    std::int32_t number = 0;
    return option(call, self, number) ? integer_word(call.kept(self, chosen_name, number) != 0) : 0;
}

Word set_was_chosen(BuiltinCall& call) {
    std::uint64_t self = 0;
    std::int32_t number = 0;
    if (option(call, self, number))
        call.keep(self, chosen_name, number, integer_word(integer_at(call, 1) != 0));
    return 0;
}

/// Waits for a choice without running the dialog.
Word display_options(BuiltinCall& call) {
    PlayFields& state = play_of(call).state;
    const std::uint64_t self = self_of(call);
    if (!play_of(call).exists(self)) return 0;
    if (!call.resumed) {
        if (state.dialog >= 0)
            return call.fail(codes::api_error, "Dialog.DisplayOptions: a dialog is under way");
        state.dialog = static_cast<std::int32_t>(thing_of(self).index);
        state.choosing = state.asked = true;
        state.chosen = 0;
    } else if (state.chosen != 0) {
        state.dialog = -1;
        state.asked = false;
        return integer_word(std::exchange(state.chosen, 0));
    }
    return wait_while(call, true);
}

constexpr BuiltinEntry dialog_entries[] = {
    {"Dialog::Start", 0, start, true},
    {"Dialog::GetOptionState", 1, option_state, true},
    {"Dialog::SetOptionState", 2, set_option_state, true},
    {"Dialog::GetOptionText", 1, option_text, true},
    {"Dialog::HasOptionBeenChosen", 1, was_chosen, true},
    {"Dialog::SetHasOptionBeenChosen", 2, set_was_chosen, true},
    {"Dialog::DisplayOptions", 1, display_options, true},
};

} // namespace

std::span<const BuiltinEntry> dialog_natives() noexcept { return dialog_entries; }

} // namespace vellum::ags
