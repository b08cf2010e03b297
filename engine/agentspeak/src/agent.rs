//! An agent: what it believes, can do, has observed and has set out to do, and the cycle in which it goes on.

#[doc(inline)]
pub use crate::mind::{
    ANY, Action, Actions, At, Body, Call, Cause, Choice, Chosen, Control, Custom, Deed, Directory, Ended, Event,
    Failure, Frame, FrameTrigger, Frames, Functions, Intention, InternalAction, Language, Limits, MILLISECOND, Message,
    Mind as Agent, Moment, Names, Observer, Occurrence, Options, Outcome, Outset, Outsider, OwnLimits, Place, Plan,
    PlanLibrary, Question, Random, Reason, Refusal, Repetition, Result, Revised, Settings, Sight, Trigger, Turn, Wait,
    World, body, plan,
};
