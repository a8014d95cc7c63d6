import { byId, setAttribute, setText, svg } from "./elements.js";
import { duration, rate, whole } from "./text.js";

const WIDTH = 600;
const HEIGHT = 190;
const TOP = 8;
const SPAN_MILLIS = 4 * 60_000;
const LINES = 4;

/** Ids per second over the last minutes, from the differences of a count. */
export class RateChart {
  #samples = [];
  #points = [];
  #chart = byId("chart");
  #line = svg("path", { class: "line", "vector-effect": "non-scaling-stroke" });
  #area = svg("path", { class: "area" });

  constructor() {
    for (let i = 0; i <= LINES; i++) {
      const y = TOP + (HEIGHT - TOP - 1) * i / LINES;
      this.#chart.append(svg("line", {
        class: "rule", x1: 0, x2: WIDTH, y1: y, y2: y, "vector-effect": "non-scaling-stroke",
      }));
    }
    this.#chart.append(this.#area, this.#line);
  }

  /**
   * Takes a sample.
   * @param issued a BigInt: how many ids were issued since the node started
   * @param at when it was read, in milliseconds of a clock that only goes forward
   */
  add(issued, at) {
    const before = this.#samples.at(-1);
    if (before !== undefined && issued < before.issued) {
      // The node was started anew.
      this.#samples = [];
    }
    this.#samples.push({ issued, at });
    if (this.#samples.length > 1) {
      const [first, last] = this.#samples.slice(-2);
      const perSecond = Number(last.issued - first.issued) / Math.max(1, last.at - first.at) * 1000;
      this.#points.push({ at, perSecond });
    }
    this.#samples = this.#samples.slice(-2);
    this.#points = this.#points.filter(point => at - point.at <= SPAN_MILLIS);
    setText(byId("issued"), whole(issued));
    this.#draw(at);
  }

  /** Returns what was measured last, null if nothing is known. */
  get now() {
    return this.#points.at(-1)?.perSecond ?? null;
  }

  /** Nothing is known for a while: the line begins anew afterwards. */
  interrupt() {
    this.#samples = [];
    if (this.#points.at(-1)?.perSecond !== null) {
      this.#points.push({ at: performance.now(), perSecond: null });
    }
    setText(byId("rate-now"), "–");
  }

  #draw(now) {
    const known = this.#points.filter(point => point.perSecond !== null);
    if (known.length === 0) {
      return;
    }
    const highest = Math.max(...known.map(point => point.perSecond));
    const top = roundUp(highest);
    const place = point => [
      (WIDTH * (1 - (now - point.at) / SPAN_MILLIS)).toFixed(1),
      (TOP + (HEIGHT - TOP - 1) * (1 - point.perSecond / top)).toFixed(1),
    ];
    const runs = runsOf(this.#points).map(run => run.map(place));
    setAttribute(this.#line, "d", runs.map(run => `M${run.map(at => at.join(" ")).join("L")}`).join(""));
    setAttribute(this.#area, "d", runs.map(run =>
      `M${run[0][0]} ${HEIGHT}L${run.map(at => at.join(" ")).join("L")}L${run.at(-1)[0]} ${HEIGHT}Z`).join(""));
    const current = known.at(-1).perSecond;
    setText(byId("rate-now"), rate(current));
    setText(byId("rate-top"), rate(highest));
    setText(byId("chart-from"), `${duration(SPAN_MILLIS)} ago`);
    setAttribute(this.#chart, "aria-label",
      `Ids per second of the last minutes: now ${rate(current)}, highest ${rate(highest)}, the top line is ${rate(top)}`);
    setText(byId("chart-top"), rate(top));
  }
}

/** Splits at the points of which nothing is known; a single point is drawn as a short line. */
function runsOf(points) {
  const runs = [[]];
  for (const point of points) {
    if (point.perSecond === null) {
      runs.push([]);
    } else {
      runs.at(-1).push(point);
    }
  }
  return runs.filter(run => run.length > 0).map(run => (run.length === 1 ? [run[0], run[0]] : run));
}

/** Returns the next 1, 2 or 5 times a power of ten. */
function roundUp(value) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return [1, 2, 5, 10].map(step => step * power).find(step => step >= value);
}
