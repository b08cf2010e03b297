//! Messages, and the tables of what they are about.

use super::agent::{Agent, Event, open_call};
use super::beliefs::Table;
use super::intention::{CALL, HEADER};
use super::scratch::Worker;
use crate::code::NONE;
use crate::word::{Functor, Message, Performative, Word};

impl Agent {
    #[inline]
    pub(super) fn read(&mut self, message: &Message, worker: &mut Worker) {
        let source = if message.sender == self.name { Word::SELF } else { Word::atom(message.sender) };
        let functor = message.functor;
        if message.performative == Performative::Achieve {
            let procedure = self.program.achieves.get(functor.number() as usize).copied().unwrap_or(NONE);
            if procedure != NONE {
                let mut intention = Self::intention(worker);
                intention.lay(source, open_call(&[]));
                message.open(&mut intention.stack, &mut worker.heap);
                let open = open_call(&intention.stack[HEADER..]);
                intention.stack[CALL] = open;
                self.events.push_back(Event { procedure, intention });
            }
            return;
        }
        let mut words = Vec::with_capacity(message.arity());
        message.open(&mut words, &mut worker.heap);
        let table = self.table(functor);
        match message.performative {
            Performative::Assert => self.believe(table, source, &words, worker),
            Performative::Retract => self.forget_source(table, source, &words, worker),
            _ => {
                let added = self.program.predicates.get(table as usize).map_or(NONE, |it| it.added);
                if added != NONE {
                    self.raise(added, source, &words, worker);
                }
            }
        }
    }

    pub(super) fn table_of(&self, functor: Functor) -> Option<u32> {
        let known = self.program.tables.get(functor.number() as usize).copied().filter(|it| *it != NONE);
        known.or_else(|| self.rest.tables.get(&functor).copied())
    }

    /// The table of a predicate, made if it is not there yet.
    fn table(&mut self, functor: Functor) -> u32 {
        self.table_of(functor).unwrap_or_else(|| {
            self.tables.push(Table::new(functor.arity()));
            self.rest.tables.insert(functor, self.tables.len() as u32 - 1);
            self.tables.len() as u32 - 1
        })
    }
}
