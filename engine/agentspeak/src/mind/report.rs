//! Reports of what goes wrong in an agent: why a step has failed, the plans around it, and what was probably meant.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::failure::Origin;
use super::{Change, Failure, Frame, Intention, Mind, Plan, Trigger, World};
use crate::belief::Entry;
use crate::complaints;
use crate::failures::{self, Level, Place, Report, Severity, Stack, short};
use crate::syntax::check::{PERFORMATIVES, standard_actions};
use crate::syntax::nearest::nearest;
use crate::term::{Atom, Structure, StructureBuilder, Term};

/// Beliefs, plans and agents that are named at most.
const MOST: usize = 4;

/// So many names of agents have been searched for one that is meant.
static SEARCHED: AtomicUsize = AtomicUsize::new(0);

/// A society of a million agents, all of which fail, is not searched each time.
fn may_search(searched: &AtomicUsize) -> bool {
    const MOST_NAMES: usize = 1_000_000;
    searched.load(Ordering::Relaxed) < MOST_NAMES
}

/// Why something has failed, for people.
#[derive(Default)]
struct Why {
    reason: String,
    notes: Vec<String>,
    help: Option<String>,
}

impl Mind {
    /// Reports a goal that has failed, or a change of belief whose plan has, and that no plan takes care of that.
    pub(super) fn report_failure(
        &self,
        trigger: &Trigger,
        failure: &Failure,
        origin: Option<&Origin>,
        intention: Option<&Intention>,
        world: &mut dyn World,
    ) {
        let Why { reason, mut notes, help } = self.why(trigger, failure, origin, &*world);
        let event = event(trigger);
        let message = match &*failure.error.to_string() {
            "no_relevant" | "no_applicable" => reason,
            _ => format!("{event} failed: {reason}"),
        };
        if trigger.is_goal() && trigger.change == Change::Added {
            let kinds = std::iter::once(&failure.error).map(|error| format!("error({error})"));
            let kinds: Vec<String> = kinds.chain(failure.annotations.iter().map(short)).collect();
            let goal = event.get(1..).unwrap_or_default();
            notes.push(format!("no plan handles that: -{goal}[{}]", kinds.join(", ")));
        }
        let place = origin.and_then(Origin::place);
        let stack = intention.map(levels).unwrap_or_default();
        let number = intention.map(|intention| intention.id);
        let report = Report { place, intention: number, stack, notes, help, ..Report::new(Severity::Error, message) };
        world.report(self.name, &report);
    }

    /// Reports a goal of the intention that a step has made fail, and that no plan takes care of that.
    pub(super) fn report_made_to_fail(&self, goal: &Trigger, intention: &Intention, world: &mut dyn World) {
        let message = format!("{} failed: a step has made it fail", event(goal));
        let mut report = Report { stack: levels(intention), ..Report::new(Severity::Error, message) };
        report.place = intention.frames.last().and_then(|frame| place(frame));
        report.intention = Some(intention.id).filter(|_| !intention.frames.is_empty());
        report.notes.push(format!("no plan handles that: -{}", event(goal).get(1..).unwrap_or_default()));
        world.report(self.name, &report);
    }

    /// Reports what has gone wrong in the step that the intention is at, which is no failure.
    #[cold]
    pub(super) fn report_complaints(&self, intention: Option<&Intention>, world: &mut dyn World) {
        let top = intention.and_then(|intention| intention.frames.last());
        for complaint in complaints::take() {
            let place = top.and_then(|top| place(top));
            let stack = intention.map(levels).unwrap_or_default();
            let number = intention.map(|intention| intention.id);
            let about = Some(complaint.about);
            let warning = Report::new(Severity::Warning, complaint.text);
            let report = Report { place, about, intention: number, stack, ..warning };
            world.report(self.name, &report);
        }
    }

    /// Reports what has gone wrong while a plan was chosen for an event, which is no failure.
    #[cold]
    pub(super) fn report_complaints_of(&self, trigger: Option<&Trigger>, world: &mut dyn World) {
        for complaint in complaints::take() {
            let mut report = Report::new(Severity::Warning, complaint.text);
            report.about = Some(complaint.about);
            report.place = trigger.and_then(|trigger| self.place_of_candidates(trigger));
            if let Some(trigger) = trigger {
                report.notes.push(format!("when a plan was chosen for {}", event(trigger)));
                report.notes.extend(self.candidates(trigger).into_iter().map(|plan| format!("tried: {plan}")));
            }
            world.report(self.name, &report);
        }
    }

    /// Reports a message whose performative is unknown.
    pub(super) fn report_unknown_performative(&self, trigger: &Trigger, world: &mut dyn World) {
        let [from, Term::Atom(performative), content, _] = trigger.literal.arguments() else { return };
        if trigger.literal.is_named(Atom::new("kqml_received")) && !PERFORMATIVES.contains(&&*performative.name()) {
            let message = format!("`{performative}` in the message {} from {from} is no performative", short(content));
            let known = nearest(&performative.name(), PERFORMATIVES.iter().copied());
            let mut report = Report::new(Severity::Error, message);
            report.help = Some(match known {
                Some(known) => format!("perhaps `{known}` is meant"),
                None => format!("write a plan for it: +!kqml_received(From, {performative}, Content, Id) <- .."),
            });
            world.report(self.name, &report);
        }
    }

