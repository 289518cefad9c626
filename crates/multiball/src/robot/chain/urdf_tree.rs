//! The tree of links in a URDF file, and the path through it from the root to a tip.

use urdf_rs::{Joint, Robot};

use super::UrdfError;

/// The tree: for each link its parent joint.
pub(super) struct Tree<'a> {
    robot: &'a Robot,
    /// Index of the joint whose child is this link, for each link; `None` for the root.
    parent_joint: Vec<Option<usize>>,
    /// Index of the parent link, for each joint.
    parents: Vec<usize>,
    root: usize,
}

impl<'a> Tree<'a> {
    /// The tree of a robot's links.
    ///
    /// # Errors
    /// Unless the links form one tree.
    pub(super) fn new(robot: &'a Robot) -> Result<Self, UrdfError> {
        if robot.joints.is_empty() {
            return Err(UrdfError::NoJoints { links: robot.links.len() });
        }
        unique("link", robot.links.iter().map(|link| &link.name))?;
        unique("joint", robot.joints.iter().map(|joint| &joint.name))?;
        let mut parent_joint: Vec<Option<usize>> = vec![None; robot.links.len()];
        let mut parents = Vec::with_capacity(robot.joints.len());
        for (index, joint) in robot.joints.iter().enumerate() {
            parents.push(link_of(robot, joint, "parent", &joint.parent.link)?);
            let child = link_of(robot, joint, "child", &joint.child.link)?;
            if let Some(first) = parent_joint[child].replace(index) {
                let (first, second) = (robot.joints[first].name.clone(), joint.name.clone());
                return Err(UrdfError::TwoParents { link: joint.child.link.clone(), first, second });
            }
        }
        let mut tree = Self { robot, parent_joint, parents, root: 0 };
        tree.check_for_cycles()?;
        tree.root = tree.only_root()?;
        Ok(tree)
    }

    /// Name of the root link.
    pub(super) fn root(&self) -> &'a str {
        &self.robot.links[self.root].name
    }

    /// The requested link, or the only one at which the chain can end.
    pub(super) fn tip(&self, requested: Option<&str>) -> Result<usize, UrdfError> {
        if let Some(tip) = requested {
            let found = self.robot.links.iter().position(|link| link.name == tip);
            return found.ok_or_else(|| UrdfError::UnknownTip { tip: tip.to_owned(), links: all_links(self.robot) });
        }
        let leaves: Vec<usize> = (0..self.parent_joint.len()).filter(|link| !self.parents.contains(link)).collect();
        match leaves[..] {
            [only] => Ok(only),
            _ => Err(UrdfError::SeveralLeaves { leaves: self.names(&leaves) }),
        }
    }

    /// The joints from the root to a link.
    pub(super) fn joints_to(&self, tip: usize) -> Vec<&'a Joint> {
        let mut joints: Vec<&Joint> = self.up_from(tip).map(|joint| &self.robot.joints[joint]).collect();
        joints.reverse();
        joints
    }

    /// The joints from a link towards the root; endless where links form a ring.
    fn up_from(&self, link: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(self.parent_joint[link], |joint| self.parent_joint[self.parents[*joint]])
    }

    fn check_for_cycles(&self) -> Result<(), UrdfError> {
        let count = self.robot.links.len();
        // A path up that passes more joints than there are links visits a link twice and never leaves the ring again.
        let Some(joint) = (0..count).find_map(|link| self.up_from(link).nth(count)) else { return Ok(()) };
        let start = self.parents[joint];
        let above = self.up_from(start).map(|joint| self.parents[joint]).take_while(|link| *link != start);
        let ring: Vec<usize> = std::iter::once(start).chain(above).collect();
        Err(UrdfError::Cycle { links: self.names(&ring) })
    }

    fn only_root(&self) -> Result<usize, UrdfError> {
        let roots: Vec<usize> =
            (0..self.parent_joint.len()).filter(|link| self.parent_joint[*link].is_none()).collect();
        match roots[..] {
            [only] => Ok(only),
            _ => Err(UrdfError::SeveralRoots { roots: self.names(&roots) }),
        }
    }

    fn names(&self, links: &[usize]) -> String {
        list(links.iter().map(|link| self.robot.links[*link].name.as_str()))
    }
}

fn unique<'a>(element: &'static str, names: impl Iterator<Item = &'a String>) -> Result<(), UrdfError> {
    let mut names: Vec<&String> = names.collect();
    names.sort();
    match names.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(UrdfError::SameName { element, name: pair[0].clone() }),
        None => Ok(()),
    }
}

fn link_of(robot: &Robot, joint: &Joint, end: &'static str, link: &str) -> Result<usize, UrdfError> {
    let found = robot.links.iter().position(|candidate| candidate.name == link);
    let unknown =
        || UrdfError::UnknownLink { joint: joint.name.clone(), end, link: link.to_owned(), links: all_links(robot) };
    found.ok_or_else(unknown)
}

fn all_links(robot: &Robot) -> String {
    list(robot.links.iter().map(|link| link.name.as_str()))
}

/// Names for a message; of many only the first.
fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    const SHOWN: usize = 40;
    let names: Vec<String> = names.map(|name| format!("{name:?}")).collect();
    match names.len().checked_sub(SHOWN) {
        Some(more) if more > 0 => format!("{} and {more} more", names[..SHOWN].join(", ")),
        _ if names.is_empty() => "none".to_owned(),
        _ => names.join(", "),
    }
}
