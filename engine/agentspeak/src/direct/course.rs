//! Intentions that are executed directly although others have their turns as well.
//!
//! Intentions take turns, a step each, and programs see in which order by what they print and send. But of most steps nobody else sees
//! anything, nor do they depend on what others do: a goal whose plan is chosen by its arguments alone, a comparison, a sum (they are
//! *calm*). A *course* is what is on top of an intention's frames, as activations. It *runs ahead*: calm steps are executed many at a
//! time, and noted as [turns](Turn), which are then taken one by one, each in the cycle in which it is due. What is not calm is
//! executed when its turn has come. So everything that can be seen happens in the order in which the interpreter would have done it.
//!
//! What has run ahead can be taken back: the state before is kept, and since nobody else had a part in what followed, it is executed
//! once more as far as turns have been taken. So who looks at intentions finds frames, and those of that very cycle.

use std::mem;

use super::Bail;
use super::activation::{Activation, End, Origin};
use super::entry::{BUDGET, SHARED_BUDGET, entered};
use super::library::Library;
use super::rounds::ROUNDS;
use super::run::{Executed, Run};
use super::steps::Step;
use super::value::Register;
use crate::mind::{Event, Intention, Mind, World};

/// What is on top of an intention's frames.
pub(crate) struct Course {
    library: &'static Library,
    registers: Vec<Register>,
    below: Vec<Activation>,
    now: Activation,
    /// Where the lowest has come from; whose intention it is is not in there.
    origin: Origin,
    /// What has been executed ahead, and how many turns of it have been taken.
    turns: Vec<Turn>,
    taken: usize,
    /// The state before the first of them.
    before: Before,
    /// Has the goal of the turn that was taken last still to get its plan?
    asks: bool,
}

#[derive(Default)]
struct Before {
    registers: Vec<Register>,
    below: Vec<Activation>,
    now: Option<Activation>,
}

/// What a step was to the cycle in which it is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// The intention stays in line.
    Step,
    /// It waits for an event of its own.
    Event,
    /// The plans of the course have finished.
    End,
}

/// So many turns are executed ahead at most ...
const AHEAD: usize = 256;
/// ... from states of so many registers and plans at most, since a state is copied for it.
const REGISTERS: usize = 4096;
const BELOW: usize = 512;

impl Course {
    /// Takes over what is on top of an intention, if that is something for it: the frame is missing there then.
    fn of(intention: &mut Intention, library: &'static Library) -> Option<Box<Self>> {
        let is_usual = intention.fork.is_none() && intention.suspended.is_none() && intention.roots == 0;
        let frame = intention.frames.last().filter(|_| is_usual)?;
        let mut registers = Vec::new();
        let now = entered(frame, library, &mut registers, true)?;
        let (block, place) = now.at.innermost();
        // One step alone is not worth it.
        if let Some(Step::Interpret) = now.plan.blocks[block as usize].steps.get(place as usize + 1) {
            return None;
        }
        let origin = Origin::Frame(Box::new((intention.frames.pop()?, Intention::new(0))));
        let (below, turns, before) = (Vec::new(), Vec::new(), Before::default());
        Some(Box::new(Self { library, registers, below, now, origin, turns, taken: 0, before, asks: false }))
    }

    /// Is it of these plans?
    pub(crate) fn is_of(&self, library: &'static Library) -> bool {
        std::ptr::eq(self.library, library)
    }

    /// Has the goal that it pursues got its plan?
    pub(crate) fn has_plan(&self) -> bool {
        !self.asks
    }

    /// Takes the next turn that has been executed ahead, if there is one.
    #[inline]
    pub(crate) fn next_turn(&mut self) -> Option<Turn> {
        let turn = self.turns.get(self.taken).copied()?;
        self.taken += 1;
        Some(turn)
    }

    /// The same, without taking it.
    #[inline]
    pub(crate) fn coming_turn(&self) -> Option<Turn> {
        self.turns.get(self.taken).copied()
    }

