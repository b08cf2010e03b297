//! Intentions that wait for something else than an event of their own: a time, an event of any kind, a formula, an answer.

use super::aside::Rare;
use super::cause::Failure;
use super::functions::calls;
use super::pending::{Pending, count_look};
use super::sources::{nested_source, plans_of};
use super::turns::{Turn, no_reason};
use super::{Event, Intention, MILLISECOND, Message, Mind, Moment, Reason, Trigger, Wait, World};
use crate::belief::{Topic, first_key};
use crate::bytecode::{Code, Instruction};
use crate::term::{Atom, Bindings, Subject, Term, Var};

impl Mind {
    /// Adds an event, for which other intentions may be waiting.
    #[inline]
    pub(super) fn add_event(&mut self, event: Event) {
        if !self.aside.pending.is_empty() {
            self.wake_waiting_for(&event);
        }
        self.news = true;
        self.look_at_all();
        if self.listens_to_states && event.trigger.is_new_goal() {
            // Jason reports every goal's beginning as of one that is to be achieved.
            let goal = Trigger { subject: Subject::Achieve, ..event.trigger.clone() };
            self.enters(&goal, "pending", None);
        }
        self.note_event(&event.trigger, event.intention.as_deref());
        self.events.push_back(event);
    }

    fn wake_waiting_for(&mut self, event: &Event) {
        for number in self.aside.pending.may_be_woken_by(&event.trigger) {
            let Rare { pending, woken, .. } = self.aside.open();
            let Some(waiting) = pending.get_mut(number) else { continue };
            if !is_woken_by(waiting, event) {
                continue;
            }
            if waiting.intention.suspended.is_some() {
                self.note_end(number);
            } else {
                woken.extend(pending.remove(number));
            }
        }
    }

    /// At the beginning of a cycle: goes on with what need not wait any longer.
    pub(super) fn wake(&mut self, world: &mut dyn World) {
        if self.aside.is_at_rest() {
            self.news = false;
            self.beliefs.note_changes(false);
            return;
        }
        self.notify_states(world);
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
        for trigger in self.aside.open().planned.take_due(now) {
            self.happened(trigger);
        }
        self.meet_deadlines(world);
        for number in self.aside.pending.due(now) {
            let waiting = self.aside.pending.get(number).filter(|_| self.aside.pending.is_due(number, now));
            if waiting.is_some_and(|waiting| waiting.intention.suspended.is_some()) {
                self.note_end(number);
            } else if self.aside.pending.is_due(number, now)
                && let Some(pending) = self.aside.open().pending.remove(number)
            {
                self.late(pending, now, world);
            }
        }
    }

    /// What a suspended intention waits for has come.
    fn note_end(&mut self, number: u64) {
        let Rare { pending, .. } = self.aside.open();
        let Some(waiting) = pending.get(number) else { return };
        let goal = waiting.intention.frames.last().map(|top| top.trigger.clone()).filter(Trigger::is_new_goal);
        pending.change(number, |waiting| (waiting.wait.reason, waiting.wait.until) = (Reason::Noted, None));
        let reason = pending.get(number).map(Pending::reason);
        if let Some(goal) = goal {
            self.enters(&goal, "suspended", reason);
        }
    }

    /// Whether formulas hold by now that are waited for.
    fn look_again(&mut self, world: &mut dyn World) {
        let mut last = 0;
        loop {
            self.note_changes();
            let Some(number) = self.aside.pending.next_asked(last) else { break };
            last = number;
            // What its formula does to intentions, it does to others.
            let Some(Pending { mut intention, wait }) = self.aside.open().pending.remove(number) else { continue };
            let (holds, topics) = match (&wait.reason, intention.top()) {
                (Reason::Holds(code), Some(frame)) => {
                    count_look();
                    let mut bindings = std::mem::take(&mut frame.bindings);
                    let holds = self.holds_or_leaves(code, &mut bindings, world);
                    bindings.commit();
                    let topics = if holds { None } else { self.topics_of(code, &bindings) };
                    frame.bindings = bindings;
                    if let Some(failure) = self.take_overrun() {
                        self.fail(intention, &failure, world);
                        continue;
                    }
                    (holds, topics)
                }
                _ => (true, None),
            };
            if holds {
                take_time(&mut intention, &wait, world.now());
                self.resume(intention);
                continue;
            }
            let Rare { pending, .. } = self.aside.open();
            pending.insert(number, Pending { intention, wait });
            if let Some(topics) = topics {
                pending.watch(number, topics);
                self.beliefs.note_changes(true);
            }
        }
    }

    /// Formulas that depend on what has changed are asked again.
    fn note_changes(&mut self) {
        if self.aside.pending.any_watches() {
            if let Some(changes) = self.beliefs.changes() {
                self.aside.open().pending.note(changes);
                changes.clear();
            }
        } else {
            self.beliefs.note_changes(false);
        }
    }

    /// What the formula depends on, if it asks for nothing but facts.
    pub(super) fn topics_of(&self, code: &Code, bindings: &Bindings) -> Option<Vec<Topic>> {
        if self.beliefs.is_partial() {
            return None;
        }
        let mut topics = Vec::new();
        for instruction in &code.instructions {
            match instruction {
                Instruction::Act(..) => return None,
                Instruction::Relate(_, left, right)
                    if calls(&left.get(bindings, 0)) || calls(&right.get(bindings, 0)) =>
                {
                    return None;
                }
                Instruction::Relate(..) => {}
                Instruction::Believe(literal) => {
                    let literal = literal.get(bindings, 0);
                    let predicate = literal.predicate()?;
                    if calls(&literal) || self.beliefs.has_rules(predicate) {
                        return None;
                    }
                    topics.push((predicate, first_key(&literal)));
                }
                _ => {}
            }
        }
        Some(topics)
    }

