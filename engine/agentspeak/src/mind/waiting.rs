//! Intentions that wait for something else than an event of their own: a time, an event of any kind, a formula, an answer.

use std::sync::Arc;

use super::aside::Rare;
use super::failure::Failure;
use super::line::line_up;
use super::{Event, Intention, Message, Mind, Moment, Trigger, World};
use crate::library::with_nested_source;
use crate::bytecode::Code;
use crate::term::{Atom, StructureBuilder, Subject, Term, Var};

/// What an intention waits for, and how long.
pub struct Wait {
    /// For what.
    pub reason: Reason,
    /// Until when at the latest, in milliseconds of the [`World`]'s clock.
    pub until: Option<u64>,
    /// Since when.
    pub since: u64,
    /// What is to be the time that it took, in milliseconds; then being late is no failure.
    pub elapsed: Option<Term>,
}

/// What an intention waits for.
pub enum Reason {
    /// For the time alone.
    Time,
    /// For an event like this.
    Event(Trigger),
    /// Until this holds.
    Holds(Arc<Code>),
    /// For answers to a question.
    Answer(Question),
    /// For an action in the environment, by the agent's number of it.
    Action(u64, Term),
    /// Until a goal condition holds: there is nothing left to do for it.
    Condition,
    /// Until a program resumes it, behind the step that has suspended it.
    Resumption,
    /// Until a program resumes it; it was about to go on with its next step.
    Ready,
    /// Until a program resumes it; what it waited for has come meanwhile.
    Noted,
}

/// A question that an intention has asked.
pub struct Question {
    /// The message's number.
    pub id: u64,
    /// What kind of question it is: `askOne` ...
    pub performative: &'static str,
    /// What the answer is to be.
    pub answer: Term,
    /// How many answers make a list; without that, one is all.
    pub many: Option<usize>,
    /// Those that have come.
    pub answers: Vec<Term>,
}

/// An intention that waits.
pub(super) struct Pending {
    pub(super) intention: Box<Intention>,
    pub(super) wait: Wait,
}

impl Pending {
    /// What it waits for, as programs see it. That it was suspended meanwhile does not count.
    pub(super) fn reason(&self) -> Term {
        let id = self.intention.id as f64;
        let wait = StructureBuilder::new(Atom::new("wait")).arguments([Term::Number(id)]);
        match &self.wait.reason {
            Reason::Time => {
                let time = self.wait.until.map_or(-1.0, |until| (until - self.wait.since) as f64);
                wait.annotation(Term::structure("time", [Term::Number(time)])).build()
            }
            Reason::Event(trigger) => wait.annotation(trigger.literal.clone()).build(),
            Reason::Holds(_) => wait.build(),
            Reason::Answer(_) => Term::atom("waiting_ask"),
            Reason::Action(..) => Term::atom("act"),
            Reason::Condition => Term::atom("wait_goal_condition"),
            Reason::Resumption | Reason::Ready => Term::atom("suspend_ia"),
            Reason::Noted => Term::atom(&format!("suspended-{id}")),
        }
    }
}

impl Mind {
    /// Adds an event, for which other intentions may be waiting.
    pub(super) fn add_event(&mut self, event: Event) {
        let mut place = 0;
        while place < self.aside.pending.len() {
            let pending = &mut self.aside.open().pending[place];
            let matches = match (&pending.wait.reason, pending.intention.frames.last_mut()) {
                (Reason::Event(wanted), Some(frame)) => {
                    let same = (wanted.change, wanted.subject) == (event.trigger.change, event.trigger.subject);
                    let base = frame.bindings.len() as u32;
                    same && {
                        let mark = frame.bindings.mark();
                        frame.bindings.fresh(event.variables);
                        let literal =
                            event.trigger.literal.renamed(&mut |var| Term::Var(Var::unnamed(var.slot() + base)));
                        let unified = frame.bindings.unify(&wanted.literal, &literal);
                        if !unified {
                            frame.bindings.undo(mark);
                        }
                        unified
                    }
                }
                _ => false,
            };
            if matches && pending.intention.suspended.is_some() {
                pending.wait.reason = Reason::Noted;
                place += 1;
            } else if matches {
                let Rare { pending, woken, .. } = self.aside.open();
                woken.push(pending.remove(place));
            } else {
                place += 1;
            }
        }
        self.news = true;
        self.look_at_all();
        if self.hears_states && event.trigger.is_new_goal() {
            // Jason tells of every goal's beginning as of one that is to be achieved.
            let goal = Trigger { subject: Subject::Achieve, ..event.trigger.clone() };
            self.enters(&goal, "pending", None);
        }
        line_up(&mut self.events, event);
    }

