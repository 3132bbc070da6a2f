struct Point {
    int x, y, dx, dy;
} points[100];
static __attribute__((noinline)) void step(struct Point* p) {
    p->x += p->dx;
    p->y += p->dy;
    if (p->x > 320 || p->x < 0) p->dx = -p->dx;
    if (p->y > 200 || p->y < 0) p->dy = -p->dy;
}
static __attribute__((noinline)) int total(struct Point* p) { return p->x + p->y; }
static double kernel(void) {
    for (int i = 0; i < 100; i++) {
        struct Point t = {i, i * 3, 1 + (i & 3), 2};
        points[i] = t;
    }
    int sum = 0;
    for (int n = 0; n < 20000; n++) {
        for (int i = 0; i < 100; i++) step(&points[i]);
        sum = (sum + total(&points[n % 100])) & 0xFFFFF;
    }
    return sum;
}
