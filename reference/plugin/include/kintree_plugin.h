/* A plugin of Kintree in plain C, or in any language that can be called from C. It is a shared library
 * kintree_plugin_<name>.so that exports
 *
 *     const kintree_c_plugin* kintree_c_plugin_entry(void);
 *
 * Conventions, joints and problems: reference/notation.md. Matrices are full and stored row by row. Bodies
 * and coordinates count from 1; body 0 is the base. The caller owns all memory that it passes to a function,
 * and keeps it until the function returns. The plugin owns the result of prepare() until release(). The
 * functions that solve write every number of their results, keep no data between calls, print nothing, and
 * do not end the process. They allocate no memory, except with may_allocate. Different threads use different
 * prepared solvers at the same time. */
#ifndef KINTREE_PLUGIN_H
#define KINTREE_PLUGIN_H

#ifdef __cplusplus
extern "C" {
#endif

/* A plugin may have an earlier version, from 2 on. Members that were added since then, at the end of
 * kintree_c_plugin, are not read and count as zero. Version 3 added library_seconds, 4 less, 5
 * solve, 6 the constraints and the armature of kintree_model, and 7 approximates. */
#define KINTREE_C_PLUGIN_VERSION 7

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

/* A constraint forbids rows of the twist of a frame relative to a body, in the axes of the frame and about
 * its origin. If it couples joints, it is one row: the velocity of the joint of `body`, less `multiplier` times
 * that of the joint of `relative_to`, which is 0 for the base. Both have one degree of freedom. */
typedef struct kintree_constraint {
  int body; /* of the frame */
  kintree_placement pose;
  int relative_to;    /* a body */
  int rows[6];        /* 1 if forbidden; angular first; all 0 if it couples joints */
  int couples_joints; /* 1 if it does */
  double multiplier;
} kintree_constraint;

typedef struct kintree_model {
  int body_count;             /* N */
  const kintree_body* bodies; /* N + 1; do not read bodies[0], the base */
  int nq, n;                  /* lengths of q, and of v, qdd and tau */
  double gravity[3];          /* [m/s^2], in base coordinates */
  int end_effector_count;     /* m */
  const kintree_end_effector* end_effectors;
  /* Since version 6: */
  int constraint_row_count; /* r, of all constraints */
  int constraint_count;
  const kintree_constraint* constraints;
  const double* armature; /* n, added to the diagonal of H; zeros, unless the plugin takes armature */
} kintree_model;

enum { KINTREE_OK, KINTREE_UNSUPPORTED, KINTREE_BREAKDOWN, KINTREE_DEPENDENT_ROWS };

typedef struct kintree_status {
  int code;
  int coordinate; /* After a breakdown: the coordinate, from 1, of the joint whose pivot was not positive, */
                  /* or 0 if nothing is eliminated. With dependent rows: a row, from 1, that is a */
                  /* combination of others, of the end-effectors' Jacobian or of the constraints. */
  const char* reason; /* If unsupported: why the model, or this problem of it, is outside the domain, for */
                      /* a reason that no member below expresses. It lives until the next call. */
                      /* Null if the plugin does not solve the problem at all. */
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
  int in_float;              /* 1 if all arrays are of float, 0 if of double */
  const void* const* inputs; /* one array for each quantity that the problem reads, null for end-effectors */
  void* const* outputs;      /* one array for each quantity that it returns, matrices row by row */
} kintree_call;

typedef struct kintree_claim {
  const char* problem; /* "forward_dynamics" */
  char promise;        /* 'A' to 'D' */
  const char* cost;    /* the cost that the paper states, or null */
} kintree_claim;

/* A family of trees with a lesser promise for a problem that is claimed. The plugin's README gives the
 * reason. */
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
  /* The domain. The plugin is not called for other trees. */
  int serial_chains_only;
  unsigned joint_kinds;         /* 1 << KINTREE_REVOLUTE | ..., 0 for all */
  int needs_inertia_everywhere; /* else bodies may be massless */
  int factors_are_LDLt;         /* else H = L^T D L */
  int factors_the_model;        /* factorization() reads q, not H */
  int has_no_pivots;            /* its breakdowns name no joint */
  int may_allocate;             /* it calls a library whose calls take memory, which is not an error */
  /* Precomputes what depends on the model alone; null if it cannot. It must copy the parts that it keeps. */
  void* (*prepare)(const kintree_model* model);
  void (*release)(void* prepared);
  kintree_solver_double in_double;
  kintree_solver_float in_float; /* all null if it is not built for float. */
  /* For an adapter of a library: the seconds that all calls of `prepared` so far took in the library itself,
   * so that a timing leaves out the conversions. Null if this is not known. */
  double (*library_seconds)(void* prepared);
  int less_count;
  const kintree_less* less;
  /* Solves the problems that are claimed and have no function above. Null if there are none. */
  kintree_status (*solve)(void* prepared, const kintree_call* call);
  int solve_takes_float; /* `solve` is built for float, too */
  int takes_armature;    /* 1 if it is right for joints with armature; it is not called for them otherwise */
  int approximates;      /* 1 if its formulas are exact only in a limit: finite differences, iterations that stop */
} kintree_c_plugin;

#ifdef __cplusplus
}
#endif

#endif
