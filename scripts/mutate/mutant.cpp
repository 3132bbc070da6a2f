// Only in the build of `make mutate`: which of the planted mistakes is made, and which places were reached.
// Both are plain memory that is ready before the first constructor runs. What was reached is memory of a
// file, so that it is told however the process ends.
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

extern "C" {
extern int vellum_mutant_chosen;
extern unsigned char vellum_mutant_reached[];
int vellum_mutant_chosen = 0;
alignas(65536) unsigned char vellum_mutant_reached[65536];
}

namespace {

[[gnu::constructor(101)]] void choose() {
    if (const char* chosen = std::getenv("VELLUM_MUTANT")) vellum_mutant_chosen = std::atoi(chosen);
    const char* folder = std::getenv("VELLUM_MUTANT_REACHED");
    if (folder == nullptr) return;
    char name[512];
    std::snprintf(name, sizeof name, "%s/%d", folder, static_cast<int>(getpid()));
    const int file = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (file < 0) return;
    if (ftruncate(file, sizeof vellum_mutant_reached) == 0)
        mmap(vellum_mutant_reached, sizeof vellum_mutant_reached, PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_FIXED, file, 0);
    close(file);
}

} // namespace
