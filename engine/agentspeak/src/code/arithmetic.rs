//! Arithmetic and relations of numbers: Java's.

use super::op::{Action, Operator, Relation};

impl Operator {
    /// What it makes of two numbers; nothing where that is an error.
    #[inline(always)]
    pub fn of_numbers(self, left: f64, right: f64) -> Option<f64> {
        Some(match self {
            Self::Add => left + right,
            Self::Subtract => left - right,
            Self::Multiply => left * right,
            Self::Divide => left / right,
            Self::Modulo => left % right,
            Self::Power => left.powf(right),
            // Java's int: 32 bits, and what is larger counts as the largest.
            Self::IntegerDivide => f64::from((left as i32).checked_div(right as i32)?),
            Self::Absolute => left.abs(),
            Self::Floor => left.floor(),
            Self::Ceiling => left.ceil(),
            Self::Round => (left + 0.5).floor(),
            Self::Root => left.sqrt(),
            Self::Maximum => left.max(right),
            Self::Minimum => left.min(right),
        })
    }

    /// As it stands between its operands where it cannot be calculated yet.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::IntegerDivide => " div ",
            Self::Modulo => " mod ",
            other => other.name(),
        }
    }
}

impl Relation {
    /// Does it hold between two numbers?
    #[inline(always)]
    pub fn of_numbers(self, left: f64, right: f64) -> bool {
        match self {
            Self::Less => left < right,
            // What is no number is neither before nor behind any.
            Self::LessOrEqual => left <= right || left.is_nan() || right.is_nan(),
            Self::Greater => left > right,
            Self::GreaterOrEqual => left >= right || left.is_nan() || right.is_nan(),
            Self::Equal => left == right,
            Self::Different => left != right,
        }
    }

    /// Does it hold where the first value is before, at or behind the second?
    pub const fn of_order(self, order: std::cmp::Ordering) -> bool {
        match self {
            Self::Less => order.is_lt(),
            Self::LessOrEqual => order.is_le(),
            Self::Greater => order.is_gt(),
            Self::GreaterOrEqual => order.is_ge(),
            Self::Equal => order.is_eq(),
            Self::Different => order.is_ne(),
        }
    }
}

impl Action {
    /// Is it translated with so many arguments?
    pub fn takes(self, count: usize) -> bool {
        match self {
            Self::Print | Self::PrintLine => true,
            Self::Fail => count == 0,
            Self::MyName
            | Self::IsNumber
            | Self::IsText
            | Self::IsAtom
            | Self::IsGround
            | Self::IsList
            | Self::IsStructure => count == 1,
            Self::Length | Self::Max | Self::Min | Self::Sort | Self::Reverse => count == 2,
            Self::Nth | Self::Range => count == 3,
            Self::Concat => count >= 2,
            Self::Substring => count == 2,
        }
    }
}
