//! An agent's own goals and intentions.

use super::{Call, InternalAction, Result, action, crash, each, holds, wrong};
use crate::mind::{Change, Failure, Frame, Intention, Mind, Outcome, Place, Plan, Subject, may_unify};
use crate::term::{Structure, StructureBuilder, Term};

pub(super) const ACTIONS: &[InternalAction] = &[
    action(".current_intention", 1, 1, current_intention),
    action(".desire", 1, 2, desire),
    action(".done", 0, 1, done),
    action(".drop_all_desires", 0, 0, drop_all_desires),
    action(".drop_all_events", 0, 0, drop_all_events),
    action(".drop_all_intentions", 0, 0, drop_all_intentions),
    action(".drop_desire", 0, 1, drop_desire),
    action(".drop_event", 0, 1, drop_event),
    action(".drop_future_intention", 1, 1, drop_future_intention),
    action(".drop_intention", 0, 1, drop_intention),
    action(".fail_goal", 1, 1, |call| end_goal(call, "fail_goal", false)),
    action(".intend", 1, 2, intend),
    action(".intention", 2, 4, intention),
    action(".resume", 1, 1, resume),
    action(".succeed_goal", 1, 1, |call| end_goal(call, "succeed_goal", true)),
    action(".suspend", 0, 1, suspend),
    action(".suspended", 2, 2, suspended),
];

/// The goal that the first argument is.
fn goal(call: &Call<'_>, name: &str, reason: &str) -> std::result::Result<Term, Failure> {
    let goal = call.arguments.first().ok_or_else(crash)?;
    if goal.is_literal() { Ok(goal.clone()) } else { Err(wrong(name, reason)) }
}

/// The goal that the first argument is; a variable stands for all of them.
fn goal_or_all(call: &Call<'_>, name: &str) -> std::result::Result<Term, Failure> {
    let goal = call.arguments.first().ok_or_else(crash)?;
    if is_literal_or_variable(goal) {
        Ok(goal.clone())
    } else {
        Err(wrong(name, format!("first argument '{goal}' must be a literal or variable")))
    }
}

fn is_goal(frame: &Frame) -> bool {
    frame.trigger.change == Change::Added && frame.trigger.subject == Subject::Achieve
}

/// Goals of intentions that have one like the first argument, from the top of each, with the intentions' numbers. They are as they are now,
/// whatever was known when their plans were chosen.
fn intended(call: &mut Call<'_>, suspended_too: bool) -> Vec<(Term, u64)> {
    call.mind.prepare_goals();
    let mut goals = Vec::new();
    for intention in call.mind.intentions_with(&call.arguments[0]) {
        if suspended_too || intention.suspended.is_none() {
            let own = call.mind.stack(intention).filter(|frame| is_goal(frame));
            goals.extend(own.map(|frame| (frame.goal_now(call.bindings), intention.id)));
        }
    }
    goals.into_iter().map(|(goal, id)| (call.bindings.adopt(&goal), id)).collect()
}

fn solutions(call: &Call<'_>, found: Vec<(Term, u64)>) -> Result {
    match call.arguments.get(1) {
        None => each(&call.arguments[0], found.into_iter().map(|(goal, _)| goal)),
        Some(id) => {
            let target = Term::list([call.arguments[0].clone(), id.clone()]);
            each(&target, found.into_iter().map(|(goal, id)| Term::list([goal, Term::from(id as f64)])))
        }
    }
}

fn is_literal_or_variable(term: &Term) -> bool {
    matches!(term, Term::Var(_)) || term.is_literal()
}

fn intend(call: &mut Call<'_>) -> Result {
    if !is_literal_or_variable(&call.arguments[0]) {
        return Err(wrong("intend", "first argument must be a literal or variable"));
    }
    let found = intended(call, false);
    solutions(call, found)
}

