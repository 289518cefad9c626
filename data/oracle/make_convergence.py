#!/usr/bin/env python3
"""Independent oracle for the minimisers: the five methods written anew on NumPy, run on two functions over many seeds.

    make_convergence.py [--seeds N] [--out FILE]

Only distributions can be compared, as the random numbers differ: quartiles of log10(cost) after 10,000 evaluations of a
population of 40 in 10 dimensions.
"""
import argparse
import json
import math
import sys

import numpy as np

LOW, HIGH, VARIABLES, MEMBERS, EVALUATIONS = -4.0, 6.0, 10, 40, 10_000


def sphere(x):
    return (x**2).sum(1)


def rosenbrock(x):
    return (100 * (x[:, 1:] - x[:, :-1] ** 2) ** 2 + (1 - x[:, :-1]) ** 2).sum(1)


def shares():
    """Used part of the evaluations before each generation after the first."""
    return [k * MEMBERS / EVALUATIONS for k in range(1, EVALUATIONS // MEMBERS)]


def weights(schedule, s):
    if schedule == "SPSO":
        return 0.7298, 1.496, 1.496
    if schedule == "PSO-1":
        return 0.9 + (0.4 - 0.9) * s, 2.0, 2.0
    cos2, sin2 = math.cos(math.pi * s / 2) ** 2, math.sin(math.pi * s / 2) ** 2
    return 0.4 + 0.5 * cos2, 2.5 * cos2 + 0.5 * sin2, 0.5 * cos2 + 2.5 * sin2


def swarm(schedule, cost, rng):
    x = rng.uniform(LOW, HIGH, (MEMBERS, VARIABLES))
    v, own, own_cost = np.zeros_like(x), x.copy(), cost(x)
    for s in shares():
        w, c1, c2 = weights(schedule, s)
        goal = own[own_cost.argmin()]
        v = w * v + c1 * rng.random(x.shape) * (own - x) + c2 * rng.random(x.shape) * (goal - x)
        v = v.clip(-(HIGH - LOW) / 2, (HIGH - LOW) / 2)
        x = x + v
        out = (x < LOW) | (x > HIGH)
        x, v = x.clip(LOW, HIGH), np.where(out, -v / 2, v)
        new = cost(x)
        better = new < own_cost
        own[better], own_cost[better] = x[better], new[better]
    return own_cost.min()


def differential(cost, rng, weight=0.8, rate=0.9):
    x = rng.uniform(LOW, HIGH, (MEMBERS, VARIABLES))
    costs = cost(x)
    for _ in shares():
        trial = x.copy()
        for i in range(MEMBERS):
            a, b, c = x[rng.choice([k for k in range(MEMBERS) if k != i], 3, replace=False)]
            mutant = a + weight * (b - c)
            mutant = np.where(mutant < LOW, (x[i] + LOW) / 2, np.where(mutant > HIGH, (x[i] + HIGH) / 2, mutant))
            taken = rng.random(VARIABLES) < rate
            taken[rng.integers(VARIABLES)] = True
            trial[i, taken] = mutant[taken]
        new = cost(trial)
        kept = new <= costs
        x[kept], costs[kept] = trial[kept], new[kept]
    return costs.min()


def children(p1, p2, rng, eta=15, rate=0.9):
    """Simulated binary crossover as in the program of NSGA-II."""
    c1, c2 = p1.copy(), p2.copy()
    if rng.random() >= rate:
        return c1, c2
    for j in range(VARIABLES):
        if rng.random() < 0.5:
            u = rng.random()
            beta = (2 * u if u <= 0.5 else 1 / (2 * (1 - u))) ** (1 / (eta + 1))
            pair = 0.5 * ((1 + beta) * p1[j] + (1 - beta) * p2[j]), 0.5 * ((1 - beta) * p1[j] + (1 + beta) * p2[j])
            c1[j], c2[j] = pair if rng.random() < 0.5 else pair[::-1]
    return c1, c2


def genetic(cost, rng, width=0.1):
    x = rng.uniform(LOW, HIGH, (MEMBERS, VARIABLES))
    costs = cost(x)
    for s in shares():
        pairs = rng.integers(MEMBERS, size=(MEMBERS, 2))
        winners = np.where(costs[pairs[:, 0]] <= costs[pairs[:, 1]], pairs[:, 0], pairs[:, 1])
        brood = [c for a, b in winners.reshape(-1, 2) for c in children(x[a], x[b], rng)]
        brood = np.array(brood)
        mutated = rng.random(brood.shape) < 1 / VARIABLES
        brood += mutated * rng.normal(size=brood.shape) * width * (HIGH - LOW) * (1 - s)
        brood = brood.clip(LOW, HIGH)
        new = cost(brood)
        worst, best = new.argmax(), costs.argmin()
        if costs[best] < new[worst]:
            brood[worst], new[worst] = x[best], costs[best]
        x, costs = brood, new
    return costs.min()


METHODS = {
    "SPSO": lambda cost, rng: swarm("SPSO", cost, rng),
    "PSO-1": lambda cost, rng: swarm("PSO-1", cost, rng),
    "NPSO": lambda cost, rng: swarm("NPSO", cost, rng),
    "DE": differential,
    "GA": genetic,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--out", default="-")
    options = parser.parse_args()
    rows = []
    for function in (sphere, rosenbrock):
        for name, method in METHODS.items():
            logs = [math.log10(method(function, np.random.default_rng(seed))) for seed in range(options.seeds)]
            quartiles = [round(float(q), 3) for q in np.quantile(logs, [0.25, 0.5, 0.75])]
            rows.append({"function": function.__name__, "method": name, "log10_cost_quartiles": quartiles})
            print(rows[-1], file=sys.stderr)
    text = "[\n" + ",\n".join("  " + json.dumps(row) for row in rows) + "\n]\n"
    if options.out == "-":
        print(text, end="")
    else:
        with open(options.out, "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
