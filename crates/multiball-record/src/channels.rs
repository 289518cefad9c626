//! Our own channels: what they are called, and what their messages look like.

/// A channel of JSON messages.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OwnChannel {
    /// What it is called.
    pub(crate) topic: &'static str,
    /// Name of its schema.
    pub(crate) schema: &'static str,
    /// The schema.
    pub(crate) text: &'static str,
}

/// What there is; one message, the first of the file.
pub(crate) const STAGE: OwnChannel =
    OwnChannel { topic: "/multiball/stage", schema: "multiball.Stage", text: include_str!("schemas/stage.json") };

/// Everything that moves.
pub(crate) const SNAPSHOTS: OwnChannel = OwnChannel {
    topic: "/multiball/snapshots",
    schema: "multiball.Snapshot",
    text: include_str!("schemas/snapshot.json"),
};

/// What happens.
pub(crate) const EVENTS: OwnChannel = OwnChannel {
    topic: "/multiball/events",
    schema: "multiball.SessionEvent",
    text: include_str!("schemas/event.json"),
};

/// Strokes of robots.
pub(crate) const STROKES: OwnChannel = OwnChannel {
    topic: "/multiball/strokes",
    schema: "multiball.StrokeRecord",
    text: include_str!("schemas/stroke.json"),
};

/// Topic of what a camera saw, of the circles in it, and of its lens.
pub(crate) fn camera_topics(name: &str) -> [String; 3] {
    ["image", "annotations", "calibration"].map(|kind| format!("/camera/{name}/{kind}"))
}
