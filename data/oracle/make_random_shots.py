#!/usr/bin/env python3
"""Independent oracle for the ball simulator: random shots integrated with scipy at tight tolerances.

    make_random_shots.py [--out FILE] [--count N] [--seed N]
    make_random_shots.py --self-test REFERENCE_SHOTS.json

World frame: origin at the centre of the table top, x towards the home end, z up; SI units, spin in rad/s.
State: x y z vx vy vz wx wy wz.  The ball is a point at its centre: it meets the table when z = R inside the
table rectangle, the floor when z = -0.76 + R.  DOP853 marches; every event and sample is integrated anew from
the start of its step (no dense output), events by Newton's method until the time moves by less than 1e-14 s.

Not kept: shots that come near the net or the table's edge, grazing contacts, slow crossings, coinciding events.
"""
import argparse
import json
import math
import sys
from pathlib import Path

import numpy as np
from scipy.integrate import DOP853, solve_ivp

G, RHO, MASS, R = 9.81, 1.225, 0.0027, 0.02
AREA, VOLUME = math.pi * R**2, 4 / 3 * math.pi * R**3
HALF_LENGTH, HALF_WIDTH, FLOOR_Z, NET_HALF_WIDTH, NET_HEIGHT = 1.37, 0.7625, -0.76 + R, 0.915, 0.1525
TOLERANCE = {"rtol": 1e-12, "atol": 1e-13}
MAX_STEP_S, MAX_TIME_S, WATCH_S, SAMPLE_S = 0.005, 6.0, 1e-4, 0.1
NET_DISTANCE = R + 0.005      # of watched points; between them the ball comes at most 1.5 mm closer


class Rejected(Exception):
    """The shot is not fit to compare simulators with."""


def parse(model):
    name, _, rest = model.partition(":")
    return name, {key: float(value) for key, value in (pair.split("=") for pair in rest.split(",") if pair)}


def flight(aero, decay_per_m):
    """Right-hand side of the equations of motion."""
    name, p = parse(aero)
    drag = 0.0 if name == "vacuum" else RHO * AREA * p["cd"] / (2 * MASS)

    def rhs(_, state):
        _, _, _, vx, vy, vz, wx, wy, wz = state.tolist()
        speed, spin = math.hypot(vx, vy, vz), math.hypot(wx, wy, wz)
        lift = p.get("cm", 0.0) * RHO * VOLUME / MASS                # a = lift (w x v)
        if name == "saturating" and spin > 0 and speed > 0:
            lift = RHO * AREA * p["a"] * math.tanh(R * spin / speed / p["b"]) * speed / (2 * MASS * spin)
        d, k = -drag * speed, -decay_per_m * speed
        return np.array([vx, vy, vz, d * vx + lift * (wy * vz - wz * vy), d * vy + lift * (wz * vx - wx * vz),
                         d * vz + lift * (wx * vy - wy * vx) - G, k * wx, k * wy, k * wz])
    return rhs


def bounce(table, state):
    """State after contact with the table."""
    name, p = parse(table)
    x, y, _, vx, vy, vz, wx, wy, wz = state.tolist()
    if name == "ideal":
        vz *= -p["k"]
    elif name == "linear":
        vx, vy, vz = p["kx"] * vx + math.copysign(p["bx"], vx), p["ky"] * vy, p["kz"] * vz
    else:                                                           # nakashima
        sx, sy = vx - R * wy, vy + R * wx
        slip = math.hypot(sx, sy)
        grip = p["mu"] * (1 + p["e"]) * abs(vz)
        alpha = 0.4 if grip >= 0.4 * slip else grip / slip
        vx, vy, vz = vx - alpha * sx, vy - alpha * sy, -p["e"] * vz
        wx, wy = wx - 1.5 * alpha / R * sy, wy + 1.5 * alpha / R * sx
    return np.array([x, y, R, vx, vy, vz, wx, wy, wz])


