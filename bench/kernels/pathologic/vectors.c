static double kernel(void) {
    float px = 1.0f, py = 0.5f, pz = 0.25f, sx = 0, sy = 0, sz = 0;
    volatile float energy = 0; /* written in every step, as the scripts do */
    for (int i = 0; i < 2000000; i++) {
        sx += px * -0.01f;
        sy += py * -0.01f;
        sz += pz * -0.01f;
        px += sx * 0.01f;
        py += sy * 0.01f;
        pz += sz * 0.01f;
        energy = px * px + py * py + pz * pz;
    }
    return energy;
}
