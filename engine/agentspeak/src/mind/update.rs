//! Steps that change what is believed.

use std::sync::Arc;

use super::cause::Failure;
use super::matching::opened;
use super::step::Done;
use super::{Event, Mind, Moment, Trigger, World};
use crate::belief::{Entry, Taken};
use crate::bytecode::{Operand, Rule};
use crate::term::{Atom, Bindings, Change, Kind, Step, Structure, Subject, Term, Variables};

impl Mind {
    pub(super) fn change(
        &mut self,
        step: Step,
        what: &Operand,
        bindings: &mut Bindings,
        called: &mut Variables,
        world: &mut dyn World,
    ) -> Result<Done, Failure> {
        if !what.is_literal()
            && let Some(done) = self.change_otherwise(step, &what.get(bindings, 0), bindings, called)
        {
            return done;
        }
        let (change, new_focus) = match step {
            Step::Delete => (Change::Deleted, false),
            Step::DeleteNew => (Change::Deleted, true),
            Step::AddNew => (Change::Added, true),
            _ => (Change::Added, false),
        };
        if let Some(revised) = self.revise_own_way(change, step, what, bindings, world) {
            let Some(trigger) = revised? else { return Ok(Done::On) };
            let event = Event::of(trigger);
            if new_focus || !self.settings.same_focus {
                self.add_event(event);
                return Ok(Done::On);
            }
            return Ok(Done::Waits(event));
        }
        let literal = self.literal(what, bindings, called, world)?;
        if step == Step::Replace {
            self.forget_other(&literal, what, bindings);
        }
        let predicate = literal.predicate();
        let changed = if change == Change::Added {
            self.beliefs.add(literal, step == Step::AddEnd)
        } else if called.is_empty() {
            self.forget(&literal, bindings)
        } else {
            let literal = what.get(bindings, 0);
            let literal = self.sourced(literal).unwrap_or_else(|other| other);
            self.forget(&literal, bindings)
        };
        called.clear();
        let Some(changed) = changed else { return Ok(Done::On) };
        if self.is_observed() {
            let added = change == Change::Added;
            self.notice(&if added { Moment::Believed(&changed) } else { Moment::Forgotten(&changed) });
        }
        if self.is_alone()
            && self.events.is_empty()
            && self.running.is_empty()
            && predicate.is_none_or(|predicate| !self.plans.has_candidates_for(change, Subject::Belief, predicate))
        {
            // The event would be looked at next, for nothing, and the intention go on in the same cycle.
            return Ok(Done::On);
        }
        let event = Event::of(Trigger::new(change, Subject::Belief, changed));
        if new_focus || !self.settings.same_focus {
            self.add_event(event);
            return Ok(Done::On);
        }
        Ok(Done::Waits(event))
    }

    /// Stops believing the first fact of the same predicate that has the annotations of the new literal: what `-+` takes away.
    fn forget_other(&mut self, new: &Term, what: &Operand, bindings: &Bindings) {
        let annotations = new.as_structure().and_then(crate::term::Structure::shared_annotations);
        let gone = match (new.predicate(), annotations) {
            (Some(predicate), Some(annotations)) if annotations.is_settled() => {
                self.beliefs.take_first(predicate, annotations)
            }
            _ => Taken::Unknown,
        };
        let gone = match gone {
            Taken::Nothing => return,
            Taken::Fact(fact) => fact,
            Taken::Unknown => {
                let literal = what.get(bindings, 0);
                let literal = self.sourced(literal).unwrap_or_else(|other| other);
                let mut scratch = bindings.clone();
                let open = opened(&literal, &mut scratch);
                let Some(gone) = self.forget(&open, &mut scratch) else { return };
                gone
            }
        };
        if self.is_observed() {
            self.notice(&Moment::Forgotten(&gone));
        }
        self.happened(Trigger::new(Change::Deleted, Subject::Belief, gone));
    }

