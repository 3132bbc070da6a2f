static void add(int* counter, int by) { *counter = (*counter + by) % 1000003; }
static void (*volatile native)(int*, int) = add; /* through a pointer, so that it stays a call */
static double kernel(void) {
    int counter = 0;
    for (int i = 0; i < 10000000; i++) native(&counter, i);
    return counter;
}
