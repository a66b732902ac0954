// Where two crates, or a crate and a wall, touch: see crates.c.

#ifndef CRATES_TOUCH_H
#define CRATES_TOUCH_H

#include <math.h>

enum { crates = 5, bodies = 9, passes = 10, most_pairs = 36 };

typedef struct { double x, y; } vec;
typedef struct {
  vec p, v, push;
  double c, s, w, turn, im, ii;
  int start, count;
  double radius, extent;
  vec low, high;
} body;
/// r × n for both bodies, and that divided by their inertias.
typedef struct { double a, b, turn_a, turn_b; } lever;
typedef struct {
  unsigned id;
  double gap, bounce, bias, impulse, push;
  lever arm;
} point;
typedef struct {
  int a, b, count;
  vec n, pull_a, pull_b;
  point at[2];
  lever rub;
  double rub_mass, rub_impulse;
  double k11, k22, k12, mass1, mass2, m11, m12, m22;
} pair;
typedef struct {
  body body[bodies];
  vec corner[28], normal[28], at[28], out[28];
  pair pair[2][most_pairs];
  int count, side;
  double before;
} scene;

static vec add(vec a, vec b) { return (vec){a.x + b.x, a.y + b.y}; }
static vec sub(vec a, vec b) { return (vec){a.x - b.x, a.y - b.y}; }
static vec mul(vec a, double k) { return (vec){a.x * k, a.y * k}; }
static double dot(vec a, vec b) { return a.x * b.x + a.y * b.y; }
static double cross(vec a, vec b) { return a.x * b.y - a.y * b.x; }
static vec left(vec a) { return (vec){-a.y, a.x}; }

static void move(body *b, double dt) {
  b->p = add(b->p, mul(add(b->v, b->push), dt));
  double turn = (b->w + b->turn) * dt;
  if (turn != 0) {
    double real = 1 - turn * turn / 12, half = turn / 2;
    double scale = 1 / (real * real + half * half);
    double c = (real * real - half * half) * scale, s = 2 * real * half * scale;
    double next = b->c * c - b->s * s;
    b->s = b->c * s + b->s * c, b->c = next;
    double length = 1.5 - (b->c * b->c + b->s * b->s) / 2;
    b->c *= length, b->s *= length;
  }
  b->push = (vec){0, 0}, b->turn = 0;
}

static void place(scene *s, body *b) {
  vec low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
  for (int i = b->start; i < b->start + b->count; i++) {
    vec q = s->corner[i], n = s->normal[i];
    vec at = add(b->p, (vec){b->c * q.x - b->s * q.y, b->s * q.x + b->c * q.y});
    low.x = at.x < low.x ? at.x : low.x, low.y = at.y < low.y ? at.y : low.y;
    high.x = at.x > high.x ? at.x : high.x, high.y = at.y > high.y ? at.y : high.y;
    s->at[i] = at;
    s->out[i] = (vec){b->c * n.x - b->s * n.y, b->s * n.x + b->c * n.y};
  }
  vec margin = {b->radius, b->radius};
  b->low = sub(low, margin), b->high = add(high, margin);
}

/// Finds the face of `a` whose plane has all of `b` farthest outside.
static double outermost(const scene *s, const body *a, const body *b, double reach, int *face) {
  double best = -INFINITY;
  for (int i = 0; i < a->count; i++) {
    vec n = s->out[a->start + i], c = s->at[a->start + i];
    double gap = INFINITY;
    for (int o = b->start; o < b->start + b->count; o++) {
      double distance = dot(n, sub(s->at[o], c));
      gap = distance < gap ? distance : gap;
    }
    if (gap > best) {
      best = gap, *face = i;
      if (gap > reach) break;
    }
  }
  return best;
}

static int corner_touch(vec from, vec to, double reach, double radius, unsigned id, pair *p,
                        vec *at) {
  vec between = sub(to, from);
  double distance = sqrt(dot(between, between));
  if (distance > reach) return 0;
  p->n = distance > 0 ? mul(between, 1 / distance) : (vec){0, 1};
  double gap = distance - reach;
  p->at[0].id = id, p->at[0].gap = gap;
  at[0] = sub(to, mul(p->n, gap / 2 + radius));
  return 1;
}

/// Cuts the edge of `o` that faces a reference edge down to that edge's length.
static int clip(const scene *s, const body *r, int edge, const body *o, unsigned id, pair *p,
                vec *at) {
  vec n = s->out[r->start + edge], start = s->at[r->start + edge];
  vec end = s->at[r->start + (edge + 1 == r->count ? 0 : edge + 1)];
  int facing = 0;
  double least = INFINITY;
  for (int i = 0; i < o->count; i++) {
    double along = dot(n, s->out[o->start + i]);
    if (along < least) facing = i, least = along;
  }
  id |= (unsigned)(edge << 14 | facing << 2);
  vec far = s->at[o->start + facing];
  vec near = s->at[o->start + (facing + 1 == o->count ? 0 : facing + 1)];
  vec t = left(n);
  double length = dot(t, sub(end, start));
  double low = dot(t, sub(near, start)), high = dot(t, sub(far, start));
  double reach = r->radius + o->radius;
  if (high < 0) return corner_touch(start, far, reach, o->radius, id | 2, p, at);
  if (low > length) return corner_touch(end, near, reach, o->radius, id | 3, p, at);
  double low_height = dot(n, sub(near, start)), high_height = dot(n, sub(far, start));
  double span = high - low;
  int count = 0;
  for (unsigned side = 0; side < 2; side++) {
    double mark = side ? (high > length ? length : high) : (low < 0 ? 0 : low);
    double share = span > 0 ? (mark - low) / span : 0;
    double gap = low_height + (high_height - low_height) * share - reach;
    if (gap > 0) continue;
    p->at[count].id = id | side, p->at[count].gap = gap;
    at[count++] = sub(add(near, mul(sub(far, near), share)), mul(n, gap / 2 + o->radius));
  }
  p->n = n;
  return count;
}

static int collide(const scene *s, const body *a, const body *b, pair *p, vec *at) {
  double reach = a->radius + b->radius;
  int face_a = 0, face_b = 0;
  double gap_a = outermost(s, a, b, reach, &face_a);
  if (gap_a > reach) return 0;
  double gap_b = outermost(s, b, a, reach, &face_b);
  if (gap_b > reach) return 0;
  double margin = 0.01 * (a->extent < b->extent ? a->extent : b->extent);
  if (!(gap_b - reach > 0.95 * (gap_a - reach) + margin)) return clip(s, a, face_a, b, 0, p, at);
  int count = clip(s, b, face_b, a, 1u << 31, p, at);
  p->n = mul(p->n, -1);
  return count;
}

#endif
