// Which natives a game that is played answers. Most are properties of things: what the data says, until a
// script sets something else; the stand-in game keeps them (natives/stand_in.cpp), and here is said for which
// of them that is all there is to it.
#include "engines/ags/natives/play/played.hpp"

#include <unordered_map>

#include "base/concat.hpp"
#include "base/escape.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/machine/machine.hpp"

namespace vellum::ags {

const BuiltinEntry* find_played(std::string_view name, std::int32_t arity) {
    static const auto table = [] {
        std::unordered_multimap<std::string_view, const BuiltinEntry*> made;
        for (const std::span<const BuiltinEntry> part :
             {speech_natives(), movement_natives(), room_natives(), dialog_natives(), item_natives(),
              mouse_natives(), save_natives()})
            for (const BuiltinEntry& entry : part) made.emplace(entry.name, &entry);
        return made;
    }();
    // Older scripts import without an arity; the row that asks for the fewest arguments takes more as well.
    constexpr std::int32_t variadic = 100;
    const BuiltinEntry* any = nullptr;
    const auto [first, last] = table.equal_range(name);
    for (auto entry = first; entry != last; ++entry) {
        if (entry->second->arity == arity) return entry->second;
        if (any == nullptr || entry->second->arity % variadic < any->arity % variadic) any = entry->second;
    }
    return arity < 0 ? any : nullptr;
}

namespace {

/// What a class has that is what was set last or what the data says: properties, and calls that the stand-in
/// game answers as the engine would, between blanks.
struct Kept {
    std::string_view owner, properties, calls = {};
};
constexpr Kept kept[] = {
    {"Character",
     " ActiveInventory AnimationSpeed AnimationVolume Baseline BlinkInterval BlinkView BlinkWhileThinking "
     "BlockingHeight BlockingRectX BlockingRectY BlockingWidth Clickable DestinationX DestinationY "
     "DiagonalLoops "
     "Frame HasExplicitLight HasExplicitTint ID IdleAnimationDelay IdleView IgnoreLighting IgnoreScaling "
     "IgnoreWalkbehinds InventoryQuantity LightLevel Loop ManualScaling MovementLinkedToAnimation Name "
     "NormalView "
     "PreviousRoom Room ScaleMoveSpeed ScaleVolume Scaling ScriptName Solid Speaking SpeechAnimationDelay "
     "SpeechColor "
     "SpeechView ThinkView Thinking TintBlue TintGreen TintLuminance TintRed TintSaturation Transparency "
     "TurnBeforeWalking TurnWhenFacing View WalkSpeedX WalkSpeedY x y z ",
     " ChangeView GetProperty GetTextProperty LockView LockViewAligned LockViewFrame LockViewOffset "
     "PlaceOnWalkableArea RemoveTint SetIdleView SetLightLevel SetProperty SetTextProperty Tint "},
    {"Object",
     " Baseline BlockingHeight BlockingRectX BlockingRectY BlockingWidth Clickable Frame Graphic "
     "HasExplicitLight "
     "HasExplicitTint ID IgnoreScaling IgnoreWalkbehinds LightLevel Loop ManualScaling Name ScriptName "
     "Scaling Solid "
     "TintBlue TintGreen TintLuminance TintRed TintSaturation Transparency View Visible X Y ",
     " GetProperty GetTextProperty MergeIntoBackground RemoveTint SetLightLevel SetPosition SetProperty "
     "SetTextProperty SetView Tint "},
    {"Hotspot", " Enabled ID Name ScriptName WalkToX WalkToY ",
     " GetProperty GetTextProperty SetProperty SetTextProperty "},
    {"Region", " Enabled ID LightLevel TintBlue TintEnabled TintGreen TintLuminance TintRed TintSaturation ",
     " RemoveTint SetLightLevel Tint "},
    {"InventoryItem", " CursorGraphic Graphic ID Name ScriptName ",
     " GetProperty GetTextProperty SetProperty SetTextProperty "},
    {"Dialog", " ID OptionCount ScriptName ShowTextParser "},
    {"GUI",
     " BackgroundColor BackgroundGraphic BorderColor Clickable ControlCount Controls Height ID ScriptName "
     "TextColor TextWindowPadding Transparency Visible Width X Y ZOrder ",
     " AsTextWindow Centre SetPosition SetSize "},
    {"GUIControl", " Clickable Enabled Height ID OwningGUI ScriptName Transparency Visible Width X Y ZOrder ",
     " AsButton AsInvWindow AsLabel AsListBox AsSlider AsTextBox SetPosition SetSize "},
    {"Button", " ClipImage Font Frame Graphic Loop MouseOverGraphic NormalGraphic PushedGraphic Text "
               "TextAlignment TextColor "
               "View "},
    {"Label", " Font Text TextAlignment TextColor "},
    {"TextBox", " Font ShowBorder Text TextColor "},
    {"Slider", " BackgroundGraphic HandleGraphic HandleOffset Max Min Value "},
    {"ListBox",
     " Font HideBorder HideScrollArrows ItemCount Items RowCount SaveGameSlots SelectedBackColor "
     "SelectedIndex "
     "SelectedTextColor "
     "ShowBorder ShowScrollArrows TextAlignment TextColor TopItem Translated ",
     " AddItem Clear "},
    {"InvWindow", " CharacterToUse ItemHeight ItemWidth ItemsPerRow RowCount TopItem "},
    {"Mouse", " AutoLock ControlEnabled Mode Speed Visible ",
     " ChangeModeGraphic ChangeModeHotspot ChangeModeView IsButtonDown SaveCursorUntilItLeaves SetBounds "
     "Update "
     "UseDefaultGraphic UseModeGraphic "},
    {"Speech", " AnimationStopTimeMargin CustomPortraitPlacement DisplayPostTimeMs "
               "GlobalSpeechAnimationDelay PortraitXOffset "
               "PortraitY SkipKey SkipStyle Style TextAlignment UseGlobalSpeechAnimationDelay VoiceMode "},
    {"Game", " BackgroundSpeed Camera CameraCount Cameras InSkippableCutscene MinimumTextDisplayTimeMs "
             "NormalFont SkippingCutscene Speed "
             "SpeechFont TextReadingSpeed "},
    {"System", " AudioChannels CapsLock Gamma HasInputFocus NumLock OperatingSystem RuntimeInfo ScrollLock "
               "SupportsGammaControl VSync Version Volume Windowed "},
    // Nothing is seen or heard: a sound is over at once, a picture has a size and nothing in it.
    {"AudioClip", " ID ", " Play PlayFrom PlayQueued Stop "},
    {"AudioChannel", " ID IsPlaying LengthMs Panning PlayingClip Position PositionMs Speed Volume ",
     " Seek SeekMs SetRoomLocation Stop "},
    {"Overlay", " Graphic Height InRoom Rotation Transparency Valid Width X Y ZOrder ",
     " CreateGraphical CreateRoomGraphical CreateRoomTextual CreateTextual Remove SetPosition SetSize "
     "SetText "},
    {"Screen", " AutoSizeViewportOnRoomLoad Viewport ViewportCount Viewports "},
    {"Viewport", " Camera Height Visible Width X Y ZOrder ", " SetPosition "},
    {"Camera", " AutoTracking Height Width X Y ", " SetAt SetSize "},
    {"DynamicSprite", " ColorDepth Graphic Height Width ",
     " ChangeCanvasSize Create Delete GetDrawingSurface Resize Tint "},
    {"DrawingSurface", " DrawingColor UseHighResCoordinates ",
     " Clear DrawCircle DrawImage DrawLine DrawMessageWrapped DrawPixel DrawRectangle DrawString "
     "DrawStringWrapped "
     "DrawSurface DrawTriangle Release "},
    {"Room", {}, " GetDrawingSurfaceForBackground "},
    {"",
     {},
     " CyclePalette Debug DisableInterface EnableInterface EndCutscene FlipScreen GetBackgroundFrame "
     "GetGameOption "
     "GetGameSpeed GetWalkableAreaAtRoom GetWalkableAreaAtScreen IsInterfaceEnabled IsKeyPressed "
     "IsSpeechVoxAvailable "
     "IsVoxAvailable PlayMusic PlaySound ReleaseViewport RemoveWalkableArea RestoreWalkableArea "
     "SetAmbientLightLevel "
     "SetAmbientTint SetAreaScaling SetBackgroundFrame SetDigitalMasterVolume SetFadeColor SetGameOption "
     "SetGameSpeed "
     "SetMusicMasterVolume SetNextScreenTransition SetPalRGB SetScreenTransition "
     "SetSoundVolume "
     "SetSpeechVolume SetViewport ShakeScreen ShakeScreenBackground SkipUntilCharacterStops StartCutscene "
     "StopMusic "
     "TintScreen UpdatePalette "},
};

bool has_word(std::string_view list, std::string_view word) {
    for (std::size_t at = list.find(word); at != std::string_view::npos && !word.empty();
         at = list.find(word, at + 1))
        if (at > 0 && list[at - 1] == ' ' && list[at + word.size()] == ' ') return true;
    return false;
}

Word answer(BuiltinCall& call) {
    Word result = 0;
    static_cast<void>(answer_for_game(call, *call.callee, result));
    return result;
}

/// What was set, else what the data says.
Value thing_value(const Environment& environment, std::uint64_t thing, std::string_view property,
                  std::int32_t index) {
    const Word* const set = environment.properties().find(thing, property, index);
    if (set == nullptr)
        return environment.play->exists(thing) ? environment.play->initial(thing_of(thing), property, index)
                                               : Value();
    if (kind_of(*set) != Tag::object) return Value(signed_of(*set));
    const Pool& pool = environment.pool();
    const std::uint32_t handle = object_of(*set);
    if (!pool.exists(handle)) return Value(0);
    return pool[handle].kind == ObjectKind::string ? Value(pool.text_of(*set))
                                                   : Value(ObjectId{pool[handle].host_id});
}

} // namespace

Builtin find_kept(const Callee& callee) {
    const bool property =
        callee.native_kind == NativeKind::getter || callee.native_kind == NativeKind::setter;
    for (const Kept& each : kept)
        if (each.owner == callee.owner)
            return has_word(property ? each.properties : each.calls, callee.name) ? answer : nullptr;
    return nullptr;
}

void queue_action(BuiltinCall& call, PlayAction action) {
    using Kind = PlayAction::Kind;
    constexpr std::size_t most_queued = 5;
    static constexpr auto name = [](const PlayAction& each) -> std::string_view {
        switch (each.kind) {
        case Kind::room: return "NewRoom";
        case Kind::dialog: return "RunDialog";
        case Kind::save: return "SaveGameSlot";
        case Kind::save_dialog: return "SaveGameDialog";
        case Kind::restore: return each.number == restart_slot ? "RestartGame" : "RestoreGameSlot";
        case Kind::restore_dialog: return "RestoreGameDialog";
        case Kind::function:
        case Kind::quit: break;
        }
        return {};
    };
    const auto refuse = [&](const auto&... words) {
        call.fail(codes::api_error, concat(name(action), ": ", words...));
    };
    if (call.environment.current != nullptr && call.environment.current->number() != 0)
        return refuse("This command cannot be used within non-blocking events such as "
                      "repeatedly_execute_always");
    std::size_t queued = 0;
    for (const PlayAction& each : play_of(call).state.actions) {
        if (name(each).empty()) continue;
        if (++queued >= most_queued) return refuse("Cannot queue action, post-script queue full");
        const bool last = each.kind == Kind::restore || each.kind == Kind::restore_dialog ||
                          (each.kind == Kind::room && action.kind != Kind::room);
        if (last)
            return refuse("Cannot run this command, since there is a ", name(each),
                          " command already queued to run");
    }
    play_of(call).ask(std::move(action));
}

std::int32_t number_of_thing(const Environment& environment, std::uint64_t thing, std::string_view property,
                             std::int32_t index) {
    const Value value = thing_value(environment, thing, property, index);
    return value.is(Type::integer) ? value.integer() : 0;
}

std::optional<std::string> value_of_thing(const Environment& environment, std::uint64_t thing,
                                          std::string_view property, std::int32_t index) {
    const Value value = thing_value(environment, thing, property, index);
    if (value.is(Type::integer)) return std::to_string(value.integer());
    if (value.is(Type::string)) return concat("\"", escape_control(value.text()), "\"");
    if (value.is(Type::object)) return environment.stand_in_name(value.object().id);
    return std::nullopt;
}

void set_number_of_thing(Environment& environment, std::uint64_t thing, std::string_view property,
                         std::int32_t value) {
    static_cast<void>(
        environment.properties().set(environment.pool(), thing, property, 0, integer_word(value)));
}

} // namespace vellum::ags