    fn why(&self, trigger: &Trigger, failure: &Failure, origin: Option<&Origin>, world: &dyn World) -> Why {
        let step = origin.map(|origin| short(&origin.term)).unwrap_or_default();
        let given = origin.and_then(|origin| origin.term.as_structure());
        let is = |name: &str| failure.annotations.iter().any(|it| it.is_named(Atom::new(name)));
        match &*failure.error.to_string() {
            "action_failed" if is("noenv") => self.why_not_done(&step, origin),
            "test_goal_failed" => self.why_not_believed(&step, origin),
            "no_relevant" => self.why_not_relevant(trigger),
            "no_applicable" => Why {
                reason: format!("none of the plans for {} is applicable", event(trigger)),
                notes: self.candidates(trigger),
                help: None,
            },
            "receiver_not_found" => {
                let to = given.and_then(|action| action.arguments().first()).map(short).unwrap_or_default();
                if !may_search(&SEARCHED) {
                    return Why { reason: failure.message.clone(), ..Why::default() };
                }
                let agents: Vec<Atom> = world.agents();
                SEARCHED.fetch_add(agents.len(), Ordering::Relaxed);
                let help = match nearest(&to, agents.iter().map(|name| name.name())) {
                    Some(meant) => format!("perhaps `{meant}` is meant"),
                    None => {
                        let names: Vec<&str> = agents.iter().take(MOST).map(|name| name.name()).collect();
                        let more = if agents.len() > MOST { ", .." } else { "" };
                        format!("there are these agents: {}{more}", names.join(", "))
                    }
                };
                Why { reason: failure.message.clone(), help: Some(help), ..Why::default() }
            }
            "constraint_failed" if !step.is_empty() => {
                Why { reason: format!("`{step}` does not hold"), ..Why::default() }
            }
            _ if failure.message.is_empty() => Why { reason: format!("`{step}` fails"), ..Why::default() },
            _ => Why { reason: failure.message.clone(), ..Why::default() },
        }
    }

    /// There is no environment that could do the action.
    fn why_not_done(&self, step: &str, origin: Option<&Origin>) -> Why {
        let Some(literal) = origin.and_then(|origin| origin.term.predicate()) else { return Why::default() };
        let name = literal.name().name();
        if name.contains('.') {
            let help = nearest(name, standard_actions()).map(|meant| format!("perhaps `{meant}` is meant"));
            let reason = format!("there is no internal action `{name}`, and no environment that could do {step}");
            return Why { reason, help, ..Why::default() };
        }
        let internal = format!(".{name}");
        let has_plan = self
            .plans
            .plans()
            .iter()
            .any(|plan| plan.trigger.is_new_goal() && plan.trigger.literal.predicate() == Some(literal));
        let help = if has_plan {
            format!("perhaps the goal `!{step}` is meant, which has a plan")
        } else if standard_actions().any(|known| known == internal) {
            format!("perhaps `{internal}` is meant")
        } else {
            "name its class in the project (`environment: ..`)".to_owned()
        };
        let reason = format!("no environment is configured that could do {step}");
        Why { reason, help: Some(help), ..Why::default() }
    }

    /// Nothing answers a test.
    fn why_not_believed(&self, step: &str, origin: Option<&Origin>) -> Why {
        let mut why =
            Why { reason: format!("nothing that is believed, no rule and no plan answers ?{step}"), ..Why::default() };
        let Some(wanted) = origin.filter(|origin| origin.term.is_literal()).and_then(|origin| origin.term.predicate())
        else {
            why.reason = format!("?{step} does not hold");
            return why;
        };
        let facts = self.beliefs.entries(wanted).map(|entry| match entry {
            Entry::Fact(fact) => plainly(fact),
            Entry::Rule(rule) => format!("the rule {}", plainly(rule.head())),
        });
        let mut facts: Vec<String> = facts.take(MOST + 1).collect();
        if !facts.is_empty() {
            if facts.len() > MOST {
                facts[MOST] = "..".to_owned();
            }
            why.notes.push(format!("believed: {}", facts.join(", ")));
            return why;
        }
        let name = wanted.name().name();
        let known: Vec<_> = self.beliefs.predicates().collect();
        let other = known.iter().find(|it| it.name().name() == name).or_else(|| {
            let meant = nearest(name, known.iter().map(|it| it.name().name()))?;
            known.iter().find(|it| it.name().name() == meant)
        });
        why.help = Some(match other {
            Some(other) => format!("perhaps `{}/{}` is meant, which is believed", other.name(), other.arity()),
            None => format!("nothing is believed of {name}/{}, and there is no plan +?{name}", wanted.arity()),
        });
        why
    }

