// The line protocol of Kintree (reference/protocol.md) for programs in JavaScript: numbers, the loop, and joints.
//
// An algorithm is written for an arithmetic K, of doubles or of the finite field. K has the functions K.add(a, b), K.subtract,
// K.multiply, K.divide, K.sqrt(a), K.sincos(a), K.isPositive(pivot) and K.of(whole number). algebra(K) has vectors of its numbers.
import { createInterface } from "node:readline";

/** The pivot of this coordinate (from 1) is not positive. */
export class Breakdown extends Error {
  constructor(coordinate) {
    super();
    this.coordinate = coordinate;
  }
}

class WithoutRoot extends Error {}

export const double = {
  of: (x) => x,
  read: (x) => x,
  print: (x) => x,
  add: (x, y) => x + y,
  subtract: (x, y) => x - y,
  multiply: (x, y) => x * y,
  divide: (x, y) => x / y,
  sqrt: Math.sqrt,
  sincos: (x) => [Math.sin(x), Math.cos(x)],
  isPositive: (x) => x > 0,
  isNegative: (x) => x < 0,
};

const p = 2n ** 61n - 1n;
const modulo = (x) => ((x % p) + p) % p;
function power(x, n) {
  let result = 1n;
  for (; n > 0n; n >>= 1n, x = (x * x) % p) if (n & 1n) result = (result * x) % p;
  return result;
}

/** A number a + b i of GF(p^2), p = 2^61 - 1, i^2 = -1. An angle is the point of the circle with t = tan(angle / 2) = scale times the
 * number. */
export function field(scale) {
  const K = {
    of: (x) => ({ a: modulo(BigInt(x)), b: 0n }),
    read(text) {
      const [a, b] = text.split("+");
      return { a: BigInt(a), b: b === undefined ? 0n : BigInt(b.slice(0, -1)) };
    },
    print: (x) => (x.b === 0n ? `${x.a}` : `${x.a}+${x.b}i`),
    add: (x, y) => ({ a: (x.a + y.a) % p, b: (x.b + y.b) % p }),
    subtract: (x, y) => ({ a: (x.a + p - y.a) % p, b: (x.b + p - y.b) % p }),
    multiply(x, y) {
      if (x.b === 0n && y.b === 0n) return { a: (x.a * y.a) % p, b: 0n };
      return { a: modulo(x.a * y.a - x.b * y.b), b: (x.a * y.b + x.b * y.a) % p };
    },
    divide(x, y) {
      const reciprocal = power((y.a * y.a + y.b * y.b) % p, p - 2n);
      return K.multiply(x, { a: (y.a * reciprocal) % p, b: modulo(-y.b * reciprocal) });
    },
    /** The root of a number of GF(p): a number in 1..(p-1)/2, or i times that. Half of the other numbers have no root. */
    sqrt(x) {
      if (x.b !== 0n) throw new WithoutRoot();
      const rootOf = (square) => {
        const root = power(square, (p + 1n) / 4n);
        return root > (p - 1n) / 2n ? p - root : root;
      };
      const root = rootOf(x.a);
      return (root * root) % p === x.a ? { a: root, b: 0n } : { a: 0n, b: rootOf(modulo(-x.a)) };
    },
    sincos(x) {
      const one = K.of(1);
      const t = K.multiply(scale, x);
      const square = K.multiply(t, t);
      const d = K.divide(one, K.add(one, square));
      return [K.multiply(K.add(t, t), d), K.multiply(K.subtract(one, square), d)];
    },
    /** True if the pivot is not zero. Numbers of the field have no order. */
    isPositive: (x) => x.a !== 0n || x.b !== 0n,
    isNegative: () => false,
  };
  return K;
}

/** Every text or number of a JSON value by `f`, but for names. */
const each = (value, f) => (Array.isArray(value) ? value.map((entry) => each(entry, f)) : f(value));

const readPlacement = ({ xyz, rpy }, read) => ({ xyz: each(xyz, read), rpy: each(rpy, read) });

function readBody(body, read) {
  const { joint, inertial } = body;
  return {
    parent: body.parent,
    joint: {
      kind: joint.kind,
      placement: readPlacement(joint.placement, read),
      axis: each(joint.axis, read),
      second_axis: each(joint.second_axis, read),
      pitch: read(joint.pitch),
      armature: joint.armature && each(joint.armature, read),
    },
    inertial: { origin: readPlacement(inertial.origin, read), mass: read(inertial.mass), inertia: each(inertial.inertia, read) },
  };
}

