#include <stdlib.h>
#include <string.h>
/* a growing buffer, as a C programmer would write it */
static double kernel(void) {
    size_t total = 0;
    for (int round = 0; round < 20; round++) {
        size_t size = 0, room = 16;
        char* text = malloc(room);
        for (int i = 0; i < 20000; i++) {
            if (size + 2 > room) text = realloc(text, room *= 2);
            memcpy(text + size, "x", 2);
            size++;
        }
        total += strlen(text);
        free(text);
    }
    return (double)total;
}
