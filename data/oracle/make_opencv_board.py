#!/usr/bin/env python3
"""Chessboard corners as OpenCV finds them, for crates/multiball/tests/ref_opencv_board.rs.

    python3 make_opencv_board.py --out FOLDER      writes FOLDER/opencv_board.json

Small pictures are drawn here by supersampling, from a fixed seed; the file holds their pixels, where the corners are,
and where OpenCV finds them with findChessboardCorners and cornerSubPix, and with findChessboardCornersSB. Needs the
packages of requirements.txt.
"""

import argparse
import json
import pathlib

import cv2
import numpy as np

WIDTH, HEIGHT = 220, 170
COLUMNS, ROWS = 7, 4
PARTS = 16  # samples of a pixel along each side
VIEWS = 2


def homography(rng):
    """A view of the board, in squares, that fills the picture."""
    corners = np.array([[-1, -1], [COLUMNS, -1], [COLUMNS, ROWS], [-1, ROWS]], dtype=np.float32)
    place = np.array([[24, 26], [WIDTH - 24, 26], [WIDTH - 24, HEIGHT - 26], [24, HEIGHT - 26]], dtype=np.float32)
    return cv2.getPerspectiveTransform(corners, place + rng.uniform(-16, 16, (4, 2)).astype(np.float32))


def picture(rng, image_from_board):
    """Pixel means of the board, blurred, with noise."""
    steps = (np.arange(WIDTH * PARTS) + 0.5) / PARTS - 0.5, (np.arange(HEIGHT * PARTS) + 0.5) / PARTS - 0.5
    x, y = np.meshgrid(*steps)
    place = np.linalg.inv(image_from_board) @ np.stack([x.ravel(), y.ravel(), np.ones(x.size)])
    u, v = place[:2] / place[2]
    inside = (u > -1) & (u < COLUMNS) & (v > -1) & (v < ROWS)
    black = inside & ((np.floor(u) + np.floor(v)) % 2 == 0)
    grey = np.where(black, 40.0, 200.0).reshape(HEIGHT, PARTS, WIDTH, PARTS).mean(axis=(1, 3))
    grey = cv2.GaussianBlur(grey, (0, 0), 0.7) + rng.normal(0.0, 2.0, grey.shape)
    return np.clip(np.round(grey), 0, 255).astype(np.uint8)


def asked(image):
    size = (COLUMNS, ROWS)
    found, corners = cv2.findChessboardCorners(image, size)
    found_sb, corners_sb = cv2.findChessboardCornersSB(image, size, flags=cv2.CALIB_CB_ACCURACY)
    assert found and found_sb
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, 100, 1e-4)
    corners = cv2.cornerSubPix(image, corners, (5, 5), (-1, -1), stop)
    return {"corner_sub_pix": corners.reshape(-1, 2).tolist(), "sector_based": corners_sb.reshape(-1, 2).tolist()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    folder = parser.parse_args().out
    rng = np.random.default_rng(20)
    views = []
    for _ in range(VIEWS):
        image_from_board = homography(rng)
        image = picture(rng, image_from_board)
        grid = np.array([[[c, r]] for r in range(ROWS) for c in range(COLUMNS)], dtype=np.float64)
        truth = cv2.perspectiveTransform(grid, image_from_board).reshape(-1, 2)
        views.append({"pixels_hex": image.tobytes().hex(), "truth": truth.tolist(), **asked(image)})
    document = {"opencv": cv2.__version__, "width": WIDTH, "height": HEIGHT, "columns": COLUMNS, "rows": ROWS,
                "views": views}
    (folder / "opencv_board.json").write_text(json.dumps(document) + "\n")


if __name__ == "__main__":
    main()
