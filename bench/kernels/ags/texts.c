#include <stdlib.h>
#include <string.h>
static const char* names[] = {"lamp", "key", "rope", "ladder", "map", "coin", "letter", "bottle"};
static char* append(const char* a, const char* b) {
    size_t n = strlen(a), m = strlen(b);
    char* made = malloc(n + m + 1);
    memcpy(made, a, n);
    memcpy(made + n, b, m + 1);
    return made;
}
static double kernel(void) {
    int sum = 0;
    for (int i = 0; i < 100000; i++) {
        char *half = append(names[i & 7], " and "), *text = append(half, names[(i >> 3) & 7]), part[5] = {0};
        if (strcmp(text, "lamp and rope") == 0) sum += 100;
        sum += (int)strlen(text) + (int)(strstr(text, "and") - text);
        memcpy(part, text + 1, 4);
        sum = (sum + part[i & 3]) & 0xFFFFF;
        free(half);
        free(text);
    }
    return sum;
}
