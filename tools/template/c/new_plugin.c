// What it computes, by which method, with the paper's section.
// @if filled
// This example is the definition: the bodies' Jacobians and Newton's and Euler's equations, with no use of the tree.
//
//   J_i   column k is the velocity of body i, in its own coordinates, when coordinate k has unit velocity
//   I_i   spatial inertia of body i
// @if inverse_dynamics forward_dynamics
//   f_i   force that moves body i, less what is applied to it
// @end
//
//   H = sum over bodies of J_i^T I_i J_i                           [Featherstone, RBDA 2008, sec. 6.2]
// @if inverse_dynamics forward_dynamics
//   tau = sum over bodies of J_i^T f_i                             [sec. 5.3]
// @end
// @end
#include <kintree_plugin.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef double vector[3];
typedef double matrix[3][3];
typedef double spatial[6];  // angular, then linear, about the body's origin

typedef struct body {
  int parent, joint, q, v;  // q and v: indices from 0
  matrix R;                 // rotation of the joint frame, to the parent's axes
  vector r, n;              // its origin in the parent's frame; unit axis
  double mass;
  vector c;  // centre of mass
  matrix I;  // about the centre of mass, in the body's axes
  // Of one call.
  matrix E;  // rotation of the body, to the parent's axes
  vector p;  // its origin in the parent's frame
  // @if filled
  spatial velocity, acceleration;  // the acceleration less gravity's
  spatial* J;                      // n columns
  // @end
} body;

typedef struct solver {
  int N, n;
  vector gravity;
  body* bodies;  // 0..N
  // @if filled
  spatial* J;
  double* H;
  // @end
} solver;

// @if filled
static void add_cross(const double* a, const double* b, double* sum) {
  sum[0] += a[1] * b[2] - a[2] * b[1];
  sum[1] += a[2] * b[0] - a[0] * b[2];
  sum[2] += a[0] * b[1] - a[1] * b[0];
}

// @end
static void product(matrix A, matrix B, matrix C) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) C[i][j] = A[i][0] * B[0][j] + A[i][1] * B[1][j] + A[i][2] * B[2][j];
}

static void rotation_of_rpy(const double rpy[3], matrix R) {
  const double sr = sin(rpy[0]), cr = cos(rpy[0]), sp = sin(rpy[1]), cp = cos(rpy[1]), sy = sin(rpy[2]),
               cy = cos(rpy[2]);
  const matrix result = {{cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr},
                         {sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr},
                         {-sp, cp * sr, cp * cr}};
  memcpy(R, result, sizeof result);
}

static void rotation(const vector n, double angle, matrix R) {
  const double s = sin(angle), c = cos(angle);
  const matrix K = {{0, -n[2], n[1]}, {n[2], 0, -n[0]}, {-n[1], n[0], 0}};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) R[i][j] = (i == j ? c : 0) + s * K[i][j] + (1 - c) * n[i] * n[j];
}

static void release(void* prepared) {
  solver* s = prepared;
  free(s->bodies);
  // @if filled
  free(s->J);
  free(s->H);
  // @end
  free(s);
}

// Everything that depends on the model alone, and all memory, here: a solve allocates nothing.
static void* prepare(const kintree_model* model) {
  solver* s = calloc(1, sizeof *s);
  if (s == NULL) return NULL;
  s->N = model->body_count;
  s->n = model->n;
  memcpy(s->gravity, model->gravity, sizeof s->gravity);
  s->bodies = calloc((size_t)s->N + 1, sizeof *s->bodies);
  int has_all = s->bodies != NULL;
  // @if filled
  s->J = calloc(((size_t)s->N + 1) * (size_t)s->n + 1, sizeof *s->J);
  has_all = has_all && s->J != NULL;
  // @if mass_matrix_inverse forward_dynamics
  s->H = calloc((size_t)s->n * (size_t)s->n + 1, sizeof *s->H);
  has_all = has_all && s->H != NULL;
  // @end
  // @end
  if (!has_all) {
    release(s);
    return NULL;
  }
  // @if filled
  s->bodies[0].J = s->J;  // zeros: the base has no velocity
  // @end
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
    // @if filled
    b->J = s->J + (size_t)i * (size_t)s->n;
    // @end
  }
  return s;
}

