// The messages of all actors of a thread, first in, first out.

/** A message takes so many slots: the receiver's place, its kind, and three values. */
export const SLOTS = 5;

const CAPACITY = 1024;

/** A ring of slots that grows: a message is not an object of its own, so nothing is left to the garbage collector. */
export class Mailbox {
  #slots = new Array(CAPACITY * SLOTS).fill(0);
  #head = 0;
  #tail = 0;
  #count = 0;

  get length() {
    return this.#count;
  }

  push(place, kind, a, b, c) {
    if (this.#tail === this.#slots.length) {
      this.#tail = 0;
    }
    if (this.#tail === this.#head && this.#count > 0) {
      this.#grow();
    }
    const slots = this.#slots;
    const at = this.#tail;
    slots[at] = place;
    slots[at + 1] = kind;
    slots[at + 2] = a;
    slots[at + 3] = b;
    slots[at + 4] = c;
    this.#tail = at + SLOTS;
    this.#count++;
  }

  /** Hands the first message to its receiver, one of `actors`. */
  deliver(actors) {
    if (this.#head === this.#slots.length) {
      this.#head = 0;
    }
    const slots = this.#slots;
    const at = this.#head;
    this.#head = at + SLOTS;
    this.#count--;
    actors[slots[at]].receive(slots[at + 1], slots[at + 2], slots[at + 3], slots[at + 4]);
  }

  #grow() {
    const slots = this.#slots.slice(this.#head).concat(this.#slots.slice(0, this.#head));
    this.#head = 0;
    this.#tail = slots.length;
    this.#slots = slots.concat(new Array(slots.length).fill(0));
  }
}
