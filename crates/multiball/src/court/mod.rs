//! Table, net, floor, sides; who wins the point and why.

mod dimensions;

pub use dimensions::{Court, Side};
