#include <stdlib.h>
struct Node {
    int value, next;
} *ring[100], *table[64];
static __attribute__((noinline)) int walk(int first) {
    int sum = 0, at = first;
    do {
        struct Node* one = ring[at];
        one->value = (one->value * 5 + 1) & 0xFFFF;
        sum += one->value;
        at = one->next;
    } while (at != first);
    return sum;
}
static struct Node* build(int value) {
    struct Node* made = malloc(sizeof *made);
    made->value = value;
    made->next = 0;
    return made;
}
static double kernel(void) {
    int sum = 0;
    for (int i = 0; i < 100; i++) {
        ring[i] = build(i);
        ring[i]->next = (i + 37) % 100;
    }
    for (int n = 0; n < 10000; n++) sum = (sum + walk(n % 100)) & 0xFFFFF;
    for (int i = 0; i < 64; i++) table[i] = build(i);
    for (int n = 0; n < 400000; n++) {
        struct Node* one = table[n & 63];
        one->value = (int)((unsigned)one->value + (unsigned)n);
        table[(n + 1) & 63]->next = one->value & 0xFF;
        sum = (sum + table[n & 31]->next) & 0xFFFFF;
        if ((n & 15) == 0) {
            free(table[(n >> 4) & 63]);
            table[(n >> 4) & 63] = build(n);
        }
    }
    return sum;
}
