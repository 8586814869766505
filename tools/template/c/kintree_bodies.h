/* Bodies with revolute, prismatic and fixed joints for plugins in C (reference/notation.md): copied from a model, and placed at q. */
#ifndef KINTREE_BODIES_H
#define KINTREE_BODIES_H

#include <kintree_plugin.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef double vector[3];
typedef vector matrix[3];

typedef struct body {
  int parent, joint, q, v; /* q and v: indices from 0 */
  matrix R;                /* rotation of the joint frame, to the parent's axes */
  vector r, n;             /* its origin in the parent's frame; unit axis */
  double mass;
  vector c; /* centre of mass */
  matrix I; /* about the centre of mass, in the body's axes */
  matrix E; /* of one call: rotation of the body, to the parent's axes */
  vector p; /* of one call: its origin in the parent's frame */
} body;

static inline void add(double factor, const double* a, double* sum) {
  for (int i = 0; i < 3; ++i) sum[i] += factor * a[i];
}

/* sum += a x b */
static inline void add_cross(const double* a, const double* b, double* sum) {
  const vector product = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  add(1, product, sum);
}

static inline void times(matrix A, const double* x, double* y) {
  for (int i = 0; i < 3; ++i) y[i] = A[i][0] * x[0] + A[i][1] * x[1] + A[i][2] * x[2];
}

static inline void transpose_times(matrix A, const double* x, double* y) {
  for (int i = 0; i < 3; ++i) y[i] = A[0][i] * x[0] + A[1][i] * x[1] + A[2][i] * x[2];
}

/* C = A B */
static inline void product(matrix A, matrix B, matrix C) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) C[i][j] = A[i][0] * B[0][j] + A[i][1] * B[1][j] + A[i][2] * B[2][j];
}

static inline void rotation_of_rpy(const double* rpy, matrix R) {
  const double sr = sin(rpy[0]), cr = cos(rpy[0]), sp = sin(rpy[1]), cp = cos(rpy[1]), sy = sin(rpy[2]), cy = cos(rpy[2]);
  const matrix result = {{cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr},
                         {sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr},
                         {-sp, cp * sr, cp * cr}};
  memcpy(R, result, sizeof result);
}

/* About the unit vector n. */
static inline void rotation(const double* n, double angle, matrix R) {
  const double s = sin(angle), c = cos(angle);
  const matrix K = {{0, -n[2], n[1]}, {n[2], 0, -n[0]}, {-n[1], n[0], 0}};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) R[i][j] = (i == j ? c : 0) + s * K[i][j] + (1 - c) * n[i] * n[j];
}

/* The bodies 0..N, for free(); null if there is no memory. */
static inline body* bodies_of(const kintree_model* model) {
  body* bodies = calloc((size_t)model->body_count + 1, sizeof *bodies);
  for (int i = 1; bodies != NULL && i <= model->body_count; ++i) {
    const kintree_body* from = &model->bodies[i];
    body* b = &bodies[i];
    b->parent = from->parent;
    b->joint = from->joint;
    b->q = from->first_position - 1;
    b->v = from->first_velocity - 1;
    rotation_of_rpy(from->placement.rpy, b->R);
    memcpy(b->r, from->placement.xyz, sizeof b->r);
    const double* axis = from->axis;
    const double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    for (int k = 0; k < 3; ++k) b->n[k] = axis[k] / length;
    b->mass = from->mass;
    memcpy(b->c, from->inertia_frame.xyz, sizeof b->c);
    const double* I = from->inertia;
    matrix Q, QI, Q_transposed, I_given = {{I[0], I[1], I[2]}, {I[1], I[3], I[4]}, {I[2], I[4], I[5]}};
    rotation_of_rpy(from->inertia_frame.rpy, Q);
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k) Q_transposed[j][k] = Q[k][j];
    product(Q, I_given, QI);
    product(QI, Q_transposed, b->I);
  }
  return bodies;
}

/* E and p of each body, at q. */
static inline void place(int N, body* bodies, const double* q) {
  for (int i = 1; i <= N; ++i) {
    body* b = &bodies[i];
    memcpy(b->E, b->R, sizeof b->E);
    memcpy(b->p, b->r, sizeof b->p);
    if (b->joint == KINTREE_REVOLUTE) {
      matrix turn;
      rotation(b->n, q[b->q], turn);
      product(b->R, turn, b->E);
    } else if (b->joint == KINTREE_PRISMATIC) {
      vector along;
      times(b->R, b->n, along);
      add(q[b->q], along, b->p);
    }
  }
}

#endif
