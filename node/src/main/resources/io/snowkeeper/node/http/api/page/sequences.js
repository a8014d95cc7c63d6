import { byId, setText } from "./elements.js";
import { showSequences } from "./tables.js";
import { whole } from "./text.js";

/** However many sequences a fleet has, the page asks for so many at a time. */
const PAGE_SIZE = 100;

/** The part of the list of sequences that somebody looks at. */
export class SequencePages {
  #get;
  #after = "";
  #next = null;

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
        this.#showPage(page);
      }
    } catch {
      // What is away, the fleet's part of the page says; and the list may be busy where nothing is away.
      setText(byId("sequences-note"), "as they were; they could not be read just now");
    }
  }

  #goTo(after) {
    this.#after = after;
    byId("sequences-after").value = after;
    return this.show();
  }

  #showPage({ sequences, next }) {
    this.#next = next;
    const partly = next !== null || this.#after !== "";
    showSequences(sequences, partly);
    byId("sequences-form").hidden = !partly;
    byId("sequences-first").disabled = this.#after === "";
    byId("sequences-next").disabled = next === null;
    if (partly) {
      setText(byId("sequences-note"), `${whole(sequences.length)} shown, there are more`);
    }
  }
}
