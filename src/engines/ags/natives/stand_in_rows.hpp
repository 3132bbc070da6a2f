// What is known of natives that the stand-in game answers: the usual value of a property that nobody set,
// what a call changes, which results are objects, texts or nothing. All else goes by what scripts set and by
// how they use a result. An owner of "*" is any.
#pragma once

#include <cstdint>
#include <string_view>

namespace vellum::ags {

enum class Answer : std::uint8_t {
    value,   ///< the property `detail`, or the own one; `number` until it is set
    text,    ///< the same with a text; `detail` until it is set
    name,    ///< the same with the object's name
    number,  ///< a number that no other object has
    nothing, ///< null until it is set
    part,    ///< an object that belongs there, made when it is asked for first; its `detail` is the receiver
    itself,  ///< the receiver
    made,    ///< a new object, whose properties `detail` are the arguments
    assign,  ///< the arguments become the properties `detail`
    put,     ///< the property `detail` becomes `number`
    element, ///< the property `detail` with the first argument as index; `number` until it is set
    assign_element, ///< the same, becomes the second argument
    get_custom,     ///< the custom property named by the first argument, a number
    get_custom_text,
    set_custom,
    add_inventory,
    lose_inventory,
    has_inventory,
    add_item,
    clear_items,
    text_width
};

/// A native and what it does.
struct StandInRow {
    std::string_view owner;
    std::string_view name;
    Answer answer = Answer::value;
    std::string_view detail = {};
    std::int32_t number = 0;
};

inline constexpr StandInRow stand_in_rows[] = {
    // Numbers that are hardly ever 0.
    {"*", "Visible", Answer::value, {}, 1},
    {"*", "Enabled", Answer::value, {}, 1},
    {"*", "Clickable", Answer::value, {}, 1},
    {"*", "Valid", Answer::value, {}, 1},
    {"*", "Scaling", Answer::value, {}, 100},
    {"*", "AnimationSpeed", Answer::value, {}, 4},
    {"*", "Volume", Answer::value, {}, 100},
    {"Character", "Room", Answer::value, {}, 1},
    {"Character", "WalkSpeedX", Answer::value, {}, 3},
    {"Character", "WalkSpeedY", Answer::value, {}, 3},
    {"Character", "NormalView", Answer::value, {}, 1},
    {"Character", "View", Answer::value, {}, 1},
    {"AudioChannel", "Speed", Answer::value, {}, 1000},
    {"Screen", "Width", Answer::value, {}, 320},
    {"Screen", "Height", Answer::value, {}, 200},
    {"Screen", "ViewportCount", Answer::value, {}, 1},
    {"Room", "Width", Answer::value, {}, 320},
    {"Room", "Height", Answer::value, {}, 200},
    {"Camera", "Width", Answer::value, {}, 320},
    {"Camera", "Height", Answer::value, {}, 200},
    {"Viewport", "Width", Answer::value, {}, 320},
    {"Viewport", "Height", Answer::value, {}, 200},
    {"GUI", "Width", Answer::value, {}, 320},
    {"GUI", "Height", Answer::value, {}, 200},
    {"GUIControl", "Width", Answer::value, {}, 80},
    {"GUIControl", "Height", Answer::value, {}, 20},
    {"InvWindow", "ItemWidth", Answer::value, {}, 40},
    {"InvWindow", "ItemHeight", Answer::value, {}, 22},
    {"InvWindow", "ItemsPerRow", Answer::value, {}, 4},
    {"InvWindow", "RowCount", Answer::value, {}, 2},
    {"ListBox", "RowCount", Answer::value, {}, 5},
    {"ListBox", "SelectedIndex", Answer::value, {}, -1},
    {"Slider", "Max", Answer::value, {}, 100},
    {"Overlay", "Width", Answer::value, {}, 80},
    {"Overlay", "Height", Answer::value, {}, 20},
    {"DynamicSprite", "Width", Answer::value, {}, 16},
    {"DynamicSprite", "Height", Answer::value, {}, 16},
    {"DynamicSprite", "ColorDepth", Answer::value, {}, 32},
    {"DrawingSurface", "Width", Answer::value, {}, 320},
    {"DrawingSurface", "Height", Answer::value, {}, 200},
    {"Game", "SpriteWidth", Answer::value, {}, 16},
    {"Game", "SpriteHeight", Answer::value, {}, 16},
    {"Game", "CameraCount", Answer::value, {}, 1},
    {"Game", "TextReadingSpeed", Answer::value, {}, 15},
    {"Game", "GetLoopCountForView", Answer::value, {}, 4},
    {"Game", "GetFrameCountForLoop", Answer::value, {}, 1},
    {"System", "ScreenWidth", Answer::value, {}, 320},
    {"System", "ScreenHeight", Answer::value, {}, 200},
    {"System", "ViewportWidth", Answer::value, {}, 320},
    {"System", "ViewportHeight", Answer::value, {}, 200},
    {"System", "ColorDepth", Answer::value, {}, 32},
    {"System", "Gamma", Answer::value, {}, 100},
    {"System", "HasInputFocus", Answer::value, {}, 1},
    {"", "GetFontHeight", Answer::value, {}, 10},
    {"", "GetTextHeight", Answer::value, {}, 10},
    {"", "GetTextWidth", Answer::text_width, {}, 8},
    {"", "GetWalkableAreaAt", Answer::value, {}, 1},
    {"", "GetWalkableAreaAtRoom", Answer::value, {}, 1},
    {"", "GetWalkableAreaAtScreen", Answer::value, {}, 1},
    // Pairs of functions, and a property beside them.
    {"", "GetGameSpeed", Answer::value, "GameSpeed", 40},
    {"", "SetGameSpeed", Answer::assign, "GameSpeed"},
    {"Game", "Speed", Answer::value, "GameSpeed", 40},
    {"", "GetGameOption", Answer::element, "GameOption"},
    {"", "SetGameOption", Answer::assign_element, "GameOption"},
    {"", "GetBackgroundFrame", Answer::value, "BackgroundFrame"},
    {"", "SetBackgroundFrame", Answer::assign, "BackgroundFrame"},
    {"", "IsInterfaceEnabled", Answer::value, "Interface", 1},
    {"", "EnableInterface", Answer::put, "Interface", 1},
    {"", "DisableInterface", Answer::put, "Interface", 0},
    {"Dialog", "GetOptionState", Answer::element, "OptionState", 1},
    {"Dialog", "SetOptionState", Answer::assign_element, "OptionState"},
    // What calls change.
    {"*", "SetPosition", Answer::assign, "X,Y,Width,Height"},
    {"*", "SetSize", Answer::assign, "Width,Height"},
    {"*", "Resize", Answer::assign, "Width,Height"},
    {"*", "ChangeCanvasSize", Answer::assign, "Width,Height"},
    {"*", "SetAt", Answer::assign, "X,Y"},
    {"*", "SetLightLevel", Answer::assign, "LightLevel"},
    {"*", "Tint", Answer::assign, "TintRed,TintGreen,TintBlue,TintSaturation,TintLuminance"},
    {"Object", "Move", Answer::assign, "X,Y"},
    {"Object", "SetView", Answer::assign, "View,Loop,Frame"},
    {"Character", "Walk", Answer::assign, "x,y"},
    {"Character", "WalkStraight", Answer::assign, "x,y"},
    {"Character", "Move", Answer::assign, "x,y"},
    {"Character", "ChangeView", Answer::assign, "NormalView"},
    {"Character", "LockView", Answer::assign, "View"},
    {"Character", "LockViewFrame", Answer::assign, "View,Loop,Frame"},
    {"Character", "LockViewAligned", Answer::assign, "View,Loop"},
    {"Character", "LockViewOffset", Answer::assign, "View"},
    {"*", "RemoveTint", Answer::put, "TintSaturation", 0},
    {"Object", "MergeIntoBackground", Answer::put, "Visible", 0},
    {"Overlay", "Remove", Answer::put, "Valid", 0},
    {"Character", "ChangeRoom", Answer::assign, "Room,x,y"},
    {"Character", "ChangeRoomAutoPosition", Answer::assign, "Room"},
    {"ListBox", "AddItem", Answer::add_item},
    {"ListBox", "Clear", Answer::clear_items},
    {"Character", "AddInventory", Answer::add_inventory},
    {"Character", "LoseInventory", Answer::lose_inventory},
    {"Character", "HasInventory", Answer::has_inventory},
    {"*", "GetProperty", Answer::get_custom},
    {"*", "GetTextProperty", Answer::get_custom_text},
    {"*", "SetProperty", Answer::set_custom},
    {"*", "SetTextProperty", Answer::set_custom},
    // Objects.
    {"*", "ID", Answer::number},
    {"DynamicSprite", "Graphic", Answer::number},
    {"GUI", "Controls", Answer::part, "OwningGUI"},
    {"AudioClip", "Play", Answer::part},
    {"AudioClip", "PlayFrom", Answer::part},
    {"AudioClip", "PlayQueued", Answer::part},
    {"System", "AudioChannels", Answer::part},
    {"Game", "Camera", Answer::part},
    {"Game", "Cameras", Answer::part},
    {"Screen", "Viewport", Answer::part},
    {"Screen", "Viewports", Answer::part},
    {"Viewport", "Camera", Answer::part},
    {"DynamicSprite", "GetDrawingSurface", Answer::part},
    {"Room", "GetDrawingSurfaceForBackground", Answer::part},
    {"Hotspot", "GetAtScreenXY", Answer::part},
    {"Hotspot", "GetAtRoomXY", Answer::part},
    {"Region", "GetAtScreenXY", Answer::part},
    {"Region", "GetAtRoomXY", Answer::part},
    {"GUIControl", "AsButton", Answer::itself},
    {"GUIControl", "AsInvWindow", Answer::itself},
    {"GUIControl", "AsLabel", Answer::itself},
    {"GUIControl", "AsListBox", Answer::itself},
    {"GUIControl", "AsSlider", Answer::itself},
    {"GUIControl", "AsTextBox", Answer::itself},
    {"GUI", "AsTextWindow", Answer::itself},
    {"DynamicSprite", "Create", Answer::made, "Width,Height"},
    {"DynamicSprite", "CreateFromBackground", Answer::made},
    {"DynamicSprite", "CreateFromDrawingSurface", Answer::made},
    {"DynamicSprite", "CreateFromExistingSprite", Answer::made},
    {"DynamicSprite", "CreateFromFile", Answer::made},
    {"DynamicSprite", "CreateFromScreenShot", Answer::made, "Width,Height"},
    {"Overlay", "CreateTextual", Answer::made, "X,Y"},
    {"Overlay", "CreateGraphical", Answer::made, "X,Y,Graphic"},
    {"Overlay", "CreateRoomTextual", Answer::made, "X,Y"},
    {"Overlay", "CreateRoomGraphical", Answer::made, "X,Y,Graphic"},
    {"Camera", "Create", Answer::made},
    {"Viewport", "Create", Answer::made},
    {"Character", "ActiveInventory", Answer::nothing},
    {"*", "GetAtScreenXY", Answer::nothing},
    {"*", "GetAtRoomXY", Answer::nothing},
    {"AudioChannel", "PlayingClip", Answer::nothing},
    {"Speech", "TextOverlay", Answer::nothing},
    {"Speech", "PortraitOverlay", Answer::nothing},
    {"ViewFrame", "LinkedAudio", Answer::nothing},
    {"DynamicSprite", "CreateFromSaveGame", Answer::nothing},
    {"Game", "GetSaveSlotDescription", Answer::nothing},
    {"Game", "TranslationFilename", Answer::text},
    // Texts.
    {"*", "Name", Answer::name},
    {"*", "Text", Answer::text},
    {"*", "Items", Answer::text},
    {"Game", "Name", Answer::text, "Game"},
    {"Game", "FileName", Answer::text, "game"},
    {"Game", "GetLocationName", Answer::text},
    {"Dialog", "GetOptionText", Answer::text},
    {"Room", "Messages", Answer::text},
    {"Game", "GlobalMessages", Answer::text},
    {"System", "Version", Answer::text, "3.6.3.0"},
};

} // namespace vellum::ags
