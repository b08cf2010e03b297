//! What functions make of their arguments.

use super::{Function, NotANumber, Term, units};

impl Function {
    /// What it makes of its arguments.
    ///
    /// # Errors
    ///
    /// If they are not of the kind that it takes.
    pub fn call(self, arguments: &[Term]) -> Result<f64, NotANumber> {
        match (self, arguments) {
            (Self::E, _) => Ok(std::f64::consts::E),
            (Self::Pi, _) => Ok(std::f64::consts::PI),
            (Self::Length, [of]) => length(of),
            (_, [one, other]) => self.of_two(one.calculate()?, other.calculate()?),
            (Self::Average | Self::Max | Self::Mean | Self::Min | Self::StdDev | Self::Sum, [Term::List(list)]) => {
                self.of_numbers(list.items().filter_map(|item| item.calculate().ok()).collect())
            }
            (Self::Median, [Term::List(list)]) => median(list.items().map(Term::calculate).collect::<Result<_, _>>()?),
            (_, [number]) => self.of_number(number.calculate()?),
            _ => Err(NotANumber),
        }
    }

    /// What it makes of two numbers.
    pub(crate) fn of_two(self, one: f64, other: f64) -> Result<f64, NotANumber> {
        Ok(match self {
            // As in Java, of not-a-number nothing else comes.
            Self::Max | Self::Min if one.is_nan() || other.is_nan() => f64::NAN,
            Self::Max => one.max(other),
            Self::Min => one.min(other),
            _ => return Err(NotANumber),
        })
    }

    /// What it makes of a number.
    pub(crate) fn of_number(self, number: f64) -> Result<f64, NotANumber> {
        Ok(match self {
            Self::Abs => number.abs(),
            Self::Acos => number.acos(),
            Self::Asin => number.asin(),
            Self::Atan => number.atan(),
            Self::Ceil => number.ceil(),
            Self::Cos => number.cos(),
            Self::Floor => number.floor(),
            Self::Log => number.ln(),
            // Java's: halves go up, and what a long cannot hold becomes the largest that it can.
            Self::Round => ((number + 0.5).floor() as i64) as f64,
            Self::Sin => number.sin(),
            Self::Sqrt => number.sqrt(),
            Self::Tan => number.tan(),
            _ => return Err(NotANumber),
        })
    }

    /// Of a list, of which what is no number does not count.
    fn of_numbers(self, numbers: Vec<f64>) -> Result<f64, NotANumber> {
        let count = numbers.len() as f64;
        let sum: f64 = numbers.iter().sum();
        Ok(match self {
            Self::Mean if numbers.is_empty() => return Err(NotANumber),
            Self::Average | Self::Mean => sum / count,
            // Of no positive number, Jason's result is the smallest positive one.
            Self::Max => {
                numbers.into_iter().fold(f64::from_bits(1), |most, number| if number > most { number } else { most })
            }
            Self::Min => {
                numbers.into_iter().fold(f64::MAX, |least, number| if number < least { number } else { least })
            }
            Self::StdDev => {
                let mean = sum / count;
                (numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / (count - 1.0)).sqrt()
            }
            // An empty sum in Rust is minus zero.
            _ => sum + 0.0,
        })
    }
}

fn median(mut numbers: Vec<f64>) -> Result<f64, NotANumber> {
    numbers.sort_by(f64::total_cmp);
    let middle = numbers.len() / 2;
    let upper = *numbers.get(middle).ok_or(NotANumber)?;
    Ok(if numbers.len() % 2 == 1 { upper } else { f64::midpoint(numbers[middle - 1], upper) })
}

fn length(of: &Term) -> Result<f64, NotANumber> {
    match of {
        Term::List(list) => Ok(list.len() as f64),
        Term::String(text) => Ok(units::count(text) as f64),
        Term::Collection(collection) => Ok(collection.contents().len() as f64),
        _ => Err(NotANumber),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(name: &str, arguments: &[Term]) -> Result<f64, NotANumber> {
        Function::of(name, arguments.len()).unwrap_or_else(|| panic!("no function {name}")).call(arguments)
    }

    #[test]
    fn functions_of_numbers() {
        for (name, number, due) in [
            ("math.abs", -2.5, 2.5),
            ("math.ceil", 1.2, 2.0),
            ("math.floor", -1.2, -2.0),
            ("math.round", 2.5, 3.0),
            ("math.round", -2.5, -2.0),
            ("math.sqrt", 9.0, 3.0),
            ("math.log", std::f64::consts::E, 1.0),
            ("math.cos", 0.0, 1.0),
        ] {
            assert_eq!(call(name, &[Term::from(number)]), Ok(due), "{name}({number})");
        }
        assert_eq!(call("math.abs", &[Term::atom("a")]), Err(NotANumber));
        assert_eq!(call("math.pi", &[]), Ok(std::f64::consts::PI));
    }

    #[test]
    fn functions_of_lists() {
        let numbers = [4.0, 1.0, 3.0, 2.0].map(Term::from);
        assert_eq!(call("math.median", &[Term::list(numbers.clone())]), Ok(2.5));
        let list = Term::list(numbers.into_iter().chain([Term::atom("a")]).collect::<Vec<_>>());
        assert_eq!(call("math.median", std::slice::from_ref(&list)), Err(NotANumber));
        for (name, due) in [
            ("math.sum", 10.0),
            ("math.average", 2.5),
            ("math.mean", 2.5),
            ("math.max", 4.0),
            ("math.min", 1.0),
            (".length", 5.0),
        ] {
            assert_eq!(call(name, std::slice::from_ref(&list)), Ok(due), "{name}");
        }
        let deviation = call("math.std_dev", &[list]).expect("a list");
        assert!((deviation - 1.290_994).abs() < 1e-6);
        assert_eq!(call(".length", &[Term::string("häh")]), Ok(3.0));
        assert_eq!(call("math.max", &[Term::from(1.0), Term::from(2.0)]), Ok(2.0));
        assert!(call("math.min", &[Term::from(1.0), Term::from(f64::NAN)]).is_ok_and(f64::is_nan));
    }
}
