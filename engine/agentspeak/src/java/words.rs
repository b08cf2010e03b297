//! The messages between the engine and Java, as `agon.bridge.Bridge` has them.

// What Java is called for.
pub(super) const BEGIN: i32 = 0;
pub(super) const ACT: i32 = 1;
pub(super) const PERCEIVE: i32 = 2;
pub(super) const STOP: i32 = 3;
pub(super) const START: i32 = 4;
pub(super) const ACTION: i32 = 5;
pub(super) const EXECUTE: i32 = 6;
pub(super) const NEXT: i32 = 7;
pub(super) const RELEASE: i32 = 8;
pub(super) const RUN: i32 = 9;
pub(super) const OWN: i32 = 10;
pub(super) const CHECK: i32 = 11;

// The calls from Java.
pub(super) const ACTED: i32 = 0;
pub(super) const CHANGED: i32 = 1;
pub(super) const INFORM: i32 = 2;
pub(super) const PRINT: i32 = 3;
pub(super) const AGENTS: i32 = 4;
pub(super) const STOP_SOCIETY: i32 = 5;
pub(super) const LEAVE: i32 = 6;
pub(super) const ASK: i32 = 7;
pub(super) const LATER: i32 = 8;
