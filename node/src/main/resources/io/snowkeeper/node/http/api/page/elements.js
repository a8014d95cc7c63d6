// Small steps on the document that every part of the page takes.

export function byId(id) {
  return document.getElementById(id);
}

/** Makes an element with attributes and children; a child is an element or text. */
export function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

function filled(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

/** Writes only what has changed, so that nothing is announced or drawn twice. */
export function setText(target, text) {
  if (target.textContent !== text) {
    target.textContent = text;
  }
}

export function setAttribute(target, name, value) {
  if (target.getAttribute(name) !== value) {
    target.setAttribute(name, value);
  }
}

/** Takes note of what is to be shown in a place; returns whether something else was, so that it is to be drawn anew. */
export function isNew(target, ...what) {
  const key = JSON.stringify(what);
  const other = target.dataset.shown !== key;
  target.dataset.shown = key;
  return other;
}

/**
 * Makes a table's rows those of the items: kept by key, so that focus and selection stay where they are. Items may have
 * the same key, as a node has for a while that has lost its session and has another one.
 */
export function setRows(body, items, keyOf, make, update) {
  const present = new Map([...body.children].map(row => [row.dataset.key, row]));
  const seen = new Map();
  items.forEach((item, index) => {
    const name = keyOf(item);
    seen.set(name, (seen.get(name) ?? 0) + 1);
    const key = `${name} ${seen.get(name)}`;
    let row = present.get(key);
    present.delete(key);
    if (row === undefined) {
      row = make();
      row.dataset.key = key;
    }
    update(row, item);
    if (body.children[index] !== row) {
      body.insertBefore(row, body.children[index] ?? null);
    }
  });
  present.forEach(row => row.remove());
}

/** Makes a row whose cells say which column they belong to, for screens on which they stand below each other. */
export function row(columns) {
  return element("tr", { role: "row" }, ...columns.map(([label, kind], index) =>
    index === 0
      ? element("th", { role: "rowheader", scope: "row", "data-label": label, class: kind })
      : element("td", { role: "cell", "data-label": label, class: kind })));
}
