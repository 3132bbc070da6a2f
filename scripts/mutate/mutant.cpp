// Only in the build of `make mutate`: which of the planted mistakes is made, and which places were reached.
// Both are plain memory that is ready before the first constructor runs.
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <string_view>
#include <unistd.h>

extern "C" {
extern int vellum_mutant_chosen;
extern unsigned char vellum_mutant_reached[];
int vellum_mutant_chosen = 0;
unsigned char vellum_mutant_reached[65536];
}

namespace {

[[gnu::constructor(101)]] void choose() {
    if (const char* chosen = std::getenv("VELLUM_MUTANT")) vellum_mutant_chosen = std::atoi(chosen);
}

[[gnu::destructor]] void tell() {
    const char* folder = std::getenv("VELLUM_MUTANT_REACHED");
    if (folder == nullptr) return;
    char name[512];
    std::snprintf(name, sizeof name, "%s/%d", folder, static_cast<int>(getpid()));
    const int file = open(name, O_WRONLY | O_CREAT | O_APPEND, 0644);
    if (file < 0) return;
    for (int i = 0; i < 65536; ++i)
        if (vellum_mutant_reached[i] != 0) dprintf(file, "%d\n", i);
    close(file);
}

} // namespace