function answerTo(question, solve) {
  const K = question.numbers === "field" ? field({ a: BigInt(question.scale), b: 0n }) : double;
  const { model, state, layout } = question;
  const endEffectors = state.end_effectors.map(({ body, pose }) => ({ body, pose: readPlacement(pose, K.read) }));
  const none = question.numbers === "field" ? "0" : 0; // without constraints there is no gamma and no restitution
  const given = { gamma: [], restitution: none, ...state };
  const vectors = ["q", "v", "qdd", "tau", "f_ext", "gamma", "restitution"].map((key) => [key, each(given[key], K.read)]);
  const constraints = (model.constraints ?? []).map(({ pose, coupling, ...constraint }) =>
    coupling
      ? { ...constraint, coupling: { multiplier: K.read(coupling.multiplier), offset: K.read(coupling.offset) } }
      : { ...constraint, pose: readPlacement(pose, K.read) });
  try {
    const answer = solve({
      ask: question.ask,
      model: { gravity: each(model.gravity, K.read), bodies: model.bodies.map((body) => readBody(body, K.read)), constraints },
      state: { ...Object.fromEntries(vectors), end_effectors: endEffectors },
      H: question.H && each(question.H, K.read),
      layout,
      K,
    });
    return Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, Array.isArray(value) ? each(value, K.print) : value]));
  } catch (error) {
    if (error instanceof Breakdown) return { breakdown: error.coordinate };
    if (error instanceof WithoutRoot) return { without_root: true };
    throw error;
  }
}

/** Answers requests until the input ends. solve(question) returns the fields of the answer, such as {qdd: [...]}. */
export function serve(description, solve) {
  createInterface({ input: process.stdin }).on("line", (line) => {
    const question = JSON.parse(line);
    const answer = question.ask === "describe" ? description : answerTo(question, solve);
    process.stdout.write(JSON.stringify({ id: question.id, ...answer }) + "\n");
  });
}

