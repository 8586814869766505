// MuJoCo's URDF reader takes the inertia of a link as if its frame were not turned.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(pathToFileURL(process.cwd() + "/"));
const mujoco = await (await import(pathToFileURL(require.resolve(process.argv[2])))).default();
mujoco.FS.writeFile("/m.urdf", `<robot name="r"><link name="base"/><link name="a"><inertial><origin rpy="0 0 1.5707963267948966"/><mass value="1"/>
  <inertia ixx="1" iyy="2" izz="2.5" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="j" type="continuous"><parent link="base"/><child link="a"/><axis xyz="1 0 0"/></joint></robot>`);
const model = (mujoco.MjModel.from_xml_path ?? mujoco.MjModel.loadFromXML).call(mujoco.MjModel, "/m.urdf");
const data = new mujoco.MjData(model), x = new mujoco.DoubleBuffer(1);
mujoco.mj_forward(model, data);
mujoco.mj_solveM(model, data, x, [1]);
const came = 1 / x.GetView()[0];
console.log("asked: the inertia of a link about its hinge along x, with ixx = 1 and iyy = 2 in a frame turned by 90 degrees about z");
console.log(`came: ${came}\nexact: 2`);
process.exit(Math.abs(came - 2) > 1e-6 ? 0 : 1);
