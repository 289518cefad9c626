#!/usr/bin/env python3
"""OpenCV's answers to questions of camera geometry, for crates/multiball/tests/ref_opencv_geometry.rs.

    python3 make_opencv_geometry.py --out FOLDER      writes FOLDER/opencv_geometry.json

Inputs are drawn from a fixed seed; the file holds them and OpenCV's answers at full precision. Needs the packages of
requirements.txt. Iterations are told to stop late, so that what is compared is the minimum and not the way to it.
"""

import argparse
import json
import pathlib

import cv2
import numpy as np

WIDTH, HEIGHT = 1280, 1024
CAMERA = np.array([[1400.0, 0.0, 652.0], [0.0, 1391.0, 499.0], [0.0, 0.0, 1.0]])
DISTORTION = np.array([-0.21, 0.09, 1.1e-3, -7e-4, -0.02])
TIGHT = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, 1000, 1e-16)


def rounded(array, digits):
    """Short numbers as inputs: both programs read exactly these."""
    return np.round(np.asarray(array, dtype=np.float64), digits)


def project(points, rotation, place, camera=CAMERA, distortion=DISTORTION):
    return cv2.projectPoints(points.reshape(-1, 1, 3), rotation, place, camera, distortion)[0].reshape(-1, 2)


def on_sensor(pixels):
    return bool(np.all((pixels > 0) & (pixels < [WIDTH - 1, HEIGHT - 1])))


def pose(rotation, place):
    return {"rotation": cv2.Rodrigues(rotation)[0].tolist(), "translation_m": np.ravel(place).tolist()}


def board_views(rng, board, count, noise_px, distortion):
    views = []
    while len(views) < count:
        rotation = rng.uniform(-0.6, 0.6, 3)
        middle = np.array([rng.uniform(-0.25, 0.25), rng.uniform(-0.2, 0.2), rng.uniform(0.6, 1.1)])
        place = middle - cv2.Rodrigues(rotation)[0] @ board.mean(axis=0)
        pixels = project(board, rotation, place, distortion=distortion)
        if on_sensor(pixels):
            views.append(rounded(pixels + rng.normal(0.0, noise_px, pixels.shape), 6))
    return views


