static double kernel(void) {
    const int w = 400;
    int total = 0;
    for (int y = 0; y < w; y++) {
        const float ci = 2.0f * (float)y / 400.0f - 1.0f;
        for (int x = 0; x < w; x++) {
            const float cr = 3.0f * (float)x / 400.0f - 2.0f;
            float zr = 0, zi = 0;
            int n = 0;
            while (n < 100 && zr * zr + zi * zi < 4.0f) {
                const float t = zr * zr - zi * zi + cr;
                zi = 2.0f * zr * zi + ci;
                zr = t;
                n++;
            }
            total += n;
        }
    }
    return total;
}
