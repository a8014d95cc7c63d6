import { byId, element, row, setAttribute, setText } from "./elements.js";
import { MAX, PUBLIC_ID, decompose, doubt, forms, iso, read, words } from "./ids.js";
import { whole } from "./text.js";

const COLUMNS = [["Id", ""], ["Time", ""], ["Worker id", "number"], ["Sequence", "number"], ["Node then", ""]];

const MOST_SHOWN = 100;

/** The field that takes ids apart, one or many, in any of their text forms, while they are typed. */
export class IdField {
  #input = byId("id-input");
  #layout = null;

  /** The readings of public ids by the node that was asked, none if it could not read one. */
  #publicIds = new Map();
  #showWorker;
  #holders;

  /** Which reading of an id was chosen where there are several. */
  #reading = 0;

  /**
   * @param showWorker called with a worker id that is to be shown
   * @param holders who had a worker id when
   */
  constructor(showWorker, holders) {
    this.#showWorker = showWorker;
    this.#holders = holders;
    this.#input.addEventListener("input", () => {
      this.#reading = 0;
      this.#show();
    });
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
      this.#reading = 0;
      this.#show();
    } catch {
      this.#refuse("No node answers.");
    }
  }

  /** Has a node read a public id, which takes its key. */
  async #ask(text) {
    this.#publicIds.set(text, []);
    try {
      const response = await fetch(`v1/ids/${text}`);
      if (response.ok) {
        this.#publicIds.set(text, [{ form: "public id", id: BigInt((await response.json()).id), uuid: false }]);
        this.#show();
      } else if (response.status !== 400) {
        this.#publicIds.delete(text);
      }
    } catch {
      this.#publicIds.delete(text);
    }
  }

  #refuse(reason) {
    setText(byId("id-error"), reason);
  }

  #show() {
    const texts = words(this.#input.value);
    const found = texts.map(text => ({ text, readings: this.#publicIds.get(text) ?? read(text) }));
    if (texts.length === 1 && found[0].readings.length === 0 && PUBLIC_ID.test(texts[0]) && !this.#publicIds.has(texts[0])) {
      this.#ask(texts[0]);
    }
    const ids = found.filter(({ readings }) => readings.length > 0);
    const wrong = texts.length > 0 && ids.length === 0;
    setText(byId("id-error"), wrong
      ? `An id is a whole number from 0 to ${MAX}, its text in hex (16 characters), Crockford base 32 (13) or base 62 (11), a UUID of version 7, a TypeID, or a public id whose key the node has.` : "");
    setAttribute(this.#input, "aria-invalid", String(wrong));
    const known = this.#layout !== null;
    byId("id-parts").hidden = !(known && ids.length === 1);
    byId("id-many").hidden = !(known && ids.length > 1);
    if (known && ids.length === 1) {
      this.#draw(ids[0].readings);
    } else if (known && ids.length > 1) {
      this.#list(ids, texts.length - ids.length);
    }
  }

  #draw(readings) {
    const reading = readings[Math.min(this.#reading, readings.length - 1)];
    const parts = decompose(reading, this.#layout);
    byId("bits").replaceChildren(...parts.bits.map(({ name, label, bits }, at) =>
      field(name, label, bits, ...this.#says(parts, parts.bits.findIndex(other => other.label === label) === at ? label : ""))));
    this.#readAs(readings, reading);
    byId("id-forms").replaceChildren(...forms(reading).map(([name, text]) =>
      element("div", {}, element("dt", {}, name), element("dd", { "data-form": name }, text))));
    setText(byId("id-holder"), this.#holders.at(Number(parts.worker), Number(parts.millis)).text);
  }

  #says({ ticks, millis, worker, sequence }, label) {
    switch (label) {
      case "Sign": return ["always 0"];
      case "Time": return [value(iso(millis)),
        ...(ticks === null ? [] : [element("span", { class: "aside" }, `${ticks} since the epoch`)])];
      case "Worker id": return [this.#workerText(worker)];
      case "Counter":
      case "Sequence": return [value(String(sequence))];
      case "Version": return ["7"];
      default: return [];
    }
  }

  #readAs(readings, { form, id }) {
    const others = readings.map(({ form: other }, index) => ({ other, index })).filter(({ other }) => other !== form);
    byId("id-form-name").replaceChildren(`Read as ${form}.${doubt({ form, id })}`, ...others.flatMap(({ other, index }) => {
      const button = element("button", { type: "button", class: "link" }, `Read as ${other} instead`);
      button.addEventListener("click", () => {
        this.#reading = index;
        this.#show();
      });
      return [" ", button];
    }));
  }

  #list(ids, others) {
    const rows = ids.slice(0, MOST_SHOWN).map(({ text, readings }) => {
      const { millis, worker, sequence } = decompose(readings[0], this.#layout);
      const one = element("button", { type: "button", class: "link mono" }, text);
      one.addEventListener("click", () => {
        this.#input.value = text;
        this.#show();
        this.#input.focus();
      });
      const made = row(COLUMNS);
      [one, iso(millis), this.#workerText(worker), String(sequence)].forEach((says, at) => made.cells[at].append(says));
      const holder = this.#holders.at(Number(worker), Number(millis));
      setText(made.cells[4], holder.node ?? "not known");
      setAttribute(made.cells[4], "title", holder.text);
      return made;
    });
    byId("id-table").tBodies[0].replaceChildren(...rows);
    const more = ids.length > MOST_SHOWN ? `, the first ${MOST_SHOWN} are shown` : "";
    const none = others > 0 ? `; ${whole(others)} other ${others === 1 ? "word is" : "words are"} no id` : "";
    setText(byId("id-count"), `${whole(ids.length)} ids${more}${none}.`);
  }

  #workerText(worker) {
    const button = element("button", { type: "button", class: "link", "data-value": worker },
      String(worker), element("span", { class: "hidden" }, ", show its state"));
    button.addEventListener("click", () => this.#showWorker(Number(worker)));
    return button;
  }
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
