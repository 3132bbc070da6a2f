// What the fragment of docs/engines/pathologic.md talks about.
#include <vellum/pathologic.hpp>
#include <vellum/vellum.hpp>

void play(std::string_view sound);
void report(const std::string& text);
extern float seconds;
extern std::vector<vellum::Value> values;
