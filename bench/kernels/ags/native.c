static int counter;
static int count(int by) { return counter += by; }
static int (*volatile native)(int) = count; /* through a pointer, so that it stays a call */
static double kernel(void) {
    int acc = 0;
    for (int i = 0; i < 20000000; i++) acc = native(1);
    return acc;
}
