//! The text of a report.

use super::{Level, Report, Stack, Texts};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::source::{Sources, Span};

impl Report {
    /// The text, which ends with a line break. Where the source is known, it has the line with a caret.
    #[must_use]
    pub fn render(&self, texts: &Texts) -> String {
        let found = self.place.as_ref().and_then(|place| texts.find(place, self.about.as_deref()));
        let nowhere = Sources::new();
        let (sources, span) = match &found {
            Some(found) => (found.text.sources(), found.span),
            None => (&nowhere, Span::NONE),
        };
        let mut diagnostic = Diagnostic { severity: self.severity, ..Diagnostic::error(span, &*self.message) };
        if let Some(step) = found.as_ref().and_then(|found| found.step) {
            diagnostic = diagnostic.with_place(step, "for this");
        }
        if let (None, Some(place)) = (&found, &self.place) {
            diagnostic.notes.push(format!("at {}: {}", place.shown(), place.step));
        }
        diagnostic.notes.extend(self.stack());
        diagnostic.notes.extend(self.notes.iter().cloned());
        diagnostic.help.clone_from(&self.help);
        let text = diagnostic.render(sources);
        format!("{}\n", text.trim_end())
    }

    /// The intention's plans, each on a line of its own.
    fn stack(&self) -> Option<String> {
        let Stack { highest, hidden, lowest } = &self.stack;
        if highest.is_empty() {
            return None;
        }
        let all = || highest.iter().chain(lowest);
        let goals = all().map(|level| level.goal.chars().count()).max().unwrap_or_default();
        let place = |level: &Level| level.place.as_ref().map_or(0, |place| place.shown().chars().count());
        let places = all().map(place).max().unwrap_or_default();
        let mut lines = vec![match self.intention {
            Some(number) => format!("intention {number}, the innermost plan first:"),
            None => "the innermost plan first:".to_owned(),
        }];
        lines.extend(highest.iter().map(|level| level.line(goals, places)));
        if *hidden > 0 {
            lines.push(format!("  .. and {hidden} plans between .."));
        }
        lines.extend(lowest.iter().map(|level| level.line(goals, places)));
        Some(lines.join("\n"))
    }
}

impl Level {
    fn line(&self, goals: usize, places: usize) -> String {
        let place = self.place.as_ref().map(super::Place::shown).unwrap_or_default();
        let step = self.place.as_ref().map(|place| place.step.as_str()).unwrap_or_default();
        let values: Vec<String> = self.values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let values = if values.is_empty() { String::new() } else { format!("  {{{}}}", values.join(", ")) };
        let line = format!("  {:goals$}  {place:places$}  {step}{values}", self.goal);
        line.trim_end().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failures::{Place, Severity};

    fn level(number: usize) -> Level {
        let place = Place { file: "file:a.asl".into(), line: 3, step: format!("!g({})", number + 1) };
        Level { goal: format!("+!g({number})"), place: Some(place), values: vec![("N".to_owned(), number.to_string())] }
    }

    #[test]
    fn a_high_intention_is_shown_at_both_ends() {
        let stack = Stack::of((0..100).rev(), level);
        let report = Report { stack, ..Report::new(Severity::Error, "too high") };
        let text = report.render(&Texts::default());
        assert_eq!(text.matches("+!g(").count(), 12);
        for expected in ["+!g(92)  a.asl:3  !g(93)  {N = 92}\n", ".. and 88 plans between ..\n", "+!g(3)   a.asl:3"] {
            assert!(text.contains(expected), "{expected}: {text}");
        }
    }

    #[test]
    fn without_a_source_the_step_stands_in_a_note() {
        let mut report = Report::new(Severity::Error, "it failed");
        report.place = level(0).place;
        assert_eq!(report.render(&Texts::default()), "error: it failed\n = at a.asl:3: !g(1)\n");
    }
}
