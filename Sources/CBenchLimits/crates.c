#include "bench_limits.h"

#include <math.h>
#include <string.h>

// Boxes under gravity, as bare as they can be: fixed arrays, all pairs, the rules of the lab's engine.

enum { crates = 5, bodies = 9, passes = 10 };

typedef struct { double x, y; } vec;

typedef struct {
  vec p, v, push, half;
  double c, s, w, turn, im, ii;
} body;

typedef struct {
  vec a, b;
  double gap, jn, jt, jp, kn, kt, bounce, bias;
  int id;
} point;

typedef struct {
  vec n;
  point at[2];
  int count;
} pair;

typedef struct {
  body body[bodies];
  pair pair[bodies][bodies];
} scene;

static vec add(vec a, vec b) { return (vec){a.x + b.x, a.y + b.y}; }
static vec sub(vec a, vec b) { return (vec){a.x - b.x, a.y - b.y}; }
static vec mul(vec a, double k) { return (vec){a.x * k, a.y * k}; }
static double dot(vec a, vec b) { return a.x * b.x + a.y * b.y; }
static double cross(vec a, vec b) { return a.x * b.y - a.y * b.x; }
static vec turned(const body *b, vec a) {
  return (vec){b->c * a.x - b->s * a.y, b->s * a.x + b->c * a.y};
}

