import { byId, element, isNew, setAttribute, setText } from "./elements.js";
import { whole } from "./text.js";

/** While fewer than this share of the worker ids are used, a picture of all of them says little. */
const FEW = 0.05;

const MOST_IN_STRIP = 128;

/** The part about worker ids: those in use in a strip, all of them behind a fold, and how it stands with the one that was chosen. */
export class Workers {
  #grid;
  #chosen = null;
  #fold = byId("grid-fold");
  #decided = false;

  constructor(grid) {
    this.#grid = grid;
    grid.onChoose(worker => this.choose(worker));
    byId("strip").addEventListener("click", event => {
      const { worker } = event.target.closest("button")?.dataset ?? {};
      if (worker !== undefined) {
        this.choose(Number(worker));
      }
    });
  }

  show(fleet) {
    this.#grid.show(fleet);
    const used = fleet.slots.filter(slot => slot.state !== "free");
    if (!this.#decided) {
      // Once: whoever folds or unfolds it has the last word.
      this.#decided = true;
      this.#fold.open = used.length >= fleet.worker_ids.total * FEW;
    }
    this.#strip(used);
    const { total, free } = fleet.worker_ids;
    setText(byId("workers-note"), `${whole(total - free)} of ${whole(total)} used`);
    setText(byId("grid-label"), `All ${whole(total)} worker ids`);
    this.#describe();
  }

  /** Shows how it stands with a worker id, wherever it was chosen. */
  choose(worker) {
    this.#chosen = worker;
    const said = byId("worker-title");
    said.hidden = false;
    this.#describe();
    said.scrollIntoView({ block: "nearest" });
  }

  #describe() {
    if (this.#chosen !== null) {
      setText(byId("worker-title"), this.#grid.sentence(this.#chosen));
    }
    for (const button of byId("strip").querySelectorAll("button")) {
      setAttribute(button, "aria-pressed", String(Number(button.dataset.worker) === this.#chosen));
    }
  }

  #strip(used) {
    const shown = used.slice(0, MOST_IN_STRIP);
    const strip = byId("strip");
    if (!isNew(strip, shown.map(({ worker_id, state, node }) => [worker_id, state, node]))) {
      return;
    }
    strip.replaceChildren(...shown.map(({ worker_id, state, node }) => {
      const sample = element("span", { class: "sample", "aria-hidden": "true" });
      sample.dataset.state = state;
      const button = element("button", { type: "button", class: "chip", "aria-pressed": "false" },
        sample, element("b", {}, String(worker_id)), ` ${node ?? "?"}`, element("span", { class: "hidden" }, `, ${state}`));
      button.dataset.worker = worker_id;
      return element("li", {}, button);
    }));
    if (used.length > shown.length) {
      strip.append(element("li", { class: "aside" }, `and ${whole(used.length - shown.length)} more`));
    }
  }
}
