//! The lines, one module each, every contestant's program in it.

pub mod ask;
pub mod big;
pub mod blocking;
pub mod cpu;
pub mod echo;
pub mod fan_in;
pub mod fan_out;
pub mod mixed;
pub mod pipeline;
pub mod restarts;
pub mod spawn;
pub mod timers;

use super::line::Line;

/// All lines, in the order of the table.
pub static LINES: [&Line; 18] = [
    &ask::SAME_WORKER,
    &ask::OTHER_WORKER,
    &ask::OUTSIDE,
    &ask::ONE_TASK,
    &ask::MANY_TASKS,
    &ask::APART,
    &pipeline::LINE,
    &fan_in::LINE,
    &fan_out::LINE,
    &spawn::LINE,
    &timers::LINE,
    &cpu::LINE,
    &blocking::ANNOUNCED,
    &blocking::UNANNOUNCED,
    &echo::LINE,
    &restarts::LINE,
    &big::LINE,
    &mixed::LINE,
];

/// The line with this id.
pub fn find(id: &str) -> Option<&'static Line> {
    LINES.into_iter().find(|line| line.id == id)
}
