/// Functions that make a number of what they are given and of nothing else.
///
/// Those that ask the agent (`.count`, `math.random`, `system.time` and a program's own) are called where the agent is at hand.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Function {
    /// `math.abs(N)`
    Abs,
    /// `math.acos(N)`
    Acos,
    /// `math.asin(N)`
    Asin,
    /// `math.atan(N)`
    Atan,
    /// `math.average(List)`; not a number for an empty one
    Average,
    /// `math.ceil(N)`
    Ceil,
    /// `math.cos(N)`
    Cos,
    /// `math.e`
    E,
    /// `math.floor(N)`
    Floor,
    /// `.length(ListOrStringOrCollection)`
    Length,
    /// `math.log(N)`
    Log,
    /// `math.max(N, M)` and `math.max(List)`
    Max,
    /// `math.mean(List)`
    Mean,
    /// `math.median(List)`
    Median,
    /// `math.min(N, M)` and `math.min(List)`
    Min,
    /// `math.pi`
    Pi,
    /// `math.round(N)`
    Round,
    /// `math.sin(N)`
    Sin,
    /// `math.sqrt(N)`
    Sqrt,
    /// `math.std_dev(List)`, that of a sample
    StdDev,
    /// `math.sum(List)`
    Sum,
    /// `math.tan(N)`
    Tan,
}

impl Function {
    /// The function of this name that takes so many arguments.
    pub fn of(name: &str, arity: usize) -> Option<Self> {
        Some(match (name, arity) {
            (".length", 1) => Self::Length,
            ("math.abs", 1) => Self::Abs,
            ("math.acos", 1) => Self::Acos,
            ("math.asin", 1) => Self::Asin,
            ("math.atan", 1) => Self::Atan,
            ("math.average", 1) => Self::Average,
            ("math.ceil", 1) => Self::Ceil,
            ("math.cos", 1) => Self::Cos,
            ("math.e", 0) => Self::E,
            ("math.floor", 1) => Self::Floor,
            ("math.log", 1) => Self::Log,
            ("math.max", 1 | 2) => Self::Max,
            ("math.mean", 1) => Self::Mean,
            ("math.median", 1) => Self::Median,
            ("math.min", 1 | 2) => Self::Min,
            ("math.pi", 0) => Self::Pi,
            ("math.round", 1) => Self::Round,
            ("math.sin", 1) => Self::Sin,
            ("math.sqrt", 1) => Self::Sqrt,
            ("math.std_dev", 1) => Self::StdDev,
            ("math.sum", 1) => Self::Sum,
            ("math.tan", 1) => Self::Tan,
            _ => return None,
        })
    }
}

/// Does the agent itself have a function of this name that takes so many arguments?
pub fn is_call(name: &str, arity: usize) -> bool {
    matches!((name, arity), (".count", 1) | ("math.random", 0 | 1) | ("system.time", 0))
}