/// The outward normal of an edge, counterclockwise from the right.
static vec normal(const body *b, int edge) {
  static const vec axes[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  return turned(b, axes[edge]);
}

/// The corner at which an edge begins.
static vec corner(const body *b, int edge) {
  static const vec signs[4] = {{1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
  vec sign = signs[edge & 3];
  return add(b->p, turned(b, (vec){sign.x * b->half.x, sign.y * b->half.y}));
}

static double extent(const body *b, vec n) {
  vec x = normal(b, 0), y = normal(b, 1);
  return b->half.x * fabs(dot(n, x)) + b->half.y * fabs(dot(n, y));
}

/// Finds the face of `a` from which `b` is farthest.
static double separation(const body *a, const body *b, int *face) {
  double best = -INFINITY;
  for (int edge = 0; edge < 4; edge++) {
    vec n = normal(a, edge);
    double own = edge & 1 ? a->half.y : a->half.x;
    double gap = dot(n, sub(b->p, a->p)) - own - extent(b, n);
    if (gap > best) best = gap, *face = edge;
  }
  return best;
}

static int collide(const body *a, const body *b, pair *out) {
  int face_a = 0, face_b = 0;
  double gap_a = separation(a, b, &face_a);
  if (gap_a > 0) return 0;
  double gap_b = separation(b, a, &face_b);
  if (gap_b > 0) return 0;
  int flips = gap_b > 0.95 * gap_a + 0.01 * fmin(a->half.x, a->half.y);
  const body *ref = flips ? b : a, *inc = flips ? a : b;
  int edge = flips ? face_b : face_a, facing = 0;
  vec n = normal(ref, edge), t = {-n.y, n.x}, start = corner(ref, edge);
  double length = dot(t, sub(corner(ref, edge + 1), start)), least = INFINITY;
  for (int other = 0; other < 4; other++) {
    double along = dot(n, normal(inc, other));
    if (along < least) least = along, facing = other;
  }
  vec far = corner(inc, facing), near = corner(inc, facing + 1);
  double low = dot(t, sub(near, start)), high = dot(t, sub(far, start));
  double low_height = dot(n, sub(near, start)), high_height = dot(n, sub(far, start));
  out->n = flips ? mul(n, -1) : n;
  out->count = 0;
  for (int end = 0; end < 2; end++) {
    double mark = end ? fmin(high, length) : fmax(low, 0);
    double share = high > low ? (mark - low) / (high - low) : 0;
    double gap = low_height + (high_height - low_height) * share;
    if (gap > 0) continue;
    vec place = sub(add(near, mul(sub(far, near), share)), mul(n, gap / 2));
    out->at[out->count++] = (point){
        .a = sub(place, a->p), .b = sub(place, b->p), .gap = gap,
        .id = 1 + (flips << 6 | edge << 4 | facing << 2 | end)};
  }
  return out->count;
}

static vec speed(const body *a, const body *b, const point *at) {
  vec va = {a->v.x - a->w * at->a.y, a->v.y + a->w * at->a.x};
  vec vb = {b->v.x - b->w * at->b.y, b->v.y + b->w * at->b.x};
  return sub(vb, va);
}

static void apply(body *a, body *b, const point *at, vec j) {
  a->v = sub(a->v, mul(j, a->im)), a->w -= a->ii * cross(at->a, j);
  b->v = add(b->v, mul(j, b->im)), b->w += b->ii * cross(at->b, j);
}

static void prepare(body *a, body *b, pair *p, const pair *old, double dt) {
  double masses = a->im + b->im;
  vec t = {-p->n.y, p->n.x};
  for (int i = 0; i < p->count; i++) {
    point *at = &p->at[i];
    for (int o = 0; o < old->count; o++)
      if (old->at[o].id == at->id) at->jn = old->at[o].jn, at->jt = old->at[o].jt;
    double an = cross(at->a, p->n), bn = cross(at->b, p->n);
    double ta = cross(at->a, t), tb = cross(at->b, t);
    at->kn = 1 / (masses + a->ii * an * an + b->ii * bn * bn);
    at->kt = 1 / (masses + a->ii * ta * ta + b->ii * tb * tb);
    at->bounce = -0.64 * dot(speed(a, b, at), p->n);
    double excess = -at->gap - 0.1;
    at->bias = excess > 0 ? 0.0513 * excess / dt : 0;
  }
}

static void solve(body *a, body *b, pair *p) {
  vec t = {-p->n.y, p->n.x};
  for (int i = 0; i < p->count; i++) {
    point *at = &p->at[i];
    double an = cross(at->a, p->n), bn = cross(at->b, p->n);
    double apart = dot(sub(b->push, a->push), p->n) + b->turn * bn - a->turn * an;
    double old = at->jp;
    at->jp = fmax(0, old + (at->bias - apart) * at->kn);
    double j = at->jp - old;
    a->push = sub(a->push, mul(p->n, j * a->im)), a->turn -= a->ii * an * j;
    b->push = add(b->push, mul(p->n, j * b->im)), b->turn += b->ii * bn * j;
    old = at->jn;
    at->jn = fmax(0, old + (at->bounce - dot(speed(a, b, at), p->n)) * at->kn);
    apply(a, b, at, mul(p->n, at->jn - old));
    old = at->jt;
    at->jt = fmax(-0.25 * at->jn, fmin(0.25 * at->jn, old - dot(speed(a, b, at), t) * at->kt));
    apply(a, b, at, mul(t, at->jt - old));
  }
}

static void move(body *b, double dt) {
  b->p = add(b->p, mul(add(b->v, b->push), dt));
  double half = (b->w + b->turn) * dt / 2, scale = 1 / (1 + half * half);
  double c = (1 - half * half) * scale, s = 2 * half * scale;
  double turned = b->c * c - b->s * s;
  b->s = b->s * c + b->c * s, b->c = turned;
  b->push = (vec){0, 0}, b->turn = 0;
}

static void step(scene *s, double dt) {
  for (int i = 0; i < crates; i++) move(&s->body[i], dt);
  for (int i = 0; i < crates; i++)
    for (int j = i + 1; j < bodies; j++) {
      pair fresh = {.count = 0};
      vec way = sub(s->body[i].p, s->body[j].p);
      vec reach = add(s->body[i].half, s->body[j].half);
      int mayTouch = j >= crates || dot(way, way) <= 2 * dot(reach, reach);
      if (mayTouch && collide(&s->body[i], &s->body[j], &fresh))
        prepare(&s->body[i], &s->body[j], &fresh, &s->pair[i][j], dt);
      s->pair[i][j] = fresh;
    }
  for (int i = 0; i < crates; i++) s->body[i].v.y -= 1000 * dt;
  for (int i = 0; i < crates; i++)
    for (int j = i + 1; j < bodies; j++) {
      pair *p = &s->pair[i][j];
      for (int k = 0; k < p->count; k++) {
        vec t = {-p->n.y, p->n.x};
        vec impulse = add(mul(p->n, p->at[k].jn), mul(t, p->at[k].jt));
        apply(&s->body[i], &s->body[j], &p->at[k], impulse);
      }
    }
  for (int pass = 0; pass < passes; pass++)
    for (int i = 0; i < crates; i++)
      for (int j = i + 1; j < bodies; j++)
        if (s->pair[i][j].count) solve(&s->body[i], &s->body[j], &s->pair[i][j]);
}

uint64_t limit_crates(size_t steps) {
  static const double frames[crates][3] = {
      {16, 284, 16}, {48, 284, 16}, {96, 268, 32}, {144, 284, 16}, {32, 236, 32}};
  static const vec walls[4][2] = {
      {{150, 0}, {151, 1}}, {{300, 150}, {1, 151}}, {{150, 300}, {151, 1}}, {{0, 150}, {1, 151}}};
  scene s;
  memset(&s, 0, sizeof s);
  for (int i = 0; i < bodies; i++) {
    body *b = &s.body[i];
    b->c = 1;
    if (i < crates) {
      double half = frames[i][2];
      b->p = (vec){frames[i][0], frames[i][1]}, b->half = (vec){half, half};
      b->im = 0.01, b->ii = 0.01 * 12 / (8 * half * half);
    } else {
      b->p = walls[i - crates][0], b->half = walls[i - crates][1];
    }
  }
  for (size_t i = 0; i < steps; i++) step(&s, 1.0 / 120);
  uint64_t inside = 0;
  for (int i = 0; i < crates; i++) {
    vec p = s.body[i].p;
    inside += p.x > 0 && p.x < 300 && p.y > 0 && p.y < 300;
  }
  return inside;
}
