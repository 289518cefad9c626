"""OpenCV peer of the camera geometry benchmark.

Reads one JSON document on stdin:
    {"seconds": 0.3, "lens": [fx, fy, cx, cy, k1, k2, p1, p2, k3], "size": [width, height],
     "stereo": {"matrices": [P1, P2], "planes": [[[x, y], ...], [[x, y], ...]]},
     "pnp": {"4": [{"points": [[x, y, z], ...], "pixels": [[u, v], ...]}, ...], "20": [...]},
     "board": [[x, y], ...], "views": [[[u, v], ...], ...]}
and writes one to stdout: {"version": "...", "ns": {"name": n, ...}}, the least time of one operation over many runs.
Exits with status 3 when OpenCV cannot be imported. One thread.
"""

import json
import sys
import time

try:
    import cv2
    import numpy as np
except ImportError as error:
    print(f"cv2 cannot be imported: {error}", file=sys.stderr)
    sys.exit(3)


def least_ns(seconds, operation, count):
    """The least time of one of `count` operations that a call does."""
    operation()
    least, begin = float("inf"), time.perf_counter()
    while time.perf_counter() - begin < seconds:
        start = time.perf_counter_ns()
        operation()
        least = min(least, (time.perf_counter_ns() - start) / count)
    return least


def main():
    cv2.setNumThreads(1)
    request = json.load(sys.stdin)
    seconds = request["seconds"]
    fx, fy, cx, cy, *distortion = request["lens"]
    camera = np.array([[fx, 0, cx], [0, fy, cy], [0, 0, 1]])
    distortion = np.array(distortion)
    first, second = [np.array(matrix) for matrix in request["stereo"]["matrices"]]
    left, right = [np.ascontiguousarray(np.array(plane).T) for plane in request["stereo"]["planes"]]
    ns = {"triangulate batch": least_ns(
        seconds, lambda: cv2.triangulatePoints(first, second, left, right), left.shape[1]
    )}
    columns = [(left[:, i:i + 1].copy(), right[:, i:i + 1].copy()) for i in range(left.shape[1])]
    ns["triangulate single"] = least_ns(
        seconds, lambda: [cv2.triangulatePoints(first, second, a, b) for a, b in columns], len(columns)
    )
    methods = {"4": ["AP3P", "ITERATIVE"], "20": ["SQPNP", "ITERATIVE"]}
    for count, names in methods.items():
        cases = [(np.array(case["points"]), np.array(case["pixels"])) for case in request["pnp"][count]]
        for name in names:
            flag = getattr(cv2, f"SOLVEPNP_{name}")
            ns[f"pnp {count} {name}"] = least_ns(
                seconds, lambda: [cv2.solvePnP(*case, camera, distortion, flags=flag) for case in cases], len(cases)
            )
    board = np.array([[x, y, 0] for x, y in request["board"]], dtype=np.float32)
    views = [np.array(view, dtype=np.float32) for view in request["views"]]
    size = tuple(request["size"])
    ns["calibrate"] = least_ns(
        seconds, lambda: cv2.calibrateCamera([board] * len(views), views, size, None, None, flags=cv2.CALIB_FIX_K3), 1
    )
    print(json.dumps({"version": cv2.__version__, "ns": ns}))


if __name__ == "__main__":
    main()
