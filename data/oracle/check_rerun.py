#!/usr/bin/env python3
"""Opens a recording with Rerun, which shares no code with ours.

    python3 check_rerun.py FILE

Converts the recording with Rerun's own program, lets it verify the result, and asks that frames, cameras, pictures,
balls and the referee's words come out as what Rerun draws, at their times. Then the same of the first half of the file,
as a killed run leaves it. Exit code 1 and a line on standard error when something is wrong. Needs the packages of
requirements.txt.
"""

import argparse
import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile

RERUN = pathlib.Path(sys.executable).with_name("rerun")
# What the recording has, and as what Rerun shows it.
SHOWN = {
    "frames that move": "Transform3D:quaternion",
    "cameras": "Pinhole:image_from_camera",
    "pictures": "EncodedImage:blob",
    "balls": "Points3D:positions",
    "the referee": "TextLog:text",
}


def wrong(text):
    print(f"check_rerun: {text}", file=sys.stderr)
    sys.exit(1)


def rerun(*words):
    # Under CI it reports nothing to its makers.
    told = subprocess.run([RERUN, *words], capture_output=True, text=True, check=False,
                          env={**os.environ, "CI": "true"})
    if told.returncode != 0:
        wrong(f"rerun {words[0]} {words[1]}: {told.stderr.strip() or told.stdout.strip()}")
    return told.stdout


def shown(recording, folder, *options):
    """How many chunks of each component Rerun makes of a recording."""
    converted = folder / "converted.rrd"
    rerun("mcap", "convert", *options, str(recording), "--output", str(converted))
    rerun("rrd", "verify", str(converted))
    listed = rerun("rrd", "print", "-v", str(converted))
    return collections.Counter(re.findall(r"\b[A-Z]\w+:\w+", listed))


def check(name, components):
    for what, component in SHOWN.items():
        if components[component] == 0:
            wrong(f"{name}: {what} do not come out as {component}")
    print(f"{name}: " + ", ".join(f"{what} in {components[component]} chunks" for what, component in SHOWN.items()))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("file", type=pathlib.Path)
    file = parser.parse_args().file
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        check("whole", shown(file, folder))
        data = file.read_bytes()
        half = folder / "half.mcap"
        half.write_bytes(data[: len(data) // 2])
        check("cut in half, with --recover", shown(half, folder, "--recover"))


if __name__ == "__main__":
    main()
