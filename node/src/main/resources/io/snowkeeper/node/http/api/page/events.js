import { byId, element, isNew, setAttribute, setText } from "./elements.js";
import { time, withTimes } from "./text.js";

const FEW = 8;

const MARKS = new Map(Object.entries({
  "gone": "bad", "unreachable": "bad", "worker-id-lost": "bad", "clock-set-back": "bad", "not-ready": "bad",
  "session-lost": "bad", "zookeeper-away": "bad",
  "ready": "well", "reachable": "well", "zookeeper-back": "well", "joined": "well", "worker-id-taken": "well",
  "drain-begun": "waiting", "left": "waiting", "started": "waiting", "retired": "waiting",
}));

/** What happened, newest first. */
export class Events {
  #all = [];
  #more = false;

  constructor() {
    byId("events-more").addEventListener("click", () => {
      this.#more = !this.#more;
      this.#draw();
    });
  }

  show({ events, known_since }) {
    this.#all = events;
    setText(byId("events-note"), known_since === null ? "" : `the nodes remember since ${time(new Date(known_since))}`);
    this.#draw();
  }

  #draw() {
    const shown = this.#more ? this.#all : this.#all.slice(0, FEW);
    drawEvents(byId("events"), shown);
    byId("events-empty").hidden = this.#all.length > 0;
    byId("events-more").hidden = this.#all.length <= FEW;
    setText(byId("events-more"), this.#more ? "Show fewer" : `Show all ${this.#all.length}`);
    setAttribute(byId("events-more"), "aria-expanded", String(this.#more));
  }
}

/** Draws a list anew where it is another one. */
export function drawEvents(list, events) {
  if (!isNew(list, events)) {
    return;
  }
  list.replaceChildren(...events.map(event => {
    const at = new Date(event.at);
    const others = event.seen_by.filter(name => name !== event.node);
    return element("li", { "data-kind": event.kind, "data-node": event.node, "data-state": MARKS.get(event.kind) ?? "waiting" },
      element("time", { datetime: event.at }, time(at)),
      element("span", { class: "mark", "aria-hidden": "true" }),
      element("b", {}, event.node),
      element("span", { class: "what" },
        element("span", { class: "kind" }, event.kind.replaceAll("-", " ")),
        event.reason === null ? "" : ` (${event.reason})`,
        said(event),
        others.length > 0 ? element("span", { class: "aside" }, ` seen by ${others.join(", ")}`) : ""));
  }));
}

/** Nothing is said twice: "ready: ready". */
function said({ kind, detail }) {
  return detail === kind ? "" : `: ${withTimes(detail)}`;
}
