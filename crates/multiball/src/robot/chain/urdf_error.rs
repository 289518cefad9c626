//! Why a URDF text is not a chain.

use super::ChainError;

/// Why a URDF text is not a chain.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum UrdfError {
    /// The parser does not understand the text.
    #[error("the URDF cannot be read{place}: {message}")]
    Unreadable {
        /// Where, as far as it is known.
        place: String,
        /// What the parser says.
        message: String,
    },
    /// Elements within elements without end.
    #[error("the URDF nests elements more than {allowed} deep; a robot needs fewer than ten levels")]
    TooDeep {
        /// Levels allowed.
        allowed: usize,
    },
    /// Attitudes that would not be read exactly.
    #[error("the URDF uses quat_xyzw, which is not read; write the attitude of each <origin> as rpy, in radians")]
    Quaternion,
    /// A robot without joints.
    #[error("the URDF has {links} links and no joint; a chain needs a joint that moves")]
    NoJoints {
        /// Links found.
        links: usize,
    },
    /// Two elements of one name.
    #[error("the URDF has two elements <{element} name={name:?}>; each {element} needs a name of its own")]
    SameName {
        /// `link` or `joint`.
        element: &'static str,
        /// The name.
        name: String,
    },
    /// A joint at a link that is not there.
    #[error("joint {joint:?}: its {end} link {link:?} is not in the file; links are {links}")]
    UnknownLink {
        /// Which joint.
        joint: String,
        /// `parent` or `child`.
        end: &'static str,
        /// The unknown name.
        link: String,
        /// The links there are.
        links: String,
    },
    /// Two parents of one link.
    #[error("link {link:?} is the child of joints {first:?} and {second:?}; a link hangs on one joint only")]
    TwoParents {
        /// Which link.
        link: String,
        /// One joint.
        first: String,
        /// The other joint.
        second: String,
    },
    /// Links in a ring.
    #[error("links {links} form a cycle; a robot must be a tree that begins at one link")]
    Cycle {
        /// The links of the ring.
        links: String,
    },
    /// Several robots in one file.
    #[error("links {roots} are the child of no joint; one link must be the root of all others")]
    SeveralRoots {
        /// The links that are the child of no joint.
        roots: String,
    },
    /// The chain could end at several links.
    #[error("the chain could end at any of the links {leaves}; choose one of them, or a link before it, as the tip")]
    SeveralLeaves {
        /// The ends.
        leaves: String,
    },
    /// The chain should end at a link that is not there.
    #[error("the tip {tip:?} is not a link of the file; links are {links}")]
    UnknownTip {
        /// The requested name.
        tip: String,
        /// The links there are.
        links: String,
    },
    /// Nothing moves between root and tip.
    #[error(
        "no joint moves between the root {root:?} and the tip {tip:?}; at least one must be revolute, continuous or \
         prismatic"
    )]
    NothingMoves {
        /// Where the chain begins.
        root: String,
        /// Where it ends.
        tip: String,
    },
    /// A joint of several degrees of freedom.
    #[error("joint {joint:?} is {kind}; allowed on the way to the tip are revolute, continuous, prismatic and fixed")]
    UnsupportedKind {
        /// Which joint.
        joint: String,
        /// What it is.
        kind: &'static str,
    },
    /// A joint that follows another.
    #[error("joint {joint:?} mimics joint {leader:?}; on the way to the tip every joint must move by itself")]
    Mimic {
        /// Which joint.
        joint: String,
        /// The joint it follows.
        leader: String,
    },
    /// A number that is not finite.
    #[error("joint {joint:?}: {field} is {value}; it must be made of finite numbers")]
    NotFinite {
        /// Which joint.
        joint: String,
        /// Element and attribute.
        field: &'static str,
        /// The first number that is not finite.
        value: f64,
    },
    /// A joint that may move but has an empty range.
    #[error(
        "joint {joint:?} is {kind} but its range goes from 0 to 0; give <limit lower=... upper=...>, or make it \
         continuous or fixed"
    )]
    NoRange {
        /// Which joint.
        joint: String,
        /// What it is.
        kind: &'static str,
    },
    /// The joints between root and tip do not make a chain.
    #[error(transparent)]
    Chain(#[from] ChainError),
}
