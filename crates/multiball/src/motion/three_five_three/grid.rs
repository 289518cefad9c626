//! Starts of the search for the least times: a coarse grid over all allowed ratios of times.

use std::f64::consts::LN_2;

use nalgebra::Vector2;

/// t₁ and t₃ may be up to 2¹³ = 8192 times longer or shorter than t₂.
const OCTAVES: usize = 13;

/// The same as a logarithm.
pub(super) const LOG_RATIO_LIMIT: f64 = OCTAVES as f64 * LN_2;

/// Ratios tried for either outer segment: 2⁻¹³, 2⁻¹¹, … 2¹³.
const NODES: usize = OCTAVES + 1;

/// Points on the middle segment at which the rate is sampled. They miss a part of the peak, which only moves the start.
const SAMPLES: usize = 16;

type Row = [f64; SAMPLES];

/// t₁/t₂ at each node.
const RATIOS: [f64; NODES] = ratios();

/// 3u A(s) + 6u² B(s) at each node and sample, and M(s) at each sample (see `middle.rs`).
const OUTER: [Row; NODES] = outer();
const MIDDLE: Row = middle();

const fn ratios() -> [f64; NODES] {
    let mut ratios = [1.0 / (1 << OCTAVES) as f64; NODES];
    let mut node = 1;
    while node < NODES {
        ratios[node] = 4.0 * ratios[node - 1];
        node += 1;
    }
    ratios
}

const fn sample(index: usize) -> f64 {
    (index as f64 + 0.5) / SAMPLES as f64
}

const fn outer() -> [Row; NODES] {
    let mut rows = [[0.0; SAMPLES]; NODES];
    let mut cell = 0;
    while cell < NODES * SAMPLES {
        let (node, index) = (cell / SAMPLES, cell % SAMPLES);
        let (u, s) = (1.0 / RATIOS[node], sample(index));
        let fade = (1.0 - s) * (1.0 - s);
        rows[node][index] = 3.0 * u * fade * (1.0 + 2.0 * s - 15.0 * s * s) + 6.0 * u * u * s * fade * (1.0 - 2.5 * s);
        cell += 1;
    }
    rows
}

const fn middle() -> Row {
    let mut row = [0.0; SAMPLES];
    let mut index = 0;
    while index < SAMPLES {
        let s = sample(index);
        row[index] = 30.0 * s * s * (1.0 - s) * (1.0 - s);
        index += 1;
    }
    row
}

/// The two best nodes that no neighbour beats, as (ln t₁/t₂, ln t₃/t₂), the best first.
pub(super) fn starts<const N: usize>(differences: &[[f64; 3]; N]) -> [Option<Vector2<f64>>; 2] {
    let costs = costs(differences);
    let mut best = [(f64::INFINITY, None); 2];
    for (first, row) in costs.iter().enumerate() {
        for (last, cost) in row.iter().enumerate() {
            if *cost < best[1].0 && is_least_around(&costs, first, last) {
                let octaves = Vector2::new(first as f64, last as f64) * 2.0 - Vector2::repeat(OCTAVES as f64);
                best[1] = (*cost, Some(octaves * LN_2));
                best.sort_by(|a, b| a.0.total_cmp(&b.0));
            }
        }
    }
    best.map(|(_, start)| start)
}

fn is_least_around(costs: &[[f64; NODES]; NODES], first: usize, last: usize) -> bool {
    let around = |node: usize| node.saturating_sub(1)..=(node + 1).min(NODES - 1);
    around(first).all(|i| costs[i][around(last)].iter().all(|cost| costs[first][last] <= *cost))
}

/// Greatest sampled rate of all joints times the sum of the times, both for t₂ = 1, at every node.
fn costs<const N: usize>(differences: &[[f64; 3]; N]) -> [[f64; NODES]; NODES] {
    let mut peaks = [[0.0_f64; NODES]; NODES];
    for [d1, d2, d3] in differences {
        let from_begin = OUTER.map(|row| std::array::from_fn::<f64, SAMPLES, _>(|i| d1 * row[i] + d2 * MIDDLE[i]));
        let from_end = OUTER.map(|row| std::array::from_fn::<f64, SAMPLES, _>(|i| d3 * row[SAMPLES - 1 - i]));
        for (row, begin) in peaks.iter_mut().zip(&from_begin) {
            row.iter_mut().zip(&from_end).for_each(|(peak, end)| *peak = peak.max(greatest_of_sum(begin, end)));
        }
    }
    for (row, t1) in peaks.iter_mut().zip(RATIOS) {
        row.iter_mut().zip(RATIOS).for_each(|(peak, t3)| *peak *= t1 + 1.0 + t3);
    }
    peaks
}

/// Greatest |aᵢ + bᵢ|, in four strands that a processor can compute in parallel.
fn greatest_of_sum(a: &Row, b: &Row) -> f64 {
    let mut most = [0.0_f64; 4];
    for (a, b) in a.chunks_exact(4).zip(b.chunks_exact(4)) {
        for strand in 0..4 {
            let size = (a[strand] + b[strand]).abs();
            most[strand] = if size > most[strand] { size } else { most[strand] };
        }
    }
    most[0].max(most[1]).max(most[2].max(most[3]))
}
