import { byId, setAttribute, setText } from "./elements.js";
import { whole, withTimes } from "./text.js";

// The verdict is the node's. Here it is only shown: in the head, by the title and by the tab's icon.

/** How a standing is marked, from good to bad. */
const MARKS = new Map([["given", "well"], ["at-risk", "bad"], ["refused", "away"]]);

const WORDS = new Map([["at-risk", "at risk"], ["refused", "refused"]]);

/**
 * @param fleet its name, and the verdict on it
 * @param figures how many nodes are ready
 * @param away since when ZooKeeper is away, in words; empty if it is not
 */
export function showVerdict({ fleet_name, verdict }, { nodes_ready, nodes_total, nodes }, away) {
  const mark = markOf(verdict, nodes_ready, nodes_total);
  show(mark, `${withTimes(verdict.text.replace("ids", "Ids"))}.`, readiness(nodes_ready, nodes_total, nodes) + away);
  setText(byId("fleet-name"), fleet_name ?? "");
  title(troubleOf(verdict) ?? (nodes_ready === nodes_total ? null : `${nodes_ready}/${nodes_total}`));
  setAttribute(byId("ready"), "data-state", nodes_ready === nodes_total ? "well" : nodes_ready > 0 ? "waiting" : "away");
}

/** Shows that nothing is known now. */
export function showNoVerdict(text, since) {
  show("away", `${text}: it is not known whether ids are given.`, since);
  title(text.toLowerCase());
  setAttribute(byId("ready"), "data-state", "away");
}

function show(mark, verdict, health) {
  setText(byId("verdict"), verdict);
  setAttribute(byId("verdict"), "data-state", mark);
  setText(byId("health-text"), health);
  setAttribute(byId("health"), "data-state", mark);
  setAttribute(byId("icon"), "href", `page/${mark === "bad" || mark === "away" ? "alarm" : "snowkeeper"}.svg`);
}

function title(trouble) {
  const name = byId("fleet-name").textContent;
  document.title = [trouble, name, "Snowkeeper"].filter(part => part).join(" · ");
}

function markOf({ ids, sequences }, ready, total) {
  if (ids.verdict !== "given") {
    return MARKS.get(ids.verdict);
  }
  return sequences.verdict !== "given" ? "bad" : ready === total && total > 0 ? "well" : "waiting";
}

function troubleOf({ ids, sequences }) {
  const [what, word] = ids.verdict !== "given" ? ["ids", ids.verdict] : ["sequences", sequences.verdict];
  return word === "given" ? null : `${what} ${WORDS.get(word)}`;
}

function readiness(ready, total, nodes) {
  if (total === 0) {
    return "No node yet";
  }
  if (ready === total) {
    return total === 1 ? "The node is ready" : `All ${whole(total)} nodes are ready`;
  }
  if (ready > 0) {
    return `${whole(ready)} of ${whole(total)} nodes are ready`;
  }
  const reason = nodes.find(node => node.reason !== null)?.reason;
  return reason === undefined ? "No node is ready" : `No node is ready: ${reason}`;
}
