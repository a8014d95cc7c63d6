import { time } from "./text.js";

const FRESH_MILLIS = 5_000;

/** Nodes look a few times a second, and by their own clocks. */
const TOLERANCE_MILLIS = 2_000;

/** Further ahead than a browser's clock may be behind. */
const FUTURE_MILLIS = 600_000;

const BEGINS = ["worker-id-taken", "joined"];
const ENDS = ["left", "gone", "worker-id-lost"];

/** Who had a worker id when, as far as the nodes remember. */
export class Holders {
  #get;
  #asked = new Map();
  #fleet = null;

  /** @param get asks a node, and returns what it answers */
  constructor(get) {
    this.#get = get;
  }

  setFleet(fleet) {
    this.#fleet = fleet;
  }

  /** Returns what the nodes remember of a worker id: newest first. */
  async events(worker) {
    const known = this.#asked.get(worker);
    if (known !== undefined && Date.now() - known.at < FRESH_MILLIS) {
      return known.answer;
    }
    const answer = this.#get(`v1/fleet/events?worker_id=${worker}&limit=1000`);
    this.#asked.set(worker, { at: Date.now(), answer });
    if (this.#asked.size > 200) {
      this.#asked.delete(this.#asked.keys().next().value);
    }
    answer.catch(() => this.#asked.delete(worker));
    return answer;
  }

  /** Says who held a worker id at a time, as far as that is known. */
  async at(worker, millis) {
    if (millis > Date.now() + FUTURE_MILLIS) {
      return { node: null, text: "that time has not come yet" };
    }
    const { events, known_since } = await this.events(worker);
    const before = events.filter(event => Date.parse(event.at) <= millis + TOLERANCE_MILLIS);
    const begun = before.find(event => BEGINS.includes(event.kind));
    if (begun !== undefined) {
      const ended = events.findLast(event => ENDS.includes(event.kind) && event.node === begun.node
        && Date.parse(event.at) >= Date.parse(begun.at));
      const until = ended === undefined ? "" : ` to ${time(new Date(ended.at))}`;
      return { node: begun.node, text: `${begun.node} held it then: from ${time(new Date(begun.at))}${until}` };
    }
    return this.#guess(worker, millis, known_since);
  }

  /** Beyond what is remembered, a member that has the worker id now may have had it as long as it has been there. */
  #guess(worker, millis, knownSince) {
    const slot = this.#fleet?.slots.find(each => each.worker_id === worker);
    const now = this.#fleet?.nodes.find(each => each.worker_id === worker);
    if (now !== undefined && Date.parse(now.since) <= millis + TOLERANCE_MILLIS) {
      return { node: now.name, text: `${now.name} holds it, and was there then` };
    }
    const since = knownSince === null ? "" : `; the nodes remember since ${time(new Date(knownSince))}`;
    const last = slot === undefined ? "nobody is known to have taken it" : `${slot.node ?? "somebody"} had it last`;
    return { node: null, text: `who held it then is not known: ${last}${since}` };
  }
}
