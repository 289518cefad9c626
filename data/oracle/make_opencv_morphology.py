#!/usr/bin/env python3
"""Asks OpenCV for differences, thresholds, morphology, connected components and moments of small images.

Writes opencv_morphology.json into the folder of --out (default: next to this file). Masks are hexadecimal, eight pixels
a byte, the first in the highest bit, rows padded to whole bytes. Needs numpy and opencv-python-headless.
"""

import argparse
import json
import pathlib

import cv2
import numpy as np

ELEMENTS = {
    "Square3": (cv2.MORPH_RECT, 3),
    "Cross3": (cv2.MORPH_CROSS, 3),
    "Ellipse3": (cv2.MORPH_ELLIPSE, 3),
    "Square5": (cv2.MORPH_RECT, 5),
    "Cross5": (cv2.MORPH_CROSS, 5),
    "Ellipse5": (cv2.MORPH_ELLIPSE, 5),
}
SIZES = [(1, 1), (7, 5), (64, 9), (65, 12), (63, 17), (130, 21), (97, 32)]


def hexed(mask):
    return np.packbits(mask > 0, axis=1).tobytes().hex()


def scene(rng, width, height):
    """A grey background with lines, and a frame of it with discs, blocks and noise, some of them over the border."""
    background = rng.integers(20, 110, (height, width), dtype=np.uint8)
    cv2.line(background, (0, height // 3), (width - 1, height // 2), 230, 1)
    frame = np.clip(background.astype(int) + rng.integers(-6, 7, background.shape), 0, 255).astype(np.uint8)
    for _ in range(max(1, width * height // 300)):
        centre = (int(rng.integers(-3, width + 3)), int(rng.integers(-3, height + 3)))
        grey = int(rng.integers(150, 256))
        if rng.integers(2):
            cv2.circle(frame, centre, int(rng.integers(1, 8)), grey, -1)
        else:
            corner = (centre[0] + int(rng.integers(0, 9)), centre[1] + int(rng.integers(0, 9)))
            cv2.rectangle(frame, centre, corner, grey, -1)
    salt = rng.random(frame.shape) < 0.02
    frame[salt] = 255
    return frame, background


def parts(mask):
    count, labels, stats, centroids = cv2.connectedComponentsWithStats(mask, connectivity=8)
    found = []
    for label in range(1, count):
        one = (labels == label).astype(np.uint8)
        moments = cv2.moments(one, binaryImage=True)
        left, top, width, height, area = (int(value) for value in stats[label])
        found.append(
            {
                "bounds": [left, top, width, height],
                "area": area,
                "centre": [float(value) for value in centroids[label]],
                "spread": [moments[key] / moments["m00"] for key in ("mu20", "mu11", "mu02")],
            }
        )
    return found


def case(rng, width, height):
    frame, background = scene(rng, width, height)
    difference = cv2.absdiff(frame, background)
    bright = cv2.inRange(frame, 176, 255)
    changed = cv2.threshold(difference, 20, 255, cv2.THRESH_BINARY)[1]
    mask = cv2.bitwise_and(bright, changed)
    answers = {}
    for name, (shape, size) in ELEMENTS.items():
        element = cv2.getStructuringElement(shape, (size, size))
        opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, element)
        answers[name] = {
            "eroded": hexed(cv2.erode(mask, element)),
            "dilated": hexed(cv2.dilate(mask, element)),
            "opened": hexed(opened),
            "again": hexed(cv2.dilate(cv2.erode(opened, element), element)),
        }
    return {
        "width": width,
        "height": height,
        "frame": frame.tobytes().hex(),
        "background": background.tobytes().hex(),
        "bright_and_changed": hexed(mask),
        "difference": hexed(cv2.inRange(difference, 90, 255)),
        "elements": answers,
        "parts": parts(mask),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path(__file__).parent)
    folder = parser.parse_args().out
    rng = np.random.Generator(np.random.PCG64(4))
    cases = [case(rng, width, height) for width, height in SIZES for _ in range(2)]
    text = json.dumps({"opencv": cv2.__version__, "cases": cases}, indent=None, separators=(",", ":"))
    (folder / "opencv_morphology.json").write_text(text.replace('{"width"', '\n{"width"') + "\n")


if __name__ == "__main__":
    main()
