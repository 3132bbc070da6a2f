#include <math.h>
static double kernel(void) {
    int sum = 0;
    for (int i = 0; i < 1000000; i++) sum = (sum + (int)floorf(sqrtf((float)(i & 0xFFFF)))) & 0xFFFFF;
    return sum;
}
