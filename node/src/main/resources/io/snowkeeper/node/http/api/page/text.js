// How figures are written for people.

const WHOLE = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const CLOCK = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
const DAY = new Intl.DateTimeFormat("en", { year: "numeric", month: "short", day: "numeric" });

/** Writes a number or a BigInt with separators. */
export function whole(value) {
  return WHOLE.format(value);
}

/** Writes a rate: small ones are not rounded to nothing. */
export function rate(perSecond) {
  if (perSecond > 0 && perSecond < 0.05) {
    return "under 0.1";
  }
  return perSecond > 0 && perSecond < 10 ? perSecond.toFixed(1) : whole(perSecond);
}

/** Writes the time of day, and the day unless it is today. A member may report a time that no calendar here has. */
export function time(date, now = new Date()) {
  if (Number.isNaN(date.getTime())) {
    return "beyond the calendar";
  }
  const clock = CLOCK.format(date);
  return date.toDateString() === now.toDateString() ? clock : `${DAY.format(date)}, ${clock}`;
}

/** Writes the times within a sentence as a person reads them. */
export function withTimes(text) {
  return text.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, found => (Number.isNaN(Date.parse(found)) ? found : time(new Date(found))));
}

export function day(date) {
  return DAY.format(date);
}

/** Writes how long something takes or has taken, in its two largest units. */
export function duration(millis) {
  const seconds = Math.max(0, Math.round(millis / 1000));
  const units = [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"]];
  const first = units.findIndex(([size]) => seconds >= size);
  if (first < 0) {
    return "0 s";
  }
  let rest = seconds;
  return units.slice(first, first + 2)
    .map(([size, unit]) => {
      const count = Math.floor(rest / size);
      rest -= count * size;
      return count > 0 ? `${whole(count)} ${unit}` : "";
    })
    .filter(text => text !== "")
    .join(" ");
}

/** Writes a short time in milliseconds. */
export function millis(value) {
  return value < 10 ? `${value.toFixed(value < 1 ? 2 : 1)} ms` : `${whole(value)} ms`;
}

/** Writes a clock's difference, with its sign. */
export function skew(millis) {
  if (millis === null) {
    return "–";
  }
  const sign = millis > 0 ? "+" : millis < 0 ? "−" : "";
  const size = Math.abs(millis);
  return size < 10_000 ? `${sign}${whole(size)} ms` : `${sign}${duration(size)}`;
}

export function share(part) {
  const percent = part * 100;
  if (percent > 0 && percent < 0.1) {
    return "under 0.1 %";
  }
  // Never 100 while something is left.
  const shown = percent < 100 ? Math.min(percent, 99.9) : 100;
  return `${shown.toFixed(percent < 10 || percent > 99 ? 1 : 0).replace(/\.0$/, "")} %`;
}