def advance(rhs, state, duration):
    return solve_ivp(rhs, (0.0, duration), state, "DOP853", **TOLERANCE).y[:, -1] if duration > 0 else state


def locate(rhs, state, duration, index, level):
    """Time and state, counted from `state`, at which component `index` passes `level` before `duration`."""
    low, high, t, before = 0.0, duration, 0.5 * duration, state[index] > level
    for _ in range(80):
        now = advance(rhs, state, t)
        gap = now[index] - level
        low, high = (t, high) if (gap > 0) == before else (low, t)
        step = -gap / rhs(0.0, now)[index]
        if abs(step) < 1e-14:
            return t, now
        t = t + step if low <= t + step <= high else 0.5 * (low + high)
    raise Rejected("event not located")


def simulate(aero, table, decay_per_m, bounces, start, sample_s, watch=None):
    """Events as (kind, t, state in, state out or None), and samples as (t, state)."""
    rhs, t, state = flight(aero, decay_per_m), 0.0, np.array(start, dtype=float)
    events, samples, contacts = [], [(0.0, state)], 0
    while t < MAX_TIME_S:
        solver, contact = DOP853(rhs, t, state, t + 1.0, max_step=MAX_STEP_S, **TOLERANCE), None
        while contact is None and solver.status == "running":
            old_t, old = solver.t, solver.y.copy()
            solver.step()
            new_t, new, found = solver.t, solver.y.copy(), []
            for kind, index, level in (("apex", 5, 0.0), ("net_plane", 0, 0.0), ("table", 2, R), ("floor", 2, FLOOR_Z)):
                falls = old[index] > level >= new[index]
                if falls or (kind == "net_plane" and old[index] < level <= new[index]):
                    dt, at = locate(rhs, old, new_t - old_t, index, level)
                    if kind != "table" or (abs(at[0]) <= HALF_LENGTH and abs(at[1]) <= HALF_WIDTH):
                        found.append((kind, old_t + dt, at))
            found.sort(key=lambda event: event[1])
            contact = next((event for event in found if event[0] in ("table", "floor")), None)
            t, state = (contact[1], contact[2]) if contact else (new_t, new)
            while len(samples) * sample_s <= t:
                at = len(samples) * sample_s
                samples.append((at, advance(rhs, old, at - old_t)))
            events += [(*event, event[2]) for event in found if event is not contact and event[1] < t]
            if watch:
                watch(solver.dense_output()(np.linspace(old_t, t, 2 + int((t - old_t) / WATCH_S))))
        if contact:
            state = bounce(table, state) if contact[0] == "table" else None
            events.append((*contact, state))
            contacts += 1
            if state is None or contacts == bounces:
                return events, samples
    raise Rejected("too long")


def watch(states):
    """Reject a stretch of flight that comes near the net or the table's edge, or that almost touches the table."""
    x, y, z, vz = abs(states[0]), abs(states[1]), states[2], states[5]
    net = np.hypot(np.hypot(x, np.maximum(y - NET_HALF_WIDTH, 0)), np.maximum(np.maximum(z - NET_HEIGHT, -z), 0))
    outside = np.maximum(x - HALF_LENGTH, y - HALF_WIDTH)           # of the table's rectangle, negative inside
    bad = (net < NET_DISTANCE) | ((abs(outside) < 0.031) & (z > -0.1) & (z < 0.06))
    bad |= (outside <= 0) & ((z < R - 1e-6) | ((z < R + 0.003) & (abs(vz) < 0.25)))
    if bad.any() or any(np.count_nonzero(np.diff(states[i] > 0)) > 1 for i in (0, 5)):
        raise Rejected("near an obstacle")