    /// At the beginning of a cycle: goes on with what need not wait any longer.
    pub(super) fn wake(&mut self, world: &mut dyn World) {
        if self.aside.is_at_rest() {
            self.news = false;
            return;
        }
        self.tell_states();
        let now = world.now();
        for mut pending in std::mem::take(&mut self.aside.open().woken) {
            if pending.intention.suspended.is_some() {
                pending.wait.reason = Reason::Noted;
                self.aside.open().pending.push(pending);
                continue;
            }
            let Pending { mut intention, wait } = pending;
            take_time(&mut intention, &wait, now);
            self.resume(intention);
        }
        if std::mem::take(&mut self.news) {
            self.look_again(world);
        }
        let planned = std::mem::take(&mut self.aside.open().planned);
        let (due, planned) = planned.into_iter().partition::<Vec<_>, _>(|(due, _)| *due <= now);
        self.aside.open().planned = planned;
        for (_, trigger) in due {
            self.happened(trigger);
        }
        self.meet_deadlines(world);
        let mut place = 0;
        while place < self.aside.pending.len() {
            let Pending { intention, wait } = &mut self.aside.open().pending[place];
            let is_due = wait.until.is_some_and(|until| until <= now);
            if is_due && intention.suspended.is_some() {
                // Late as it is: when it is resumed, it is late at once.
                wait.until = Some(now);
                place += 1;
            } else if is_due {
                let pending = self.aside.open().pending.remove(place);
                self.late(pending, now, world);
            } else {
                place += 1;
            }
        }
    }

    /// Whether formulas hold by now that are waited for.
    fn look_again(&mut self, world: &mut dyn World) {
        let mut place = 0;
        while place < self.aside.pending.len() {
            let Reason::Holds(code) = &self.aside.pending[place].wait.reason else {
                place += 1;
                continue;
            };
            let code = Arc::clone(code);
            let Pending { mut intention, wait } = self.aside.open().pending.remove(place);
            let holds = match intention.top() {
                Some(frame) => {
                    let mut bindings = std::mem::take(&mut frame.bindings);
                    let holds = self.holds(&code, &mut bindings, world);
                    frame.bindings = bindings;
                    holds
                }
                None => true,
            };
            if holds {
                take_time(&mut intention, &wait, world.now());
                self.resume(intention);
            } else {
                self.aside.open().pending.insert(place, Pending { intention, wait });
                place += 1;
            }
        }
    }

    fn late(&mut self, pending: Pending, now: u64, world: &mut dyn World) {
        let Pending { mut intention, wait } = pending;
        match wait.reason {
            Reason::Time
            | Reason::Action(..)
            | Reason::Condition
            | Reason::Resumption
            | Reason::Ready
            | Reason::Noted => self.resume(intention),
            Reason::Answer(question) => {
                self.aside.open().too_late.insert(question.id);
                let answer = match question.many {
                    Some(_) => Term::list(question.answers),
                    None => Term::atom("timeout"),
                };
                self.answered(intention, &question.answer, &answer, world);
            }
            Reason::Event(_) | Reason::Holds(_) if wait.elapsed.is_some() => {
                take_time(&mut intention, &wait, now);
                self.resume(intention);
            }
            Reason::Event(_) | Reason::Holds(_) => {
                self.fail(intention, &Failure::new("wait_timeout", "timeout in .wait"), world);
            }
        }
    }

