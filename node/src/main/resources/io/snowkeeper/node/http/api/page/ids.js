// Ids have 64 bits, which numbers of JavaScript do not hold: everything here is a BigInt.

export const MAX = (1n << 63n) - 1n;

const HEX = "0123456789abcdef";
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** The text forms of ids, as nodes and libraries write and read them. All but the first have a fixed width. */
const FORMS = [
  { name: "decimal", reads: /^\d{1,19}$/, digits: "0123456789", width: 0, plain: text => text },
  { name: "hex", reads: /^(0x)?[\da-f]{16}$/i, digits: HEX, width: 16, plain: text => text.toLowerCase().replace(/^0x/, "") },
  { name: "Crockford base 32", reads: /^[\da-z]{13}$/i, digits: CROCKFORD, width: 13,
    plain: text => text.toUpperCase().replaceAll(/[IL]/g, "1").replaceAll("O", "0") },
  { name: "base 62", reads: /^[\da-z]{11}$/i, digits: BASE62, width: 11, plain: text => text },
];

const UUID = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/** A UUID behind its type, in small letters; the highest has 128 bits. */
const TYPE_ID = /^(?:[a-z](?:[a-z_]{0,61}[a-z])?_)([0-7][\da-hjkmnp-tv-z]{25})$/;

/** What only a node with the key reads. */
export const PUBLIC_ID = /^(?:[a-z](?:[a-z_]{0,61}[a-z])?_)?[a-hjkmnp-tv-z](?:[\da-z]{11}|[\da-z]{13})$/i;

/** The words of a text that may be ids: spaces, and whatever JSON, SQL or a log puts around them, stand between. */
export function words(text) {
  return (text.match(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-z_]+/gi) ?? [])
    .flatMap(word => TYPE_ID.test(word) || PUBLIC_ID.test(word) ? [word] : word.split("_").filter(part => part !== ""));
}

/** Returns all ids that a text may stand for, each with the name of its form; the likeliest first. */
export function read(text) {
  if (UUID.test(text)) {
    return [{ form: "UUID of version 7", id: BigInt(`0x${text.replaceAll("-", "")}`), uuid: true }];
  }
  const typed = TYPE_ID.exec(text);
  if (typed !== null) {
    const id = value(typed[1].toUpperCase(), CROCKFORD);
    return UUID.test(uuidText(id)) ? [{ form: "TypeID", id, uuid: true }] : [];
  }
  return FORMS.filter(form => form.reads.test(text))
    .map(form => ({ form: form.name, id: value(form.plain(text), form.digits), uuid: false }))
    .filter(({ id }) => id !== null && id <= MAX)
    .flatMap(reading => reading.form === "decimal" ? [reading, { ...reading, form: "reversed bits", id: reversed(reading.id) }] : [reading]);
}

function reversed(id) {
  return BigInt(`0b${[...id.toString(2).padStart(63, "0")].reverse().join("")}`);
}

function value(text, digits) {
  let sum = 0n;
  for (const character of text) {
    const digit = digits.indexOf(character);
    if (digit < 0) {
      return null;
    }
    sum = sum * BigInt(digits.length) + BigInt(digit);
  }
  return sum;
}

function uuidText(id) {
  return id.toString(16).padStart(32, "0").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Returns an id in each of its text forms. */
export function forms({ id, uuid }) {
  if (uuid) {
    return [["UUID", uuidText(id)]];
  }
  return FORMS.map(({ name, digits, width }) => [name, width === 0 ? String(id) : write(id, digits, width)]);
}

function write(id, digits, width) {
  const base = BigInt(digits.length);
  let text = "";
  for (let rest = id; text.length < width; rest /= base) {
    text = digits[Number(rest % base)] + text;
  }
  return text;
}

/** The bits of a UUID of version 7, from the first: a name, what it is called, and how many. */
const UUID_BITS = [
  ["time", "Time", 48], ["sign", "Version", 4], ["sequence", "Counter", 12], ["sign", "Variant", 2], ["sequence", "Counter", 12],
  ["worker", "Worker id", 24], ["sign", "Random", 26],
];

/** Takes an id apart, one of 64 bits by a fleet's layout: what it says, and which of its bits are for what. */
export function decompose({ id, uuid }, layout) {
  if (uuid) {
    return {
      ticks: null,
      millis: id >> 80n,
      worker: (id >> 26n) & 0xffffffn,
      sequence: ((id >> 64n) & 0xfffn) << 12n | ((id >> 50n) & 0xfffn),
      bits: split(id.toString(2).padStart(128, "0"), UUID_BITS),
    };
  }
  const sequenceBits = BigInt(layout.sequence_bits);
  const workerBits = BigInt(layout.worker_bits);
  const ticks = id >> (workerBits + sequenceBits);
  return {
    ticks,
    millis: BigInt(Date.parse(layout.epoch)) + ticks * BigInt(layout.tick_ms),
    worker: (id >> sequenceBits) & ((1n << workerBits) - 1n),
    sequence: id & ((1n << sequenceBits) - 1n),
    bits: split(id.toString(2).padStart(64, "0"), [
      ["sign", "Sign", 64 - layout.timestamp_bits - layout.worker_bits - layout.sequence_bits],
      ["time", "Time", layout.timestamp_bits], ["worker", "Worker id", layout.worker_bits], ["sequence", "Sequence", layout.sequence_bits],
    ]),
  };
}

/** Says whether JavaScript may have rounded an id: it writes it so, and holds another number. */
export function doubt({ form, id }) {
  const number = Number(id);
  return form === "decimal" && String(number) === String(id) && BigInt(number) !== id ? " JavaScript may have rounded it." : "";
}

function split(bits, parts) {
  let at = 0;
  return parts.map(([name, label, width]) => ({ name, label, bits: bits.slice(at, at += width) }));
}

/** Writes a time to the millisecond, also one that no calendar has. */
export function iso(millis) {
  const date = new Date(Number(millis));
  return Number.isNaN(date.getTime()) ? `${millis} ms` : date.toISOString();
}