    fn late(&mut self, pending: Pending, now: u64, world: &mut dyn World) {
        let Pending { mut intention, wait } = pending;
        match wait.reason {
            Reason::Time
            | Reason::Action(..)
            | Reason::Outside(..)
            | Reason::Condition
            | Reason::Resumption
            | Reason::Ready
            | Reason::Noted => self.resume(intention),
            Reason::Answer(question) => {
                self.aside.open().too_late.insert(question.id);
                let answer = match question.many {
                    Some(_) => Term::list(question.answers),
                    None => Term::word("timeout"),
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
        self.note_turn(Turn::Added, &intention, no_reason);
        self.note_turn(Turn::Executing, &intention, no_reason);
        self.top_enters(&intention, "executing", None);
        if let Some(top) = intention.top() {
            top.bindings.commit();
            top.advance();
        }
        self.go_on_unobserved(intention);
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
    pub(super) fn take_answer(&mut self, id: u64, message: Message, world: &mut dyn World) -> Option<Message> {
        let Some(number) = self.aside.pending.with_question(id) else {
            // The answer to a question whose time is over is dropped.
            let is_void = message.performative == Atom::UNANSWERED || self.aside.too_late.contains(&id);
            return if is_void { None } else { Some(message) };
        };
        if message.performative == Atom::UNANSWERED {
            if let Some(Pending { intention, .. }) = self.aside.open().pending.remove(number) {
                self.fail(intention, &Failure::new("ask_failed", message.content.as_text().unwrap_or_default()), world);
            }
            return None;
        }
        let source = Term::from(message.sender);
        let marks = self.source_of(message.sender);
        let waiting = self.aside.open().pending.get_mut(number);
        let Some(Reason::Answer(question)) = waiting.map(|waiting| &mut waiting.wait.reason) else {
            return Some(message);
        };
        let content = message.content;
        let content = match (message.performative.name(), question.performative, &content) {
            ("untell", "askOne", _) => Term::truth(false),
            (_, "askHow", list @ Term::List(_)) => plans_of(list, &source),
            (_, "askAll", list @ Term::List(_)) => nested_source(list, &source, &marks),
            (_, _, list @ Term::List(_)) => list.clone(),
            (_, _, content) => nested_source(content, &source, &marks),
        };
        question.answers.push(content);
        if question.many.is_none_or(|many| question.answers.len() == many)
            && let Some(Pending { intention, wait }) = self.aside.open().pending.remove(number)
            && let Reason::Answer(mut question) = wait.reason
        {
            let answer = match question.many {
                Some(_) => Term::list(question.answers),
                None => question.answers.pop().unwrap_or(Term::truth(false)),
            };
            self.answered(intention, &question.answer, &answer, world);
        }
        None
    }

    /// Intentions that wait for something else than an event of their own, also those that need not any longer.
    pub(super) fn waiting(&self) -> impl Iterator<Item = &Pending> {
        self.aside.pending.iter().chain(&self.aside.woken)
    }

    /// An event comes at this time.
    pub(crate) fn plan_event(&mut self, due: u64, trigger: Trigger) {
        self.aside.open().planned.add(due, trigger);
    }

    /// When something is due at the latest that is waited for.
    pub fn next_due(&self) -> Option<u64> {
        let nap = if self.is_paused() { None } else { self.aside.nap.until };
        [self.next_due_but_nap(), nap].into_iter().flatten().min()
    }

    /// The same without the end of the rest before it counts as asleep.
    pub(super) fn next_due_but_nap(&self) -> Option<u64> {
        if self.is_paused() {
            return None;
        }
        if self.aside.is_untouched() {
            return [self.due_look(), self.next_regular()].into_iter().flatten().min();
        }
        let Rare { pending, planned, .. } = &*self.aside;
        let due = [pending.next_due(), planned.next(), self.next_deadline(), self.due_look(), self.next_regular()];
        due.into_iter().flatten().min()
    }
}

/// Does the event match what the intention waits for? Then that is bound.
fn is_woken_by(waiting: &mut Pending, event: &Event) -> bool {
    count_look();
    let (Reason::Event(wanted), Some(frame)) = (&waiting.wait.reason, waiting.intention.frames.last_mut()) else {
        return false;
    };
    if (wanted.change, wanted.subject) != (event.trigger.change, event.trigger.subject) {
        return false;
    }
    let base = frame.bindings.len() as u32;
    let mark = frame.bindings.mark();
    frame.bindings.fresh(event.variables);
    let literal = event.trigger.literal.renamed(&mut |var| Term::Var(Var::unnamed(var.slot() + base)));
    let unified = frame.bindings.unify(&wanted.literal, &literal);
    if !unified {
        frame.bindings.undo(mark);
    }
    unified
}

fn take_time(intention: &mut Intention, wait: &Wait, now: u64) {
    if let (Some(elapsed), Some(top)) = (&wait.elapsed, intention.top()) {
        top.bindings.unify(elapsed, &Term::from((now.saturating_sub(wait.since) / MILLISECOND) as f64));
    }
}
