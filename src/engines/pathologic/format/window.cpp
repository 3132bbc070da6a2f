// The natives and the values of events that tell windows from what runs in the world, as counted over the
// scripts of four builds.
#include "engines/pathologic/format/window.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "engines/pathologic/format/script.hpp"

namespace vellum::pathologic {

namespace {

/// What only a window can do. Every window of the game does some of it, and no other script does.
constexpr auto window_natives = std::to_array<std::string_view>({
    "Blit",
    "BlitClipped",
    "CaptureKeyboard",
    "CaptureMouse",
    "ClientToScreen",
    "CreateWindow",
    "DestroyWindow",
    "EnableClipping",
    "FindWindow",
    "GetCursorPos",
    "GetFontHeight",
    "GetTextHeightInWidth",
    "GetTextWidth",
    "GetWindowData",
    "GetWindowName",
    "GetWindowSize",
    "HideCursor",
    "Print",
    "PrintInWidth",
    "ProcessEvents",
    "ReleaseKeyboard",
    "ReleaseMouse",
    "ScreenToClient",
    "SendMessageToParent",
    "SendToParent",
    "SetBackground",
    "SetCursor",
    "SetModal",
    "SetMousePos",
    "SetNeedUpdate",
    "SetOwnerDraw",
    "SetTooltip",
    "ShowCursor",
    "StopEventProcessing",
    "StretchBlit",
    "UISync",
    "UITrace",
});
static_assert(std::ranges::is_sorted(window_natives));

/// What only what runs in the world can do. All scripts of the game that are no windows do some of it.
constexpr auto world_natives = std::to_array<std::string_view>({
    "CameraPlay",
    "Hold",
    "IsOverrideActive",
    "KillTimer",
    "SetTimeEvent",
    "SetTimer",
    "Sleep",
    "StopGroup0",
    "WaitForAnimEnd",
    "sync",
});
static_assert(std::ranges::is_sorted(world_natives));

bool uses(const Script& script, std::span<const std::string_view> natives) {
    return std::ranges::any_of(script.imports, [&](const Import& one) {
        return std::ranges::binary_search(natives, std::string_view(one.name));
    });
}

/// What the handlers of an event get in one of the two families: `i` for an int and so on.
struct EventValues {
    std::uint32_t id;
    bool window;
    std::string_view values;
};
constexpr EventValues event_values[] = {
    {0, true, ""},      {0, false, "o"},   {1, true, "f"},   {1, false, "o"},     {2, true, "ii"},
    {2, false, "o"},    {3, true, "ii"},   {3, false, "o"},  {4, false, "o"},     {5, false, ""},
    {6, true, "ii"},    {6, false, ""},    {7, true, "ii"},  {7, false, "i"},     {8, true, "ii"},
    {8, false, ""},     {8, false, "i"},   {9, true, ""},    {9, false, "if"},    {10, true, ""},
    {10, false, "o"},   {12, true, "iib"}, {12, false, "s"}, {15, true, "iif"},   {15, false, ""},
    {16, true, "oo"},   {16, false, "os"}, {17, false, "o"}, {22, false, "oiff"}, {26, false, "s"},
    {41, false, "o"},   {42, false, "os"}, {100, true, "i"}, {101, true, "i"},    {102, true, "i"},
    {200, true, "iso"}, {201, true, "io"},
};

std::string values_of(const EventHandler& handler) {
    constexpr std::string_view letters = "-bifsov"; // by tag
    std::string values;
    for (const VariableType type : handler.variables)
        values += letters[static_cast<std::size_t>(type) % letters.size()];
    return values;
}

/// How many handlers more are a window's than the game's.
int balance(const std::vector<EventHandler>& handlers) {
    int count = 0;
    for (const EventHandler& handler : handlers) {
        const std::string values = values_of(handler);
        for (const EventValues& one : event_values)
            if (one.id == handler.id && one.values == values) count += one.window ? 1 : -1;
    }
    return count;
}

} // namespace

bool is_window(const Script& script) {
    const bool window = uses(script, window_natives);
    if (window != uses(script, world_natives)) return window;
    int windows = balance(script.events);
    for (const Task& task : script.tasks) windows += balance(task.events);
    if (windows != 0) return windows > 0;
    const std::string_view name = script.name();
    return name.substr(name.find_last_of("/\\!") + 1).starts_with("ui_");
}

} // namespace vellum::pathologic