fn desire(call: &mut Call<'_>) -> Result {
    if !is_literal_or_variable(&call.arguments[0]) {
        return Err(wrong("desire", "first argument must be a literal or variable"));
    }
    let goal = &call.arguments[0];
    let wanted = call.mind.wanted().map(|trigger| &trigger.literal).filter(|wanted| may_unify(goal, wanted));
    let wanted: Vec<Term> = wanted.cloned().collect();
    let mut found: Vec<(Term, u64)> = wanted.into_iter().map(|goal| (call.bindings.adopt(&goal), 0)).collect();
    found.extend(intended(call, true));
    solutions(call, found)
}

fn drop_intention(call: &mut Call<'_>) -> Result {
    if call.arguments.is_empty() {
        call.mind.current = None;
        return holds(true);
    }
    let goal = goal_or_all(call, "drop_intention")?;
    drop_and_bind(call, &goal);
    holds(true)
}

/// Drops all intentions with the goal, whose variables then stand for what is in the first of them.
fn drop_and_bind(call: &mut Call<'_>, goal: &Term) {
    let first = if goal.is_ground() || matches!(goal, Term::Var(_)) { None } else { call.mind.first_intended(goal) };
    call.mind.drop_intentions(goal);
    if let Some(first) = first {
        let first = call.bindings.adopt(&first);
        call.bindings.unify(goal, &first);
    }
}

fn drop_event(call: &mut Call<'_>) -> Result {
    let goal = goal_or_all(call, "drop_event")?;
    call.mind.drop_events(&goal);
    holds(true)
}

fn drop_desire(call: &mut Call<'_>) -> Result {
    let goal = goal_or_all(call, "drop_desire")?;
    drop_and_bind(call, &goal);
    let goal = call.bindings.apply(&goal);
    call.mind.drop_events(&goal);
    holds(true)
}

/// Drops intentions whose plan on top has a step that pursues the goal, wherever in the plan.
fn drop_future_intention(call: &mut Call<'_>) -> Result {
    let goal = goal_or_all(call, "drop_future_intention")?;
    if let Term::Var(_) = goal {
        return Err(wrong("drop_future_intention", format!("first argument '{goal}' must be a literal")));
    }
    call.mind.drop_intentions_with_step(&goal);
    call.mind.drop_events(&goal);
    holds(true)
}

fn drop_all_desires(call: &mut Call<'_>) -> Result {
    if call.mind.is_older() {
        call.mind.drop_all_events();
    } else {
        call.mind.drop_goals_to_come();
    }
    call.mind.drop_all_intentions();
    holds(true)
}

fn drop_all_events(call: &mut Call<'_>) -> Result {
    call.mind.drop_all_events();
    holds(true)
}

fn drop_all_intentions(call: &mut Call<'_>) -> Result {
    call.mind.drop_all_intentions();
    holds(true)
}

/// The goal as it is in the first intention that has it: its variables stand for what is there.
fn bound(call: &mut Call<'_>, goal: &Term, suspended: bool) -> Term {
    if goal.is_ground() {
        return goal.clone();
    }
    let Some(found) = call.mind.first_goal(goal, suspended) else { return goal.clone() };
    let found = call.bindings.adopt(&found);
    call.bindings.unify(goal, &found);
    call.bindings.apply(goal)
}

fn suspend(call: &mut Call<'_>) -> Result {
    let wait = call.mind.suspension(call.world);
    if call.arguments.is_empty() {
        if let Some(current) = &mut call.mind.current {
            current.suspended = Some(Term::word("suspend_ia"));
        }
        return Ok(Outcome::Waits(Box::new(wait)));
    }
    let asked = goal(call, "suspend", "first argument must be a literal")?;
    let goal = bound(call, &asked, false);
    if call.mind.suspend(&goal, &asked, call.world) { Ok(Outcome::Waits(Box::new(wait))) } else { holds(true) }
}

fn resume(call: &mut Call<'_>) -> Result {
    let goal = goal(call, "resume", "first argument must be a literal")?;
    let goal = bound(call, &goal, true);
    call.mind.resume_goal(&goal);
    holds(true)
}