// E and p of each body, at q.
static void place(solver* s, const double* q) {
  for (int i = 1; i <= s->N; ++i) {
    body* b = &s->bodies[i];
    memcpy(b->E, b->R, sizeof b->E);
    memcpy(b->p, b->r, sizeof b->p);
    if (b->joint == KINTREE_REVOLUTE) {
      matrix turn;
      rotation(b->n, q[b->q], turn);
      product(b->R, turn, b->E);
    } else if (b->joint == KINTREE_PRISMATIC) {
      for (int k = 0; k < 3; ++k)
        b->p[k] += q[b->q] * (b->R[k][0] * b->n[0] + b->R[k][1] * b->n[1] + b->R[k][2] * b->n[2]);
    }
  }
}
// @if filled

static double dot(const spatial a, const spatial b) {
  double sum = 0;
  for (int k = 0; k < 6; ++k) sum += a[k] * b[k];
  return sum;
}

// The motion of body b as a part of its parent, which moves so.
static void carry(body* b, const spatial of_parent, spatial m) {
  vector at_p = {of_parent[3], of_parent[4], of_parent[5]};
  add_cross(of_parent, b->p, at_p);
  for (int k = 0; k < 3; ++k) {
    m[k] = b->E[0][k] * of_parent[0] + b->E[1][k] * of_parent[1] + b->E[2][k] * of_parent[2];
    m[3 + k] = b->E[0][k] * at_p[0] + b->E[1][k] * at_p[1] + b->E[2][k] * at_p[2];
  }
}

// m += S x
static void add_joint(const body* b, double x, spatial m) {
  double* part = b->joint == KINTREE_REVOLUTE ? m : m + 3;
  if (b->joint != KINTREE_FIXED)
    for (int k = 0; k < 3; ++k) part[k] += x * b->n[k];
}

// f = I m
static void times_inertia(const body* b, const spatial m, spatial f) {
  vector of_centre = {m[3], m[4], m[5]};
  add_cross(m, b->c, of_centre);
  for (int k = 0; k < 3; ++k) {
    f[k] = b->I[k][0] * m[0] + b->I[k][1] * m[1] + b->I[k][2] * m[2];
    f[3 + k] = b->mass * of_centre[k];
  }
  add_cross(b->c, f + 3, f);
}

// J_i: what the parent's coordinates do to the body, and its own.
static void jacobians(solver* s, const double* q) {
  place(s, q);
  for (int i = 1; i <= s->N; ++i) {
    body* b = &s->bodies[i];
    for (int k = 0; k < s->n; ++k) carry(b, s->bodies[b->parent].J[k], b->J[k]);
    if (b->joint != KINTREE_FIXED) add_joint(b, 1, b->J[b->v]);
  }
}
// @if mass_matrix mass_matrix_inverse forward_dynamics

// H = sum of J_i^T I_i J_i, row by row
static void sum_inertias(const solver* s, double* H) {
  memset(H, 0, sizeof(double) * (size_t)s->n * (size_t)s->n);
  for (int i = 1; i <= s->N; ++i)
    for (int a = 0; a < s->n; ++a) {
      spatial momentum;
      times_inertia(&s->bodies[i], s->bodies[i].J[a], momentum);
      for (int b = 0; b < s->n; ++b) H[a * s->n + b] += dot(s->bodies[i].J[b], momentum);
    }
}
// @end
// @if inverse_dynamics forward_dynamics

