#!/usr/bin/env python3
"""Independent oracle for URDF: where MuJoCo puts the tip of askew.urdf for random joint values.

    make_urdf_poses.py [--out FILE]

MuJoCo wants masses, of which the file has none; they are put in and change no pose.
"""
import argparse
import json
import pathlib
import re

import mujoco
import numpy as np

MASS = '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>'


def main():
    here = pathlib.Path(__file__).parent
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", default=here / "urdf_poses.json")
    text = (here / "askew.urdf").read_text()
    text = text.replace('<robot name="askew">', '<robot name="askew"><mujoco><compiler fusestatic="false"/></mujoco>')
    text = re.sub(r'<link name="(\w)"/>', rf'<link name="\1">{MASS}</link>', text)
    model = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(model)
    rng, rows = np.random.default_rng(1), []
    for _ in range(100):
        data.qpos[:] = rng.uniform(-2, 2, model.nq)
        mujoco.mj_kinematics(model, data)
        tip = data.body("i")
        rows.append({"joints": data.qpos.tolist(), "position_m": tip.xpos.tolist(), "rotation": tip.xmat.tolist()})
    pathlib.Path(parser.parse_args().out).write_text("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")


if __name__ == "__main__":
    main()
