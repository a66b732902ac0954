#include "bench_limits.h"

#include "crates_touch.h"

#include <math.h>
#include <string.h>

// The five crates of the listings by the algorithm of the lab's engine, operation by operation, as bare
// as it can be: fixed arrays, no ids, no removal, no joints. Levers and masses are worked out once a step.

static void weigh(lever *l, const body *a, const body *b) {
  l->turn_a = l->a * a->ii, l->turn_b = l->b * b->ii;
}
static double coupling(const lever *l, const lever *o) {
  return l->turn_a * o->a + l->turn_b * o->b;
}

/// Levers, masses, targets, and the impulses of the points that were there before.
static int prepare(scene *s, pair *p, const vec *at, const pair *old, double dt, double share) {
  const body *a = &s->body[p->a], *b = &s->body[p->b];
  double masses = a->im + b->im, approach = dot(p->n, sub(b->v, a->v));
  int overlaps = 0, kept = 0;
  p->rub_impulse = 0;
  for (int i = 0; i < p->count; i++) {
    point *q = &p->at[i];
    q->impulse = q->push = 0;
    for (int o = 0; old && o < old->count; o++)
      if (old->at[o].id == q->id) q->impulse = old->at[o].impulse, kept = 1;
    q->arm.a = cross(sub(at[i], a->p), p->n), q->arm.b = cross(sub(at[i], b->p), p->n);
    weigh(&q->arm, a, b);
    q->bounce = -0.64 * (approach + (q->arm.b * b->w - q->arm.a * a->w));
    double excess = -q->gap - 0.1;
    q->bias = excess > 1e-4 ? share * excess / dt : 0;
    overlaps |= excess > 1e-4;
  }
  if (kept) p->rub_impulse = old->rub_impulse;
  p->k11 = masses + coupling(&p->at[0].arm, &p->at[0].arm);
  if (p->count == 2) {
    p->k12 = masses + coupling(&p->at[0].arm, &p->at[1].arm);
    p->k11 *= 1.0001, p->k22 = 1.0001 * (masses + coupling(&p->at[1].arm, &p->at[1].arm));
    double scale = 1 / (p->k11 * p->k22 - p->k12 * p->k12);
    p->m11 = p->k22 * scale, p->m12 = -p->k12 * scale, p->m22 = p->k11 * scale;
    p->mass2 = 1 / p->k22;
  }
  p->mass1 = 1 / p->k11;
  vec middle = p->count == 2 ? mul(add(at[0], at[1]), 0.5) : at[0], t = left(p->n);
  p->rub.a = cross(sub(middle, a->p), t), p->rub.b = cross(sub(middle, b->p), t);
  weigh(&p->rub, a, b);
  p->rub_mass = 1 / (masses + coupling(&p->rub, &p->rub));
  p->pull_a = mul(p->n, a->im), p->pull_b = mul(p->n, b->im);
  return overlaps;
}

/// The velocities or pseudo-velocities of a pair.
typedef struct { vec a, b; double wa, wb; } motion;

static void turn(motion *m, const lever *l, double impulse) {
  m->wa -= l->turn_a * impulse, m->wb += l->turn_b * impulse;
}

/// What to add to the normal impulses x and y.
static void separate(const pair *p, motion *m, double x, double y, double tx, double ty,
                     double *dx, double *dy) {
  double speed = dot(p->n, sub(m->b, m->a));
  const lever *l = &p->at[0].arm, *r = &p->at[1].arm;
  double e1 = speed + (l->b * m->wb - l->a * m->wa - tx), e2 = 0;
  *dy = 0;
  if (p->count == 1) {
    double wanted = -e1 * p->mass1;
    *dx = wanted > -x ? wanted : -x;
  } else {
    e2 = speed + (r->b * m->wb - r->a * m->wa - ty);
    double d1 = -(p->m11 * e1 + p->m12 * e2), d2 = -(p->m12 * e1 + p->m22 * e2);
    if (!(x + d1 >= 0 && y + d2 >= 0)) {
      double b1 = e1 - p->k11 * x - p->k12 * y, b2 = e2 - p->k12 * x - p->k22 * y;
      double only1 = -b1 * p->mass1, only2 = -b2 * p->mass2;
      if (only1 >= 0 && p->k12 * only1 + b2 >= 0) d1 = only1 - x, d2 = -y;
      else if (only2 >= 0 && p->k12 * only2 + b1 >= 0) d1 = -x, d2 = only2 - y;
      else d1 = -x, d2 = -y;
    }
    *dx = d1, *dy = d2;
  }
  m->a = sub(m->a, mul(p->pull_a, *dx + *dy)), m->b = add(m->b, mul(p->pull_b, *dx + *dy));
  turn(m, l, *dx);
  if (p->count == 2) turn(m, r, *dy);
}

static void rub(pair *p, motion *m, double change) {
  m->a = sub(m->a, mul(left(p->pull_a), change)), m->b = add(m->b, mul(left(p->pull_b), change));
  turn(m, &p->rub, change);
}

static void solve(scene *s, pair *p) {
  body *a = &s->body[p->a], *b = &s->body[p->b];
  motion m = {a->v, b->v, a->w, b->w};
  point *q = p->at;
  double dx, dy;
  separate(p, &m, q[0].impulse, q[1].impulse, q[0].bounce, q[1].bounce, &dx, &dy);
  q[0].impulse += dx, q[1].impulse += dy;
  double speed = dot(left(p->n), sub(m.b, m.a)) + (p->rub.b * m.wb - p->rub.a * m.wa);
  double limit = 0.25 * (q[0].impulse + q[1].impulse), wanted = -speed * p->rub_mass;
  double least = -limit - p->rub_impulse, most = limit - p->rub_impulse;
  double change = wanted > most ? most : (wanted < least ? least : wanted);
  p->rub_impulse += change;
  rub(p, &m, change);
  a->v = m.a, b->v = m.b, a->w = m.wa, b->w = m.wb;
}

