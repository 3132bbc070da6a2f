#include <math.h>
#include <stdlib.h>
#define CALL static __attribute__((noinline))
static int *pixels, width, height, cells[1024], tween_count;
CALL void screen_open(int w, int h) {
    width = w;
    height = h;
    pixels = calloc((size_t)(w * h), sizeof *pixels);
}
CALL void pixel(int x, int y, int colour) {
    if (x < 0 || y < 0 || x >= width || y >= height) return;
    pixels[y * width + x] = colour;
}
CALL int pixel_at(int x, int y) {
    if (x < 0 || y < 0 || x >= width || y >= height) return -1;
    return pixels[y * width + x];
}
CALL int cell(int x, int y) {
    if (x < 0 || y < 0 || x >= 32 || y >= 32) return 1;
    return cells[y * 32 + x];
}
CALL void grid_open(void) {
    for (int i = 0; i < 1024; i++) {
        int x = i & 31, y = i >> 5;
        cells[i] = x == 0 || y == 0 || x == 31 || y == 31 || (i * 7919) % 13 == 0;
    }
}
CALL int is_free(int x, int y) { return cell(x >> 4, y >> 4) == 0; }
struct Tween {
    float from, to;
    int frame, frames;
}* tweens[32];
CALL float ease(float t) { return t * t * (3.0f - 2.0f * t); }
CALL int tween_start(int from, int to, int frames) {
    int number = tween_count++ & 31;
    struct Tween* made = calloc(1, sizeof *made);
    made->from = (float)from;
    made->to = (float)to;
    made->frames = frames;
    tweens[number] = made;
    return number;
}
CALL int tween_value(int number) {
    struct Tween* t = tweens[number];
    if (t == 0) return 0;
    return (int)floorf(t->from + (t->to - t->from) * ease((float)t->frame / (float)t->frames));
}
CALL void tween_step(void) {
    for (int i = 0; i < 32; i++)
        if (tweens[i] && tweens[i]->frame < tweens[i]->frames) tweens[i]->frame++;
}
struct Actor {
    int x, y, dx, dy, colour, tween;
}* actors[24];
CALL void walk(struct Actor* a) {
    int x = a->x + a->dx, y = a->y + a->dy;
    if (is_free(x, a->y))
        a->x = x;
    else
        a->dx = -a->dx;
    if (is_free(a->x, y))
        a->y = y;
    else
        a->dy = -a->dy;
}
CALL void draw(struct Actor* a) {
    int size = 4 + tween_value(a->tween);
    for (int i = 0; i < size * size; i++) pixel(a->x - size / 2 + i % size, a->y + i / size, a->colour);
}
CALL void actors_open(void) {
    for (int i = 0; i < 24; i++) {
        struct Actor* made = calloc(1, sizeof *made);
        made->x = 40 + (i * 53) % 400;
        made->y = 40 + (i * 97) % 400;
        made->dx = 1 + i % 3;
        made->dy = 2 - i % 2;
        made->colour = i + 1;
        made->tween = tween_start(i & 3, 4 + (i & 7), 20 + i);
        actors[i] = made;
    }
}
static double kernel(void) {
    int score = 0;
    screen_open(512, 512);
    grid_open();
    actors_open();
    for (int frame = 0; frame < 100; frame++) {
        tween_step();
        for (int i = 0; i < 24; i++) {
            walk(actors[i]);
            draw(actors[i]);
        }
        for (int i = 0; i < 64; i++) score = (score * 3 + pixel_at(i * 8, frame * 5)) & 0xFFFFF;
        score = (score + actors[frame % 24]->x + actors[frame % 24]->y * 512) & 0xFFFFF;
    }
    return score;
}
