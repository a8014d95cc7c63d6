import { byId, element, isNew, row, setAttribute, setRows, setText } from "./elements.js";
import { duration, millis, rate, skew, time, whole, withTimes } from "./text.js";

const COLUMNS = [["Node", "node"], ["State", "state"], ["Ids per second", "number"], ["p50 / p99", "number"],
  ["Errors per second", "number"], ["Connections", "number"], ["Reserved for", "number"], ["Clock skew", "number"],
  ["Worker id", "number"], ["Version", "version"]];

/** Each state by its mark first: full for what is well, half for what is on its way, a diamond for what needs somebody. */
const STATES = new Map(Object.entries({
  "ready": ["well", "ready"],
  "not-ready": ["waiting", "not ready"],
  "refusing": ["bad", "refusing ids"],
  "standby": ["well", "stands by"],
  "draining": ["waiting", "draining"],
  "live": ["well", "live"],
  "unreachable": ["bad", "does not answer"],
  "gone": ["bad", "gone"],
}));

/**
 * Shows a row for each node, also for those that do not answer or are gone.
 *
 * @param now the time by the fleet's clock, in milliseconds
 */
export function showNodes(nodes, now) {
  setRows(byId("nodes").tBodies[0], nodes, node => `${node.name} ${node.since}`, () => row(COLUMNS), (target, node) => {
    const cells = target.cells;
    name(cells[0], node);
    state(cells[1], node);
    setText(cells[2], node.ids_per_second === null ? "–" : rate(node.ids_per_second));
    setAttribute(cells[2], "data-told-by", node.told_by ?? "nobody");
    setAttribute(cells[2], "title", node.told_by === "claim"
      ? "a mean of up to twenty seconds, as it last wrote to ZooKeeper" : "mean of the last ten seconds");
    setText(cells[3], node.p50_ms === null ? "–" : `${millis(node.p50_ms)} / ${millis(node.p99_ms)}`);
    setText(cells[4], node.errors_per_second === null ? "–" : rate(node.errors_per_second));
    setText(cells[5], node.connections === null ? "–" : whole(node.connections));
    reserved(cells[6], node, now);
    setText(cells[7], skew(node.skew_ms));
    setText(cells[8], node.worker_ids.length === 0 ? "none yet" : node.worker_ids.join(", "));
    version(cells[9], node, now);
  });
  byId("nodes").hidden = nodes.length === 0;
  byId("nodes-empty").hidden = nodes.length > 0;
}

function name(cell, node) {
  if (isNew(cell, node.name, node.kind, node.endpoints)) {
    const tag = node.kind === "embedded" ? [" ", element("span", { class: "tag" }, "embedded")] : [];
    cell.replaceChildren(element("span", { class: "name" }, node.name, ...tag),
      element("span", { class: "address" }, places(node.endpoints)));
  }
  setAttribute(cell, "title", node.since === null ? "" : `joined ${time(new Date(node.since))}`);
}

/** Writes a host once where two ports are on it. */
function places(endpoints) {
  const [line, http, ...more] = endpoints;
  const host = line?.slice(0, line.lastIndexOf(":"));
  const web = http?.replace(/^(https?):\/\/(.*)(:\d+)$/, (whole, scheme, at, port) => (at === host ? `${scheme} ${port}` : whole));
  return [line, web, ...more].filter(place => place !== undefined).join(", ");
}

function state(cell, node) {
  const [mark, word] = STATES.get(node.state) ?? ["waiting", node.state];
  const text = node.reason === null || node.reason === node.state ? word : `${word}: ${node.reason}`;
  const why = node.detail === null ? null : withTimes(node.detail).replace(`${word} since`, "since");
  if (isNew(cell, text, why)) {
    cell.dataset.state = mark;
    cell.replaceChildren(
      element("span", { class: "word" }, element("span", { class: "mark", "aria-hidden": "true" }), text),
      ...(why === null ? [] : [element("span", { class: "why" }, why)]));
  }
}

function version(cell, node, now) {
  const up = node.started_at === null ? null : `up ${duration(now - Date.parse(node.started_at)).split(" ").slice(0, 2).join(" ")}`;
  if (isNew(cell, node.version, up)) {
    cell.replaceChildren(node.version ?? "–", ...(up === null ? [] : [element("span", { class: "uptime" }, up)]));
  }
}

function reserved(cell, node, now) {
  const left = node.reserved_until === null ? null : Date.parse(node.reserved_until) - now;
  setText(cell, left === null ? "–" : left > 0 ? duration(left) : "passed");
  setAttribute(cell, "title", left === null ? "" : `until ${time(new Date(node.reserved_until))}: it goes on so long without a renewal`);
}