// tau = sum of J_i^T f_i, f_i = I_i a_i + v_i x* I_i v_i - f_ext; qdd null for zeros
static void newton_euler(solver* s, const double* v, const double* qdd, const double* f_ext, double* tau) {
  memset(tau, 0, sizeof(double) * (size_t)s->n);
  for (int k = 0; k < 3; ++k) s->bodies[0].acceleration[3 + k] = -s->gravity[k];
  for (int i = 1; i <= s->N; ++i) {
    body *b = &s->bodies[i], *parent = &s->bodies[b->parent];
    double *V = b->velocity, *A = b->acceleration;
    spatial f, own = {0};
    if (b->joint != KINTREE_FIXED) add_joint(b, v[b->v], own);
    carry(b, parent->velocity, V);
    for (int k = 0; k < 6; ++k) V[k] += own[k];
    carry(b, parent->acceleration, A);
    if (qdd != NULL && b->joint != KINTREE_FIXED) add_joint(b, qdd[b->v], A);
    add_cross(V, own, A);  // A += V x own
    add_cross(V, own + 3, A + 3);
    add_cross(V + 3, own, A + 3);
    times_inertia(b, A, f);
    // v x* I v = (w x I_c w + c x m w x u, m w x u), u that of the centre: v x m v, which is zero, is left out.
    vector u = {V[3], V[4], V[5]}, turning = {0}, spin = {0};
    add_cross(V, b->c, u);
    add_cross(V, u, turning);
    for (int k = 0; k < 3; ++k) {
      turning[k] *= b->mass;
      f[3 + k] += turning[k];
      for (int j = 0; j < 3; ++j) spin[k] += b->I[k][j] * V[j];
    }
    add_cross(V, spin, f);
    add_cross(b->c, turning, f);
    for (int k = 0; k < 6; ++k) f[k] -= f_ext[6 * i + k];
    for (int a = 0; a < s->n; ++a) tau[a] += dot(b->J[a], f);
  }
}
// @end
// @if mass_matrix_inverse forward_dynamics

// H = L D L^T, in its place; says which pivot is not positive.
static kintree_status factorize(int n, double* H) {
  kintree_status status = {KINTREE_OK, 0, NULL};
  for (int j = 0; j < n; ++j) {
    for (int k = 0; k < j; ++k) H[j * n + j] -= H[j * n + k] * H[j * n + k] * H[k * n + k];
    if (!(H[j * n + j] > 0) && status.code == KINTREE_OK) status = (kintree_status){KINTREE_BREAKDOWN, j + 1, NULL};
    for (int i = j + 1; i < n; ++i) {
      for (int k = 0; k < j; ++k) H[i * n + j] -= H[i * n + k] * H[j * n + k] * H[k * n + k];
      H[i * n + j] /= H[j * n + j];
    }
  }
  return status;
}

// x = H^-1 x, with the factors of H
static void solve(int n, const double* H, double* x) {
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < i; ++k) x[i] -= H[i * n + k] * x[k];
  for (int i = 0; i < n; ++i) x[i] /= H[i * n + i];
  for (int i = n - 1; i >= 0; --i)
    for (int k = i + 1; k < n; ++k) x[i] -= H[k * n + i] * x[k];
}
// @end
// @end
// @if mass_matrix

static kintree_status mass_matrix(void* prepared, const double* q, double* H) {
  solver* s = prepared;
  // @if empty
  place(s, q);
  memset(H, 0, sizeof(double) * (size_t)s->n * (size_t)s->n);  // n x n, row by row
  // @end
  // @if filled
  jacobians(s, q);
  sum_inertias(s, H);
  // @end
  return (kintree_status){KINTREE_OK, 0, NULL};
}
// @end
// @if mass_matrix_inverse

static kintree_status mass_matrix_inverse(void* prepared, const double* q, double* H_inverse) {
  solver* s = prepared;
  // @if empty
  place(s, q);
  memset(H_inverse, 0, sizeof(double) * (size_t)s->n * (size_t)s->n);  // n x n, row by row
  return (kintree_status){KINTREE_OK, 0, NULL};
  // @end
  // @if filled
  const int n = s->n;
  jacobians(s, q);
  sum_inertias(s, s->H);
  const kintree_status status = factorize(n, s->H);
  for (int b = 0; b < n; ++b) {
    double* row = H_inverse + b * n;  // H^-1 is symmetric: its columns are its rows
    for (int a = 0; a < n; ++a) row[a] = a == b;
    solve(n, s->H, row);
  }
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < a; ++b) H_inverse[b * n + a] = H_inverse[a * n + b];
  return status;
  // @end
}
// @end
// @if inverse_dynamics

