//! Functions of an agent's own in place of those of the cycle, as a Java class may have them. Only agents that have some come here.

use std::sync::Arc;

use super::matching::opened;
use super::turns::Occurrence;
use super::{Event, Failure, Frame, Intention, MILLISECOND, Message, Mind, Plan, Trigger, World};
use crate::bytecode::Operand;
use crate::term::{Atom, Bindings, Change, Step, Subject, Term};

/// What an agent's own functions have found for an event.
pub enum Options {
    /// No plan is for such events.
    NotRelevant,
    /// No plan for such events is applicable.
    NotApplicable,
    /// Plans, each with what its variables stand for.
    Found(Vec<(Arc<Plan>, Values)>),
}

/// What variables stand for, by their names.
pub type Values = Vec<(Atom, Term)>;

/// Which functions an agent has of its own.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Functions(pub u32);

impl Functions {
    /// Which event comes next.
    pub const EVENT: Self = Self(1);
    /// Which of the applicable plans.
    pub const OPTION: Self = Self(1 << 1);
    /// Which intention goes on.
    pub const INTENTION: Self = Self(1 << 2);
    /// Which message is read.
    pub const MESSAGE: Self = Self(1 << 3);
    /// Whether a message is accepted.
    pub const ACCEPT: Self = Self(1 << 4);
    /// What is believed for something that is to be believed, or no more.
    pub const REVISE: Self = Self(1 << 5);
    /// What is believed of what is perceived.
    pub const UPDATE: Self = Self(1 << 6);
    /// What is perceived.
    pub const PERCEIVE: Self = Self(1 << 7);
    /// Which messages have come.
    pub const MAIL: Self = Self(1 << 8);
    /// How an action is done.
    pub const ACT: Self = Self(1 << 9);
    /// How a message is sent.
    pub const SEND: Self = Self(1 << 10);
    /// How a message is sent to everybody.
    pub const BROADCAST: Self = Self(1 << 11);
    /// What is done before a cycle.
    pub const START: Self = Self(1 << 12);
    /// What is done after a cycle.
    pub const FINISH: Self = Self(1 << 13);

    /// Which facts there are.
    pub const QUERY: Self = Self(1 << 14);
    /// What is done when goals come into states.
    pub const STATE: Self = Self(1 << 15);

    /// Which plans are for an event, and which of them are applicable.
    pub const PLANS: Self = Self(1 << 16);
    /// What is done when something becomes of events and intentions.
    pub const OCCURRED: Self = Self(1 << 17);

    /// What Jason asks in every cycle, whether there is something to do or not.
    const REGULAR: Self = Self(Self::PERCEIVE.0 | Self::MAIL.0 | Self::START.0 | Self::FINISH.0);

    /// Has it one of these?
    pub fn any(self, of: Self) -> bool {
        self.0 & of.0 != 0
    }
}

/// What one of several is chosen of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Events.
    Event,
    /// Intentions that could go on.
    Intention,
    /// Messages.
    Message,
}

/// What was chosen, by its place, and what else is to go.
#[derive(Clone, Default, Debug)]
pub struct Chosen {
    /// The one that was chosen.
    pub place: Option<usize>,
    /// The places of those that were taken out, rising, without the one that was chosen.
    pub gone: Vec<usize>,
}

/// What has become of what was to be believed, or no more: what was added, and what is gone.
pub type Revised = Option<(Vec<Term>, Vec<Term>)>;

