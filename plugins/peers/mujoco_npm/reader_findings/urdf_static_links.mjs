// MuJoCo's URDF reader merges a fixed link with the one before it, and turns its inertia wrongly.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(pathToFileURL(process.cwd() + "/"));
const mujoco = await (await import(pathToFileURL(require.resolve(process.argv[2])))).default();
const inertial = (yy) => `<inertial><mass value="1"/><inertia ixx="1" iyy="${yy}" izz="1.5" ixy="0" ixz="0" iyz="0"/></inertial>`;
mujoco.FS.writeFile("/m.urdf", `<robot name="r"><link name="base"/><link name="a">${inertial(1)}</link><link name="b">${inertial(2)}</link>
  <joint name="j" type="continuous"><parent link="base"/><child link="a"/><axis xyz="1 0 0"/></joint>
  <joint name="f" type="fixed"><parent link="a"/><child link="b"/><origin rpy="0 0 1.5707963267948966"/></joint></robot>`);
const model = (mujoco.MjModel.from_xml_path ?? mujoco.MjModel.loadFromXML).call(mujoco.MjModel, "/m.urdf");
const data = new mujoco.MjData(model), x = new mujoco.DoubleBuffer(1);
mujoco.mj_forward(model, data);
mujoco.mj_solveM(model, data, x, [1]);
const came = 1 / x.GetView()[0];
console.log("asked: the inertia about a hinge along x of a link with ixx = 1, and another with iyy = 2, fixed to it and turned by 90 degrees about z");
console.log(`came: ${came}\nexact: 3`);
process.exit(Math.abs(came - 3) > 1e-6 ? 0 : 1);