def check(aero, decay_per_m, events):
    """Reject events that two right simulators could reasonably see differently."""
    rhs, times = flight(aero, decay_per_m), np.array([0.0] + [event[1] for event in events])
    close = min(np.diff(times)) < 1e-3 or min(abs(times[1:] - np.round(times[1:] / SAMPLE_S) * SAMPLE_S)) < 1e-5
    for kind, _, at, out in events:
        close |= kind == "apex" and rhs(0.0, at)[5] > -1.0
        close |= kind == "net_plane" and abs(at[3]) < 0.3
        close |= kind == "table" and (min(-at[5], out[5]) < 0.3 or abs(at[3]) < 0.05)
    if close:
        raise Rejected("badly conditioned")


def random_model(rng, name):
    u = lambda low, high: f"{rng.uniform(low, high):.5f}"
    return name + {"vacuum": "", "drag": f":cd={u(.4, .6)}", "constant": f":cd={u(.4, .6)},cm={u(.05, .25)}",
                   "saturating": f":cd={u(.45, .62)},a={u(.18, .35)},b={u(.12, .35)}",
                   "nakashima": f":e={u(.85, .97)},mu={u(.1, .4)}", "ideal": f":k={u(.8, .95)}",
                   "linear": f":kx={u(.4, .65)},ky={u(.65, .85)},kz={u(-.95, -.84)},bx={u(.3, .7)}"}[name]


def random_start(rng, kind):
    """A stroke from the end x < 0 towards +x, then mirrored half of the time."""
    u = rng.uniform
    x, y, z, speed, azimuth, elevation = {
        "drive": lambda: (u(-3, -.8), u(-.9, .9), u(-.6, .7), u(4, 18), u(-25, 25), u(-15, 40)),
        "fast": lambda: (u(-2.5, -1), u(-.8, .8), u(.15, .7), u(9, 18), u(-15, 15), u(-8, 7)),
        "serve": lambda: (u(-1.8, -1.3), u(-.7, .7), u(.1, .5), u(3, 8), u(-20, 20), u(-40, 0)),
        "lob": lambda: (u(-4, -1.2), u(-1.2, 1.2), u(-.4, .6), u(6, 14), u(-20, 20), u(40, 80)),
        "drop": lambda: (u(-1.3, 1.3), u(-.7, .7), u(.1, 1.2), u(3, 6), u(-180, 180), rng.choice([-1, 1]) * u(50, 85)),
        "wide": lambda: (u(-2, -.5), u(1.0, 1.6), u(-.2, .3), u(5, 14), u(-25, 5), u(0, 25)),
        "outward": lambda: (u(-1.3, 1.3), u(-.7, .7), u(.05, .6), u(3, 12), u(120, 240), u(-40, 40))}[kind]()
    a, b, side = math.radians(azimuth), math.radians(elevation), rng.choice([-1.0, 1.0], size=2)
    velocity = speed * np.array([side[0] * math.cos(a) * math.cos(b), side[1] * math.sin(a) * math.cos(b), math.sin(b)])
    axis = rng.normal(size=3)
    spin = axis / np.linalg.norm(axis) * u(0, 900) * (rng.random() > 0.05)
    return np.concatenate([np.round([side[0] * x, side[1] * y, z], 4), np.round(velocity, 4), np.round(spin, 2)]) + 0.0


def record(ident, setting, start, events, samples):
    digits, rows = lambda values: [float(f"{value:.15g}") for value in values], []
    for kind, t, at, out in events:
        row = {"kind": kind, "t_s": t, "position_m": digits(at[:3]),
               "velocity_in_m_s": digits(at[3:6]), "spin_in_rad_s": digits(at[6:])}
        row |= {} if out is None else {"velocity_out_m_s": digits(out[3:6]), "spin_out_rad_s": digits(out[6:])}
        rows.append(row | ({"side": "home" if at[0] > 0 else "away"} if kind == "table" else {}))
    return {"id": ident, **dict(zip(("aero", "table", "decay_per_m", "bounces"), setting)),
            "position_m": start[:3].tolist(),
            "velocity_m_s": start[3:6].tolist(), "spin_rad_s": start[6:].tolist(), "events": rows,
            "samples": [digits([t, *state]) for t, state in samples]}


