/* The recursive Newton-Euler algorithm [Featherstone, RBDA 2008, sec. 5.3] as a plugin in C, for revolute, prismatic and fixed joints:
 *
 *     cc -O2 -fPIC -shared -I PREFIX/include my_rnea.c -o kintree_plugin_my_rnea.so -lm
 *     kintree verify --plugin-path . --plugin my_rnea
 */
#include <kintree_plugin.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef double vector[3];
typedef double matrix[3][3];

typedef struct body {
  int parent, joint, q, v; /* q and v: indices from 0 */
  matrix R;                /* rotation of the joint frame, to the parent's axes */
  vector r, n;             /* its origin in the parent's frame; unit axis */
  double mass;
  vector c;
  matrix I; /* about the centre of mass, in the body's axes */
  /* Of one call. */
  matrix E;                                 /* rotation of the body, to the parent's axes */
  vector p, omega, alpha, a, force, moment; /* a: of the body's origin, less gravity */
} body;

typedef struct solver {
  int N;
  vector gravity;
  body bodies[];
} solver;

static void cross(const vector a, const vector b, vector c) {
  const vector result = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  memcpy(c, result, sizeof result);
}

static void add(double factor, const vector a, vector sum) {
  for (int i = 0; i < 3; ++i) sum[i] += factor * a[i];
}

/* sum += a x b */
static void add_cross(const vector a, const vector b, vector sum) {
  vector product;
  cross(a, b, product);
  add(1, product, sum);
}

static void times(matrix A, const vector x, vector y) {
  for (int i = 0; i < 3; ++i) y[i] = A[i][0] * x[0] + A[i][1] * x[1] + A[i][2] * x[2];
}

static void transpose_times(matrix A, const vector x, vector y) {
  for (int i = 0; i < 3; ++i) y[i] = A[0][i] * x[0] + A[1][i] * x[1] + A[2][i] * x[2];
}

static void product(matrix A, matrix B, matrix C) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) C[i][j] = A[i][0] * B[0][j] + A[i][1] * B[1][j] + A[i][2] * B[2][j];
}

static void rotation_of_rpy(const double rpy[3], matrix R) {
  const double sr = sin(rpy[0]), cr = cos(rpy[0]), sp = sin(rpy[1]), cp = cos(rpy[1]), sy = sin(rpy[2]), cy = cos(rpy[2]);
  matrix result = {{cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr},
                   {sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr},
                   {-sp, cp * sr, cp * cr}};
  memcpy(R, result, sizeof result);
}

static void rotation(const vector n, double angle, matrix R) {
  const double s = sin(angle), c = cos(angle);
  matrix K = {{0, -n[2], n[1]}, {n[2], 0, -n[0]}, {-n[1], n[0], 0}};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) R[i][j] = (i == j ? c : 0) + s * K[i][j] + (1 - c) * n[i] * n[j];
}

static void* prepare(const kintree_model* model) {
  const size_t size = sizeof(solver) + ((size_t)model->body_count + 1) * sizeof(body);
  solver* s = calloc(1, size);
  if (s == NULL) return NULL;
  s->N = model->body_count;
  memcpy(s->gravity, model->gravity, sizeof s->gravity);
  for (int i = 1; i <= s->N; ++i) {
    const kintree_body* from = &model->bodies[i];
    body* b = &s->bodies[i];
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
  return s;
}

static kintree_status inverse_dynamics(void* prepared, const double* q, const double* v, const double* qdd,
                                       const double* f_ext, double* tau) {
  solver* s = prepared;
  memset(&s->bodies[0], 0, sizeof(body));
  add(-1, s->gravity, s->bodies[0].a);
  for (int i = 1; i <= s->N; ++i) {
    body *b = &s->bodies[i], *parent = &s->bodies[b->parent];
    const vector none = {0, 0, 0};
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
    /* The acceleration of this body's origin as a point of the parent. */
    vector at_p = {parent->a[0], parent->a[1], parent->a[2]}, turning;
    add_cross(parent->alpha, b->p, at_p);
    cross(parent->omega, b->p, turning);
    add_cross(parent->omega, turning, at_p);
    transpose_times(b->E, parent->omega, b->omega);
    transpose_times(b->E, parent->alpha, b->alpha);
    transpose_times(b->E, at_p, b->a);
    vector coriolis;
    cross(b->omega, b->n, coriolis);
    if (b->joint == KINTREE_REVOLUTE) {
      add(v[b->v], coriolis, b->alpha);
      add(qdd[b->v], b->n, b->alpha);
      add(v[b->v], b->n, b->omega);
    } else if (b->joint == KINTREE_PRISMATIC) {
      add(2 * v[b->v], coriolis, b->a);
      add(qdd[b->v], b->n, b->a);
    }
    /* Newton and Euler. */
    const double* external = f_ext + (size_t)6 * (size_t)i;
    vector of_centre = {b->a[0], b->a[1], b->a[2]}, momentum;
    add_cross(b->alpha, b->c, of_centre);
    cross(b->omega, b->c, turning);
    add_cross(b->omega, turning, of_centre);
    memcpy(b->force, none, sizeof none);
    add(b->mass, of_centre, b->force);
    times(b->I, b->alpha, b->moment);
    times(b->I, b->omega, momentum);
    add_cross(b->omega, momentum, b->moment);
    add_cross(b->c, b->force, b->moment);
    add(-1, external, b->moment);
    add(-1, external + 3, b->force);
  }
  for (int i = s->N; i >= 1; --i) {
    body *b = &s->bodies[i], *parent = &s->bodies[b->parent];
    const double* onto = b->joint == KINTREE_REVOLUTE ? b->moment : b->force;
    if (b->joint != KINTREE_FIXED) tau[b->v] = onto[0] * b->n[0] + onto[1] * b->n[1] + onto[2] * b->n[2];
    vector force, moment;
    times(b->E, b->force, force);
    times(b->E, b->moment, moment);
    add(1, force, parent->force);
    add(1, moment, parent->moment);
    add_cross(b->p, force, parent->moment);
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
                                        .release = free,
                                        .in_double = {.inverse_dynamics = inverse_dynamics}};

const kintree_c_plugin* kintree_c_plugin_entry(void) {
  return &plugin;
}
