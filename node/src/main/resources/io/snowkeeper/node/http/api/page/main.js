import { RateChart } from "./chart.js";
import { byId, setText } from "./elements.js";
import { WorkerGrid } from "./grid.js";
import { IdField } from "./id.js";
import { Outage, health } from "./outage.js";
import { SequencePages } from "./sequences.js";
import { showNodes } from "./tables.js";
import { day, time } from "./text.js";

const FLEET_MILLIS = 2_000;
const SEQUENCES_MILLIS = 10_000;
const PATIENCE_MILLIS = 8_000;

const grid = new WorkerGrid();
const chart = new RateChart();
const outage = new Outage();
const sequences = new SequencePages(get);
const idField = new IdField(worker => grid.focus(worker));

/** A refusal of the node, which can be reached. */
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
    show(await get("v1/fleet"));
  } catch (failure) {
    chart.interrupt();
    if (failure instanceof Refusal) {
      outage.met("This node cannot see the fleet", `It says: ${failure.message}.`);
    } else {
      outage.met("This node does not answer", "What is shown is what it said last.");
    }
  }
}

function show(fleet) {
  grid.show(fleet);
  idField.setLayout(fleet.layout);
  const { self } = fleet;
  if (self.ids_issued !== undefined) {
    chart.add(BigInt(self.ids_issued), performance.now());
  }
  showNodes(fleet, chart.now);
  showLayout(fleet.layout);
  setText(byId("self"), `${self.name}${self.worker_ids.length > 0 ? `, worker id ${self.worker_ids.join(", ")}` : ""}`);
  document.title = `${self.name} · Snowkeeper`;
  setText(byId("as-of"), `Seen in ZooKeeper at ${time(new Date(fleet.as_of))}. Fleet ${fleet.fleet ?? "not known yet"}.`);
  if (fleet.connected) {
    outage.over();
    showHealth(self);
  } else {
    outage.met("ZooKeeper cannot be reached", "The fleet is shown as it was seen last.");
  }
}

function showHealth(self) {
  if (self.draining) {
    health("waiting", "Draining");
  } else if (self.problem !== null) {
    health("away", self.reason === null ? self.problem : `Not ready, ${self.reason}: ${self.problem}`);
  } else if (self.worker_ids.length === 0) {
    health("waiting", "Waiting for a worker id");
  } else {
    health("well", "Serving ids");
  }
}

function showLayout(layout) {
  const { timestamp_bits, worker_bits, sequence_bits, tick_ms } = layout;
  setText(byId("layout"), `${timestamp_bits} / ${worker_bits} / ${sequence_bits}${tick_ms === 1 ? "" : `, ticks of ${tick_ms} ms`}`);
  const end = new Date(Date.parse(layout.epoch) + 2 ** timestamp_bits * tick_ms);
  setText(byId("layout-end"), Number.isNaN(end.getTime()) ? "beyond the calendar" : day(end));
}

/** Does something again and again, while somebody looks. */
async function keep(step, pauseMillis) {
  for (;;) {
    if (!document.hidden) {
      await step();
    }
    await new Promise(resolve => {
      setTimeout(resolve, pauseMillis);
    });
  }
}

keep(showFleet, FLEET_MILLIS);
keep(() => sequences.show(), SEQUENCES_MILLIS);