/// An agent's own functions: those that [`begin`](Self::begin) names are called where Jason calls them.
pub trait Custom: Send + Sync {
    /// It is made, before all else.
    fn create(&self, mind: &mut Mind, world: &mut dyn World);
    /// Before its first cycle.
    fn begin(&self, mind: &mut Mind, world: &mut dyn World) -> Functions;
    /// Before a cycle, or after it.
    fn cycle(&self, starts: bool, mind: &mut Mind, world: &mut dyn World);
    /// What it perceives; nothing, if that is what it was.
    fn perceive(&self, mind: &mut Mind, world: &mut dyn World) -> Option<Vec<Term>>;
    /// Believes what it perceives.
    fn update(&self, percepts: &[Term], mind: &mut Mind, world: &mut dyn World);
    /// Looks for messages.
    fn check_mail(&self, mind: &mut Mind, world: &mut dyn World);
    /// Chooses one of the agent's.
    fn choose(&self, what: Choice, mind: &mut Mind, world: &mut dyn World) -> Chosen;
    /// Chooses one of the plans that are applicable.
    ///
    /// # Errors
    ///
    /// If it is to be none of them.
    fn option(&self, options: &[Box<Frame>], mind: &mut Mind, world: &mut dyn World) -> Result<usize, Failure>;
    /// Does it listen to the message?
    fn accepts(&self, message: &Message, mind: &mut Mind, world: &mut dyn World) -> bool;
    /// Believes something (`Change::Added`) or does so no more.
    ///
    /// # Errors
    ///
    /// If that cannot be.
    fn revise(
        &self,
        change: Change,
        literal: &Term,
        at_end: bool,
        mind: &mut Mind,
        world: &mut dyn World,
    ) -> Result<Revised, Failure>;
    /// The facts that the literal may be unified with.
    fn facts(&self, literal: &Term, mind: &mut Mind, world: &mut dyn World) -> Vec<Term>;
    /// Begins an action, which ends by [`Agent::end_action`](crate::agent::Agent::end_action).
    fn act(&self, number: u64, action: &Term, mind: &mut Mind, world: &mut dyn World) -> Result<(), Failure>;
    /// Finds the plans for an event.
    fn options(&self, trigger: &Trigger, mind: &mut Mind, world: &mut dyn World) -> Options;
    /// Something has become of an event or an intention.
    fn occurred(&self, occurred: &Occurrence, mind: &mut Mind, world: &mut dyn World);
    /// A goal has come into a state.
    fn state(&self, state: &str, goal: &Trigger, reason: &Term, mind: &mut Mind, world: &mut dyn World);
    /// Sends a message to an agent, or to everybody.
    ///
    /// # Errors
    ///
    /// If it cannot be sent.
    fn send(&self, to: Option<Atom>, message: &Message, mind: &mut Mind, world: &mut dyn World) -> Result<(), Failure>;
}

/// An agent's own functions, as it has them.
pub(crate) struct Own {
    pub(crate) functions: Functions,
    pub(crate) custom: Arc<dyn Custom>,
    /// When it goes through a cycle again though there is nothing to do, and how long it waits then.
    next: u64,
    pause: u64,
    /// Has it been asked what it has of its own?
    begun: bool,
}

/// So long an agent rests at first that has something to do in every cycle, and at most, in milliseconds: as in Jason.
const PAUSES: (u64, u64) = (50, 1000);

impl Own {
    pub(crate) fn new(custom: Arc<dyn Custom>) -> Self {
        Self { functions: Functions::default(), custom, next: 0, pause: PAUSES.0, begun: false }
    }
}

impl Mind {
    /// Its own function of this kind, if it has one.
    pub(crate) fn own(&self, function: Functions) -> Option<Arc<dyn Custom>> {
        let own = self.own.as_ref().filter(|own| own.functions.any(function))?;
        Some(Arc::clone(&own.custom))
    }

    /// When it goes through a cycle again, if it has something to do in every one.
    pub(super) fn next_regular(&self) -> Option<u64> {
        self.own.as_ref().filter(|own| own.functions.any(Functions::REGULAR)).map(|own| own.next)
    }

    /// Has its own classes begin, if they have not yet.
    pub(crate) fn prepare_own(&mut self, world: &mut dyn World) {
        if let Some(own) = &mut self.own
            && !std::mem::replace(&mut own.begun, true)
        {
            let custom = Arc::clone(&own.custom);
            // What it wants from the first comes before what its program wants.
            let first = std::mem::take(&mut self.events);
            custom.create(self, world);
            self.events.extend(first);
            let functions = custom.begin(self, world);
            if let Some(own) = &mut self.own {
                own.functions.0 |= functions.0;
            }
            if functions.any(Functions::QUERY) {
                self.beliefs.note_others();
            }
        }
    }

