//! chameneos, apart from messages: parameters, colours, and what a creature knows of itself.

use serde_json::{Value, json};

use crate::{Arguments, Failure};

#[derive(Clone, Copy, Debug)]
pub struct Chameneos {
    creatures: usize,
    pub meetings: u64,
    witness: bool,
}

impl Chameneos {
    // agon: begin harness
    /// Takes the arguments; `variant=` must be one of `variants`, which is returned.
    pub fn take<V: Copy>(arguments: &mut Arguments, variants: &[(&str, V)]) -> Result<(Self, V), Failure> {
        let game = Self {
            creatures: arguments.take_at_least("creatures", 2)?,
            meetings: arguments.take("meetings")?,
            witness: arguments.take_witness()?,
        };
        let variant = arguments.take_variant(variants)?;
        arguments.take_samples()?;
        Ok((game, variant))
    }
    // agon: end

    /// The creatures as they start, number 1 first, their colours dealt round-robin.
    pub fn creatures(&self) -> impl Iterator<Item = Creature> {
        let witness = self.witness;
        (1..).zip(self.colours()).map(move |(number, colour)| Creature {
            me: Visitor { number, colour },
            meetings: 0,
            with_self: 0,
            // agon: begin witness
            encounters: witness.then(Box::default),
            // agon: end
        })
    }

    fn colours(&self) -> impl Iterator<Item = Colour> {
        Colour::ALL.into_iter().cycle().take(self.creatures)
    }

    // agon: begin report
    /// What node 1 of two has to report of its creatures, in any order.
    pub fn report_of_some(&self, creatures: &mut [Creature]) -> Value {
        creatures.sort_unstable_by_key(|creature| creature.me.number);
        json!({"meetings": creatures.iter().map(|creature| creature.meetings).collect::<Vec<_>>()})
    }
    // agon: end

    // agon: begin report
    /// What is to be reported of the creatures as they ended, in any order.
    pub fn report(&self, mut creatures: Vec<Creature>) -> Value {
        creatures.sort_unstable_by_key(|creature| creature.me.number);
        let complements = Colour::ALL.map(|own| Colour::ALL.map(|other| own.complement(other).name()));
        let mut value = json!({
            "complements": complements,
            "initial": self.colours().map(Colour::name).collect::<Vec<_>>(),
            "final": creatures.iter().map(|creature| creature.me.colour.name()).collect::<Vec<_>>(),
            "meetings": creatures.iter().map(|creature| creature.meetings).collect::<Vec<_>>(),
            "self": creatures.iter().map(|creature| creature.with_self).collect::<Vec<_>>(),
        });
        if self.witness {
            let mut total = Encounters::default();
            for encounters in creatures.iter().filter_map(|creature| creature.encounters.as_deref()) {
                for (sum, count) in total.as_flattened_mut().iter_mut().zip(encounters.as_flattened()) {
                    *sum += count;
                }
            }
            value["witness"] = json!(total);
        }
        value
    }
    // agon: end
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Colour {
    Blue,
    Red,
    Yellow,
}

impl Colour {
    const ALL: [Self; 3] = [Self::Blue, Self::Red, Self::Yellow];

    fn complement(self, other: Self) -> Self {
        use Colour::{Blue, Red, Yellow};
        match (self, other) {
            (Blue, Blue) | (Red, Yellow) | (Yellow, Red) => Blue,
            (Red, Red) | (Blue, Yellow) | (Yellow, Blue) => Red,
            (Yellow, Yellow) | (Blue, Red) | (Red, Blue) => Yellow,
        }
    }

    // agon: begin report
    fn name(self) -> &'static str {
        match self {
            Self::Blue => "blue",
            Self::Red => "red",
            Self::Yellow => "yellow",
        }
    }
    // agon: end
}

// agon: begin witness
/// Meetings by own colour and the other's.
type Encounters = [[u64; 3]; 3];
// agon: end

/// What a creature sends the broker, and the broker the creature's partner.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Visitor {
    /// From 1.
    pub number: usize,
    pub colour: Colour,
}

#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Creature {
    pub me: Visitor,
    meetings: u64,
    with_self: u64,
    // agon: begin witness
    /// Only with a witness.
    encounters: Option<Box<Encounters>>,
    // agon: end
}

impl Creature {
    pub fn meet(&mut self, other: Visitor) {
        self.meetings += 1;
        self.with_self += u64::from(other.number == self.me.number);
        // agon: begin witness
        if let Some(encounters) = &mut self.encounters {
            encounters[self.me.colour as usize][other.colour as usize] += 1;
        }
        // agon: end
        self.me.colour = self.me.colour.complement(other.colour);
    }
}

// agon: begin tests
#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Chameneos;

    #[test]
    fn two_that_meet_take_the_third_colour() {
        let game = Chameneos { creatures: 2, meetings: 1, witness: true };
        let mut creatures: Vec<_> = game.creatures().collect();
        let (blue, red) = (creatures[0].me, creatures[1].me);
        creatures[0].meet(red);
        creatures[1].meet(blue);
        creatures.reverse();
        let report = game.report(creatures);
        assert_eq!(report["initial"], json!(["blue", "red"]));
        assert_eq!(report["final"], json!(["yellow", "yellow"]));
        assert_eq!(report["meetings"], json!([1, 1]));
        assert_eq!(report["self"], json!([0, 0]));
        assert_eq!(report["witness"], json!([[0, 1, 0], [1, 0, 0], [0, 0, 0]]));
    }

    #[test]
    fn a_creature_that_meets_itself_is_reported() {
        let game = Chameneos { creatures: 2, meetings: 1, witness: false };
        let mut creatures: Vec<_> = game.creatures().collect();
        let me = creatures[1].me;
        creatures[1].meet(me);
        assert_eq!(game.report(creatures)["self"], json!([0, 1]));
    }
}
// agon: end