    /// The step is done.
    fn resume(&mut self, mut intention: Box<Intention>) {
        if self.is_observed() {
            self.notice(&Moment::Resumed(intention.id));
        }
        self.top_enters(&intention, "executing", None);
        if let Some(top) = intention.top() {
            top.bindings.commit();
            top.advance();
        }
        self.go_on(intention);
    }

    fn answered(&mut self, mut intention: Box<Intention>, wanted: &Term, answer: &Term, world: &mut dyn World) {
        let unified = intention.top().is_some_and(|top| {
            // Its variables were the other agent's.
            let answer = top.bindings.adopt(answer);
            top.bindings.unify(wanted, &answer)
        });
        if unified {
            self.resume(intention);
        } else {
            let text = format!(
                "reply of an ask message ('{answer}') does not unify with fourth argument of .send ('{wanted}')"
            );
            self.fail(intention, &Failure::new("ask_failed", text), world);
        }
    }

    /// Takes a message as an answer that is waited for; gives it back if it is none.
    pub(super) fn take_answer(&mut self, message: Message, world: &mut dyn World) -> Option<Message> {
        let Some(id) = message.in_reply_to else { return Some(message) };
        let waits = |pending: &Pending| matches!(&pending.wait.reason, Reason::Answer(question) if question.id == id);
        let Some(place) = self.aside.pending.iter().position(waits) else {
            // The answer to a question whose time is over says nothing to anybody.
            return if self.aside.too_late.contains(&id) { None } else { Some(message) };
        };
        let source = Term::Atom(message.sender);
        let Reason::Answer(question) = &mut self.aside.open().pending[place].wait.reason else { return Some(message) };
        let content = message.content;
        let content = match (message.performative.name(), question.performative, &content) {
            ("untell", "askOne", _) => Term::truth(false),
            (_, "askAll" | "askHow", list @ Term::List(_)) => with_nested_source(list, &source),
            (_, _, list @ Term::List(_)) => list.clone(),
            (_, _, content) => with_nested_source(content, &source),
        };
        question.answers.push(content);
        if question.many.is_none_or(|many| question.answers.len() == many) {
            let Pending { intention, wait } = self.aside.open().pending.remove(place);
            if let Reason::Answer(mut question) = wait.reason {
                let answer = match question.many {
                    Some(_) => Term::list(question.answers),
                    None => question.answers.pop().unwrap_or(Term::truth(false)),
                };
                self.answered(intention, &question.answer, &answer, world);
            }
        }
        None
    }

    /// Intentions that wait for something else than an event of their own, also those that need not any longer.
    pub(super) fn waiting(&self) -> impl Iterator<Item = &Pending> {
        self.aside.pending.iter().chain(&self.aside.woken)
    }

    /// An event comes at this time.
    pub(crate) fn plan_event(&mut self, due: u64, trigger: Trigger) {
        self.aside.open().planned.push((due, trigger));
    }

    /// When something is due at the latest that is waited for.
    pub fn next_due(&self) -> Option<u64> {
        if self.is_paused() {
            return None;
        }
        if self.aside.is_untouched() {
            return self.due_look();
        }
        let waiting = self.aside.pending.iter().filter(|pending| pending.intention.suspended.is_none());
        let planned = self.aside.planned.iter().map(|(due, _)| *due);
        let others = self.next_deadline().into_iter().chain(self.due_look());
        waiting.filter_map(|pending| pending.wait.until).chain(planned).chain(others).min()
    }
}

fn take_time(intention: &mut Intention, wait: &Wait, now: u64) {
    if let (Some(elapsed), Some(top)) = (&wait.elapsed, intention.top()) {
        top.bindings.unify(elapsed, &Term::Number((now - wait.since) as f64));
    }
}
