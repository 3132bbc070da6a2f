// Whether a script is that of a window of the user interface, which has events of its own under the numbers
// of others. Nothing in the file says so; what it does tells. See docs/engines/pathologic.md, "Events".
#pragma once

namespace vellum::pathologic {

class Script;

/// By its natives, of which windows have their own; else by the values that its handlers get; else by the
/// name of its file, which begins with `ui_` in the game.
[[nodiscard]] bool is_window(const Script& script);

} // namespace vellum::pathologic