    /// Runs ahead, where all turns have been taken; says whether there are any now.
    pub(crate) fn run_ahead(&mut self, mind: &mut Mind, world: &mut dyn World) -> bool {
        self.forget_turns();
        if self.registers.len() > REGISTERS || self.below.len() > BELOW {
            return false;
        }
        let Before { registers, below, now } = &mut self.before;
        registers.clone_from(&self.registers);
        below.clone_from(&self.below);
        *now = Some(self.now);
        self.execute_ahead(AHEAD, mind, world);
        !self.turns.is_empty()
    }

    fn execute_ahead(&mut self, most: usize, mind: &mut Mind, world: &mut dyn World) {
        let mut turns = mem::take(&mut self.turns);
        self.with_run(mind, world, |run, now, origin| run.ahead(now, origin, most, &mut turns));
        self.turns = turns;
    }

    fn forget_turns(&mut self) {
        self.turns.clear();
        self.taken = 0;
    }

    /// Goes back to where the last turn that was taken has left it.
    fn go_back(&mut self, mind: &mut Mind, world: &mut dyn World) {
        let taken = self.taken;
        if taken < self.turns.len()
            && let Some(now) = self.before.now
        {
            mem::swap(&mut self.registers, &mut self.before.registers);
            mem::swap(&mut self.below, &mut self.before.below);
            self.now = now;
            let ahead = mem::take(&mut self.turns);
            self.execute_ahead(taken, mind, world);
            debug_assert_eq!(self.turns, ahead[..taken], "the same once more");
        }
        self.forget_turns();
    }

    /// Executes the step whose turn has come.
    fn execute(&mut self, mind: &mut Mind, world: &mut dyn World) -> Result<Turn, End> {
        let plan = self.now.plan;
        let (block, place) = self.now.at.innermost();
        match plan.blocks[block as usize].steps.get(place as usize) {
            Some(Step::Achieve { .. }) => {
                self.asks = true;
                Ok(Turn::Event)
            }
            step => self.with_run(mind, world, |run, now, origin| match step {
                None => Ok(run.settle(now)),
                Some(Step::Add { .. } | Step::Delete { .. } | Step::Replace { .. }) => {
                    let has_changed = run.change(now)?;
                    now.at.advance();
                    // Nobody minds the event, but it is one; and where it was the last step, a turn is left in which the plan ends.
                    Ok(if has_changed { run.leave_blocks(now) } else { run.settle(now) })
                }
                // In turns, these are the interpreter's.
                Some(Step::For { .. } | Step::While { .. }) => Err(End::HandedOver),
                Some(_) => {
                    run.go_on(now, origin)?;
                    Ok(run.settle(now))
                }
            }),
        }
    }

    /// Chooses the plan for the goal whose turn was taken last.
    fn choose(&mut self, mind: &mut Mind, world: &mut dyn World) -> Result<(), End> {
        self.with_run(mind, world, |run, now, origin| run.go_on(now, origin))?;
        self.asks = false;
        Ok(())
    }

    fn with_run<R>(
        &mut self,
        mind: &mut Mind,
        world: &mut dyn World,
        act: impl FnOnce(&mut Run<'_>, &mut Activation, &mut Origin) -> R,
    ) -> R {
        let below = mem::take(&mut self.below);
        let (registers, library) = (&mut self.registers, self.library);
        let mut run = Run {
            mind,
            world,
            registers,
            library,
            below,
            budget: u32::MAX,
            alone: true,
            steps: 1,
            poor_visits: 0,
            rounds: ROUNDS,
        };
        let result = act(&mut run, &mut self.now, &mut self.origin);
        self.below = run.below;
        result
    }

    /// Where the lowest activation has come from, with whose intention it is.
    fn whole_origin(&mut self, intention: Intention) -> Origin {
        let mut origin = mem::replace(&mut self.origin, Origin::Message);
        match &mut origin {
            Origin::Frame(origin) => origin.1 = intention,
            Origin::Replaced(origin) => **origin = intention,
            Origin::Message => origin = Origin::Replaced(Box::new(intention)),
        }
        origin
    }

    /// As frames of its intention, the way it is now.
    fn into_frames(mut self: Box<Self>, intention: Intention, mind: &mut Mind, world: &mut dyn World) -> Intention {
        let origin = self.whole_origin(intention);
        self.with_run(mind, world, |run, now, _| run.hand_over(now, origin))
    }
}

impl Run<'_> {
    /// Executes calm steps, up to so many turns.
    fn ahead(&mut self, now: &mut Activation, origin: &mut Origin, most: usize, turns: &mut Vec<Turn>) {
        while turns.len() < most {
            let (block, place) = now.at.innermost();
            let block = &now.plan.blocks[block as usize];
            let turn = match block.steps.get(place as usize) {
                // A plan without steps has its turn all the same.
                None => self.settle(now),
                Some(Step::Achieve { predicate, open, .. }) => {
                    let is_last = now.at.depth == 1 && place as usize + 1 == block.steps.len();
                    // Where a frame is replaced, that cannot be taken back.
                    let replaces = is_last && self.below.is_empty() && now.predicate == *predicate;
                    let is_kept = !replaces || matches!(origin, Origin::Replaced(_));
                    if !is_kept || !self.library.is_calm(*predicate, *open) || self.go_on(now, origin).is_err() {
                        return;
                    }
                    Turn::Event
                }
                Some(_) if block.calm[place as usize] && self.go_on(now, origin).is_ok() => self.settle(now),
                Some(_) => return,
            };
            turns.push(turn);
            if turn == Turn::End {
                return;
            }
        }
    }

