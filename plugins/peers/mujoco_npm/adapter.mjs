// MuJoCo as npm has it, over the line protocol (reference/protocol.md): node adapter.mjs PACKAGE [urdf]. The model goes in as an MJCF text,
// joints and coordinates as in ../mujoco/adapter.hpp; with `urdf` as the text of the file, as in ../mujoco/reader.cpp.
import { createInterface } from "node:readline";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

// Packages are looked for in the current folder.
const require = createRequire(pathToFileURL(process.cwd() + "/"));
const mujoco = await (await import(pathToFileURL(require.resolve(process.argv[2])))).default({ print: () => {}, printErr: () => {} });

const readsUrdf = process.argv[3] === "urdf";

// --- rotations: matrices by rows ---
const times = (A, B) => A.map((row) => B[0].map((_, j) => row.reduce((sum, a, k) => sum + a * B[k][j], 0)));
const apply = (A, x) => A.map((row) => row.reduce((sum, a, k) => sum + a * x[k], 0));
const transposed = (A) => A[0].map((_, j) => A.map((row) => row[j]));
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const add = (a, b) => a.map((x, k) => x + b[k]);
const scaled = (s, a) => a.map((x) => s * x);
const unit = (a) => {
  const largest = Math.max(...a.map(Math.abs));
  const b = scaled(1 / largest, a);
  return scaled(1 / Math.hypot(...b), b);
};
const identity = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];

const multiplied = ([w, x, y, z], [a, b, c, d]) => [
  w * a - x * b - y * c - z * d, w * b + x * a + y * d - z * c, w * c - x * d + y * a + z * b, w * d + x * c - y * b + z * a];
