"""OpenCV peer of the chessboard benchmark.

Reads one JSON document on stdin:
    {"seconds": 0.3, "width": 1280, "height": 1024, "columns": 9, "rows": 6, "pixels_hex": "..."}
and writes one to stdout: {"version": "...", "ns": {"name": n, ...}, "corners": {"name": [[x, y], ...], ...}}, the least
time of one search over many runs and what it found. Exits with status 3 when OpenCV cannot be imported. One thread.
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

STOP = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, 30, 1e-3)


def classic(image, size):
    found, corners = cv2.findChessboardCorners(image, size)
    return cv2.cornerSubPix(image, corners, (10, 10), (-1, -1), STOP) if found else None


def sectors(image, size):
    found, corners = cv2.findChessboardCornersSB(image, size, flags=cv2.CALIB_CB_ACCURACY)
    return corners if found else None


def main():
    cv2.setNumThreads(1)
    request = json.load(sys.stdin)
    image = np.frombuffer(bytes.fromhex(request["pixels_hex"]), dtype=np.uint8)
    image = image.reshape(request["height"], request["width"]).copy()
    size = (request["columns"], request["rows"])
    ns, corners = {}, {}
    for name, search in {"cornerSubPix": classic, "SB": sectors}.items():
        answer = search(image, size)
        corners[name] = [] if answer is None else answer.reshape(-1, 2).tolist()
        least, begin = float("inf"), time.perf_counter()
        while time.perf_counter() - begin < request["seconds"]:
            start = time.perf_counter_ns()
            search(image, size)
            least = min(least, time.perf_counter_ns() - start)
        ns[name] = least
    print(json.dumps({"version": cv2.__version__, "ns": ns, "corners": corners}))


if __name__ == "__main__":
    main()