def generate(count, seed):
    rng, shots = np.random.default_rng(seed), []
    for i in range(count):
        names = ("vacuum", "drag", "constant", "saturating")[i % 4], ("nakashima", "ideal", "linear")[i // 4 % 3]
        bounces, decays = int(rng.integers(1, 5)), rng.random() < 0.5
        kind = rng.choice(["drive", "fast", "serve", "lob", "drop", "wide", "outward"],
                          p=[.2, .18, .2, .12, .18, .06, .06])
        wanted = min(bounces, {"drop": 2, "serve": 2, "wide": 0}.get(kind, 1) + rng.integers(3) * (kind == "drop"))
        while len(shots) == i:
            decay = round(rng.uniform(0.001, 0.01), 5) if decays else 0.0
            setting, start = (*(random_model(rng, name) for name in names), decay, bounces), random_start(rng, kind)
            try:
                watch(start[:, None])
                events, samples = simulate(*setting, start, SAMPLE_S, watch)
                check(setting[0], decay, events)
            except Rejected:
                continue
            if sum(event[0] == "table" for event in events) >= wanted:
                shots.append(record(f"r{i:03}", setting, start, events, samples))
    return shots


def self_test(path):
    """Largest differences from the reference shots; True when all are small."""
    reference, good = json.loads(Path(path).read_text()), True
    table = "nakashima:e={e},mu={mu}".format(**reference["constants"])
    for shot in reference["shots"]:
        start, bounces = np.concatenate([shot["initial"][key] for key in "pvw"]), shot["stop_after_table_bounces"]
        for name, expected in shot["results"].items():
            v = reference["variants"][name]
            aero = "constant:cd={CD},cm={CM}" if v["model"] == "const" else "saturating:cd={CD},a={CL_a},b={CL_b}"
            events, samples = simulate(aero.format(**v), table, v["decay_per_m"], bounces, start, 0.05)
            kinds, worst = [e["kind"].removesuffix("_bounce") for e in expected["events"]], dict.fromkeys("tpvw", 0.0)
            rows = expected["events"] + [dict(t=r[0], p=r[1:4], v=r[4:7], w_in=r[7:]) for r in expected["samples"]]
            states = [event[1:] for event in events] + [(*sample, None) for sample in samples]
            for (t, at, out), row in zip(states, rows):
                got = {"t": t, "p": at[:3], "v": at[3:6], "v_in": at[3:6], "w_in": at[6:]}
                got |= {} if out is None else {"v_out": out[3:6], "w_out": out[6:]}
                for key in got.keys() & row.keys():
                    worst[key[0]] = max(worst[key[0]], np.max(np.abs(np.subtract(got[key], row[key]))))
            passed = kinds == [event[0] for event in events] and len(samples) == len(expected["samples"])
            passed &= all(worst[key] < limit for key, limit in zip("tpvw", (1e-9, 1e-8, 1e-7, 1e-6)))
            good &= passed
            print(f"{shot['key']:20} {name} {'ok' if passed else 'DIFFERS'}",
                  *(f"{k} {v:.1e}" for k, v in worst.items()))
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("random_shots.json"))
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--self-test", metavar="REFERENCE_SHOTS.json")
    args = parser.parse_args()
    if args.self_test:
        sys.exit(0 if self_test(args.self_test) else 1)
    shots = generate(args.count, args.seed)
    about = {"description": __doc__.split("\n")[0], "seed": args.seed,
             "sample_columns": "t x y z vx vy vz wx wy wz".split()}
    lines = ",\n".join(json.dumps(shot, separators=(",", ":")) for shot in shots)
    args.out.write_text(json.dumps(about)[:-1] + ', "shots": [\n' + lines + "\n]}\n")


if __name__ == "__main__":
    main()
