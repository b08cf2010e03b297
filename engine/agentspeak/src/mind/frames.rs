use std::ops::{Deref, DerefMut};

use super::Frame;

/// The plans of an intention, the lowest first. Of how many kinds they are is known without looking at each: there may be millions.
#[derive(Default)]
pub struct Frames {
    #[expect(clippy::vec_box, reason = "frames are large, and move between intentions and the spare ones")]
    frames: Vec<Box<Frame>>,
    atomic: usize,
    conditional: usize,
    with_sub_plans: usize,
}

impl Frames {
    /// Puts a plan on top.
    pub fn push(&mut self, frame: Box<Frame>) {
        if !frame.plan.plain {
            let [atomic, conditional, with_sub_plans] = kinds(&frame);
            self.atomic += atomic;
            self.conditional += conditional;
            self.with_sub_plans += with_sub_plans;
        }
        self.frames.push(frame);
    }

    /// Takes the plan on top off.
    pub fn pop(&mut self) -> Option<Box<Frame>> {
        let frame = self.frames.pop()?;
        if !frame.plan.plain {
            let [atomic, conditional, with_sub_plans] = kinds(&frame);
            self.atomic -= atomic;
            self.conditional -= conditional;
            self.with_sub_plans -= with_sub_plans;
        }
        Some(frame)
    }

    /// The capacity.
    pub(super) fn capacity(&self) -> usize {
        self.frames.capacity()
    }

    /// Takes all off but the lowest so many.
    pub fn truncate(&mut self, count: usize) {
        while self.frames.len() > count {
            self.pop();
        }
    }

    /// Is one of them atomic?
    pub fn any_atomic(&self) -> bool {
        self.atomic > 0
    }

    /// Has one of them a goal condition?
    pub fn any_conditional(&self) -> bool {
        self.conditional > 0
    }

    /// Has one of them plans that only count while it is executed?
    pub fn any_with_sub_plans(&self) -> bool {
        self.with_sub_plans > 0
    }
}

fn kinds(frame: &Frame) -> [usize; 3] {
    let plan = &frame.plan;
    [plan.atomic, plan.goal_condition.is_some(), !plan.sub_plans.is_empty()].map(usize::from)
}

impl Deref for Frames {
    type Target = [Box<Frame>];

    fn deref(&self) -> &[Box<Frame>] {
        &self.frames
    }
}

impl DerefMut for Frames {
    fn deref_mut(&mut self) -> &mut [Box<Frame>] {
        &mut self.frames
    }
}

impl Extend<Box<Frame>> for Frames {
    fn extend<I: IntoIterator<Item = Box<Frame>>>(&mut self, frames: I) {
        frames.into_iter().for_each(|frame| self.push(frame));
    }
}

impl IntoIterator for Frames {
    type Item = Box<Frame>;
    type IntoIter = std::vec::IntoIter<Box<Frame>>;

    fn into_iter(self) -> Self::IntoIter {
        self.frames.into_iter()
    }
}

impl<'a> IntoIterator for &'a Frames {
    type Item = &'a Box<Frame>;
    type IntoIter = std::slice::Iter<'a, Box<Frame>>;

    fn into_iter(self) -> Self::IntoIter {
        self.frames.iter()
    }
}
