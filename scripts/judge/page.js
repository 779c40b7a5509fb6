// Returns the problems of the page that is open, as sentences. Chromium evaluates it with the width of the window, the
// most bytes of a page, the texts of the dashboard in English and in the page's own language, and the keys of these texts.
({ width, most, texts, own, keys }) => {
  const problems = [];
  const shown = (element) => {
    const words = (element.textContent || element.value || "").trim().replace(/\s+/g, " ").slice(0, 40);
    const kind = typeof element.className === "string" && element.className ? "." + element.className.split(" ")[0] : "";
    return `<${element.tagName.toLowerCase()}${kind}> "${words}"`;
  };
  const styles = new Map();
  const style = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  };
  // Text that only screen readers get is in a box of one pixel, or outside the window until it has the focus.
  const isForReaders = (element) => element.closest(".sr, .skip") !== null;

  // A page with its style, script and pictures is small enough for a phone on the way.
  const loaded = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
  const weight = loaded.reduce((sum, entry) => sum + (entry.encodedBodySize ?? 0), 0);
  if (weight > most) problems.push(`the page has ${weight} bytes, more than ${most}`);

  // The page itself must not scroll sideways.
  const root = document.documentElement;
  if (root.scrollWidth > width) {
    const culprits = [...document.body.querySelectorAll("*")].filter((element) => {
      const box = element.getBoundingClientRect();
      return box.width > 0 && box.right > width + 1 && !isForReaders(element);
    });
    problems.push(`the page is ${root.scrollWidth} wide, because of ${culprits.slice(0, 3).map(shown).join(", ")}`);
  }

  // A box that hides what it has no room for must have room, or the whole text in its title.
  for (const element of document.body.querySelectorAll("*")) {
    if (isForReaders(element) || element.closest("[title]") || !element.clientWidth) continue;
    const { overflowX, overflowY } = style(element);
    const hides = (overflow) => overflow === "hidden" || overflow === "clip";
    if (hides(overflowX) && element.scrollWidth > element.clientWidth + 1) problems.push(`cut at a side: ${shown(element)}`);
    if (hides(overflowY) && element.scrollHeight > element.clientHeight + 1) problems.push(`cut below: ${shown(element)}`);
  }

  // The visible pieces of text, each with its box.
  const pieces = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.nodeValue.trim();
    const element = node.parentElement;
    if (!text || isForReaders(element) || !element.checkVisibility({ visibilityProperty: true })) continue;
    if (["SCRIPT", "STYLE", "TITLE", "DESC", "OPTION"].includes(element.tagName.toUpperCase())) continue;
    pieces.push({ text, element });
    const range = document.createRange();
    range.selectNodeContents(node);
    pieces.at(-1).boxes = [...range.getClientRects()];
  }

  // A chart must have room for its words.
  for (const { text, element, boxes } of pieces) {
    const chart = element.closest("svg")?.getBoundingClientRect();
    if (!chart) continue;
    for (const box of boxes) {
      const outside = box.left < chart.left - 2 || box.right > chart.right + 2 || box.top < chart.top - 2 || box.bottom > chart.bottom + 2;
      if (outside) problems.push(`outside its chart: "${text.slice(0, 40)}"`);
    }
  }

  // No two texts may lie on each other, except where one stays in sight while the other scrolls below it.
  const clipped = (box, element) => {
    let { left, top, right, bottom } = box;
    for (let parent = element; parent && parent !== document.body; parent = parent.parentElement) {
      if (["fixed", "sticky"].includes(style(parent).position)) return null;
      if (style(parent).overflowX === "visible" || parent instanceof SVGElement) continue;
      const around = parent.getBoundingClientRect();
      [left, right] = [Math.max(left, around.left), Math.min(right, around.right)];
      [top, bottom] = [Math.max(top, around.top), Math.min(bottom, around.bottom)];
    }
    return right > left && bottom > top ? { left, top, right, bottom } : null;
  };
  const placed = [];
  for (const { text, element, boxes } of pieces) {
    // A text below a stuck cell is hidden by it.
    if (element.closest("tr")?.querySelector("td, th") && [...element.closest("tr").cells].some((cell) => style(cell).position === "sticky")) continue;
    for (const box of boxes) {
      const visible = clipped(box, element);
      if (visible) placed.push({ text, element, ...visible });
    }
  }
  placed.sort((one, other) => one.top - other.top);
  const overlaps = new Set();
  placed.forEach((one, place) => {
    for (const other of placed.slice(place + 1)) {
      if (other.top > one.bottom - 4) break;
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - other.top;
      if (across > 2 && down > 4 && one.element !== other.element) {
        overlaps.add(`"${one.text.slice(0, 30)}" lies on "${other.text.slice(0, 30)}"`);
      }
    }
  });
  problems.push(...overlaps);

  // Every text is in the page's language.
  const english = new Set(texts);
  const allowed = new Set(own);
  const known = new Set(keys);
  for (const { text, element } of pieces) {
    if (element.closest("code, pre, kbd, samp, [data-raw]")) continue;
    if (known.has(text)) problems.push(`an untranslated key: "${text}"`);
    if (english.has(text) && !allowed.has(text)) problems.push(`English in a page of another language: "${text}"`);
  }
  for (const element of document.querySelectorAll("p, h1, h2, h3, h4, label, dt, legend, button, a, option, summary, title")) {
    if (element.closest("svg") || element.textContent.trim() || element.children.length || element.ariaLabel) continue;
    if (element.tagName !== "OPTION" || element.value) problems.push(`an empty ${shown(element)} (class "${element.className}")`);
  }

  // A click on the head of a column of amounts sorts those of each currency, and never mixes currencies.
  for (const button of document.querySelectorAll("table.list th.num button.sort")) {
    const [head, body] = [button.closest("th"), button.closest("table").tBodies[0]];
    const before = [...body.rows];
    button.click();
    const texts = [...body.rows].map((row) => row.cells[head.cellIndex].textContent.trim());
    // The picture shows the page as it came.
    body.append(...before);
    head.removeAttribute("aria-sort");
    const found = texts.map((text) => /^(−?)([A-Z]{3}) ([0-9,.]+)/.exec(text)).filter(Boolean);
    const amounts = found.map(([, sign, currency, digits]) => {
      return { currency, amount: (sign ? -1 : 1) * Number(digits.replaceAll(",", "")) };
    });
    const isMixed = amounts.slice(1).some((amount, place) => {
      const last = amounts[place];
      return amount.currency === last.currency ? amount.amount < last.amount : amount.currency < last.currency;
    });
    if (isMixed) problems.push(`sorted across currencies: ${shown(button)}`);
  }
  return problems;
}
