#include <stdlib.h>
#include <string.h>
/* Texts that never change, as the scripts have them: every append makes a new one. */
static char* append(const char* a, size_t length, const char* b, size_t more) {
    char* result = malloc(length + more + 1);
    memcpy(result, a, length);
    memcpy(result + length, b, more + 1);
    return result;
}
static double kernel(void) {
    char* s = calloc(1, 1);
    for (size_t n = 0; n < 20000; n++) {
        char* longer = append(s, n, "x", 1);
        free(s);
        s = longer;
    }
    const double last = s[19999];
    free(s);
    return last;
}