    /// There is no plan for the event.
    fn why_not_relevant(&self, trigger: &Trigger) -> Why {
        let mut why = Why { reason: format!("no plan is for {}", event(trigger)), ..Why::default() };
        let Some(wanted) = trigger.literal.predicate() else { return why };
        let kind = |plan: &&Plan| plan.trigger.subject == trigger.subject && plan.trigger.change == trigger.change;
        let plans = || self.plans.plans().iter().map(|plan| &**plan).filter(kind).filter(|plan| !is_common(plan));
        let names = || plans().filter_map(|plan| Some((plan, plan.trigger.literal.predicate()?)));
        let mut meant = Vec::new();
        meant.extend(names().find(|(_, it)| it.name() == wanted.name() && it.arity() != wanted.arity()));
        let same_arity = names().filter(|(_, it)| it.arity() == wanted.arity()).map(|(_, it)| it.name().name());
        if let Some(near) = nearest(wanted.name().name(), same_arity) {
            meant.extend(names().find(|(_, it)| it.name().name() == near && it.arity() == wanted.arity()));
        }
        let sign = |plan: &Plan| format!("{}{}", plan.trigger.change.text(), plan.trigger.subject.text());
        let shown: Vec<String> = meant
            .into_iter()
            .map(|(plan, it)| {
                let place = plan_place(plan).map_or_else(String::new, |place| format!(" ({place})"));
                format!("`{}{}/{}`{place}", sign(plan), it.name(), it.arity())
            })
            .collect();
        why.help = Some(if shown.is_empty() {
            format!("write a plan for it: {} <- ..", event(trigger))
        } else {
            format!("there is a plan for {}", shown.join(", and one for "))
        });
        why
    }

    /// Where the first plan for such an event stands.
    fn place_of_candidates(&self, trigger: &Trigger) -> Option<Place> {
        let plan = self.plans.candidates(trigger)?.plans().first()?;
        let line = plan.term.as_structure().map_or(0, Structure::line);
        Some(Place { file: plan.source.clone()?, line, step: event(&plan.trigger) })
    }

    /// The plans for events of its predicate, each with place and context.
    fn candidates(&self, trigger: &Trigger) -> Vec<String> {
        let found = self.plans.candidates(trigger).map(|found| found.plans().to_vec()).unwrap_or_default();
        let shown = |plan: &std::sync::Arc<Plan>| {
            let place = plan_place(plan).map_or_else(String::new, |place| format!("{place}: "));
            let context = context(plan).map_or_else(String::new, |context| format!(" : {context}"));
            format!("{place}{}{context}", event(&plan.trigger))
        };
        let mut lines: Vec<String> = found.iter().take(MOST).map(shown).collect();
        if found.len() > MOST {
            lines.push(format!("and {} more", found.len() - MOST));
        }
        lines
    }
}

/// Where a plan was written.
pub(crate) fn plan_place(plan: &Plan) -> Option<String> {
    let line = plan.term.as_structure().map_or(0, Structure::line);
    failures::place(plan.file.as_deref(), line)
}

/// When the plan may be chosen, if it has a context.
pub(crate) fn context(plan: &Plan) -> Option<String> {
    let context = plan.term.as_structure()?.arguments().get(2)?;
    (!context.is_atom(Atom::NOTHING)).then(|| short(context))
}

/// Is it a plan that every agent has?
fn is_common(plan: &Plan) -> bool {
    plan.file.as_deref() == Some("kqmlPlans.asl")
}

/// The intention's plans, that on top first.
fn levels(intention: &Intention) -> Stack {
    Stack::of(intention.frames.iter().rev(), |frame| Level {
        goal: event(&frame.trigger),
        place: place(frame),
        values: frame.values().map(|(name, value)| (name.to_string(), short(value))).collect(),
    })
}

/// The step that a plan is at.
fn place(frame: &Frame) -> Option<Place> {
    let deed = frame.body().get(frame.next)?;
    let file = frame.plan.source.clone().filter(|_| deed.line > 0)?;
    Some(Place { file, line: deed.line, step: format!("{}{}", deed.operator().text(), short(&deed.term)) })
}

/// `+!go(1)`: that it is the agent's own is left out.
fn event(trigger: &Trigger) -> String {
    format!("{}{}{}", trigger.change.text(), trigger.subject.text(), plainly(&trigger.literal))
}

/// The literal without `source(self)`, where that is all that is noted of it.
fn plainly(literal: &Term) -> String {
    let own = |it: &Structure| it.functor().name().name() == "source" && it.arguments() == [Term::from(Atom::SELF)];
    let is_own = literal
        .annotations()
        .is_some_and(|all| all.rest().is_none() && all.items().iter().all(|it| it.as_structure().is_some_and(own)));
    let plain = StructureBuilder::from_literal(literal).filter(|_| is_own);
    plain.map_or_else(|| short(literal), |plain| short(plain.without_annotations().build()))
}

impl Origin {
    fn place(&self) -> Option<Place> {
        let file = self.file.clone().filter(|_| self.line > 0)?;
        Some(Place { file, line: self.line, step: self.written() })
    }
}