const about = (n, angle) => [Math.cos(angle / 2), ...scaled(Math.sin(angle / 2), n)];
const ofRpy = ([r, p, y]) => multiplied(about([0, 0, 1], y), multiplied(about([0, 1, 0], p), about([1, 0, 0], r)));
const matrix = ([w, x, y, z]) => [
  [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
  [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
  [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]];

/** x and y of a plane with the normal n, and n, as columns. */
function axesAlong(n) {
  const radius = n[0] * n[0] + n[1] * n[1];
  if (radius === 0 && n[2] < 0) return [[1, 0, 0], [0, -1, 0], [0, 0, -1]];
  const k = n[2] > 0 ? 1 / (1 + n[2]) : (1 - n[2]) / radius;
  return [[1 - n[0] * n[0] * k, -n[0] * n[1] * k, n[0]], [-n[0] * n[1] * k, 1 - n[1] * n[1] * k, n[1]], [-n[0], -n[1], n[2]]];
}

/** Principal moments and, as a quaternion, axes of a symmetric matrix, by Jacobi's rotations. */
function principal(I) {
  let A = I, q = [1, 0, 0, 0];
  for (let sweep = 0; sweep < 60; ++sweep) {
    const pairs = [[0, 1, 2], [0, 2, 1], [1, 2, 0]];
    const [i, j, k] = pairs.reduce((best, pair) => (Math.abs(A[pair[0]][pair[1]]) > Math.abs(A[best[0]][best[1]]) ? pair : best));
    if (Math.abs(A[i][j]) <= 1e-20 * Math.abs(A[i][i] + A[j][j])) break;
    const angle = Math.atan2(2 * A[i][j], A[i][i] - A[j][j]) / 2;
    const turn = about([0, 1, 2].map((c) => (c === k ? (k === 1 ? -1 : 1) : 0)), angle);
    q = unit(multiplied(q, turn));
    const R = matrix(q);
    A = times(transposed(R), times(I, R));
  }
  return [[A[0][0], A[1][1], A[2][2]], q];
}

// --- the model ---
const text = (numbers) => `'${numbers.map((x) => (Object.is(x, -0) ? 0 : x)).join(" ")}'`;
const isFree = (body) => body.joint.kind === "free" && body.parent === 0;

function joints(body, i) {
  const { kind, axis, second_axis } = body.joint;
  const n = unit(axis), plane = transposed(axesAlong(n));
  const one = {
    revolute: [["hinge", n]], prismatic: [["slide", n]], cylindrical: [["hinge", n], ["slide", n]],
    universal: [["hinge", n], ["hinge", unit(second_axis)]], planar: [["slide", plane[0]], ["slide", plane[1]], ["hinge", n]],
    spherical: [["ball", identity[2]]], free: [...identity.map((e) => ["slide", e]), ["ball", identity[2]]], fixed: [],
  }[kind];
  if (isFree(body)) return `<freejoint name='j${i}_0'/>`;
  return one.map(([type, a], k) => `<joint name='j${i}_${k}' type='${type}' axis=${text(a)}/>`).join("");
}

function bodyText(bodies, i) {
  const body = bodies[i - 1], { mass, inertia: [xx, xy, xz, yy, yz, zz], origin } = body.inertial;
  const children = bodies.map((_, k) => k + 1).filter((k) => bodies[k - 1].parent === i);
  const [moments, axes] = xy === 0 && xz === 0 && yz === 0 ? [[xx, yy, zz], [1, 0, 0, 0]] : principal([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]);
  const inertial = mass === 0 && moments.every((x) => x === 0) ? ""
    : `<inertial mass='${mass}' pos=${text(origin.xyz)} quat=${text(multiplied(ofRpy(origin.rpy), axes))} diaginertia=${text(moments)}/>`;
  const { xyz, rpy } = body.joint.placement;
  return `<body name='b${i}' pos=${text(xyz)} quat=${text(ofRpy(rpy))}>${joints(body, i)}${inertial}${children.map((k) => bodyText(bodies, k)).join("")}</body>`;
}

class Refused extends Error {}

function mjcf(model) {
  const { bodies } = model;
  const roots = bodies.map((_, k) => k + 1).filter((k) => bodies[k - 1].parent === 0);
  return `<mujoco><compiler angle='radian' inertiafromgeom='false'/><option gravity=${text(model.gravity)}>` +
    `<flag constraint='disable' contact='disable'/></option><worldbody>${roots.map((k) => bodyText(bodies, k)).join("")}</worldbody></mujoco>`;
}

/** The text of the file; a base that floats is written as users do, by a joint between 'world' and the root link. */
function urdfOf({ urdf, floating_base, model }) {
  if (!floating_base) return urdf;
  const { name, joint } = model.bodies[0], at = urdf.lastIndexOf("</robot>");
  return `${urdf.slice(0, at)}<link name="world"/><joint name="${joint.name}" type="floating"><parent link="world"/><child link="${name}"/></joint>${urdf.slice(at)}`;
}

function load(xml, file) {
  try {
    if (mujoco.MjModel.from_xml_string) return mujoco.MjModel.from_xml_string(xml);
    mujoco.FS.writeFile(file, xml);
    return mujoco.MjModel.loadFromXML(file);
  } catch (error) {
    throw new Refused(`MuJoCo refuses it: ${String(error.message ?? error).split("\n")[0].replace(/^(MuJoCo Error: Loading error|Error): /, "")}`);
  }
}

/** A model of MuJoCo, and by body where its joint's coordinates are. */
class Prepared {
  constructor(question) {
    this.bodies = question.model.bodies;
    this.layout = question.layout;
    this.model = readsUrdf ? load(urdfOf(question), "/model.urdf") : load(mjcf(question.model), "/model.xml");
    if (readsUrdf) {  // without friction, damping and limits; gravity is that of the question
      this.model.opt.disableflags |= 1 | 16;  // mjDSBL_CONSTRAINT | mjDSBL_CONTACT
      question.model.gravity.forEach((x, k) => (this.model.opt.gravity[k] = x));
      this.model.dof_damping.fill(0);
    }
    this.data = new mujoco.MjData(this.model);
    const objects = mujoco.mjtObj, number = (of) => of.value ?? of;
    const id = (kind, name) => mujoco.mj_name2id(this.model, number(kind), name);
    const linkOf = (i) => id(objects.mjOBJ_BODY, readsUrdf ? this.bodies[i - 1].name : `b${i}`);
    this.positions = [], this.velocities = [], this.body = [], this.carrier = [];
    for (let i = 1; i <= this.bodies.length; ++i) {
      const q = [], v = [], { name, kind } = this.bodies[i - 1].joint;
      const parts = readsUrdf ? (kind === "fixed" ? [] : [name]) : [0, 1, 2, 3].map((k) => `j${i}_${k}`);
      for (const part of parts) {
        const joint = id(objects.mjOBJ_JOINT, part);
        if (joint < 0 && readsUrdf) throw new Error(`it has no joint '${name}'`);
        if (joint < 0) break;
        const type = this.model.jnt_type[joint];
        for (let c = 0; c < [7, 4, 1, 1][type]; ++c) q.push(this.model.jnt_qposadr[joint] + c);
        for (let c = 0; c < [6, 3, 1, 1][type]; ++c) v.push(this.model.jnt_dofadr[joint] + c);
      }
      // Links that are fixed to others are parts of these; of the base: 0.
      let carrier = i;
      while (carrier > 0 && this.bodies[carrier - 1].joint.kind === "fixed" && linkOf(carrier) < 0) carrier = this.bodies[carrier - 1].parent;
      this.positions.push(q), this.velocities.push(v), this.carrier.push(carrier), this.body.push(carrier > 0 ? linkOf(carrier) : 0);
    }
  }

  /** Sets the positions; the rotations of the bodies, and by body u = T v and u' = T v' + c. */
  place(state) {
    mujoco.mj_resetData(this.model, this.data);
    this.R = [], this.p = [], this.charts = [];
    this.bodies.forEach((body, k) => {
      const kind = body.joint.kind, at = this.layout.first_position[k + 1] - 1, first = this.layout.first_velocity[k + 1] - 1;
      const q = state.q.slice(at, at + this.positions[k].length), v = state.v.slice(first, first + this.velocities[k].length);
      const placement = ofRpy(body.joint.placement.rpy), n = unit(body.joint.axis);
      let turn = [1, 0, 0, 0], values = q, chart = { T: null, c: null };
      if (kind === "revolute" || kind === "cylindrical") turn = about(n, q[0]);
      if (kind === "universal") turn = multiplied(about(n, q[0]), about(unit(body.joint.second_axis), q[1]));
      if (kind === "planar") {
        turn = about(n, q[2]);
        const [s, c] = [Math.sin(q[2]), Math.cos(q[2])];
        const T = [[c, -s, 0], [s, c, 0], [0, 0, 1]];
        chart = { T, c: scaled(v[2], apply(T, [-v[1], v[0], 0])) };
      }
      if (kind === "spherical" || kind === "free") {
        turn = unit(q.slice(-4));
        values = [...q.slice(0, -4), ...(isFree(body) ? multiplied(placement, turn) : turn)];
        if (isFree(body)) add(body.joint.placement.xyz, apply(matrix(placement), q.slice(0, 3))).forEach((x, c) => (values[c] = x));
      }
      if (kind === "free") {  // theirs: v in the parent's axes, or the base's, then omega
        const B = matrix(isFree(body) ? multiplied(placement, turn) : turn), omega = v.slice(0, 3);
        const T = [...B.map((row) => [0, 0, 0, ...row]), ...identity.map((row) => [...row, 0, 0, 0])];
        chart = { T, c: [...apply(B, cross(omega, v.slice(3))), 0, 0, 0] };
      }
      values.forEach((x, c) => (this.data.qpos[this.positions[k][c]] = x));
      this.charts.push(chart);
      const own = times(matrix(placement), matrix(turn)), slides = { prismatic: () => scaled(q[0], n), cylindrical: () => scaled(q[1], n),
        planar: () => apply(axesAlong(n), [q[0], q[1], 0]), free: () => q.slice(0, 3) }[kind];
      const to = add(body.joint.placement.xyz, slides ? apply(matrix(placement), slides()) : [0, 0, 0]);
      this.R.push(body.parent === 0 ? own : times(this.R[body.parent - 1], own));
      this.p.push(body.parent === 0 ? to : add(this.p[body.parent - 1], apply(this.R[body.parent - 1], to)));
    });
  }

  /** To MuJoCo's vector: `rates` adds c. All T are orthogonal, so forces go as velocities do. */
  toTheirs(ours, theirs, rates = false) {
    this.bodies.forEach((_, k) => {
      const first = this.layout.first_velocity[k + 1] - 1, { T, c } = this.charts[k];
      let x = ours.slice(first, first + this.velocities[k].length);
      if (T) x = apply(T, x);
      if (rates && c) x = add(x, c);
      x.forEach((value, j) => (theirs[this.velocities[k][j]] = value));
    });
  }
  toOurs(theirs, rates = false) {
    const ours = [];
    this.bodies.forEach((_, k) => {
      const { T, c } = this.charts[k];
      let x = this.velocities[k].map((j) => theirs[j]);
      if (rates && c) x = add(x, scaled(-1, c));
      if (T) x = apply(transposed(T), x);
      ours.push(...x);
    });
    return ours;
  }

  /** By body number of MuJoCo: the force, and the torque about its centre of mass, in the base's axes. */
  wrenches(state) {
    return this.bodies.flatMap((_, k) => {
      if (this.carrier[k] === 0) return [];
      const force = apply(this.R[k], state.f_ext[k + 1].slice(3)), carrier = this.carrier[k] - 1;
      const centre = Array.from(this.model.body_ipos.slice(3 * this.body[k], 3 * this.body[k] + 3));
      const at = add(this.p[carrier], apply(this.R[carrier], centre));
      return [[this.body[k], force, add(apply(this.R[k], state.f_ext[k + 1].slice(0, 3)), cross(add(this.p[k], scaled(-1, at)), force))]];
    });
  }

  buffer(size, use) {
    const buffer = new mujoco.DoubleBuffer(size);
    use(buffer);
    const numbers = Array.from(buffer.GetView());
    buffer.delete();
    return numbers;
  }

  /** A matrix of MuJoCo's, from its columns, in our coordinates: congruent by T, which is orthogonal. */
  inOurs(columns) {
    return transposed(transposed(columns.map((column) => this.toOurs(column))).map((row) => this.toOurs(row)));
  }

  at_rest(state) {
    this.place({ ...state, v: state.v.map(() => 0) });
    mujoco.mj_forward(this.model, this.data);
  }

  mass_matrix(state) {
    this.at_rest(state);
    const n = this.layout.n;
    const M = this.buffer(n * n, (b) => (this.data.qM ? mujoco.mj_fullM(this.model, b, this.data.qM) : mujoco.mj_fullM(this.model, this.data, b)));
    return { H: this.inOurs(Array.from({ length: n }, (_, k) => M.slice(n * k, n * k + n))) };
  }
  mass_matrix_inverse(state) {
    this.at_rest(state);
    const n = this.layout.n, unitVector = (k) => Array.from({ length: n }, (_, j) => (j === k ? 1 : 0));
    return { H_inverse: this.inOurs(Array.from({ length: n }, (_, k) => this.buffer(n, (b) => mujoco.mj_solveM(this.model, this.data, b, unitVector(k))))) };
  }
  /** J H^-1 J^T in the axes of each end-effector. */
  inverse_osim(state) {
    this.at_rest(state);
    const n = this.layout.n, rows = [];
    for (const { body, pose } of state.end_effectors) {
      if (body === 0 || this.carrier[body - 1] === 0) {
        rows.push(...Array.from({ length: 6 }, () => Array(n).fill(0)));
        continue;
      }
      const point = add(this.p[body - 1], apply(this.R[body - 1], pose.xyz)), jacp = new mujoco.DoubleBuffer(3 * n);
      const turning = this.buffer(3 * n, (jacr) => mujoco.mj_jac(this.model, this.data, jacp, jacr, point, this.body[body - 1]));
      const inWorld = [turning, Array.from(jacp.GetView())].map((J) => [0, 1, 2].map((r) => J.slice(n * r, n * r + n)));
      jacp.delete();
      const own = transposed(times(this.R[body - 1], matrix(ofRpy(pose.rpy))));
      for (const J of inWorld) rows.push(...times(own, J));
    }
    const solved = rows.map((row) => this.buffer(n, (b) => mujoco.mj_solveM(this.model, this.data, b, row)));
    return { lambda_inv: rows.map((row) => solved.map((x) => row.reduce((sum, a, k) => sum + a * x[k], 0))) };
  }
  inverse_dynamics(state) {
    this.place(state);
    this.toTheirs(state.v, this.data.qvel);
    this.toTheirs(state.qdd, this.data.qacc, true);
    mujoco.mj_inverse(this.model, this.data);
    const external = this.buffer(this.layout.n, (b) => {
      for (const [body, force, torque] of this.wrenches(state))
        mujoco.mj_applyFT(this.model, this.data, force, torque, Array.from(this.data.xipos.slice(3 * body, 3 * body + 3)), body, b);
    });
    return { tau: this.toOurs(Array.from(this.data.qfrc_inverse, (x, k) => x - external[k])) };
  }
  forward_dynamics(state) {
    this.place(state);
    this.toTheirs(state.v, this.data.qvel);
    this.toTheirs(state.tau, this.data.qfrc_applied);
    for (const [body, force, torque] of this.wrenches(state)) [...force, ...torque].forEach((x, c) => (this.data.xfrc_applied[6 * body + c] += x));
    mujoco.mj_forward(this.model, this.data);
    return { qdd: this.toOurs(this.data.qacc, true) };
  }
  release() {
    this.data.delete();
    this.model.delete();
  }
}

const problems = ["mass_matrix", "mass_matrix_inverse", "inverse_dynamics", "forward_dynamics", "inverse_osim"];
const version = mujoco.mj_versionString(), manifest = JSON.parse(readFileSync(`node_modules/${process.argv[2]}/package.json`));
const description = {
  name: `mujoco_${version.replaceAll(".", "_")}${readsUrdf ? "_urdf" : ""}`,
  citation: `MuJoCo ${version}${readsUrdf ? ", URDF" : ""} (npm ${process.argv[2]} ${manifest.version}, WebAssembly)`,
  problems: Object.fromEntries(problems.map((name) => [name, "B"])), numbers: ["double"], pivots: false, reads_urdf: readsUrdf,
  domain: { joints: ["fixed", "revolute", "prismatic", "free", ...(readsUrdf ? [] : ["cylindrical", "universal", "planar", "spherical"])], massless_bodies: readsUrdf },
};
let kept = { solver: undefined };
for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  let answer = { kintree: 1, ...description };
  if (question.ask !== "describe") {
    try {
      if (kept.solver !== question.solver) {
        kept.prepared?.release();
        kept = { solver: question.solver, prepared: undefined };
        kept.prepared = new Prepared(question);
      }
      if (kept.prepared === undefined) throw new Refused(kept.why);
      answer = kept.prepared[question.ask](question.state);
    } catch (error) {
      kept.why = error.message;
      answer = error instanceof Refused ? { unsupported: error.message } : { error: error.message };
    }
  }
  process.stdout.write(JSON.stringify({ ...answer, id: question.id }) + "\n");
}