    /// Goes out of blocks and plans that have ended.
    fn settle(&mut self, now: &mut Activation) -> Turn {
        loop {
            self.leave_blocks(now);
            if !is_at_end(now) {
                return Turn::Step;
            }
            let Some(caller) = self.below.pop() else { return Turn::End };
            // If its answer is not for registers, the interpreter gives it.
            if self.answer(now, caller).is_err() {
                return Turn::End;
            }
        }
    }

    /// Goes out of blocks that have ended, but not out of the plan.
    fn leave_blocks(&self, now: &mut Activation) -> Turn {
        while now.at.depth > 1 && is_at_end(now) {
            now.at.depth -= 1;
        }
        Turn::Event
    }

    /// Changes what is believed, as the step says; says whether anything has changed.
    fn change(&mut self, now: &Activation) -> Result<bool, Bail> {
        let (block, place) = now.at.innermost();
        let (Step::Add { predicate, arguments, .. }
        | Step::Delete { predicate, arguments }
        | Step::Replace { predicate, arguments }) = &now.plan.blocks[block as usize].steps[place as usize]
        else {
            return Err(Bail);
        };
        let top = self.evaluate(arguments, now.base)?;
        let (beliefs, bare) = self.bare(*predicate, top);
        let has_changed = match &now.plan.blocks[block as usize].steps[place as usize] {
            Step::Replace { .. } => {
                if beliefs.replace_bare(bare) {
                    Ok(true)
                } else {
                    Err(Bail)
                }
            }
            Step::Add { at_end: false, .. } if beliefs.add_bare(bare) => Ok(true),
            Step::Add { at_end, .. } => {
                let fact = self.fact(*predicate, top);
                Ok(self.mind.beliefs.add(fact, *at_end).is_some())
            }
            _ => {
                let fact = self.fact(*predicate, top);
                Ok(self.mind.beliefs.remove(&fact))
            }
        };
        self.registers.truncate(top);
        has_changed
    }
}

/// Is nothing left of the innermost block?
fn is_at_end(now: &Activation) -> bool {
    let (block, place) = now.at.innermost();
    place as usize >= now.plan.blocks[block as usize].steps.len()
}

impl Mind {
    /// Takes an intention's turn, if it is one for that. It comes back, as frames, where the interpreter is to take it.
    pub(crate) fn take_turn(&mut self, mut intention: Intention, world: &mut dyn World) -> Option<Intention> {
        let is_alone = self.is_free();
        if intention.course.is_none() && is_alone {
            return Some(intention);
        }
        let library = self.library_in_turns();
        let mut course = match (intention.course.take(), library) {
            (Some(course), Some(library)) if course.is_of(library) => course,
            (None, Some(library)) => match Course::of(&mut intention, library) {
                Some(course) => course,
                None => return Some(intention),
            },
            (None, None) => return Some(intention),
            (course, _) => {
                intention.course = course;
                return Some(self.framed(intention, world));
            }
        };
        self.courses.any = true;
        if is_alone {
            self.go_on_alone(course, intention, world);
            return None;
        }
        let mut turn = course.next_turn();
        if turn.is_none() && course.run_ahead(self, world) {
            self.spent += COST;
            turn = course.next_turn();
        }
        let turn = match turn {
            Some(turn) => Ok(turn),
            None => course.execute(self, world),
        };
        match turn {
            Ok(Turn::End) => {
                let intention = course.into_frames(intention, self, world);
                self.go_on(intention);
            }
            Ok(turn) => {
                intention.course = Some(course);
                self.has_taken(turn, intention);
            }
            Err(End::HandedOver) => return Some(course.into_frames(intention, self, world)),
            Err(end) => {
                let origin = course.whole_origin(intention);
                course.with_run(self, world, |run, now, _| run.end(end, now, origin));
            }
        }
        None
    }