def calibration(rng, model, fixed):
    board = np.array([[0.04 * (i % 9), 0.04 * (i // 9), 0.0] for i in range(54)])
    distortion = DISTORTION * [0.0 if fixed & flag else 1.0 for flag in coefficient_flags()]
    views = board_views(rng, board, 12, 0.2, distortion)
    found = cv2.calibrateCameraExtended(
        [board.astype(np.float32)] * len(views),
        [view.astype(np.float32) for view in views],
        (WIDTH, HEIGHT), None, None, flags=fixed, criteria=TIGHT,
    )
    rms, camera, coefficients, rotations, places, deviations, _, view_rms = found
    return {
        "model": model,
        # What OpenCV has read: it keeps points in single precision.
        "board_m": board[:, :2].astype(np.float32).astype(np.float64).tolist(),
        "views_px": [view.astype(np.float32).astype(np.float64).tolist() for view in views],
        "rms_px": rms,
        "view_rms_px": np.ravel(view_rms).tolist(),
        "lens": [camera[0, 0], camera[1, 1], camera[0, 2], camera[1, 2], *np.ravel(coefficients)[:5].tolist()],
        "deviations": np.ravel(deviations)[:9].tolist(),
        "poses": [pose(rotation, place) for rotation, place in zip(rotations, places)],
    }


def coefficient_flags():
    """Flags that hold k1, k2, p1, p2, k3 at zero, in that order."""
    tangent = cv2.CALIB_ZERO_TANGENT_DIST
    return [cv2.CALIB_FIX_K1, cv2.CALIB_FIX_K2, tangent, tangent, cv2.CALIB_FIX_K3]


def located(rng, points, name, start_with):
    while True:
        rotation = rng.uniform(-0.7, 0.7, 3)
        place = np.array([rng.uniform(-0.3, 0.3), rng.uniform(-0.3, 0.3), rng.uniform(2.5, 4.0)])
        pixels = project(points, rotation, place)
        if on_sensor(pixels):
            break
    pixels = rounded(pixels + rng.normal(0.0, 0.3, pixels.shape), 6)
    _, rotation, place = cv2.solvePnP(points, pixels, CAMERA, DISTORTION, flags=start_with)
    _, rotation, place = cv2.solvePnP(
        points, pixels, CAMERA, DISTORTION, rotation, place, useExtrinsicGuess=True, flags=cv2.SOLVEPNP_ITERATIVE
    )
    for _ in range(5):
        rotation, place = cv2.solvePnPRefineLM(points, pixels, CAMERA, DISTORTION, rotation, place, TIGHT)
    rms = np.sqrt(np.mean(np.sum((project(points, rotation, place) - pixels) ** 2, axis=1)))
    return {
        "name": name, "points_m": points.tolist(), "pixels": pixels.tolist(),
        "rms_px": float(rms), "pose": pose(rotation, place),
    }


def pnp(rng):
    square = np.array([[-0.3, 0.2, 0.0], [0.3, 0.2, 0.0], [0.3, -0.2, 0.0], [-0.3, -0.2, 0.0]])
    cases = [located(rng, square, "planar, 4 corners", cv2.SOLVEPNP_IPPE) for _ in range(12)]
    for _ in range(8):
        plane = np.hstack([rounded(rng.uniform(-0.6, 0.6, (20, 2)), 6), np.zeros((20, 1))])
        cases.append(located(rng, plane, "planar, 20 points", cv2.SOLVEPNP_IPPE))
    for count in [6, 20]:
        for _ in range(12):
            points = rounded(rng.uniform(-0.6, 0.6, (count, 3)), 6)
            cases.append(located(rng, points, f"in space, {count} points", cv2.SOLVEPNP_SQPNP))
    return cases


def projection(rng):
    rotation, place = np.array([0.3, -0.2, 0.5]), np.array([0.1, -0.2, 2.5])
    points = rounded(rng.uniform(-0.8, 0.8, (60, 3)), 6)
    return {"pose": pose(rotation, place), "points_m": points.tolist(),
            "pixels": project(points, rotation, place).tolist()}


def undistortion(rng):
    pixels = rounded(rng.uniform([0, 0], [WIDTH, HEIGHT], (60, 2)), 6)
    criteria = (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 500, 1e-15)
    plane = cv2.undistortPoints(pixels.reshape(-1, 1, 2), CAMERA, DISTORTION, None, None, None, criteria)
    return {"pixels": pixels.tolist(), "plane": plane.reshape(-1, 2).tolist()}


def triangulation(rng):
    cases = []
    for _ in range(3):
        # About 3 m apart and 3.5 m off, looking at the origin from both sides, with some disorder.
        poses = []
        for side in [-1.0, 1.0]:
            rotation = np.array([0.0, -side * 0.4, 0.0]) + rng.uniform(-0.1, 0.1, 3)
            place = np.array([0.0, 0.0, 3.5]) + rng.uniform(-0.2, 0.2, 3)
            poses.append((rotation, place))
        points = rng.uniform(-0.7, 0.7, (30, 3))
        views = [rounded(project(points, *p) + rng.normal(0.0, 0.5, (30, 2)), 6) for p in poses]
        criteria = (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 500, 1e-15)
        planes = [
            cv2.undistortPoints(view.reshape(-1, 1, 2), CAMERA, DISTORTION, None, None, None, criteria).reshape(-1, 2)
            for view in views
        ]
        matrices = [np.hstack([cv2.Rodrigues(r)[0], t.reshape(3, 1)]) for r, t in poses]
        found = cv2.triangulatePoints(matrices[0], matrices[1], planes[0].T, planes[1].T)
        cases.append({
            "poses": [pose(*p) for p in poses],
            "pixels": [view.tolist() for view in views],
            "points_m": (found[:3] / found[3]).T.tolist(),
        })
    return cases


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path(__file__).parent, help="folder to write to")
    out = parser.parse_args().out
    rng = np.random.default_rng(20240601)
    k1, k2, tangent, _, k3 = coefficient_flags()
    answers = {
        "opencv": cv2.__version__,
        "width_px": WIDTH,
        "height_px": HEIGHT,
        "lens": [CAMERA[0, 0], CAMERA[1, 1], CAMERA[0, 2], CAMERA[1, 2], *DISTORTION.tolist()],
        "calibrations": [
            calibration(rng, "none", k1 | k2 | tangent | k3),
            calibration(rng, "k1k2", tangent | k3),
            calibration(rng, "k1k2p1p2", k3),
            calibration(rng, "k1k2p1p2k3", 0),
        ],
        "pnp": pnp(rng),
        "projection": projection(rng),
        "undistortion": undistortion(rng),
        "triangulations": triangulation(rng),
    }
    out.mkdir(parents=True, exist_ok=True)
    path = out / "opencv_geometry.json"
    path.write_text(json.dumps(answers, separators=(",", ":")) + "\n")
    print(f"{path}: {path.stat().st_size} bytes, OpenCV {cv2.__version__}")


if __name__ == "__main__":
    main()
