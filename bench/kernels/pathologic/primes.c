static double kernel(void) {
    volatile int bound = 400000;
    int count = 1, limit = bound;
    for (int n = 3; n < limit; n += 2) {
        int prime = 1;
        for (int d = 3; d * d <= n; d += 2)
            if (n % d == 0) {
                prime = 0;
                break;
            }
        count += prime;
    }
    return count;
}
