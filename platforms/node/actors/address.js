// An actor's address: a small integer, so that it can stand in any message. The upper bits name the thread, the lower
// ones the actor's place there.

const BITS = 21;
const PLACES = 2 ** BITS;

/** As many as leave an address a 31-bit integer, which V8 keeps without a box. */
export const MOST_THREADS = 2 ** (31 - BITS);

export function addressOf(thread, place) {
  return (thread << BITS) | place;
}

export function threadOf(address) {
  return address >>> BITS;
}

export function placeOf(address) {
  return address & (PLACES - 1);
}

/**
 * Actors 0..count-1, spread over the threads in blocks of neighbours. Any actor can compute their addresses: on each thread
 * they stand from place `first` on.
 */
export class Group {
  constructor(count, threads, first) {
    this.count = count;
    this.threads = threads;
    this.first = first;
  }

  #begin(thread) {
    return Math.ceil((thread * this.count) / this.threads);
  }

  address(member) {
    const thread = Math.floor((member * this.threads) / this.count);
    return addressOf(thread, this.first + member - this.#begin(thread));
  }

  /** All addresses, where they are asked for often. */
  addresses() {
    return Int32Array.from({ length: this.count }, (_, member) => this.address(member));
  }

  /** The members on a thread; none beyond the last that the group is spread over. */
  *on(thread) {
    const end = thread < this.threads ? this.#begin(thread + 1) : 0;
    for (let member = this.#begin(thread); member < end; member++) {
      yield member;
    }
  }
}
