// What an actor knows of the thread that it lives on: addresses, sending, and turns.
import { addressOf, placeOf, threadOf } from './address.js';
import { Mailbox, SLOTS } from './mailbox.js';

/** So many messages are handled before the event loop may look at the ports again. */
const TURN = 1000;

/** Stands where an actor has stopped. */
const VACANT = { receive() {} };

/**
 * The actors of one thread, and its links to the others.
 *
 * An actor is an object with a method `receive(kind, a, b, c)`. A message is a kind, a small integer of the receiver's,
 * and up to three values. To an actor on the same thread it goes through the thread's mailbox; those for another thread
 * are posted together at the end of the turn, each to be handled on its own there.
 */
export class Thread {
  #actors = [];
  #free = [];
  #mailbox = new Mailbox();
  #later = [];
  #ports;
  #outboxes;
  #awaitsTurn = false;

  /**
   * `ports[i]` leads to thread i; there is none at this thread's own number. Actors that know each other's address
   * beforehand are at home on the first `homes` threads.
   */
  constructor(number, ports, homes = ports.length) {
    this.number = number;
    this.count = ports.length;
    this.homes = homes;
    this.#ports = ports;
    this.#outboxes = ports.map(() => []);
    for (const port of ports) {
      if (port) {
        port.onmessage = ({ data }) => this.#take(data);
      }
    }
  }

  /** Puts an actor at an address of this thread that others know beforehand. */
  place(address, actor) {
    const place = placeOf(address);
    while (this.#actors.length <= place) {
      this.#actors.push(VACANT);
    }
    this.#actors[place] = actor;
  }

  /** Gives a new actor an address. */
  spawn(actor) {
    const place = this.#free.pop() ?? this.#actors.length;
    this.#actors[place] = actor;
    return addressOf(this.number, place);
  }

  /** Ends an actor that was spawned here: its address may be another's from now on. */
  stop(address) {
    const place = placeOf(address);
    this.#actors[place] = VACANT;
    this.#free.push(place);
  }

  send(to, kind, a = 0, b = 0, c = 0) {
    const thread = threadOf(to);
    if (thread === this.number) {
      this.#mailbox.push(placeOf(to), kind, a, b, c);
    } else {
      this.#outboxes[thread].push(placeOf(to), kind, a, b, c);
    }
  }

  /** Sends an actor of this thread a message that lets all others, and the ports, go first. */
  giveWay(to, kind) {
    this.#later.push(placeOf(to), kind);
  }

  /** Runs `work`, which may send, and then the actors. */
  begin(work) {
    work();
    this.#awaitTurn();
  }

  clear() {
    this.#actors = [];
    this.#free = [];
  }

  #take(batch) {
    for (let i = 0; i < batch.length; i += SLOTS) {
      this.#mailbox.push(batch[i], batch[i + 1], batch[i + 2], batch[i + 3], batch[i + 4]);
    }
    if (!this.#awaitsTurn) {
      this.#turn();
    }
  }

  #turn() {
    this.#awaitsTurn = false;
    const mailbox = this.#mailbox;
    const actors = this.#actors;
    for (let left = TURN; left > 0 && mailbox.length > 0; left--) {
      mailbox.deliver(actors);
    }
    if (mailbox.length === 0 && this.#later.length > 0) {
      const [place, kind] = this.#later.splice(0, 2);
      actors[place].receive(kind, 0, 0, 0);
    }
    this.#post();
    if (mailbox.length > 0 || this.#later.length > 0) {
      this.#awaitTurn();
    }
  }

  #awaitTurn() {
    if (!this.#awaitsTurn) {
      this.#awaitsTurn = true;
      setImmediate(() => this.#turn());
    }
  }

  #post() {
    for (let thread = 0; thread < this.count; thread++) {
      if (this.#outboxes[thread].length > 0) {
        this.#ports[thread].postMessage(this.#outboxes[thread]);
        this.#outboxes[thread] = [];
      }
    }
  }
}
