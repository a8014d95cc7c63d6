import { byId, element, row, setAttribute, setRows, setText } from "./elements.js";
import { day, duration, rate, share, time, whole } from "./text.js";

const SEQUENCE_COLUMNS = [["Name", ""], ["Mode", ""], ["Used", "used"], ["Remaining", "number"], ["Numbers per second", "number"],
  ["Lasts until", "number"], ["Pending", "number"], ["Oldest pending", "number"]];

const MOST_MILLIS = 100 * 365 * 86_400_000;

const NEARLY_FULL = 0.9;

/**
 * @param partly whether there are others, too
 * @param rates how many numbers a second are given, by the sequence's name
 * @param oldest since when the oldest reservation of a sequence is pending, as far as that was asked for
 */
export function showSequences(sequences, partly, rates, oldest) {
  setRows(byId("sequences").tBodies[0], sequences, sequence => sequence.sequence, sequenceRow, (target, sequence) => {
    const cells = target.cells;
    setText(cells[0], sequence.sequence);
    setText(cells[1], sequence.mode);
    used(cells[2], sequence);
    setText(cells[3], whole(BigInt(sequence.remaining)));
    const perSecond = rates.get(sequence.sequence) ?? 0;
    setText(cells[4], rate(perSecond));
    lasts(cells[5], sequence, perSecond);
    setText(cells[6], whole(sequence.pending));
    age(cells[7], oldest.get(sequence.sequence));
  });
  byId("sequences").hidden = sequences.length === 0;
  byId("sequences-empty").hidden = sequences.length > 0 || partly;
}

/** Of one that counts anew in each period, the numbers of this one are meant. */
function lasts(cell, sequence, perSecond) {
  if (sequence.remaining === "0") {
    setText(cell, "used up");
    return;
  }
  const millis = Number(sequence.remaining) / perSecond * 1000;
  const until = new Date(Date.now() + millis);
  setText(cell, perSecond === 0 ? "–"
    : millis > MOST_MILLIS ? "over 100 years" : millis < 86_400_000 ? time(until) : day(until));
  setAttribute(cell, "title", perSecond === 0 ? "none were given lately" : "at the rate of the last 15 minutes");
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