    /// Stops believing a literal, or the first fact that it unifies with. What comes back is the literal as it was found.
    fn forget(&mut self, literal: &Term, bindings: &mut Bindings) -> Option<Term> {
        if self.beliefs.remove(literal) {
            return Some(literal.clone());
        }
        if literal.is_ground() {
            return None;
        }
        let predicate = literal.predicate()?;
        let before = bindings.mark();
        let table = self.beliefs.table(predicate)?;
        let (mut key, mut from) = (table.key_for(literal), table.start());
        while let Some((place, entry)) = self.beliefs.next(predicate, from, &mut key) {
            from = place + 1;
            match entry {
                Entry::Fact(fact) if bindings.unify(literal, fact) => {
                    let named = bindings.apply(literal);
                    let is_changed = self.beliefs.remove(&named);
                    if is_changed && self.beliefs.get(&named).is_some() {
                        // Of what others are a source of, too, only annotations go, and without a notice.
                        bindings.undo(before);
                        return None;
                    }
                    return is_changed.then_some(named);
                }
                Entry::Fact(_) => {}
                // What holds for everything is a rule, and goes like facts do; so do rules.
                Entry::Rule(rule) => {
                    let mark = bindings.mark();
                    let base = bindings.fresh(rule.variables());
                    let head = bindings.apply_at(rule.head(), base);
                    if bindings.unify(literal, &head) {
                        let named = bindings.apply(literal);
                        return self.beliefs.remove_rule(predicate, place, &named).then_some(named);
                    }
                    bindings.undo(mark);
                }
            }
        }
        None
    }

    /// A change of something that is no literal; nothing, if it is changed as one.
    fn change_otherwise(
        &mut self,
        step: Step,
        what: &Term,
        bindings: &mut Bindings,
        called: &mut Variables,
    ) -> Option<Result<Done, Failure>> {
        let structure = what.as_structure();
        match structure.map(|structure| structure.passing_functor().signature().kind) {
            Some(Kind::Rule) => Some(self.change_rule(step, what, bindings, called)),
            // A plan cannot be believed. Where Jason asks for its label, and there is none, it loses its way; also where another
            // is to give way to it.
            Some(Kind::Plan) if step == Step::Replace || structure.is_some_and(is_unlabelled) => {
                self.reset();
                Some(Ok(Done::Gone))
            }
            // What cannot be believed otherwise changes nothing.
            Some(Kind::Plan | Kind::Trigger(..)) => Some(Ok(Done::On)),
            // In a namespace that is not known, nothing is believed.
            Some(Kind::Qualified) => Some(Ok(Done::On)),
            None if matches!(what, Term::List(_)) => Some(Ok(Done::On)),
            _ => None,
        }
    }

    /// `+{head :- body}`: adds the rule before all else of its predicate, or behind. `-{head :- body}` takes away what `-head` does.
    fn change_rule(
        &mut self,
        step: Step,
        rule: &Term,
        bindings: &mut Bindings,
        called: &mut Variables,
    ) -> Result<Done, Failure> {
        let Some([head, body]) = rule.as_structure().map(|rule| rule.arguments()) else { return Ok(Done::On) };
        let head = self.with_source(head).unwrap_or_else(|| head.clone());
        if step == Step::Replace {
            let mut scratch = bindings.clone();
            let open = opened(&head, &mut scratch);
            if let Some(gone) = self.forget(&open, &mut scratch) {
                self.happened(Trigger::new(Change::Deleted, Subject::Belief, gone));
            }
        }
        let change = if matches!(step, Step::Delete | Step::DeleteNew) {
            if self.forget(&head, bindings).is_none() {
                return Ok(Done::On);
            }
            Change::Deleted
        } else {
            let no_rule = || Failure::new("body_var_not_literal", format!("'{rule}' is no rule"));
            let rule = Arc::new(Rule::of_terms(&head, body).ok_or_else(no_rule)?);
            if step == Step::AddEnd {
                self.beliefs.add_rule(rule)
            } else {
                self.beliefs.add_rule_first(rule)
            }
            Change::Added
        };
        // An event that no plan is for, since it is of no literal.
        let (literal, variables) = rule.numbered();
        let variables = variables.len() as u32;
        let event = Event { trigger: Trigger::new(change, Subject::Belief, literal), variables, intention: None };
        if matches!(step, Step::AddNew | Step::DeleteNew) || !self.settings.same_focus {
            self.add_event(event);
            return Ok(Done::On);
        }
        called.clear();
        Ok(Done::Waits(event))
    }
}

/// Has the plan no label?
fn is_unlabelled(plan: &Structure) -> bool {
    plan.arguments().first().is_some_and(|label| label.is_atom(Atom::NOTHING))
}