    /// Nobody else has anything to do: what has been executed ahead counts, and it goes on as fast as it can.
    fn go_on_alone(&mut self, mut course: Box<Course>, intention: Intention, world: &mut dyn World) {
        let is_over = course.turns.last() == Some(&Turn::End);
        course.forget_turns();
        if is_over {
            let intention = course.into_frames(intention, self, world);
            return self.go_on(intention);
        }
        let alone = self.mailbox.is_empty();
        let budget = if alone { BUDGET } else { SHARED_BUDGET };
        let origin = course.whole_origin(intention);
        let spent = course.with_run(self, world, |run, now, _| {
            (run.budget, run.alone) = (budget, alone);
            // It has been executed already in part, and so never comes back as it was.
            let back = run.execute(now, origin);
            debug_assert!(!matches!(back, Executed::Nothing(_)), "frames that are not up to date");
            run.spent(budget)
        });
        self.spent += spent;
    }

    /// Goes on with the course that has waited for an event of its own. What comes back is the event, where the interpreter is to choose.
    pub(crate) fn resume_course(&mut self, mut intention: Intention, world: &mut dyn World) -> Option<Event> {
        let mut course = intention.course.take()?;
        let is_current = self.library_in_turns().is_some_and(|library| course.is_of(library));
        if is_current && (!course.asks || course.choose(self, world).is_ok()) {
            intention.course = Some(course);
            self.running.push_back(intention);
            return None;
        }
        self.event_of_course(course, intention, world)
    }

    /// The event that a course waits for.
    fn event_of_course(
        &mut self,
        mut course: Box<Course>,
        intention: Intention,
        world: &mut dyn World,
    ) -> Option<Event> {
        if !course.asks {
            // The goal has its plan already, or the change of belief has been made.
            if course.taken == 0 {
                let mut intention = course.into_frames(intention, self, world);
                intention.is_chosen = true;
                return Some(Event { intention: Some(intention), ..Event::of_nothing() });
            }
            course.taken -= 1;
            course.go_back(self, world);
        }
        let intention = course.into_frames(intention, self, world);
        self.event_of_goal(intention, world)
    }

    /// An intention as frames.
    pub(crate) fn framed(&mut self, mut intention: Intention, world: &mut dyn World) -> Intention {
        match intention.course.take() {
            Some(mut course) => {
                course.go_back(self, world);
                course.into_frames(intention, self, world)
            }
            None => intention,
        }
    }

    /// Makes all courses frames: somebody is going to look at intentions.
    #[cold]
    pub(crate) fn frame_courses(&mut self, world: &mut dyn World) {
        self.courses.any = false;
        for intention in mem::take(&mut self.running) {
            let intention = self.framed(intention, world);
            self.running.push_back(intention);
        }
        for mut event in mem::take(&mut self.events) {
            match event.intention.take() {
                Some(mut intention) if intention.course.is_some() => {
                    let course = intention.course.take();
                    let event = course.and_then(|course| self.event_of_course(course, intention, world));
                    self.events.extend(event);
                }
                intention => self.events.push_back(Event { intention, ..event }),
            }
        }
    }

    /// The plans, if intentions can be courses now.
    pub(crate) fn library_in_turns(&mut self) -> Option<&'static Library> {
        if self.takes_turns() { self.direct.library(&self.plans) } else { None }
    }
}

/// What running ahead once counts for, in cycles.
pub(crate) const COST: u32 = 64;