    /// A cycle of an agent with functions of its own.
    pub(super) fn own_cycle(&mut self, world: &mut dyn World) {
        self.prepare_own(world);
        let was_idle = self.has_nothing_to_do();
        self.plain_cycle(world);
        self.notify_listener(world);
        if let Some(own) = &mut self.own {
            own.pause = if was_idle { (own.pause * 2).min(PAUSES.1) } else { PAUSES.0 };
            own.next = world.now() + own.pause * MILLISECOND;
        }
    }

    /// What it does of its own before a cycle, or after it.
    #[inline]
    pub(super) fn note_cycle(&mut self, starts: bool, world: &mut dyn World) {
        if self.own.is_none() {
            return;
        }
        if let Some(custom) = self.own(if starts { Functions::START } else { Functions::FINISH }) {
            custom.cycle(starts, self, world);
        }
    }

    /// What is believed has changed without an event.
    pub(crate) fn note_news(&mut self) {
        self.news = true;
        self.look_at_all();
    }

    /// From now on it has this function of its own, too: of goals, or of all that becomes of events and intentions.
    ///
    /// # Errors
    ///
    /// Why it can have none.
    pub(crate) fn listen_with(&mut self, function: Functions) -> Result<(), String> {
        if self.own.is_none() {
            let mut own = Own::new(self.actions.custom(Vec::new(), "")?);
            own.begun = true;
            self.own = Some(Box::new(own));
        }
        if let Some(own) = &mut self.own {
            own.functions.0 |= function.0;
        }
        self.listens_to_states = true;
        Ok(())
    }

    /// The first event for this belief is no event any more.
    pub(crate) fn take_back(&mut self, belief: &Term) {
        let is_it = |event: &Event| {
            let Trigger { change, subject, literal } = &event.trigger;
            (*change, *subject) == (Change::Added, Subject::Belief) && literal.alike(belief)
        };
        if let Some(place) = self.events.iter().position(is_it) {
            self.events.remove(place);
        }
    }

    /// Perceives in its own way; returns whether it has one.
    pub(super) fn perceive_own_way(&mut self, world: &mut dyn World) -> bool {
        if let Some(custom) = self.own(Functions::PERCEIVE) {
            self.note_perceived();
            if let Some(percepts) = custom.perceive(self, world) {
                self.believe_percepts(&percepts, world);
            }
            return true;
        }
        false
    }

    /// What is chosen of what there is, if it has its own way.
    fn chosen_place(&mut self, function: Functions, what: Choice, world: &mut dyn World) -> Option<Chosen> {
        let custom = self.own(function)?;
        Some(custom.choose(what, self, world))
    }

    /// The message that is read.
    pub(super) fn next_message(&mut self, world: &mut dyn World) -> Option<Message> {
        if let Some(custom) = self.own(Functions::MAIL) {
            custom.check_mail(self, world);
        }
        if self.own.is_none() || self.mailbox.is_empty() {
            return self.mailbox.pop_front();
        }
        match self.chosen_place(Functions::MESSAGE, Choice::Message, world) {
            Some(chosen) => take(&mut self.mailbox, chosen),
            None => self.mailbox.pop_front(),
        }
    }

    /// Does it listen to the message?
    pub(super) fn accepts(&mut self, message: &Message, world: &mut dyn World) -> bool {
        match self.own(Functions::ACCEPT) {
            Some(custom) => custom.accepts(message, self, world),
            None => true,
        }
    }

    /// The event that comes next, of those that no atomic intention waits for.
    pub(super) fn chosen_event(&mut self, world: &mut dyn World) -> Option<Event> {
        if self.events.is_empty() {
            return None;
        }
        match self.chosen_place(Functions::EVENT, Choice::Event, world) {
            Some(chosen) => take(&mut self.events, chosen),
            None => self.events.pop_front(),
        }
    }

    /// The intention that goes on, if none is atomic.
    pub(super) fn chosen_intention(&mut self, world: &mut dyn World) -> Option<Box<Intention>> {
        if self.running.is_empty() {
            return None;
        }
        match self.chosen_place(Functions::INTENTION, Choice::Intention, world) {
            Some(chosen) => take(&mut self.running, chosen),
            None => self.running.pop_front(),
        }
    }

