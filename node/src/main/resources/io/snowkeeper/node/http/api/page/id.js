import { byId, element, setText } from "./elements.js";

// Ids have 64 bits, which numbers of JavaScript do not hold: everything here is a BigInt.
const MAX = (1n << 63n) - 1n;

/** Takes an id apart by a fleet's layout. */
export function decompose(id, layout) {
  const sequenceBits = BigInt(layout.sequence_bits);
  const workerBits = BigInt(layout.worker_bits);
  const ticks = id >> (workerBits + sequenceBits);
  return {
    ticks,
    millis: BigInt(Date.parse(layout.epoch)) + ticks * BigInt(layout.tick_ms),
    worker: (id >> sequenceBits) & ((1n << workerBits) - 1n),
    sequence: id & ((1n << sequenceBits) - 1n),
  };
}

/** The field that takes an id apart, while it is typed. */
export class IdField {
  #input = byId("id-input");
  #layout = null;
  #showWorker;

  /** @param showWorker called with a worker id that is to be shown */
  constructor(showWorker) {
    this.#showWorker = showWorker;
    this.#input.addEventListener("input", () => this.#show());
    byId("id-form").addEventListener("submit", event => event.preventDefault());
    byId("id-take").addEventListener("click", () => this.#take());
  }

  setLayout(layout) {
    if (JSON.stringify(layout) !== JSON.stringify(this.#layout)) {
      this.#layout = layout;
      this.#show();
    }
  }

  async #take() {
    try {
      const response = await fetch("v1/ids?count=1", { method: "POST", headers: { accept: "text/plain" } });
      if (!response.ok) {
        const problem = await response.json();
        this.#refuse(problem.detail ?? problem.title);
        return;
      }
      this.#input.value = (await response.text()).trim();
      this.#show();
    } catch {
      this.#refuse("This node does not answer.");
    }
  }

  #refuse(reason) {
    setText(byId("id-error"), reason);
  }

  #show() {
    const text = this.#input.value.trim();
    const id = /^\d{1,19}$/.test(text) && BigInt(text) <= MAX ? BigInt(text) : null;
    const wrong = text !== "" && id === null;
    setText(byId("id-error"), wrong ? `An id is a whole number from 0 to ${MAX}.` : "");
    this.#input.setAttribute("aria-invalid", String(wrong));
    const shown = id !== null && this.#layout !== null;
    byId("id-parts").hidden = !shown;
    if (shown) {
      this.#draw(id);
    }
  }

  #draw(id) {
    const { ticks, millis, worker, sequence } = decompose(id, this.#layout);
    const bits = id.toString(2).padStart(64, "0");
    const { timestamp_bits, worker_bits, sequence_bits } = this.#layout;
    const time = 64 - worker_bits - sequence_bits - timestamp_bits;
    byId("bits").replaceChildren(
      field("sign", "Sign", bits.slice(0, time), "always 0"),
      field("time", "Time", bits.slice(time, time + timestamp_bits), ...timeText(millis, ticks)),
      field("worker", "Worker id", bits.slice(time + timestamp_bits, 64 - sequence_bits), this.#workerText(worker)),
      field("sequence", "Sequence", bits.slice(64 - sequence_bits), value(String(sequence))));
  }

  #workerText(worker) {
    const button = element("button", { type: "button", class: "link", "data-value": worker },
      String(worker), element("span", { class: "hidden" }, ", show it in the grid"));
    button.addEventListener("click", () => this.#showWorker(Number(worker)));
    return button;
  }
}

function timeText(millis, ticks) {
  const date = new Date(Number(millis));
  const iso = Number.isNaN(date.getTime()) ? `${millis} ms` : date.toISOString();
  return [value(iso), element("span", { class: "aside" }, `${ticks} since the epoch`)];
}

function value(text) {
  return element("span", { class: "value", "data-value": text }, text);
}

/** Draws a field's bits, and below it what it says. */
function field(name, label, bits, ...says) {
  const drawn = [...bits].map(bit => element("i", { class: bit === "1" ? "one" : "zero" }, bit));
  return element("div", { class: `field ${name}`, role: "group", "aria-label": label, "data-bits": bits },
    element("p", { class: "name" }, label, element("span", { class: "aside" }, ` ${bits.length} ${bits.length === 1 ? "bit" : "bits"}`)),
    element("p", { class: "row", "aria-hidden": "true" }, ...drawn),
    element("p", { class: "says" }, ...says));
}
