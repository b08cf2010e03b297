//! The operations of procedures. Operands are registers of the frame, or places in the program's pool.
//!
//! Operations of formulas fail to the newest choice, and where there is none to the [guard](Op::Guard).

/// An operation.
#[derive(Clone, Copy, Debug)]
pub enum Op {
    // Formulas, and what is calculated or built for them and for bodies.
    /// From here on, what fails goes on there. `undoes`: what has been bound since is open again.
    Guard {
        undoes: bool,
        to: u32,
    },
    /// What is bound from here on is open again if the guard is reached: what Jason binds in place, before the first belief is asked
    /// for, stays.
    Floor,
    /// The register has this value.
    Constant {
        r: u16,
        word: u32,
    },
    /// Two registers have the same value.
    Same {
        r: u16,
        s: u16,
    },
    /// The register's value is a structure; its arguments go to registers from `to` on.
    Structure {
        r: u16,
        to: u16,
        functor: u32,
    },
    /// The register's value is a list; its first element goes to `to`, the rest behind it.
    List {
        r: u16,
        to: u16,
    },
    /// The argument of the event's annotation of this name, if it has one.
    Annotation {
        to: u16,
        functor: u32,
    },
    /// A relation between the values of two registers.
    Compare {
        relation: Relation,
        a: u16,
        b: u16,
    },
    /// The same with a number.
    CompareNumber {
        relation: Relation,
        a: u16,
        number: f64,
    },
    /// A fact or rule of the predicate; its source and its arguments are at `at`.
    Query {
        n: u8,
        table: u16,
        at: u32,
    },
    /// A solution in the list: the first operand is an element of the second.
    Member {
        at: u32,
    },
    /// An internal action with one result at most.
    Act {
        action: Action,
        n: u8,
        at: u32,
    },
    /// From here on, what fails goes on there, and what has been bound in place stays. `height` is where the choice's number is kept.
    Not {
        height: u16,
        to: u32,
    },
    /// Forgets the choices since, and fails.
    CutFail {
        height: u16,
    },
    /// What fails goes on there.
    Or {
        to: u32,
    },
    /// Collects the values of `r` in each solution of what follows up to `Keep`; their list goes to `r`, then, `to` is next.
    Gather {
        height: u16,
        to: u32,
    },
    /// A solution: its value is kept, and the next one is looked for.
    Keep {
        r: u16,
    },
    /// The list of what was kept since the gathering began. Sorted without doubles, counted, or as it is.
    Gathered {
        height: u16,
        to: u16,
        how: Gathering,
    },
    Jump {
        to: u32,
    },
    /// A rule's body holds.
    Proceed,
    Fail,
    /// The register has no value.
    Clear {
        r: u16,
        name: u32,
    },
    /// A register without a value gets a variable on the heap.
    Cell {
        r: u16,
    },
    Load {
        to: u16,
        word: u32,
    },
    /// The same value in another register: a variable without one is the same one in both.
    Move {
        to: u16,
        s: u16,
    },
    /// What is in a register, kept in another one as it is.
    Copy {
        to: u16,
        s: u16,
    },
    Arithmetic {
        operator: Operator,
        to: u16,
        a: u16,
        b: u16,
    },
    ArithmeticNumber {
        operator: Operator,
        to: u16,
        a: u16,
        number: f64,
    },
    /// A structure of operands at `at`.
    Make {
        n: u8,
        to: u16,
        functor: u32,
        at: u32,
    },
    MakeList {
        to: u16,
        at: u32,
    },

    // Choosing a plan.
    /// Goes on at the procedure's code for the first argument's kind and value.
    Switch {
        table: u32,
    },
    /// The plan is chosen. Registers from `first` on get what is in the pool.
    Commit {
        first: u16,
        count: u16,
        at: u32,
        plan: u32,
    },
    NoPlan,

    // Bodies: what ends the run of formulas.
    /// The boundary of two steps.
    Step,
    /// The plan has nothing more to do.
    End,
    /// The step fails for this reason.
    Broken {
        error: Error,
    },
    /// A goal: operands at `at`.
    Achieve {
        n: u8,
        last: bool,
        procedure: u32,
        at: u32,
    },
    /// A goal in an intention of its own.
    AchieveNew {
        n: u8,
        procedure: u32,
        at: u32,
    },
    /// A test goal for what is not believed.
    TestGoal {
        n: u8,
        procedure: u32,
        at: u32,
    },
    /// A change of belief. `own`: its event gets an intention of its own.
    Change {
        change: Change,
        n: u8,
        own: bool,
        table: u16,
        at: u32,
    },
    /// Receiver, then the content's arguments.
    Send {
        n: u8,
        performative: u8,
        functor: u32,
        at: u32,
    },
    /// The intention goes on after so many milliseconds.
    Wait {
        r: u16,
    },
    /// The system ends.
    Stop {
        at: u32,
    },
    /// The next element of the list in `list` goes to `to`; there is none: goes on there.
    Each {
        list: u16,
        to: u16,
        end: u32,
    },
}

const _: () = assert!(size_of::<Op>() == 16);

/// Names one of a small set, in code and where it is written.
macro_rules! named {
    ($(#[$doc:meta])* $type:ident: $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $type { $($(#[$variant_doc])* $variant,)* }

        impl $type {
            /// That of this name.
            pub fn of(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$variant),)* _ => None }
            }

            /// Its name.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }
        }
    };
}

named! {
    /// Relations between two values.
    Relation: Less = "<", LessOrEqual = "<=", Greater = ">", GreaterOrEqual = ">=", Equal = "==", Different = "\\==",
}

named! {
    /// Arithmetic. The functions have their second operand twice.
    Operator: Add = "+", Subtract = "-", Multiply = "*", Divide = "/", IntegerDivide = "div", Modulo = "mod", Power = "**",
    Absolute = "math.abs", Floor = "math.floor", Ceiling = "math.ceil", Round = "math.round", Root = "math.sqrt",
    Maximum = "math.max", Minimum = "math.min",
}

named! {
    /// Internal actions that have one result at most and do nothing to intentions.
    Action: Print = ".print", PrintLine = ".println", MyName = ".my_name", Length = ".length", Concat = ".concat", Nth = ".nth",
    Max = ".max", Min = ".min", Sort = ".sort", Reverse = ".reverse", IsNumber = ".number", IsText = ".string", IsAtom = ".atom",
    IsGround = ".ground", IsList = ".list", IsStructure = ".structure", Range = ".range", Fail = ".fail", Substring = ".substring",
}

named! {
    /// How answers are collected.
    Gathering: List = ".findall", Set = ".setof", Count = ".count",
}

named! {
    /// Changes of belief.
    Change: Add = "+", AddEnd = "+>", Delete = "-", Replace = "-+",
}

named! {
    /// Why a goal fails, as `error(..)` names it.
    Error: Constraint = "constraint_failed", Test = "test_goal_failed", Action = "ia_failed", NoRelevant = "no_relevant",
    NoApplicable = "no_applicable", External = "action_failed",
}
