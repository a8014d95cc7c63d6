import { byId, element, isNew, setAttribute, setText } from "./elements.js";
import { duration, time, whole } from "./text.js";

// More cells than this are no picture any more: then only the worker ids that were ever taken are drawn.
const MOST_CELLS = 4096;

const STATES = [
  ["live", "live"],
  ["resting", "resting"],
  ["free", "free"],
  ["retired", "retired"],
  ["unreadable", "unreadable"],
];

/** The worker ids as a grid: one stop for the tab key, arrows within. */
export class WorkerGrid {
  #grid = byId("grid");
  #cells = new Map();
  #slots = new Map();
  #order = [];
  #columns = 0;
  #drawn = "";
  #focused = 0;
  #pointed = null;
  #chosen = () => {};

  constructor() {
    this.#grid.addEventListener("keydown", event => this.#move(event));
    this.#grid.addEventListener("focusin", event => this.#enter(event.target));
    this.#grid.addEventListener("click", event => this.#choose(event.target));
    this.#grid.addEventListener("pointerover", event => this.#point(event.target));
    this.#grid.addEventListener("pointerleave", () => this.#point(null));
  }

  /** @param chosen called with a worker id that somebody wants to know more of */
  onChoose(chosen) {
    this.#chosen = chosen;
  }

  show(fleet) {
    this.#slots = new Map(fleet.slots.map(slot => [slot.worker_id, slot]));
    const { total } = fleet.worker_ids;
    const all = total <= MOST_CELLS;
    this.#lay(all ? Array.from({ length: total }, (_, worker) => worker) : [...this.#slots.keys()], fleet.layout);
    setText(byId("grid-note"), all ? "" : `More than ${whole(MOST_CELLS)}: only those that were ever taken are drawn.`);
    this.#order.forEach(worker => this.#paint(worker));
    this.#describe();
    legend(fleet);
  }

  /** Makes the cells anew when there are others than before. */
  #lay(workers, layout) {
    const key = workers.length <= MOST_CELLS && workers.at(-1) === workers.length - 1
      ? `all ${workers.length}` : workers.join();
    if (key === this.#drawn) {
      return;
    }
    this.#drawn = key;
    this.#order = workers;
    this.#columns = columnsOf(workers.length, layout.worker_bits);
    this.#focused = workers.includes(this.#focused) ? this.#focused : workers[0];
    this.#cells.clear();
    this.#grid.style.setProperty("--columns", this.#columns);
    const rows = [];
    for (let start = 0; start < workers.length; start += this.#columns) {
      rows.push(element("div", { role: "row" }, ...workers.slice(start, start + this.#columns).map(worker => {
        const cell = element("div", { role: "gridcell", tabindex: worker === this.#focused ? "0" : "-1" });
        cell.dataset.worker = worker;
        this.#cells.set(worker, cell);
        return cell;
      })));
    }
    this.#grid.replaceChildren(...rows);
  }

  #paint(worker) {
    const cell = this.#cells.get(worker);
    const state = this.#stateOf(worker);
    if (cell.dataset.state !== state) {
      cell.dataset.state = state;
    }
    setAttribute(cell, "aria-label", this.sentence(worker));
  }

  #stateOf(worker) {
    const slot = this.#slots.get(worker);
    return slot === undefined ? "free" : slot.state;
  }

  /** Says in one sentence how it stands with a worker id. */
  sentence(worker) {
    const slot = this.#slots.get(worker);
    const until = slot?.reserved_until ? new Date(slot.reserved_until) : null;
    switch (this.#stateOf(worker)) {
      case "live": return `Worker id ${worker}: live, ${slot.node}`;
      case "resting": return `Worker id ${worker}: resting until ${time(until)}, last ${slot.node}`;
      case "retired": return `Worker id ${worker}: retired, last ${slot.node}`;
      case "unreadable": return `Worker id ${worker}: its znode cannot be read`;
      default: return slot === undefined ? `Worker id ${worker}: free` : `Worker id ${worker}: free, last ${slot.node}`;
    }
  }

  /** Says below the grid what is pointed at, else what is focused. */
  #describe() {
    const worker = this.#pointed ?? this.#focused;
    if (worker === undefined) {
      return;
    }
    const slot = this.#slots.get(worker);
    const rest = slot?.state === "resting" ? new Date(slot.reserved_until) - Date.now() : 0;
    setText(byId("cell"), this.sentence(worker) + (rest > 0 ? `, ${duration(rest)} from now` : ""));
  }

  #point(target) {
    const worker = target?.dataset.worker;
    this.#pointed = worker === undefined ? null : Number(worker);
    this.#describe();
  }

  #choose(target) {
    if (target.dataset.worker !== undefined) {
      target.focus();
      this.#chosen(Number(target.dataset.worker));
    }
  }

  #enter(cell) {
    this.#cells.get(this.#focused)?.setAttribute("tabindex", "-1");
    this.#focused = Number(cell.dataset.worker);
    cell.setAttribute("tabindex", "0");
    this.#describe();
  }

  #move(event) {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#chosen(this.#focused);
      return;
    }
    const at = this.#order.indexOf(this.#focused);
    const to = this.#target(event, at);
    if (to === null) {
      return;
    }
    event.preventDefault();
    this.#cells.get(this.#order[to]).focus();
  }

  #target({ key, ctrlKey }, at) {
    const columns = this.#columns;
    const last = this.#order.length - 1;
    const rowStart = at - at % columns;
    const inside = to => (to >= 0 && to <= last ? to : at);
    switch (key) {
      case "ArrowRight": return inside(at + 1);
      case "ArrowLeft": return inside(at - 1);
      case "ArrowDown": return inside(at + columns);
      case "ArrowUp": return inside(at - columns);
      case "PageDown": return at % columns + Math.floor((last - at % columns) / columns) * columns;
      case "PageUp": return at % columns;
      case "Home": return ctrlKey ? 0 : rowStart;
      case "End": return ctrlKey ? last : Math.min(last, rowStart + columns - 1);
      default: return null;
    }
  }
}

/** As near to a square as halves of the bits allow: 32 by 32 for 10 bits, 8 by 4 for 5. */
function columnsOf(cells, workerBits) {
  const wanted = cells === 2 ** workerBits ? 2 ** Math.ceil(workerBits / 2) : Math.ceil(Math.sqrt(cells));
  return Math.max(1, wanted);
}

function legend(fleet) {
  const counts = fleet.worker_ids;
  const items = STATES.filter(([state]) => counts[state] > 0 || ["live", "resting", "free"].includes(state));
  const list = byId("legend");
  if (!isNew(list, items.map(([state]) => [state, counts[state]]))) {
    return;
  }
  list.replaceChildren(...items.map(([state, label]) => {
    const sample = element("span", { class: "sample", "aria-hidden": "true" });
    sample.dataset.state = state;
    const count = element("b", {}, whole(counts[state] ?? 0));
    const item = element("li", {}, sample, count, ` ${label}`);
    item.dataset.count = state;
    return item;
  }));
}
