/* A plugin of Kintree in plain C, or in any language that can be called from C: a shared library kintree_plugin_<name>.so that
 * exports
 *
 *     const kintree_c_plugin* kintree_c_plugin_entry(void);
 *
 * Conventions, joints and problems: reference/notation.md. Matrices are full and lie row by row. Bodies and coordinates count from
 * 1; body 0 is the base. All memory that a function is given is the caller's and lives until it returns; what prepare() returns is the
 * plugin's own until release(). The functions that solve write every number of their results, allocate nothing (unless may_allocate
 * says so), keep nothing between calls, print nothing, and do not end the process. Different threads use different prepared solvers at the same time.
 */
#ifndef KINTREE_PLUGIN_H
#define KINTREE_PLUGIN_H

#ifdef __cplusplus
extern "C" {
#endif

/* A plugin of an earlier version, from 2 on, is asked as one that does not say what was added since, which stands at the end of
 * kintree_c_plugin: 3 added library_seconds, 4 less. 6 added the constraints of kintree_model. */
#define KINTREE_C_PLUGIN_VERSION 6

enum {
  KINTREE_FIXED,
  KINTREE_REVOLUTE,
  KINTREE_PRISMATIC,
  KINTREE_HELICAL,
  KINTREE_CYLINDRICAL,
  KINTREE_UNIVERSAL,
  KINTREE_PLANAR,
  KINTREE_SPHERICAL,
  KINTREE_FREE
};

typedef struct kintree_placement {
  double xyz[3]; /* [m] */
  double rpy[3]; /* [rad], R = Rz(yaw) Ry(pitch) Rx(roll) */
} kintree_placement;

typedef struct kintree_body {
  int parent; /* < its own number */
  int joint;  /* KINTREE_FIXED... */
  int first_position;          /* of its joint in q, from 1 */
  int first_velocity;          /* in v, qdd, tau and the rows of H, from 1 */
  kintree_placement placement; /* of the joint frame in the parent's frame */
  double axis[3], second_axis[3];
  double pitch;                    /* [m/rad] */
  kintree_placement inertia_frame; /* at the centre of mass, in the body's frame */
  double mass;                     /* [kg] */
  double inertia[6];               /* [kg m^2] ixx, ixy, ixz, iyy, iyz, izz, in the axes of that frame */
} kintree_body;

typedef struct kintree_end_effector {
  int body;
  kintree_placement pose;
} kintree_end_effector;

/* Rows of the twist of a frame relative to a body, in the axes of the frame and about its origin, that are forbidden. */
typedef struct kintree_constraint {
  int body; /* of the frame */
  kintree_placement pose;
  int relative_to; /* a body */
  int rows[6];     /* 1: forbidden; angular first */
} kintree_constraint;

typedef struct kintree_model {
  int body_count;             /* N */
  const kintree_body* bodies; /* N + 1; of the base nothing is to be read */
  int nq, n;                  /* lengths of q, and of v, qdd and tau */
  double gravity[3];          /* [m/s^2], in base coordinates */
  int end_effector_count;     /* m */
  const kintree_end_effector* end_effectors;
  /* Since version 6: */
  int constraint_row_count; /* r, of all constraints */
  int constraint_count;
  const kintree_constraint* constraints;
} kintree_model;

enum { KINTREE_OK, KINTREE_UNSUPPORTED, KINTREE_BREAKDOWN, KINTREE_DEPENDENT_ROWS };

typedef struct kintree_status {
  int code;
  int coordinate; /* of a breakdown: that of the joint whose pivot was not positive, from 1; 0 where nothing is eliminated */
                  /* of dependent rows: a row of the end-effectors' Jacobian, or of the constraints, that is a combination of others, from 1 */
  const char* reason; /* of unsupported: why this model, or this problem of it, is outside the domain, where no field below says it; */
                      /* it lives until the next call. Null: the plugin does not solve the problem at all */
} kintree_status;

/* One function for each problem, null where the plugin does not solve it. f_ext: by body 0..N a couple, then a force, in body
 * coordinates. A factorization has H and b as its input, or q, and b; L and D are n x n. */
typedef struct kintree_solver_double {
  kintree_status (*mass_matrix)(void* prepared, const double* q, double* H);
  kintree_status (*factorization)(void* prepared, const double* q, const double* H, const double* b, double* L, double* D, double* x);
  kintree_status (*mass_matrix_inverse)(void* prepared, const double* q, double* H_inverse);
  kintree_status (*inverse_dynamics)(void* prepared, const double* q, const double* v, const double* qdd,
                                     const double* f_ext, double* tau);
  kintree_status (*forward_dynamics)(void* prepared, const double* q, const double* v, const double* tau,
                                     const double* f_ext, double* qdd);
  kintree_status (*inverse_osim)(void* prepared, const double* q, double* lambda_inverse); /* 6m x 6m */
  kintree_status (*dynamically_consistent_inverse)(void* prepared, const double* q, double* J_bar); /* n x 6m */
} kintree_solver_double;

typedef struct kintree_solver_float {
  kintree_status (*mass_matrix)(void* prepared, const float* q, float* H);
  kintree_status (*factorization)(void* prepared, const float* q, const float* H, const float* b, float* L, float* D, float* x);
  kintree_status (*mass_matrix_inverse)(void* prepared, const float* q, float* H_inverse);
  kintree_status (*inverse_dynamics)(void* prepared, const float* q, const float* v, const float* qdd,
                                     const float* f_ext, float* tau);
  kintree_status (*forward_dynamics)(void* prepared, const float* q, const float* v, const float* tau,
                                     const float* f_ext, float* qdd);
  kintree_status (*inverse_osim)(void* prepared, const float* q, float* lambda_inverse); /* 6m x 6m */
  kintree_status (*dynamically_consistent_inverse)(void* prepared, const float* q, float* J_bar); /* n x 6m */
} kintree_solver_float;

/* A call for any problem, by its name. `kintree list --problems` prints what each reads and returns. */
typedef struct kintree_call {
  const char* problem;       /* "bias_force" */
  int in_float;              /* 1: all arrays are of float, 0: of double */
  const void* const* inputs; /* one array for each quantity that the problem reads, null for end-effectors */
  void* const* outputs;      /* one array for each quantity that it returns, matrices row by row */
} kintree_call;

typedef struct kintree_claim {
  const char* problem; /* "forward_dynamics" */
  char promise;        /* 'A' to 'D' */
  const char* cost;    /* what the paper says, or null */
} kintree_claim;

/* A family of trees on which less is promised for a problem that is claimed; the reason stands in the plugin's README. */
typedef struct kintree_less {
  const char* problem;
  const char* family; /* "thin" */
  char promise;       /* 'A' to 'D' */
} kintree_less;

typedef struct kintree_c_plugin {
  int version; /* KINTREE_C_PLUGIN_VERSION */
  const char* name;
  const char* citation;
  int claim_count;
  const kintree_claim* claims;
  /* The domain: other trees are not asked about. */
  int serial_chains_only;
  unsigned joint_kinds;         /* 1 << KINTREE_REVOLUTE | ..., 0 for all */
  int needs_inertia_everywhere; /* else bodies may be massless */
  int factors_are_LDLt;         /* else H = L^T D L */
  int factors_the_model;        /* factorization() reads q, not H */
  int has_no_pivots;            /* its breakdowns name no joint */
  int may_allocate;             /* it calls a library whose calls take memory, which is not held against it */
  /* Precomputes what depends on the model alone; null if it cannot. Of the model nothing may be kept but copies. */
  void* (*prepare)(const kintree_model* model);
  void (*release)(void* prepared);
  kintree_solver_double in_double;
  kintree_solver_float in_float; /* all null if it is not built for float */
  /* Of an adapter of a library: the seconds that all calls of `prepared` so far spent in the library itself, so that its conversions
   * are not held against it when it is timed. Null if it does not say. */
  double (*library_seconds)(void* prepared);
  int less_count;
  const kintree_less* less;
  /* Solves the problems that are claimed and have no function above. Null if there are none. */
  kintree_status (*solve)(void* prepared, const kintree_call* call);
  int solve_takes_float; /* `solve` is built for float, too */
} kintree_c_plugin;

#ifdef __cplusplus
}
#endif

#endif
