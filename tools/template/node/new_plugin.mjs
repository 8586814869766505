// What it computes, by which method, with the paper's section.
//
//     kintree verify --exec 'node new_plugin.mjs'
import { algebra, Breakdown, serve } from "./kintree_protocol.mjs";

// On trees that are hard for most algorithms less is promised.
const less = { far_origin: "C", fast: "D", thin: "D" };
const description = {
  kintree: 1,
  name: "new_plugin",
  citation: "author, year, equation",
  problems: {
    // @if mass_matrix
    mass_matrix: { promise: "B", less },
    // @end
    // @if mass_matrix_inverse
    mass_matrix_inverse: { promise: "B", less },
    // @end
    // @if inverse_dynamics
    inverse_dynamics: { promise: "B", less },
    // @end
    // @if forward_dynamics
    forward_dynamics: { promise: "B", less },
    // @end
  },
  numbers: ["double", "field"],
};

/** The bodies, 0..N, at the state of a question. */
class Tree {
  constructor({ model, state, layout, K }) {
    this.A = algebra(K);
    const { rotationOfRpy, spatialInertia, moved, motionTransform, product, transposed, plus, apply } = this.A;
    this.K = K;
    this.N = model.bodies.length;
    this.n = layout.n;
    this.gravity = model.gravity;
    this.f_ext = state.f_ext;
    this.parent = [0];
    this.first = layout.first_velocity.map((first) => first - 1); // of the coordinates of joint i, from 0
    this.I = [null];
    this.X = [null]; // from the parent's coordinates
    this.S = [null]; // by columns
    this.c_J = [null];
    model.bodies.forEach(({ parent, joint, inertial }, index) => {
      const at = layout.first_position[index + 1] - 1, first = this.first[index + 1];
      const [R, t, S, c] = moved(joint, state.q.slice(at, at + 7), state.v.slice(first, first + 6));
      const R0 = rotationOfRpy(joint.placement.rpy);
      this.parent.push(parent);
      this.I.push(spatialInertia(inertial));
      this.X.push(motionTransform(transposed(product(R0, R)), plus(joint.placement.xyz, apply(R0, t))));
      this.S.push(S);
      this.c_J.push(c);
    });
  }
}

// @if filled
// This example is the definition: the bodies' Jacobians and Newton's and Euler's equations, with no use of the tree.

/** J_i by columns: the velocity of body i, in its own coordinates, when coordinate k has unit velocity. */
function jacobians({ A, N, n, parent, first, X, S }) {
  const J = [Array(n).fill(A.zeros(6))];
  for (let i = 1; i <= N; ++i) {
    J.push(J[parent[i]].map((column) => A.apply(X[i], column)));
    S[i].forEach((column, k) => (J[i][first[i] + k] = A.plus(J[i][first[i] + k], column)));
  }
  return J;
}

// @if mass_matrix mass_matrix_inverse forward_dynamics
/** H = sum of J_i^T I_i J_i [Featherstone, RBDA 2008, sec. 6.2] */
function inertiaMatrix({ A, N, n, I }, J) {
  let H = Array.from({ length: n }, () => A.zeros(n));
  for (let i = 1; i <= N; ++i)
    H = H.map((row, a) => {
      const momentum = A.apply(I[i], J[i][a]);
      return A.plus(row, J[i].map((column) => A.dot(column, momentum)));
    });
  return H;
}

// @end
// @if inverse_dynamics forward_dynamics
/** tau = sum of J_i^T f_i, f_i = I_i a_i + v_i x* I_i v_i - f_ext [sec. 5.3] */
function newtonEuler({ A, N, n, gravity, f_ext, parent, first, I, X, S, c_J }, J, qd, qdd) {
  const { plus, minus, times, apply, dot, zeros, crossMotion, crossForce } = A;
  const jointMotion = (i, rates) =>
    S[i].reduce((motion, column, k) => plus(motion, times(rates[first[i] + k], column)), zeros(6));
  const v = [zeros(6)], a = [[...zeros(3), ...gravity.map(A.negative)]];
  let tau = zeros(n);
  for (let i = 1; i <= N; ++i) {
    const v_J = jointMotion(i, qd);
    v.push(plus(apply(X[i], v[parent[i]]), v_J));
    const c = plus(c_J[i], crossMotion(v[i], v_J));
    a.push(plus(plus(apply(X[i], a[parent[i]]), jointMotion(i, qdd)), c));
    const f = minus(plus(apply(I[i], a[i]), crossForce(v[i], apply(I[i], v[i]))), f_ext[i]);
    tau = plus(tau, J[i].map((column) => dot(column, f)));
  }
  return tau;
}

