import { byId, setAttribute, setText } from "./elements.js";
import { WorkerGrid } from "./grid.js";
import { Holders } from "./holders.js";
import { IdField } from "./id.js";
import { showNodes } from "./nodes.js";
import { Outage } from "./outage.js";
import { SequencePages } from "./sequences.js";
import { day, duration, rate, time, whole } from "./text.js";
import { showNoVerdict, showVerdict } from "./verdict.js";
import { Workers } from "./workers.js";

// Every poll may be answered by another node. So all that is shown is the fleet's, and the same whoever answers.

const FLEET_MILLIS = 2_000;
const SEQUENCES_MILLIS = 10_000;
const PATIENCE_MILLIS = 8_000;

const holders = new Holders();
const workers = new Workers(new WorkerGrid());
const outage = new Outage();
const sequences = new SequencePages(get);
const idField = new IdField(worker => workers.choose(worker), holders);

/** How far the fleet's clock is ahead of this browser's. */
let clockOffset = 0;

/** A refusal of a node, which can be reached. */
class Refusal extends Error {}

async function get(path) {
  const response = await fetch(path, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MILLIS) });
  if (!response.ok) {
    const problem = await response.json().catch(() => ({}));
    throw new Refusal(problem.detail ?? `status ${response.status}`);
  }
  return response.json();
}

async function showFleet() {
  try {
    const [fleet, figures] = await Promise.all([get("v1/fleet"), get("v1/fleet/nodes")]);
    show(fleet, figures);
  } catch (failure) {
    if (!outage.failed()) {
      return;
    }
    setText(byId("rate-now"), "–");
    if (failure instanceof Refusal) {
      missed("The fleet cannot be read", `The node answers: ${failure.message}.`);
    } else {
      missed("No node answers", "The page shows the last answers.");
    }
  }
}

function missed(what, consequence) {
  outage.met(what, consequence);
  showNoVerdict(what, `Away for ${outage.lasts()}`);
}

function show(fleet, figures) {
  const asOf = Date.parse(figures.as_of);
  clockOffset = Date.parse(figures.answered_at) - Date.now();
  const now = Date.now() + clockOffset;
  showSummary(figures, now);
  showNodes(figures.nodes, now);
  sequences.setRates(figures.sequences);
  holders.setFleet(fleet);
  workers.show(fleet);
  idField.setLayout(fleet.layout);
  showLayout(fleet.layout);
  setText(byId("as-of"), `Seen in ZooKeeper (${fleet.zookeeper.servers.join(", ")}) at ${time(new Date(asOf))}. Answered by ${figures.answered_by}. Fleet ${fleet.fleet ?? "not known yet"}.`);
  if (fleet.connected) {
    outage.over();
    showVerdict(fleet, figures, "");
  } else {
    outage.met("ZooKeeper cannot be reached", "The page shows the fleet as last seen.", new Date(Date.parse(fleet.zookeeper.away_since) - clockOffset));
    showVerdict(fleet, figures, `, ZooKeeper away for ${outage.lasts()}`);
  }
}

/** The four figures that a person wants first. */
function showSummary(figures, now) {
  setText(byId("rate-now"), rate(figures.ids_per_second));
  setText(byId("rate-note"), figures.ids_per_second_complete
    ? "all nodes together, mean of 10 s" : "not all nodes have reported theirs, mean of 10 s");
  setText(byId("ready"), `${whole(figures.nodes_ready)} of ${whole(figures.nodes_total)}`);
  setText(byId("ready-note"), unwell(figures.nodes));
  const least = figures.least_reserved;
  setText(byId("least"), least === null ? "–" : duration(Math.max(0, Date.parse(least.reserved_until) - now)));
  setText(byId("least-note"), least === null ? "no worker id is in use" : `${least.node}, worker id ${least.worker_id}`);
  setText(byId("free"), whole(figures.worker_ids_free));
  const none = figures.worker_ids_free === 0;
  setText(byId("free-note"), `of ${whole(figures.worker_ids_total)}${none ? ": no other node can join" : ""}`);
  setAttribute(byId("free"), "data-state", none ? "away" : "well");
}

function unwell(nodes) {
  const names = nodes.filter(node => !["ready", "live"].includes(node.state)).map(node => node.name);
  if (names.length === 0) {
    return "";
  }
  return names.length <= 3 ? `not ${names.join(", ")}` : `not ${names.slice(0, 2).join(", ")} and ${names.length - 2} more`;
}

function showLayout(layout) {
  const { timestamp_bits, worker_bits, sequence_bits, tick_ms } = layout;
  setText(byId("layout"), `${timestamp_bits} / ${worker_bits} / ${sequence_bits}${tick_ms === 1 ? "" : `, ticks of ${tick_ms} ms`}`);
  const end = new Date(Date.parse(layout.epoch) + 2 ** timestamp_bits * tick_ms);
  setText(byId("layout-end"), Number.isNaN(end.getTime()) ? "beyond the calendar" : day(end));
}

/** Does something at once, and then again and again while somebody looks; also as soon as somebody does. */
async function keep(step, pauseMillis) {
  for (;;) {
    await step();
    do {
      await pause(pauseMillis);
    } while (document.hidden);
  }
}

function pause(millis) {
  return new Promise(resolve => {
    const timer = setTimeout(done, millis);
    document.addEventListener("visibilitychange", done);
    function done() {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", done);
      resolve();
    }
  });
}

keep(showFleet, FLEET_MILLIS);
keep(() => sequences.show(), SEQUENCES_MILLIS);
