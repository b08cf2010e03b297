package agon.virtualthreads;

/** What a virtual thread of its own does; it may block on its mailbox. */
@FunctionalInterface
interface Actor {
  /** Ends by itself, or at an interrupt. */
  void act() throws InterruptedException;
}
