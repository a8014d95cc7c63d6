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

/** Returns all ids that a text may stand for, each with the name of its form; the likeliest first. */
export function read(text) {
  return FORMS.filter(form => form.reads.test(text))
    .map(form => ({ form: form.name, id: value(form.plain(text), form.digits) }))
    .filter(({ id }) => id !== null && id <= MAX);
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

/** Returns an id in each text form. */
export function forms(id) {
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

/** Takes an id apart by a fleet's layout. */
export function decompose(id, layout) {
  const sequenceBits = BigInt(layout.sequence_bits);
  const workerBits = BigInt(layout.worker_bits);
  const ticks = id >> (workerBits + sequenceBits);
  return {
    ticks,
    millis: BigInt(Date.parse(layout.epoch)) + ticks * BigInt(layout.tick_ms),
    worker: (id >> sequenceBits) & ((1n << workerBits) - 1n),
    sequence: id & ((1n << sequenceBits) - 1n),
  };
}

/** Writes a time to the millisecond, also one that no calendar has. */
export function iso(millis) {
  const date = new Date(Number(millis));
  return Number.isNaN(date.getTime()) ? `${millis} ms` : date.toISOString();
}
