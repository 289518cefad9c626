//! What the referee says, in words.

use foxglove::messages::Log;
use foxglove::messages::log::Level;
use multiball::hall::record::SessionEvent;

use super::shapes::stamp;

/// A line for the log; none of what is not said aloud.
pub(super) fn said(what: &SessionEvent, time_ns: u64) -> Option<Log> {
    let (level, message) = match what {
        SessionEvent::PointBegan { point, server, .. } => (Level::Debug, format!("point {point}: {server} serves")),
        SessionEvent::Decided { point, winner, fault, strokes, score, .. } => {
            let outcome = match (winner, fault) {
                (Some(side), Some(fault)) => format!("to {side}: {fault}"),
                (Some(side), None) => format!("to {side}"),
                (None, _) => "let".to_owned(),
            };
            let count = format!("{}:{}, games {}:{}", score.home, score.away, score.home_games, score.away_games);
            (Level::Info, format!("point {point} {outcome} after {strokes} strokes; {count}"))
        }
        SessionEvent::Waiting { reason: Some(reason) } => (Level::Warning, format!("play waits: {reason}")),
        SessionEvent::Waiting { reason: None } => (Level::Info, "play goes on".to_owned()),
        _ => return None,
    };
    Some(Log { timestamp: stamp(time_ns), level: level.into(), message, name: "referee".into(), ..Log::default() })
}
