//! What each workload takes from the command line.

use agon_platform::print::Print;
use agon_platform::{Arguments, Failure, Prepare, Work};

use crate::system::{self, Runtime};
use crate::task::Task;

pub const ALL: &[(&str, Prepare<Runtime>)] = &[
    ("token-ring", token_ring),
    ("chameneos", chameneos),
    ("fibonacci", fibonacci),
    ("pipeline", pipeline),
    ("service-rounds", service_rounds),
    ("grid-swap", grid_swap),
    ("compute", compute),
    ("echo-all", echo_all),
    ("mass-reception", mass_reception),
];

const MODES: [&str; 2] = ["pool", "thread"];
/// Those of the study that compared Jason's modes.
const ALL_MODES: [&str; 3] = ["pool", "thread", "synchronous"];

/// So many agents, tokens or messages at most, as on Jason.
const MANY: u64 = i32::MAX as u64;
/// The last integer up to which AgentSpeak's numbers hold them all.
const EXACT: u64 = 1 << 53;
/// The last side whose square is not too many.
const LARGEST_SIDE: u64 = 46_340;
/// The last Fibonacci number that AgentSpeak's numbers hold is that of 78.
const LARGEST_N: u64 = 78;

fn token_ring(arguments: &mut Arguments) -> Result<Work<Runtime>, Failure> {
    let mut task = Task::take("token-ring", arguments, &MODES)?;
    task.take_number(arguments, "workers", 1, MANY)?;
    task.take_number(arguments, "tokens", 1, MANY)?;
    task.take_number(arguments, "passes", 0, EXACT)?;
    system::work(task)
}

fn chameneos(arguments: &mut Arguments) -> Result<Work<Runtime>, Failure> {
    let mut task = Task::take("chameneos", arguments, &MODES)?;
    task.take_number(arguments, "creatures", 2, MANY)?;
    task.take_number(arguments, "meetings", 0, EXACT)?;
    system::work(task)
}

fn fibonacci(arguments: &mut Arguments) -> Result<Work<Runtime>, Failure> {
    let mut task = Task::take("fibonacci", arguments, &MODES)?;
    let clients = task.take_number(arguments, "clients", 1, MANY)?;
    let requests = task.take_number(arguments, "requests", 1, MANY)?;
    let greatest = number(arguments, "max_n", 0, LARGEST_N)?;
    task.input = arguments.take_input(|text| lines(text, clients, Some(requests), greatest))?;
    system::work(task)
}

fn pipeline(arguments: &mut Arguments) -> Result<Work<Runtime>, Failure> {
    let mut task = Task::take("pipeline", arguments, &MODES)?;
    task.take_number(arguments, "tasks", 1, MANY)?;
    let log = task.take_word(arguments, "log", &["off", "on", "console"])?;
    task.take_word(arguments, "work", &["cut", "regex"])?;
    task.take_word(arguments, "make", &["before", "inside"])?;
    let print = Print::take(arguments)?;
    task.print = (log != "off").then_some(print);
    task.console = log == "console";
    system::work(task)
}

fn service_rounds(arguments: &mut Arguments) -> Result<Work<Runtime>, Failure> {
    let mut task = Task::take("service-rounds", arguments, &MODES)?;
    task.take_number(arguments, "rounds", 1, MANY)?;
    task.print = Some(Print::take(arguments)?);
    system::work(task)
}

fn grid_swap(arguments: &mut Arguments) -> Result<Work<Runtime>, Failure> {
    let mut task = Task::take("grid-swap", arguments, &MODES)?;
    let side = number(arguments, "side", 2, LARGEST_SIDE)?;
    task.add_number("cells", side * side);
    task.take_number(arguments, "rounds", 1, MANY)?;
    number(arguments, "active", 0, MANY)?; // the input names them
    task.input = arguments.take_input(|text| lines(text, 1, None, side * side - 1))?;
    system::work(task)
}

fn compute(arguments: &mut Arguments) -> Result<Work<Runtime>, Failure> {
    let mut task = Task::take("compute", arguments, &ALL_MODES)?;
    task.take_number(arguments, "agents", 1, MANY)?;
    task.take_number(arguments, "operations", 0, EXACT)?;
    system::work(task)
}

fn echo_all(arguments: &mut Arguments) -> Result<Work<Runtime>, Failure> {
    let mut task = Task::take("echo-all", arguments, &ALL_MODES)?;
    let agents = task.take_number(arguments, "agents", 2, MANY)?;
    round_trips(task, arguments, agents)
}

fn mass_reception(arguments: &mut Arguments) -> Result<Work<Runtime>, Failure> {
    let mut task = Task::take("mass-reception", arguments, &ALL_MODES)?;
    let senders = task.take_number(arguments, "senders", 1, MANY)?;
    task.take_number(arguments, "receivers", 1, senders)?;
    round_trips(task, arguments, senders)
}

fn round_trips(mut task: Task, arguments: &mut Arguments, requesters: u64) -> Result<Work<Runtime>, Failure> {
    let messages = task.take_number(arguments, "messages", 1, MANY)?;
    let rate = task.take_number(arguments, "rate", 0, MANY)?;
    let clock = task.take_switch(arguments, "clock")?;
    if rate > 0 && !clock {
        return Err(Failure::usage(format!("rate={rate}: clock=on is needed with it")));
    }
    let arrivals: String = arguments.take("arrivals")?;
    if !matches!(arrivals.as_str(), "constant" | "poisson") {
        return Err(Failure::usage(format!("arrivals={arrivals}: give one of constant, poisson")));
    }
    task.input = arguments.take_input(|text| match rate {
        0 => Ok(Vec::new()),
        _ => lines(text, requesters, Some(messages), MANY),
    })?;
    system::work(task)
}

/// Takes an integer from `least` to `most`.
pub fn number(arguments: &mut Arguments, key: &str, least: u64, most: u64) -> Result<u64, Failure> {
    let value = arguments.take_at_least(key, least)?;
    if value > most {
        return Err(Failure::usage(format!("{key}={value}: at most {most} is possible")));
    }
    Ok(value)
}

/// The lab's input: so many lines of integers, each of so many.
fn lines(text: &str, count: u64, each: Option<u64>, greatest: u64) -> Result<Vec<Vec<u64>>, String> {
    let numbers = |line: &str| line.split_whitespace().map(str::parse).collect::<Result<Vec<u64>, _>>();
    let lines = text.lines().map(numbers).collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
    if lines.len() as u64 != count {
        return Err(format!("{} lines, not {count}", lines.len()));
    }
    for (line, place) in lines.iter().zip(1..) {
        if let Some(each) = each.filter(|each| line.len() as u64 != *each) {
            return Err(format!("line {place} holds {} numbers, not {each}", line.len()));
        }
        if let Some(number) = line.iter().find(|number| **number > greatest) {
            return Err(format!("line {place} holds {number}, which is more than {greatest}"));
        }
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::lines;

    #[test]
    fn the_input_must_match_the_arguments() {
        assert_eq!(lines("1 2\n3 0\n", 2, Some(2), 3), Ok(vec![vec![1, 2], vec![3, 0]]));
        assert_eq!(lines("1 2\n", 2, Some(2), 3), Err("1 lines, not 2".to_owned()));
        assert_eq!(lines("1 2\n3\n", 2, Some(2), 3), Err("line 2 holds 1 numbers, not 2".to_owned()));
        assert_eq!(lines("1 4\n", 1, None, 3), Err("line 1 holds 4, which is more than 3".to_owned()));
        assert!(lines("1 x\n", 1, None, 3).is_err());
    }
}