    /// Believes a literal of another's, as its own class has it.
    pub(super) fn believe_own_way(&mut self, literal: &Term, world: &mut dyn World) -> bool {
        self.revise_with(Change::Added, literal, world)
    }

    /// Stops believing a literal, as its own class has it.
    pub(super) fn forget_own_way(&mut self, literal: &Term, world: &mut dyn World) -> bool {
        self.revise_with(Change::Deleted, literal, world)
    }

    fn revise_with(&mut self, change: Change, literal: &Term, world: &mut dyn World) -> bool {
        let Some(custom) = self.own(Functions::REVISE) else { return false };
        match custom.revise(change, literal, false, self, world) {
            Ok(revised) => self.add_revised_events(revised),
            Err(failure) => world.warn(self.name, &failure.message),
        }
        true
    }

    fn add_revised_events(&mut self, revised: Revised) {
        let (added, deleted) = revised.unwrap_or_default();
        for (change, literals) in [(Change::Added, added), (Change::Deleted, deleted)] {
            for literal in literals {
                self.happened(Trigger::new(change, Subject::Belief, literal));
            }
        }
    }

    /// The step `+b` or `-b`, as its own class has it: the first event of what has changed, if anything has.
    pub(super) fn revise_own_way(
        &mut self,
        change: Change,
        step: Step,
        what: &Operand,
        bindings: &mut Bindings,
        world: &mut dyn World,
    ) -> Option<Result<Option<Trigger>, Failure>> {
        let custom = self.own(Functions::REVISE)?;
        let literal = self.operand(what, bindings, world);
        let literal = self.sourced(literal).ok()?;
        if step == Step::Replace {
            let open = opened(&literal, &mut bindings.clone());
            match custom.revise(Change::Deleted, &open, false, self, world) {
                Ok(revised) => self.add_revised_events(revised),
                Err(failure) => return Some(Err(failure)),
            }
        }
        let revised = match custom.revise(change, &literal, step == Step::AddEnd, self, world) {
            Ok(revised) => revised,
            Err(failure) => return Some(Err(failure)),
        };
        let (added, deleted) = revised.unwrap_or_default();
        if let [gone] = &deleted[..] {
            // What was open in the step is what was found.
            bindings.unify(&literal, gone);
            bindings.commit();
        }
        let added = added.into_iter().map(|literal| Trigger::new(Change::Added, Subject::Belief, literal));
        let deleted = deleted.into_iter().map(|literal| Trigger::new(Change::Deleted, Subject::Belief, literal));
        let mut all = added.chain(deleted);
        let first = all.next();
        all.for_each(|trigger| self.happened(trigger));
        Some(Ok(first))
    }

    /// Has one of the applicable plans chosen.
    #[expect(clippy::vec_box, reason = "the frame that is chosen goes on as it is")]
    pub(super) fn chosen_option(
        &mut self,
        mut options: Vec<Box<Frame>>,
        world: &mut dyn World,
    ) -> Result<Box<Frame>, Failure> {
        let place = match self.own(Functions::OPTION) {
            Some(custom) => custom.option(&options, self, world)?,
            None => 0,
        };
        if place < options.len() { Ok(options.swap_remove(place)) } else { Err(no_option()) }
    }
}

/// None of the plans that are applicable was chosen.
pub(crate) fn no_option() -> Failure {
    Failure::new("no_option", "selectOption returned null")
}

/// Takes out what was chosen and what is to go.
fn take<L: Default + IntoIterator + Extend<L::Item>>(all: &mut L, chosen: Chosen) -> Option<L::Item> {
    let mut found = None;
    let mut gone = chosen.gone.into_iter().peekable();
    for (place, one) in std::mem::take(all).into_iter().enumerate() {
        if chosen.place == Some(place) {
            found = Some(one);
        } else if gone.next_if_eq(&place).is_none() {
            all.extend([one]);
        }
    }
    found
}
