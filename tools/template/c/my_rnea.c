/* The recursive Newton-Euler algorithm [Featherstone, RBDA 2008, sec. 5.3] as a plugin in C, for revolute, prismatic and fixed joints:
 *
 *     cc -O2 -fPIC -shared -I PREFIX/include my_rnea.c -o kintree_plugin_my_rnea.so -lm
 *     kintree verify --plugin-path . --plugin my_rnea
 */
#include <kintree_plugin.h>
#include <stdlib.h>
#include <string.h>

#include "kintree_bodies.h"

typedef struct motion {
  vector omega, alpha, a, force, moment; /* a: of the body's origin, less gravity */
} motion;

typedef struct solver {
  int N;
  vector gravity;
  body* bodies;    /* 0..N */
  motion* motions; /* 0..N */
} solver;

static void release(void* prepared) {
  solver* s = prepared;
  free(s->bodies);
  free(s->motions);
  free(s);
}

static void* prepare(const kintree_model* model) {
  solver* s = calloc(1, sizeof *s);
  if (s == NULL) return NULL;
  s->N = model->body_count;
  memcpy(s->gravity, model->gravity, sizeof s->gravity);
  s->bodies = bodies_of(model);
  s->motions = calloc((size_t)s->N + 1, sizeof *s->motions);
  if (s->bodies != NULL && s->motions != NULL) return s;
  release(s);
  return NULL;
}

static kintree_status inverse_dynamics(void* prepared, const double* q, const double* v, const double* qdd,
                                       const double* f_ext, double* tau) {
  solver* s = prepared;
  place(s->N, s->bodies, q);
  memset(s->motions, 0, sizeof *s->motions);
  add(-1, s->gravity, s->motions[0].a);
  for (int i = 1; i <= s->N; ++i) {
    body* b = &s->bodies[i];
    const motion* up = &s->motions[b->parent];
    motion* m = &s->motions[i];
    memset(m, 0, sizeof *m);
    /* The acceleration of this body's origin as a point of the parent. */
    vector at_p = {up->a[0], up->a[1], up->a[2]}, turning = {0}, coriolis = {0};
    add_cross(up->alpha, b->p, at_p);
    add_cross(up->omega, b->p, turning);
    add_cross(up->omega, turning, at_p);
    transpose_times(b->E, up->omega, m->omega);
    transpose_times(b->E, up->alpha, m->alpha);
    transpose_times(b->E, at_p, m->a);
    add_cross(m->omega, b->n, coriolis);
    if (b->joint == KINTREE_REVOLUTE) {
      add(v[b->v], coriolis, m->alpha);
      add(qdd[b->v], b->n, m->alpha);
      add(v[b->v], b->n, m->omega);
    } else if (b->joint == KINTREE_PRISMATIC) {
      add(2 * v[b->v], coriolis, m->a);
      add(qdd[b->v], b->n, m->a);
    }
    /* Newton and Euler. */
    const double* external = f_ext + (size_t)6 * (size_t)i;
    vector of_centre = {m->a[0], m->a[1], m->a[2]}, of_turning = {0}, momentum;
    add_cross(m->alpha, b->c, of_centre);
    add_cross(m->omega, b->c, of_turning);
    add_cross(m->omega, of_turning, of_centre);
    add(b->mass, of_centre, m->force);
    times(b->I, m->alpha, m->moment);
    times(b->I, m->omega, momentum);
    add_cross(m->omega, momentum, m->moment);
    add_cross(b->c, m->force, m->moment);
    add(-1, external, m->moment);
    add(-1, external + 3, m->force);
  }
  for (int i = s->N; i >= 1; --i) {
    body* b = &s->bodies[i];
    motion *m = &s->motions[i], *up = &s->motions[b->parent];
    const double* onto = b->joint == KINTREE_REVOLUTE ? m->moment : m->force;
    if (b->joint != KINTREE_FIXED) tau[b->v] = onto[0] * b->n[0] + onto[1] * b->n[1] + onto[2] * b->n[2];
    vector force, moment;
    times(b->E, m->force, force);
    times(b->E, m->moment, moment);
    add(1, force, up->force);
    add(1, moment, up->moment);
    add_cross(b->p, force, up->moment);
  }
  const kintree_status ok = {KINTREE_OK, 0, NULL};
  return ok;
}

static const kintree_claim claims[] = {{"inverse_dynamics", 'B', "O(N)"}};

static const kintree_c_plugin plugin = {.version = KINTREE_C_PLUGIN_VERSION,
                                        .name = "my_rnea",
                                        .citation = "Featherstone, RBDA 2008, sec. 5.3",
                                        .claim_count = 1,
                                        .claims = claims,
                                        .joint_kinds = 1 << KINTREE_FIXED | 1 << KINTREE_REVOLUTE | 1 << KINTREE_PRISMATIC,
                                        .prepare = prepare,
                                        .release = release,
                                        .in_double = {.inverse_dynamics = inverse_dynamics}};

const kintree_c_plugin* kintree_c_plugin_entry(void) {
  return &plugin;
}
