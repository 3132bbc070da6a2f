static int total;
static __attribute__((noinline)) int add(int a, int b) { return a + b; }
static __attribute__((noinline)) int step(int a) { return total = add(total, a) & 0xFFFFF; }
static double kernel(void) {
    int sum = 0;
    for (int i = 0; i < 2000000; i++) {
        sum = add(sum, i) & 0xFFFFF;
        sum ^= step(i & 7);
        sum += total;
    }
    return sum & 0xFFFFF;
}
