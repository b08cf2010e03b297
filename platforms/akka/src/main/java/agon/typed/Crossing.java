package agon.typed;

/** A message that may go to the other node: a record, written by {@link RecordSerializer}. */
interface Crossing {}
