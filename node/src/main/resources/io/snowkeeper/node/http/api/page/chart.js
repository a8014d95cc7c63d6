import { byId, setAttribute, setText, svg } from "./elements.js";
import { SPAN_SECONDS } from "./history.js";
import { duration, rate } from "./text.js";

const WIDTH = 600;
const HEIGHT = 150;
const TOP = 6;
const LINES = 3;
const STEP_SECONDS = 5;

/** Ids per second of the whole fleet over the last quarter of an hour, from what its nodes have kept. */
export class RateChart {
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

  show(history) {
    const means = history.means(STEP_SECONDS);
    const known = means.filter(mean => mean !== null);
    if (known.length === 0) {
      return;
    }
    const highest = Math.max(...known);
    const top = roundUp(highest);
    const { line, area } = paths(means, top, WIDTH, HEIGHT, TOP);
    setAttribute(this.#line, "d", line);
    setAttribute(this.#area, "d", area);
    setText(byId("chart-top"), rate(top));
    setText(byId("chart-from"), `${duration(SPAN_SECONDS * 1000)} ago`);
    setText(byId("rate-top"), `highest ${rate(highest)}`);
    setAttribute(this.#chart, "aria-label",
      `Ids per second of the last 15 minutes: now ${rate(known.at(-1))}, highest ${rate(highest)}, the top line is ${rate(top)}`);
  }
}

/** Draws the same line small; its top is the node's own highest rate. */
export function spark(target, means) {
  const known = means.filter(mean => mean !== null);
  const highest = Math.max(1, ...known);
  const { line } = paths(means, highest, 90, 20, 1.5);
  setAttribute(target, "d", line);
}

/** Splits at what is not known; a single point is drawn as a short line. */
function paths(means, top, width, height, above) {
  const runs = [[]];
  means.forEach((mean, index) => {
    if (mean === null) {
      runs.push([]);
    } else {
      runs.at(-1).push([
        (width * (index + 1) / means.length).toFixed(1),
        (above + (height - above - 1) * (1 - mean / top)).toFixed(1),
      ]);
    }
  });
  const drawn = runs.filter(run => run.length > 0).map(run => (run.length === 1 ? [run[0], run[0]] : run));
  return {
    line: drawn.map(run => `M${run.map(at => at.join(" ")).join("L")}`).join(""),
    area: drawn.map(run =>
      `M${run[0][0]} ${height}L${run.map(at => at.join(" ")).join("L")}L${run.at(-1)[0]} ${height}Z`).join(""),
  };
}

/** Returns the next round number that three lines divide well. */
function roundUp(value) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return [1, 1.2, 1.5, 1.8, 2.4, 3, 4.5, 6, 7.5, 9, 10].map(step => step * power).find(step => step >= value) ?? value;
}