static kintree_status inverse_dynamics(void* prepared, const double* q, const double* v, const double* qdd,
                                       const double* f_ext, double* tau) {
  solver* s = prepared;
  // @if empty
  place(s, q);
  (void)v, (void)qdd, (void)f_ext;
  memset(tau, 0, sizeof(double) * (size_t)s->n);
  // @end
  // @if filled
  jacobians(s, q);
  newton_euler(s, v, qdd, f_ext, tau);
  // @end
  return (kintree_status){KINTREE_OK, 0, NULL};
}
// @end
// @if forward_dynamics

static kintree_status forward_dynamics(void* prepared, const double* q, const double* v, const double* tau,
                                       const double* f_ext, double* qdd) {
  solver* s = prepared;
  // @if empty
  place(s, q);
  (void)v, (void)tau, (void)f_ext;
  memset(qdd, 0, sizeof(double) * (size_t)s->n);
  return (kintree_status){KINTREE_OK, 0, NULL};
  // @end
  // @if filled
  jacobians(s, q);
  sum_inertias(s, s->H);
  const kintree_status status = factorize(s->n, s->H);
  newton_euler(s, v, NULL, f_ext, qdd);  // C
  for (int a = 0; a < s->n; ++a) qdd[a] = tau[a] - qdd[a];
  solve(s->n, s->H, qdd);  // H q-ddot = tau - C
  return status;
  // @end
}
// @end

static const kintree_claim claims[] = {
    // @if mass_matrix
    {"mass_matrix", 'B', "what the paper says it costs"},
    // @end
    // @if mass_matrix_inverse
    {"mass_matrix_inverse", 'B', "what the paper says it costs"},
    // @end
    // @if inverse_dynamics
    {"inverse_dynamics", 'B', "what the paper says it costs"},
    // @end
    // @if forward_dynamics
    {"forward_dynamics", 'B', "what the paper says it costs"},
    // @end
};

// @if mass_matrix_inverse inverse_dynamics forward_dynamics
// On trees that are hard for most algorithms less is promised.
static const kintree_less less[] = {
    // @if mass_matrix_inverse
    {"mass_matrix_inverse", "far_origin", 'C'},
    {"mass_matrix_inverse", "fast", 'D'},
    {"mass_matrix_inverse", "thin", 'D'},
    // @end
    // @if inverse_dynamics
    {"inverse_dynamics", "far_origin", 'C'},
    {"inverse_dynamics", "fast", 'D'},
    {"inverse_dynamics", "thin", 'D'},
    // @end
    // @if forward_dynamics
    {"forward_dynamics", "far_origin", 'C'},
    {"forward_dynamics", "fast", 'D'},
    {"forward_dynamics", "thin", 'D'},
    // @end
};

// @end
static const kintree_c_plugin plugin = {
    .version = KINTREE_C_PLUGIN_VERSION,
    .name = "new_plugin",
    .citation = "author, year, equation",
    .claim_count = sizeof claims / sizeof *claims,
    .claims = claims,
    // @if mass_matrix_inverse inverse_dynamics forward_dynamics
    .less_count = sizeof less / sizeof *less,
    .less = less,
    // @end
    .joint_kinds = 1 << KINTREE_FIXED | 1 << KINTREE_REVOLUTE | 1 << KINTREE_PRISMATIC,
    .prepare = prepare,
    .release = release,
    .in_double =
        {
            // @if mass_matrix
            .mass_matrix = mass_matrix,
            // @end
            // @if mass_matrix_inverse
            .mass_matrix_inverse = mass_matrix_inverse,
            // @end
            // @if inverse_dynamics
            .inverse_dynamics = inverse_dynamics,
            // @end
            // @if forward_dynamics
            .forward_dynamics = forward_dynamics,
            // @end
        },
};

const kintree_c_plugin* kintree_c_plugin_entry(void) {
  return &plugin;
}
