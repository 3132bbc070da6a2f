#include <math.h>
struct Body {
    float x, y, z, vx, vy, vz, m;
} b[5];
static void set(int i, float x, float y, float z, float vx, float vy, float vz, float m) {
    struct Body t = {x, y, z, vx, vy, vz, m};
    b[i] = t;
}
static void advance(float dt) {
    for (int i = 0; i < 5; i++)
        for (int j = i + 1; j < 5; j++) {
            float dx = b[i].x - b[j].x, dy = b[i].y - b[j].y, dz = b[i].z - b[j].z;
            float d2 = dx * dx + dy * dy + dz * dz, mag = dt / (d2 * sqrtf(d2)), mj = b[j].m * mag,
                  mi = b[i].m * mag;
            b[i].vx -= dx * mj;
            b[i].vy -= dy * mj;
            b[i].vz -= dz * mj;
            b[j].vx += dx * mi;
            b[j].vy += dy * mi;
            b[j].vz += dz * mi;
        }
    for (int i = 0; i < 5; i++) {
        b[i].x += dt * b[i].vx;
        b[i].y += dt * b[i].vy;
        b[i].z += dt * b[i].vz;
    }
}
static float energy(void) {
    float e = 0;
    for (int i = 0; i < 5; i++) {
        e += 0.5f * b[i].m * (b[i].vx * b[i].vx + b[i].vy * b[i].vy + b[i].vz * b[i].vz);
        for (int j = i + 1; j < 5; j++) {
            float dx = b[i].x - b[j].x, dy = b[i].y - b[j].y, dz = b[i].z - b[j].z;
            e -= b[i].m * b[j].m / sqrtf(dx * dx + dy * dy + dz * dz);
        }
    }
    return e;
}
static double kernel(void) {
    set(0, 0, 0, 0, 0, 0, 0, 39.478417f);
    set(1, 4.841431f, -1.160320f, -0.103622f, 0.606326f, 2.811986f, -0.025218f, 0.037693f);
    set(2, 8.343366f, 4.124798f, -0.403523f, -1.010774f, 1.825662f, 0.008415f, 0.011286f);
    set(3, 12.894369f, -15.111151f, -0.223307f, 1.082791f, 0.868713f, -0.010832f, 0.001723f);
    set(4, 15.379697f, -25.919314f, 0.179258f, 0.979090f, 0.594698f, -0.034755f, 0.002033f);
    for (int n = 0; n < 200000; n++) advance(0.01f);
    return energy();
}