static void push(scene *s, pair *p) {
  body *a = &s->body[p->a], *b = &s->body[p->b];
  motion m = {a->push, b->push, a->turn, b->turn};
  point *q = p->at;
  double dx, dy;
  separate(p, &m, q[0].push, q[1].push, q[0].bias, q[1].bias, &dx, &dy);
  q[0].push += dx, q[1].push += dy;
  a->push = m.a, b->push = m.b, a->turn = m.wa, b->turn = m.wb;
}

static void warm(scene *s, pair *p, double ratio) {
  body *a = &s->body[p->a], *b = &s->body[p->b];
  motion m = {a->v, b->v, a->w, b->w};
  point *q = p->at;
  q[0].impulse *= ratio, q[1].impulse *= ratio, p->rub_impulse *= ratio;
  double sum = q[0].impulse + q[1].impulse;
  m.a = sub(m.a, mul(p->pull_a, sum)), m.b = add(m.b, mul(p->pull_b, sum));
  turn(&m, &q[0].arm, q[0].impulse);
  if (p->count == 2) turn(&m, &q[1].arm, q[1].impulse);
  rub(p, &m, p->rub_impulse);
  a->v = m.a, b->v = m.b, a->w = m.wa, b->w = m.wb;
}

static void step(scene *s, double dt, double share) {
  for (int i = 0; i < crates; i++) move(&s->body[i], dt), place(s, &s->body[i]);
  pair *old = s->pair[s->side], *fresh = s->pair[s->side ^= 1];
  int olds = s->count, seen = 0, count = 0, overlaps = 0;
  for (int i = 0; i < bodies; i++)
    for (int j = i + 1; j < bodies; j++) {
      const body *a = &s->body[i], *b = &s->body[j];
      if (!(a->low.x <= b->high.x && b->low.x <= a->high.x && a->low.y <= b->high.y &&
            b->low.y <= a->high.y && i < crates))
        continue;
      vec at[2];
      pair *p = &fresh[count];
      p->count = collide(s, a, b, p, at);
      if (!p->count) continue;
      p->a = i, p->b = j, p->at[1].impulse = p->at[1].push = 0;
      while (seen < olds && old[seen].a * bodies + old[seen].b < i * bodies + j) seen++;
      int known = seen < olds && old[seen].a == i && old[seen].b == j;
      overlaps |= prepare(s, p, at, known ? &old[seen] : 0, dt, share);
      count++;
    }
  s->count = count;
  for (int i = 0; i < crates; i++) s->body[i].v.y += -1000 * dt;
  double ratio = s->before > 0 ? dt / s->before : 1;
  s->before = dt;
  for (int i = 0; i < count; i++) warm(s, &fresh[i], ratio);
  for (int k = 0; k < passes; k++)
    for (int i = 0; i < count; i++) solve(s, &fresh[i]);
  for (int k = 0; overlaps && k < passes; k++)
    for (int i = 0; i < count; i++) push(s, &fresh[i]);
}

static void add_hull(scene *s, body *b, int *next, const vec *corners, int count) {
  b->start = *next, b->count = count, b->c = 1;
  for (int i = 0; i < count; i++) {
    vec edge = sub(corners[(i + 1) % count], corners[i]);
    s->corner[*next] = corners[i];
    s->normal[(*next)++] = mul((vec){edge.y, -edge.x}, 1 / sqrt(dot(edge, edge)));
  }
}

uint64_t limit_crates(size_t steps) {
  static const double frames[crates][3] = {
      {16, 284, 16}, {48, 284, 16}, {96, 268, 32}, {144, 284, 16}, {32, 236, 32}};
  static const double walls[4][4] = {
      {0, 0, 300, 0}, {300, 0, 300, 300}, {300, 300, 0, 300}, {0, 300, 0, 0}};
  static scene s;
  memset(&s, 0, sizeof s);
  int next = 0;
  for (int i = 0; i < bodies; i++) {
    body *b = &s.body[i];
    if (i < crates) {
      double h = frames[i][2];
      vec corners[4] = {{-h, -h}, {h, -h}, {h, h}, {-h, h}};
      b->p = (vec){frames[i][0], frames[i][1]};
      b->im = 0.01, b->ii = 1 / (100 * (8 * h * h / 12)), b->extent = h;
      add_hull(&s, b, &next, corners, 4);
    } else {
      const double *w = walls[i - crates];
      vec half = {(w[2] - w[0]) / 2, (w[3] - w[1]) / 2}, corners[2] = {mul(half, -1), half};
      b->p = (vec){(w[0] + w[2]) / 2, (w[1] + w[3]) / 2}, b->radius = b->extent = 1;
      add_hull(&s, b, &next, corners, 2);
      place(&s, b);
    }
  }
  // Step k ends at floor(k · 10⁹/120) ns; 1 − 0.9^(60 dt) for both lengths that occur.
  double shares[2] = {0, 0}, lengths[2] = {8333333 / 1e9, 8333334 / 1e9};
  for (int i = 0; i < 2; i++) shares[i] = 1 - pow(0.9, 60 * lengths[i]);
  for (size_t i = 0; i < steps; i++) {
    int is_long = (i + 1) * 1000000000 / 120 - i * 1000000000 / 120 == 8333334;
    step(&s, lengths[is_long], shares[is_long]);
  }
  uint64_t inside = 0;
  for (int i = 0; i < crates; i++) {
    vec p = s.body[i].p;
    inside += p.x > 0 && p.x < 300 && p.y > 0 && p.y < 300;
  }
  return inside;
}
