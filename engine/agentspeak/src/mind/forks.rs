//! `|&|` and `|||`: branches of a body, each an intention of its own, while the one that they belong to waits.

use std::sync::Arc;

use super::aside::{Fork, Rare};
use super::cause::Failure;
use super::failure::Origin;
use super::{Body, Control, Frame, Intention, Mind, Trigger, World};
use crate::term::Term;

/// The fork whose branch has come to its end.
pub(super) fn join_of(intention: &mut Intention) -> Option<u64> {
    let [frame] = &mut intention.frames[..] else { return None };
    frame.settle();
    match frame.outer[..] {
        [Control::Join(id)] if frame.next >= frame.body().len() => Some(id),
        _ => None,
    }
}

impl Mind {
    /// Begins the branches.
    pub(super) fn fork(&mut self, mut parent: Box<Intention>, all: bool, branches: Vec<Arc<Body>>) {
        let Rare { fork_count, .. } = self.aside.open();
        *fork_count += 1;
        let id = *fork_count;
        let Some(top) = parent.top() else { return };
        top.advance();
        let left = branches.len();
        let frames: Vec<Frame> = branches
            .into_iter()
            .map(|body| Frame {
                bindings: top.bindings.clone(),
                block: Some(body),
                next: 0,
                outer: vec![Control::Join(id)],
                chosen_with: top.chosen_with.clone(),
                ..top.shadow()
            })
            .collect();
        self.aside.open().forks.push(Fork { id, all, left, parent });
        for frame in frames {
            let mut branch = self.fresh_intention();
            branch.fork = Some(id);
            branch.frames.push(Box::new(frame));
            self.running.push_back(branch);
        }
    }

    /// A branch has ended well.
    #[expect(clippy::boxed_local, reason = "intentions are handed on as they are held")]
    pub(super) fn join(&mut self, id: u64, mut branch: Box<Intention>) {
        let Some(place) = self.aside.forks.iter().position(|fork| fork.id == id) else { return };
        let fork = &mut self.aside.open().forks[place];
        fork.left -= 1;
        if fork.all && fork.left > 0 {
            return;
        }
        let mut parent = self.take_fork(place);
        // What the other branches have found out is lost.
        if let (Some(top), Some(ended)) = (parent.top(), branch.top()) {
            top.bindings = std::mem::take(&mut ended.bindings);
        }
        self.go_on(parent);
    }

    /// A branch has failed, and nothing in it handles that.
    #[expect(clippy::boxed_local, reason = "intentions are handed on as they are held")]
    pub(super) fn fail_branch(
        &mut self,
        id: u64,
        branch: Box<Intention>,
        failure: &Failure,
        origin: Option<Origin>,
        world: &mut dyn World,
    ) {
        let Some(place) = self.aside.forks.iter().position(|fork| fork.id == id) else { return };
        let fork = &mut self.aside.open().forks[place];
        fork.left -= 1;
        if !fork.all && fork.left > 0 {
            return;
        }
        let mut parent = self.take_fork(place);
        // The step that failed is the branch's.
        if let (Some(top), Some(failed)) = (parent.top(), branch.frames.into_iter().next()) {
            top.bindings = failed.bindings;
            (top.block, top.next, top.outer) = (failed.block, failed.next, failed.outer);
        }
        self.fail_at(parent, failure, origin, world);
    }

    /// A goal in a branch has been made to fail, and nothing in the branch handles that.
    pub(super) fn fail_around(&mut self, id: u64, goal: Trigger, reason: &[Term], world: &mut dyn World) {
        let Some(place) = self.aside.forks.iter().position(|fork| fork.id == id) else { return };
        let fork = &mut self.aside.open().forks[place];
        fork.left -= 1;
        if fork.all {
            let parent = self.take_fork(place);
            self.fail_goal_of(parent, goal, reason, world);
        } else if fork.left == 0 {
            self.aside.open().forks.remove(place);
        }
    }

    /// Ends a fork with all its branches but the current intention; what has forked comes back.
    pub(super) fn take_fork(&mut self, place: usize) -> Box<Intention> {
        let Fork { id, parent, .. } = self.aside.open().forks.remove(place);
        self.drop_others_if(|intention| intention.fork == Some(id));
        parent
    }
}
