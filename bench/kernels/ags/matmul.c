#include <stdlib.h>
static double kernel(void) {
    const int n = 120;
    float* a = calloc(n * n, sizeof(float));
    float* b = calloc(n * n, sizeof(float));
    float* c = calloc(n * n, sizeof(float));
    for (int i = 0; i < n * n; i++) {
        a[i] = (float)(i % 7) * 0.5f;
        b[i] = (float)(i % 11) - 3.0f;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float s = 0;
            for (int k = 0; k < n; k++) s += a[i * n + k] * b[k * n + j];
            c[i * n + j] = s;
        }
    float sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) sum += c[i * n + j];
    free(a);
    free(b);
    free(c);
    return sum;
}
