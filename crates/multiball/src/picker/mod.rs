//! The robot that picks the balls up [paper 002].

pub mod routing;
