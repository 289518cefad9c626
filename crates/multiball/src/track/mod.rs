//! From sights of the ball to its flight, its spin and where it will be, each with its uncertainty.
