import { time } from "./text.js";

/** Clocks differ, and a claim is written a moment before the first id. */
const TOLERANCE_MILLIS = 2_000;

/** Further ahead than a browser's clock may be behind. */
const FUTURE_MILLIS = 600_000;

/** Who had a worker id when, as far as it can be told of those that are there now. */
export class Holders {
  #fleet = null;

  setFleet(fleet) {
    this.#fleet = fleet;
  }

  /** Says who held a worker id at a time: a member that has it now may have had it as long as it has been there. */
  at(worker, millis) {
    if (millis > Date.now() + FUTURE_MILLIS) {
      return { node: null, text: "that time has not come yet" };
    }
    const now = this.#fleet?.nodes.find(each => each.worker_id === worker);
    if (now !== undefined && Date.parse(now.since) <= millis + TOLERANCE_MILLIS) {
      return { node: now.name, text: `${now.name} holds it, and has been there since ${time(new Date(now.since))}` };
    }
    const slot = this.#fleet?.slots.find(each => each.worker_id === worker);
    const last = slot === undefined ? "it has no holder now" : `${slot.node ?? "another member"} had it last`;
    return { node: null, text: `the nodes' logs have its holder at that time; ${last}` };
  }
}