fn suspended(call: &mut Call<'_>) -> Result {
    let goal = goal(call, "suspended", "first argument must be a literal")?;
    match call.mind.reason_for_waiting(&goal) {
        Some(reason) => {
            let reason = call.bindings.adopt(&reason);
            call.give(1, &reason)
        }
        None => holds(false),
    }
}

fn end_goal(call: &mut Call<'_>, name: &str, well: bool) -> Result {
    let goal = goal(call, name, "first argument must be a literal")?;
    call.mind.end_goal(&goal, well, call.world);
    holds(true)
}

fn done(call: &mut Call<'_>) -> Result {
    if !call.arguments.is_empty() {
        goal(call, "done", "first argument must be a literal")?;
    }
    let Some(current) = &mut call.mind.current else { return Err(crash()) };
    let wanted = call.arguments.first();
    let place = current.frames.iter().rposition(|frame| {
        is_goal(frame) && wanted.is_none_or(|goal| crate::mind::unifies(goal, &frame.trigger.literal))
    });
    if let Some(place) = place {
        current.frames.truncate(place);
        if current.frames.is_empty() {
            call.mind.current = None;
        }
    }
    holds(true)
}

/// `intention(Id, [im(Label, {Trigger}, {Rest}, Bindings), ..])`
fn stack_of(mind: &Mind, intention: &Intention) -> Term {
    Term::list(mind.stack(intention).map(frame_term).collect::<Vec<_>>())
}

fn frame_term(frame: &Frame) -> Term {
    let rest = frame.rest();
    let values: Vec<Term> =
        frame.values().map(|(name, value)| Term::structure("map", [Term::from(name), value])).collect();
    Term::structure("im", [placed_label(&frame.plan), frame.trigger.to_term(), rest, Term::list(values)])
}

/// The plan's label, with where it was written.
fn placed_label(plan: &Plan) -> Term {
    let line = plan.term.as_structure().map_or(0, Structure::line);
    match (StructureBuilder::from_literal(&plan.label), &plan.source) {
        (Some(label), Some(source)) if line > 0 => label
            .annotation(Term::structure("code_line", [Term::from(line)]))
            .annotation(Term::structure("code_src", [Term::string(&**source)]))
            .build(),
        _ => plan.label.clone(),
    }
}

fn current_intention(call: &mut Call<'_>) -> Result {
    let Some(current) = &call.mind.current else { return holds(false) };
    let term = Term::structure("intention", [Term::from(current.id as f64), stack_of(call.mind, current)]);
    let term = call.bindings.adopt(&term);
    call.give(0, &term)
}

fn intention(call: &mut Call<'_>) -> Result {
    if let Some(Term::Atom(which)) = call.arguments.get(3)
        && which.name() == "current"
    {
        let Some(current) = &call.mind.current else { return holds(false) };
        let parts = [Term::from(current.id as f64), Term::word("running"), stack_of(call.mind, current)];
        let found = call.bindings.adopt(&Term::list(parts));
        let target = Term::list(call.arguments[..3].to_vec());
        return call.unify(&target, &found);
    }
    let found: Vec<Term> = call
        .mind
        .intentions()
        .map(|(intention, place)| {
            let state = match (place, &intention.suspended) {
                (_, Some(_)) => Term::word("suspended"),
                (Place::Current | Place::Running | Place::Event, None) => Term::word("running"),
                (Place::Waiting, None) => call.mind.waiting_state(intention),
            };
            Term::list([Term::from(intention.id as f64), state, stack_of(call.mind, intention)])
        })
        .collect();
    let wanted = call.arguments.len().min(3);
    let target = Term::list(call.arguments[..wanted].to_vec());
    let mut candidates = Vec::new();
    for term in found {
        let term = call.bindings.adopt(&term);
        let Term::List(parts) = &term else { continue };
        candidates.push(Term::list(parts.items().take(wanted).cloned().collect::<Vec<_>>()));
    }
    each(&target, candidates.into_iter())
}
