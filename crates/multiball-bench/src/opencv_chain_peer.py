"""OpenCV peer of the ball-in-the-image benchmark: the same steps with OpenCV's functions.

Reads one JSON document on stdin:
    {"width": w, "height": h, "frame": hex, "background": hex, "regions": [[left, top, width, height], ...]}
and writes one JSON document to stdout:
    {"version": "...", "regions": [{"contours_ns": n, "components_ns": n, "centre_px": [x, y]}, ...]}

Outputs are written into arrays made once, and one thread is used, as ours does. Exits with status 3 when cv2 or numpy
cannot be imported.
"""

import json
import sys
import time

try:
    import cv2
    import numpy as np
except ImportError as error:
    print(f"OpenCV cannot be imported: {error}", file=sys.stderr)
    sys.exit(3)

SECONDS = 0.7


class Chain:
    """Difference, thresholds, opening, with memory for one region."""

    def __init__(self, frame, background):
        self.frame, self.background = frame, background
        self.difference, self.bright, self.changed, self.mask = (np.empty_like(frame) for _ in range(4))
        self.element = cv2.getStructuringElement(cv2.MORPH_RECT, (3, 3))

    def opened(self):
        cv2.absdiff(self.frame, self.background, dst=self.difference)
        cv2.threshold(self.difference, 20, 255, cv2.THRESH_BINARY, dst=self.changed)
        cv2.threshold(self.frame, 175, 255, cv2.THRESH_BINARY, dst=self.bright)
        cv2.bitwise_and(self.bright, self.changed, dst=self.mask)
        return cv2.morphologyEx(self.mask, cv2.MORPH_OPEN, self.element, dst=self.mask)

    def by_contours(self):
        contours, _ = cv2.findContours(self.opened(), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        return [cv2.moments(contour) for contour in contours]

    def by_components(self):
        return cv2.connectedComponentsWithStats(self.opened(), connectivity=8)


def least_ns(run):
    """The least time of one run: on a shared machine that is what the work itself takes."""
    run()
    least, begin = float("inf"), time.perf_counter()
    while time.perf_counter() - begin < SECONDS:
        start = time.perf_counter_ns()
        run()
        least = min(least, time.perf_counter_ns() - start)
    return least


def answer(frame, background, region):
    left, top, width, height = region
    part = np.s_[top : top + height, left : left + width]
    chain = Chain(frame[part], background[part])
    _, _, stats, centroids = chain.by_components()
    largest = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
    return {
        "contours_ns": least_ns(chain.by_contours),
        "components_ns": least_ns(chain.by_components),
        "centre_px": [float(centroids[largest][0] + left), float(centroids[largest][1] + top)],
    }


def main():
    question = json.load(sys.stdin)
    cv2.setNumThreads(1)
    shape = (question["height"], question["width"])
    frame, background = (
        np.frombuffer(bytes.fromhex(question[name]), np.uint8).reshape(shape) for name in ("frame", "background")
    )
    regions = [answer(frame, background, region) for region in question["regions"]]
    json.dump({"version": cv2.__version__, "regions": regions}, sys.stdout)


if __name__ == "__main__":
    main()
