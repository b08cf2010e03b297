//! What is left to do, as an intention of the interpreter's.

use std::sync::Arc;

use super::activation::{Activation, End, Origin};
use super::run::Run;
use super::steps::Step;
use crate::mind::{Control, Frame, Intention, Trigger};
use crate::term::{Annotations, Bindings, Change, Structure, Subject, Term, Var};

impl Run<'_> {
    /// Leaves what is left to do as an intention.
    #[cold]
    pub(super) fn end(&mut self, end: End, now: &mut Activation, origin: Origin) {
        match (end, origin) {
            (End::Finished, Origin::Message) => {}
            (End::Finished, Origin::Frame(origin)) => {
                let (frame, mut intention) = *origin;
                let frame = self.updated(frame, now);
                // The interpreter finds that it has finished.
                intention.frames.push(frame);
                self.mind.go_on(intention);
            }
            (End::Finished, Origin::Replaced(mut intention)) => {
                let frame = self.frame(now);
                intention.frames.push(frame);
                self.mind.go_on(*intention);
            }
            (end, origin) => {
                if let End::Made(_) = end {
                    now.at.advance();
                }
                let mut intention = self.hand_over(now, origin);
                match end {
                    End::Failed(failure) => self.mind.fail(intention, &failure, self.world),
                    End::Waits(wait) => self.mind.waits(intention, *wait),
                    End::Made(made) => {
                        if let Some(top) = intention.top() {
                            for (slot, value) in made {
                                let value = top.bindings.adopt(&value);
                                top.bindings.unify(&Term::Var(Var::unnamed(slot)), &value);
                            }
                            top.bindings.commit();
                        }
                        self.mind.go_on(intention);
                    }
                    _ => self.mind.running.push_back(intention),
                }
            }
        }
    }

    /// All activations as frames of an intention.
    pub(super) fn hand_over(&mut self, now: &Activation, origin: Origin) -> Intention {
        let activations = std::mem::take(&mut self.below);
        let mut activations = activations.iter().chain([now]);
        let mut intention = match origin {
            Origin::Message => self.mind.fresh_intention(),
            Origin::Replaced(intention) => *intention,
            Origin::Frame(origin) => {
                let (frame, mut intention) = *origin;
                if let Some(lowest) = activations.next() {
                    intention.frames.push(self.updated(frame, lowest));
                }
                intention
            }
        };
        intention.frames.extend(activations.map(|activation| self.frame(activation)));
        intention
    }

    /// The frame that an activation has come from, as it is now.
    fn updated(&self, mut frame: Frame, activation: &Activation) -> Frame {
        self.write(activation, &mut frame);
        frame
    }

    /// An activation as a frame.
    fn frame(&self, activation: &Activation) -> Frame {
        let Activation { plan, predicate, source, arguments, base, .. } = *activation;
        let mut bindings = Bindings::named(&plan.plan.names, 0);
        let open = |place: u32| Term::Var(Var::unnamed(plan.variables as u32 + place));
        let mut number = 0;
        let given: Vec<Term> = self.registers[arguments..base]
            .iter()
            .map(|argument| {
                argument.clone().unwrap_or_else(|| {
                    number += 1;
                    open(number - 1)
                })
            })
            .collect();
        bindings.fresh(number);
        let source = Term::structure("source", [Term::Atom(source)]);
        let literal = Structure::with_annotations(predicate, given, Some(Annotations::new([source], None)));
        let literal = Term::Structure(literal.into());
        bindings.unify(&plan.plan.trigger.literal, &literal);
        let trigger = Trigger::new(Change::Added, Subject::Achieve, bindings.apply(&literal));
        let mut frame = Frame {
            plan: Arc::clone(&plan.plan),
            trigger,
            bindings,
            stack: Vec::new(),
            called: Vec::new(),
            returns: (0..number).map(open).collect(),
            replaced: Vec::new(),
            chosen_with: None,
        };
        self.write(activation, &mut frame);
        frame
    }

    /// Writes what these variables stand for.
    fn write_known(&self, known: u64, variables: usize, base: usize, bindings: &mut Bindings) {
        for (slot, value) in self.registers[base..base + variables].iter().enumerate() {
            if let (1, Some(value)) = (known >> slot & 1, value) {
                bindings.unify(&Term::Var(Var::unnamed(slot as u32)), value);
            }
        }
        bindings.commit();
    }

    /// Writes what is known now into a frame, and where it is.
    fn write(&self, activation: &Activation, frame: &mut Frame) {
        let Activation { plan, base, at, .. } = *activation;
        let (block, step) = at.innermost();
        let block = &plan.blocks[block as usize];
        let mut stack = Vec::new();
        let mut outer: Option<(u16, u16)> = None;
        for level in &at.levels[..at.depth as usize] {
            if let Some((outer, next)) = outer {
                let (outer, step) = (&plan.blocks[outer as usize], next as usize - 1);
                if let Step::For { .. } | Step::While { .. } = &outer.steps[step] {
                    self.write_known(outer.known[step], plan.variables, base, &mut frame.bindings);
                    stack.extend(self.control(&outer.steps[step], &outer.body[step], base, &frame.bindings));
                }
            }
            stack.push(Control::Steps(Arc::clone(&plan.blocks[level.0 as usize].body), level.1 as usize));
            outer = Some(*level);
        }
        frame.stack = stack;
        let known = block.known.get(step as usize).copied().unwrap_or(block.known_after);
        self.write_known(known, plan.variables, base, &mut frame.bindings);
        frame.called = match block.steps.get(step as usize) {
            Some(Step::Achieve { answers, .. }) => answers.iter().map(|slot| Var::unnamed(*slot)).collect(),
            _ => Vec::new(),
        };
    }
}
