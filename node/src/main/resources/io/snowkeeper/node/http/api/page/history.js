/** A quarter of an hour, as the nodes keep it. */
export const SPAN_SECONDS = 900;

/** Of the newest seconds, not every node has told yet. */
const OVERLAP_SECONDS = 15;

/** Who has told nothing for longer has gone, and is not waited for. */
const LAGGING_SECONDS = 5;

/** Each node answers with what it knows; one that was asked never before knows less of those that are gone. So all of it is asked for again. */
const WHOLE_EVERY = 30;

/** The rates of the nodes, second by second, whoever has told them. */
export class History {
  #nodes = new Map();
  #asked = 0;

  /** The newest second of which anybody has told, null if nobody has. */
  #newest = null;

  /** The second up to which all have told. */
  #end = null;

  /** Returns what to ask for: what is new, and now and then all of it. */
  get path() {
    const newest = this.#newest;
    const whole = newest === null || this.#asked % WHOLE_EVERY === 0;
    this.#asked += 1;
    return whole ? "v1/fleet/history"
      : `v1/fleet/history?after=${new Date((newest - OVERLAP_SECONDS) * 1000).toISOString().replace(".000", "")}`;
  }

  add({ nodes }) {
    for (const { node, from, ids_per_second } of nodes) {
      if (from === null) {
        continue;
      }
      const seconds = this.#nodes.get(node) ?? new Map();
      this.#nodes.set(node, seconds);
      const first = Date.parse(from) / 1000;
      ids_per_second.forEach((rate, index) => {
        if (rate !== null) {
          seconds.set(first + index, Math.max(rate, seconds.get(first + index) ?? 0));
        }
      });
    }
    const told = [...this.#nodes.values()].filter(seconds => seconds.size > 0).map(newestOf);
    if (told.length === 0) {
      return;
    }
    this.#newest = Math.max(...told);
    this.#end = Math.min(...told.filter(second => second >= this.#newest - LAGGING_SECONDS));
    const oldest = this.#newest - SPAN_SECONDS;
    for (const [node, seconds] of this.#nodes) {
      for (const second of seconds.keys()) {
        if (second <= oldest) {
          seconds.delete(second);
        }
      }
      if (seconds.size === 0) {
        this.#nodes.delete(node);
      }
    }
  }

  /**
   * Returns means over steps of so many seconds, oldest first: of one node, or of all together. Null where nothing is known.
   */
  means(step, node = null) {
    if (this.#end === null) {
      return [];
    }
    const told = node === null ? [...this.#nodes.values()] : [this.#nodes.get(node) ?? new Map()];
    const means = [];
    // Steps begin at round seconds, so that the line moves and does not shiver.
    const last = Math.floor((this.#end + 1) / step) * step;
    for (let from = last - SPAN_SECONDS; from < last; from += step) {
      means.push(mean(told, from, step));
    }
    return means;
  }
}

function newestOf(seconds) {
  return Math.max(...seconds.keys());
}

function mean(told, from, step) {
  let sum = 0;
  let known = 0;
  for (let second = from; second < from + step; second++) {
    const rates = told.map(seconds => seconds.get(second)).filter(rate => rate !== undefined);
    if (rates.length > 0) {
      sum += rates.reduce((all, rate) => all + rate, 0);
      known += 1;
    }
  }
  return known === 0 ? null : sum / known;
}