// @end
// @if mass_matrix_inverse forward_dynamics
/** H = L D L^T, in its place. */
function factorize(K, H) {
  const n = H.length;
  const eliminate = (i, j) => {
    for (let k = 0; k < j; ++k)
      H[i][j] = K.subtract(H[i][j], K.multiply(K.multiply(H[i][k], H[j][k]), H[k][k]));
  };
  for (let j = 0; j < n; ++j) {
    eliminate(j, j);
    if (!K.isPositive(H[j][j])) throw new Breakdown(j + 1);
    for (let i = j + 1; i < n; ++i) {
      eliminate(i, j);
      H[i][j] = K.divide(H[i][j], H[j][j]);
    }
  }
}

/** H^-1 b, with the factors of H */
function solved(K, H, b) {
  const n = H.length, x = [...b];
  for (let i = 0; i < n; ++i)
    for (let k = 0; k < i; ++k) x[i] = K.subtract(x[i], K.multiply(H[i][k], x[k]));
  for (let i = 0; i < n; ++i) x[i] = K.divide(x[i], H[i][i]);
  for (let i = n - 1; i >= 0; --i)
    for (let k = i + 1; k < n; ++k) x[i] = K.subtract(x[i], K.multiply(H[k][i], x[k]));
  return x;
}

// @end
// @end
const solvers = {
  // @if mass_matrix
  mass_matrix(question) {
    const tree = new Tree(question);
    // @if filled
    return { H: inertiaMatrix(tree, jacobians(tree)) };
    // @end
    // @if empty
    return { H: Array.from({ length: tree.n }, () => tree.A.zeros(tree.n)) };
    // @end
  },
  // @end
  // @if mass_matrix_inverse
  mass_matrix_inverse(question) {
    const tree = new Tree(question);
    // @if filled
    const H = inertiaMatrix(tree, jacobians(tree));
    factorize(tree.K, H);
    const columns = H.map((_, b) => solved(tree.K, H, H.map((_, a) => tree.K.of(a === b ? 1 : 0))));
    return { H_inverse: H.map((_, a) => H.map((_, b) => columns[Math.max(a, b)][Math.min(a, b)])) };
    // @end
    // @if empty
    return { H_inverse: Array.from({ length: tree.n }, () => tree.A.zeros(tree.n)) };
    // @end
  },
  // @end
  // @if inverse_dynamics
  inverse_dynamics(question) {
    const tree = new Tree(question);
    // @if filled
    return { tau: newtonEuler(tree, jacobians(tree), question.state.v, question.state.qdd) };
    // @end
    // @if empty
    return { tau: tree.A.zeros(tree.n) }; // from question.state.v, .qdd, .f_ext
    // @end
  },
  // @end
  // @if forward_dynamics
  forward_dynamics(question) {
    const tree = new Tree(question);
    // @if filled
    const J = jacobians(tree);
    const C = newtonEuler(tree, J, question.state.v, tree.A.zeros(tree.n));
    const H = inertiaMatrix(tree, J);
    factorize(tree.K, H);
    return { qdd: solved(tree.K, H, tree.A.minus(question.state.tau, C)) };
    // @end
    // @if empty
    return { qdd: tree.A.zeros(tree.n) }; // from question.state.v, .tau, .f_ext
    // @end
  },
  // @end
};

serve(description, (question) => solvers[question.ask]?.(question) ?? { unsupported: true });
