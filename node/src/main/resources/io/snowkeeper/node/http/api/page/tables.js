import { byId, element, row, setAttribute, setRows, setText } from "./elements.js";
import { duration, rate, share, skew, time, whole } from "./text.js";

const NODE_COLUMNS = [["Node", ""], ["Worker id", "number"], ["Address", "address"], ["Ids per second", "number"],
  ["Clock skew", "number"], ["Since", "number"]];

const SEQUENCE_COLUMNS = [["Name", ""], ["Mode", ""], ["Used", "used"], ["Next", "number"], ["Remaining", "number"],
  ["Pending", "number"], ["Oldest pending", "number"]];

const NEARLY_FULL = 0.9;

/** @param ownRate what this page has measured of this node, null if nothing yet */
export function showNodes(fleet, ownRate) {
  setRows(byId("nodes").tBodies[0], fleet.nodes, keyOf, () => row(NODE_COLUMNS), (target, node) => {
    const cells = target.cells;
    name(cells[0], node);
    setText(cells[1], node.worker_id === null ? "none yet" : String(node.worker_id));
    setText(cells[2], node.endpoints.join("\n") || "–");
    const perSecond = node.ids_per_second ?? (node.self ? ownRate : null);
    setText(cells[3], perSecond === null ? "–" : rate(perSecond));
    setText(cells[4], skew(node.skew_ms));
    const since = new Date(node.since);
    setText(cells[5], `${duration(Date.now() - since)}`);
    setAttribute(cells[5], "title", time(since));
  });
  byId("nodes").hidden = fleet.nodes.length === 0;
  byId("nodes-empty").hidden = fleet.nodes.length > 0;
  setText(byId("nodes-note"), whole(fleet.nodes.length));
}

function keyOf(node) {
  return `${node.name} ${node.since}`;
}

function name(cell, node) {
  const key = `${node.name} ${node.self}`;
  if (cell.dataset.shown !== key) {
    cell.dataset.shown = key;
    const tag = node.self ? "this node" : node.kind === "embedded" ? "embedded" : null;
    cell.replaceChildren(node.name, ...(tag === null ? [] : [" ", element("span", { class: "tag" }, tag)]));
  }
}

/**
 * @param partly whether there are others, too
 * @param oldest since when the oldest reservation of a sequence is pending, as far as that was asked for
 */
export function showSequences(sequences, partly, oldest) {
  setRows(byId("sequences").tBodies[0], sequences, sequence => sequence.sequence, sequenceRow, (target, sequence) => {
    const cells = target.cells;
    setText(cells[0], sequence.sequence);
    setText(cells[1], sequence.mode);
    used(cells[2], sequence);
    setText(cells[3], sequence.next ?? "used up");
    setText(cells[4], whole(BigInt(sequence.remaining)));
    setText(cells[5], whole(sequence.pending));
    age(cells[6], oldest.get(sequence.sequence));
  });
  byId("sequences").hidden = sequences.length === 0;
  byId("sequences-empty").hidden = sequences.length > 0 || partly;
  setText(byId("sequences-note"), whole(sequences.length));
}

function age(cell, since) {
  if (since === undefined) {
    setText(cell, "–");
    cell.removeAttribute("title");
    return;
  }
  setText(cell, duration(Date.now() - since));
  setAttribute(cell, "title", `since ${time(since)}`);
}

function sequenceRow() {
  const made = row(SEQUENCE_COLUMNS);
  made.cells[2].append(
    element("div", { class: "meter", role: "meter", "aria-valuemin": "0", "aria-valuemax": "100" },
      element("div", { class: "fill" })),
    element("span", { class: "share" }));
  return made;
}

function used(cell, sequence) {
  const [meter, text] = cell.children;
  const part = sequence.used_share;
  const words = share(part) + (part >= 1 ? ", used up" : part >= NEARLY_FULL ? ", nearly used up" : "");
  meter.firstChild.style.width = `${part * 100}%`;
  meter.dataset.level = part >= NEARLY_FULL ? "high" : "";
  setAttribute(meter, "aria-label", `Used of ${sequence.sequence}`);
  setAttribute(meter, "aria-valuenow", (part * 100).toFixed(2));
  setAttribute(meter, "aria-valuetext", words);
  setText(text, words);
}
