import { byId, setText } from "./elements.js";
import { showSequences } from "./tables.js";
import { whole } from "./text.js";

/** However many sequences a fleet has, the page asks for so many at a time. */
const PAGE_SIZE = 100;

/** Of so many sequences at a time the page asks what is pending for longest. */
const LOOKS = 10;

/** The part of the list of sequences that somebody looks at. */
export class SequencePages {
  #get;
  #after = "";
  #next = null;
  #page = null;
  #stale = false;

  /** How many numbers a second are given, by the sequence's name. */
  #rates = new Map();

  /** Of each sequence that has something pending: since when, and when that was asked for. */
  #oldest = new Map();

  /** @param get asks this node, and returns what it answers */
  constructor(get) {
    this.#get = get;
    byId("sequences-form").addEventListener("submit", event => {
      event.preventDefault();
      this.#goTo(byId("sequences-after").value.trim());
    });
    byId("sequences-first").addEventListener("click", () => this.#goTo(""));
    byId("sequences-next").addEventListener("click", () => this.#goTo(this.#next ?? ""));
  }

  /** Shows these rates with the sequences. */
  setRates(rates) {
    this.#rates = new Map(rates.map(({ sequence, numbers_per_second }) => [sequence, numbers_per_second]));
    if (this.#page !== null) {
      this.#showPage(this.#page);
    }
  }

  /** Asks for the part that is looked at, and shows it. */
  async show() {
    const after = this.#after;
    const query = new URLSearchParams({ limit: PAGE_SIZE });
    if (after !== "") {
      query.set("after", after);
    }
    try {
      const page = await this.#get(`v1/sequences?${query}`);
      if (after === this.#after) {
        this.#stale = false;
        this.#showPage(page);
        await this.#lookForOldest(page.sequences);
        if (after === this.#after) {
          this.#showPage(page);
        }
      }
    } catch {
      // What is away, the fleet's part of the page says; and the list may be busy where nothing is away.
      this.#stale = true;
      this.#note("");
    }
  }

  #goTo(after) {
    this.#after = after;
    byId("sequences-after").value = after;
    return this.show();
  }

  /** Those first that it has not asked about for longest. */
  async #lookForOldest(sequences) {
    const known = this.#oldest;
    this.#oldest = new Map(sequences
      .filter(({ pending }) => pending > 0)
      .map(({ sequence }) => [sequence, known.get(sequence) ?? { since: undefined, askedAt: 0 }]));
    const due = [...this.#oldest].sort(([, one], [, other]) => one.askedAt - other.askedAt).slice(0, LOOKS);
    await Promise.all(due.map(async ([sequence, looked]) => {
      looked.askedAt = Date.now();
      try {
        const { reservations } = await this.#get(`v1/sequences/${encodeURIComponent(sequence)}/pending?limit=1`);
        looked.since = reservations.length > 0 ? new Date(reservations[0].since) : undefined;
      } catch {
        // As it was: the list itself says what is away.
      }
    }));
  }

  #showPage(page) {
    const { sequences, next } = page;
    this.#page = page;
    this.#next = next;
    const partly = next !== null || this.#after !== "";
    showSequences(sequences, partly, this.#rates, new Map([...this.#oldest].map(([name, { since }]) => [name, since])));
    byId("sequences-form").hidden = !partly;
    byId("sequences-first").disabled = this.#after === "";
    byId("sequences-next").disabled = next === null;
    this.#note(partly ? `${whole(sequences.length)} shown, there are more` : whole(sequences.length));
  }

  #note(text) {
    setText(byId("sequences-note"), this.#stale ? "not current: they could not be read just now" : text);
  }
}
