//! Hooks for programs with a clock: the library reads none.

/// Called while a session runs, to keep pace with a clock or to measure how long robots compute. Hooks change nothing
/// in the session.
pub trait Hooks {
    /// A robot begins to process a reading that has arrived.
    fn thinking_began(&mut self) {}

    /// It has processed the reading; `replanned` when that changed its estimate of the ball.
    fn thinking_ended(&mut self, _replanned: bool) {}

    /// The session has reached a time, s. Called 50 times in a simulated second; to slow the session down, wait here.
    fn tick(&mut self, _now_s: f64) {}
}

/// No hooks: the session runs as fast as it can.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoHooks;

impl Hooks for NoHooks {}

impl<H: Hooks + ?Sized> Hooks for &mut H {
    fn thinking_began(&mut self) {
        (**self).thinking_began();
    }

    fn thinking_ended(&mut self, replanned: bool) {
        (**self).thinking_ended(replanned);
    }

    fn tick(&mut self, now_s: f64) {
        (**self).tick(now_s);
    }
}

/// Two hooks in place of one, called in this order.
impl<A: Hooks, B: Hooks> Hooks for (A, B) {
    fn thinking_began(&mut self) {
        self.0.thinking_began();
        self.1.thinking_began();
    }

    fn thinking_ended(&mut self, replanned: bool) {
        self.0.thinking_ended(replanned);
        self.1.thinking_ended(replanned);
    }

    fn tick(&mut self, now_s: f64) {
        self.0.tick(now_s);
        self.1.tick(now_s);
    }
}
