//! What an agent begins with.

use std::sync::Arc;

use super::agent::Agent;
use super::beliefs::Table;
use super::intention::Line;
use super::scratch::Worker;
use crate::code::{Belief, Constant, Program};
use crate::term::Atom;
use crate::word::{Heap, Word};

impl Agent {
    /// One that begins with what its program has.
    pub fn new(name: Atom, program: &Arc<Program>, worker: &mut Worker) -> Self {
        let mut agent = Self {
            attention: 0,
            name,
            cycles: 0,
            program: Arc::clone(program),
            running: Line::default(),
            events: Line::default(),
            mail: None,
            tables: program.predicates.iter().map(|it| Table::new(it.arity as usize)).collect(),
            messages: 0,
            dropped: 0,
            heap: None,
            rest: Box::default(),
        };
        // The last is added first: newer beliefs come before older ones.
        for belief in program.beliefs.iter().rev() {
            match belief {
                Belief::Fact(table, arguments) => {
                    let words: Vec<Word> = arguments.iter().map(|it| built(it, &mut worker.heap)).collect();
                    agent.believe(u32::from(*table), Word::SELF, &words, worker);
                }
                Belief::Rule(table, number) => {
                    let arity = program.predicates[*table as usize].arity as usize;
                    agent.tables[*table as usize].push(Word::register(*number), &vec![Word::OPEN; arity]);
                }
            }
        }
        for (procedure, arguments) in &program.goals {
            let words: Vec<Word> = arguments.iter().map(|it| built(it, &mut worker.heap)).collect();
            agent.raise(*procedure, Word::SELF, &words, worker);
        }
        agent.give_back(worker);
        agent
    }
}

/// A constant as a value.
fn built(constant: &Constant, heap: &mut Heap) -> Word {
    match constant {
        Constant::Plain(word) => *word,
        Constant::Structure(functor, arguments) => {
            let words: Vec<Word> = arguments.iter().map(|it| built(it, heap)).collect();
            heap.structure(*functor, words)
        }
        Constant::List(items) => {
            let words: Vec<Word> = items.iter().map(|it| built(it, heap)).collect();
            heap.list_of(&words)
        }
    }
}
