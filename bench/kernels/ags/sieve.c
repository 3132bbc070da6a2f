#include <stdlib.h>
static double kernel(void) {
    const int n = 2000000;
    int* s = calloc(n + 1, sizeof(int));
    int count = 0;
    for (int i = 2; i <= n; i++) s[i] = 1;
    for (int i = 2; i * i <= n; i++)
        if (s[i])
            for (int j = i * i; j <= n; j += i) s[j] = 0;
    for (int i = 2; i <= n; i++)
        if (s[i]) count++;
    free(s);
    return count;
}
