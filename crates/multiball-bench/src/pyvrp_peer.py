"""PyVRP peer of the routing benchmark.

Reads one JSON document on stdin:
    {"floors": [{"balls": [[x, y], ...], "capacity": 10, "seconds": 1.0}, ...]}    home is at 0, 0; m
and writes one to stdout: {"version": "...", "found": [{"length_m": l, "seconds": s}, ...]}, s from the call of its
solver to its answer. Exits with status 3 when PyVRP cannot be imported. One thread.
"""

import json
import sys
import time
from importlib.metadata import version

try:
    import numpy as np
    from pyvrp import Model, solve
    from pyvrp.stop import MaxRuntime
except ImportError as error:
    print(f"pyvrp cannot be imported: {error}", file=sys.stderr)
    sys.exit(3)

# PyVRP counts in whole numbers: tenths of a millimetre.
UNITS_PER_M = 1e4


def problem(balls, capacity):
    model = Model()
    model.add_depot(model.add_location(0, 0))
    model.add_vehicle_type(num_available=len(balls) // capacity + 5, capacity=capacity)
    for x, y in balls:
        model.add_client(model.add_location(x * UNITS_PER_M, y * UNITS_PER_M), delivery=1)
    places = np.array([[0.0, 0.0], *balls])
    apart = places[:, None] - places[None]
    legs = np.rint(np.hypot(apart[..., 0], apart[..., 1]) * UNITS_PER_M).astype(int)
    return model.data().replace(distance_matrices=[legs], duration_matrices=[0 * legs])


def main():
    found = []
    for floor in json.load(sys.stdin)["floors"]:
        data = problem(floor["balls"], floor["capacity"])
        begin = time.perf_counter()
        result = solve(data, stop=MaxRuntime(floor["seconds"]), seed=1, display=False)
        found.append({"length_m": result.cost() / UNITS_PER_M, "seconds": time.perf_counter() - begin})
    print(json.dumps({"version": version("pyvrp"), "found": found}))


if __name__ == "__main__":
    main()
