package agon.harness;

/** What one iteration took, and the proof that it did its work. */
public record Iteration(long elapsedNanos, Report report) {}
