static double kernel(void) {
    volatile int bound = 4000; /* keeps the compiler from doing the work beforehand */
    int n = bound, sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            sum += j;
            if (sum > 1000000) sum -= 1000000;
        }
    return sum;
}