/** Vectors, matrices by rows, joints (reference/notation.md) and spatial vectors, angular part first, of numbers of K. */
export function algebra(K) {
  const { add, subtract, multiply, divide } = K;
  const zero = K.of(0), one = K.of(1);
  const zeros = (rows, columns) =>
    columns === undefined ? Array(rows).fill(zero) : Array.from({ length: rows }, () => zeros(columns));
  const none = zeros(3);
  const identity = [[one, zero, zero], [zero, one, zero], [zero, zero, one]];
  const negative = (x) => subtract(zero, x);
  const dot = (a, b) => a.reduce((sum, x, k) => add(sum, multiply(x, b[k])), zero);
  const plus = (a, b) => a.map((x, k) => add(x, b[k]));
  const minus = (a, b) => a.map((x, k) => subtract(x, b[k]));
  const times = (scalar, a) => a.map((x) => multiply(scalar, x));
  const apply = (matrix, a) => matrix.map((row) => dot(row, a));
  const transposed = (matrix) => matrix[0].map((_, k) => matrix.map((row) => row[k]));
  const product = (left, right) => left.map((row) => transposed(right).map((column) => dot(row, column)));
  const skew = (a) => [[zero, negative(a[2]), a[1]], [a[2], zero, negative(a[0])], [negative(a[1]), a[0], zero]];
  const cross = (a, b) => apply(skew(a), b);
  const unit = (a) => times(divide(one, K.sqrt(dot(a, a))), a);

  /** About the unit vector n. */
  function rotation(n, angle) {
    const [s, c] = K.sincos(angle);
    const turned = skew(n);
    return identity.map((row, i) =>
      row.map((delta, j) =>
        add(add(multiply(c, delta), multiply(s, turned[i][j])), multiply(subtract(one, c), multiply(n[i], n[j]))),
      ),
    );
  }

  /** Rz(yaw) Ry(pitch) Rx(roll) */
  function rotationOfRpy([roll, pitch, yaw]) {
    const [x, y, z] = identity;
    return product(rotation(z, yaw), product(rotation(y, pitch), rotation(x, roll)));
  }

  /** w, x, y, z of any length */
  function rotationOfQuaternion(q) {
    const K1 = skew(q.slice(1)), K2 = product(K1, K1);
    const factor = divide(K.of(2), dot(q, q));
    return identity.map((row, i) => plus(row, times(factor, plus(times(q[0], K1[i]), K2[i]))));
  }

  /** The joint frame's x and y, turned by the shortest rotation that takes z to n. */
  function inPlane(n) {
    const below = add(one, n[2]);
    if (!K.isPositive(below) && !K.isNegative(below)) return [[one, zero, zero], [zero, negative(one), zero]];
    // Where 1 + n_z would cancel, the same number in another form.
    const k = K.isNegative(n[2])
      ? divide(subtract(one, n[2]), add(multiply(n[0], n[0]), multiply(n[1], n[1])))
      : divide(one, below);
    const mixed = negative(multiply(k, multiply(n[0], n[1])));
    return [
      [subtract(one, multiply(k, multiply(n[0], n[0]))), mixed, negative(n[0])],
      [mixed, subtract(one, multiply(k, multiply(n[1], n[1]))), negative(n[1])],
    ];
  }

  /** Rotation and translation of the child in the joint frame, the columns of S, and c_J. */
  function moved(joint, q, v) {
    const noMotion = zeros(6), { kind } = joint;
    const n = ["fixed", "spherical", "free"].includes(kind) ? none : unit(joint.axis);
    const turning = (axis) => [...axis, ...none], sliding = (axis) => [...none, ...axis];
    switch (kind) {
      case "fixed":
        return [identity, none, [], noMotion];
      case "revolute":
        return [rotation(n, q[0]), none, [turning(n)], noMotion];
      case "prismatic":
        return [identity, times(q[0], n), [sliding(n)], noMotion];
      case "helical": {
        const along = times(joint.pitch, n);
        return [rotation(n, q[0]), times(q[0], along), [[...n, ...along]], noMotion];
      }
      case "cylindrical":
        return [rotation(n, q[0]), times(q[1], n), [turning(n), sliding(n)], noMotion];
      case "universal": {
        const m = unit(joint.second_axis), second = rotation(m, q[1]);
        const first = apply(transposed(second), n);
        const c = times(multiply(v[0], v[1]), cross(first, m));
        return [product(rotation(n, q[0]), second), none, [turning(first), turning(m)], turning(c)];
      }
      case "planar": {
        const [x, y] = inPlane(n);
        return [rotation(n, q[2]), plus(times(q[0], x), times(q[1], y)), [sliding(x), sliding(y), turning(n)], noMotion];
      }
      case "spherical":
        return [rotationOfQuaternion(q.slice(0, 4)), none, identity.map(turning), noMotion];
      case "free":
        return [rotationOfQuaternion(q.slice(3, 7)), q.slice(0, 3), [...identity.map(turning), ...identity.map(sliding)], noMotion];
    }
  }

  /** X from the parent's frame to the child's: E turns coordinates, r is the child's origin in the parent's frame. */
  function motionTransform(E, r) {
    const lower = product(E, skew(r)).map((row) => row.map(negative));
    return [...E.map((row) => [...row, ...none]), ...E.map((row, k) => [...lower[k], ...row])];
  }

  /** About the body's origin, in its axes. */
  function spatialInertia({ origin, mass, inertia: [xx, xy, xz, yy, yz, zz] }) {
    const R = rotationOfRpy(origin.rpy), c = skew(origin.xyz);
    const I = product(product(R, [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]), transposed(R));
    const mc = c.map((row) => times(mass, row)), mcc = product(mc, transposed(c));
    return [
      ...I.map((row, k) => [...plus(row, mcc[k]), ...mc[k]]),
      ...identity.map((row, k) => [...mc[k].map(negative), ...times(mass, row)]),
    ];
  }

  const crossMotion = (v, m) => {
    const w = v.slice(0, 3);
    return [...cross(w, m.slice(0, 3)), ...plus(cross(w, m.slice(3)), cross(v.slice(3), m.slice(0, 3)))];
  };
  const crossForce = (v, f) => {
    const w = v.slice(0, 3);
    return [...plus(cross(w, f.slice(0, 3)), cross(v.slice(3), f.slice(3))), ...cross(w, f.slice(3))];
  };

  return {
    zero, one, zeros, identity, negative, dot, plus, minus, times, apply, transposed, product, skew, cross, unit, rotation,
    rotationOfRpy, rotationOfQuaternion, moved, motionTransform, spatialInertia, crossMotion, crossForce,
  };
}

/** The bodies, 0..N, at the state of a question. */
export class Tree {
  constructor({ model, state, layout, K }) {
    this.A = algebra(K);
    const { rotationOfRpy, spatialInertia, moved, motionTransform, product, transposed, plus, apply } = this.A;
    this.K = K;
    this.N = model.bodies.length;
    this.nq = layout.nq;
    this.n = layout.n;
    this.m = state.end_effectors.length;
    this.r = (model.constraints ?? []).flatMap(({ rows }) => rows ?? [true]).filter(Boolean).length; // a coupling is one row
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
