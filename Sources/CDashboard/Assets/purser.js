// Improves pages that work without it: times in the reader's own zone, buttons that copy, keys, and fresh content.
"use strict";

const language = document.documentElement.lang;
const isChinese = language === "zh-Hans";

// Drawn, because few fonts have signs for them.
const copyShape = "M5 5V2h8v9h-3M2 5h8v9H2z";
const doneShape = "M3 8l4 4 7-8";

function icon(shape) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  const path = document.createElementNS(space, "path");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", shape);
  svg.append(path);
  return svg;
}

function improve(root) {
  for (const time of root.querySelectorAll("time[datetime]")) {
    const instant = new Date(time.dateTime);
    if (Number.isNaN(instant.getTime())) continue;
    time.title = `${instant.toISOString().slice(0, 19).replace("T", " ")} UTC`;
    time.textContent = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(instant);
  }
  root.querySelectorAll("table.list").forEach(addSorting);
  // A time line wider than its frame shows what is now.
  for (const now of root.querySelectorAll("svg.timeline .now")) {
    const frame = now.closest(".wide");
    frame.scrollLeft += now.getBoundingClientRect().left - frame.getBoundingClientRect().left - 0.8 * frame.clientWidth;
  }
  if (!navigator.clipboard) return;
  for (const text of root.querySelectorAll("[data-copy]")) {
    const button = document.createElement("button");
    // The attribute has a name as it is, of which the page shows the hidden characters.
    const value = text.dataset.copy || text.textContent;
    button.type = "button";
    button.className = "copy";
    button.append(icon(copyShape));
    const label = (isChinese ? "复制 " : "Copy ") + (text.getAttribute("aria-label") ?? value);
    button.setAttribute("aria-label", label);
    button.addEventListener("click", async (event) => {
      event.preventDefault();
      await navigator.clipboard.writeText(value);
      const show = (shape, says) => { button.replaceChildren(icon(shape)); button.setAttribute("aria-label", says); };
      show(doneShape, isChinese ? "已复制" : "Copied");
      setTimeout(() => show(copyShape, label), 1500);
    });
    const link = text.closest("a");
    (link ?? text).after(button);
  }
}

// A head of a column sorts the rows that are shown, first upwards; a cell without a value stays last.
function cellText(cell) {
  const time = cell?.querySelector("time[datetime]");
  if (time) return time.dateTime;
  return [...(cell?.childNodes ?? [])].filter((node) => node.nodeName !== "SMALL").map((node) => node.textContent).join("").trim();
}

function cellNumber(cell) {
  const text = cellText(cell);
  const digits = /[0-9]+(\.[0-9]+)?/.exec(text.replaceAll(",", ""));
  const currency = /\b[A-Z]{3}\b/.exec(text)?.[0] ?? "";
  return digits && { currency, amount: /^[-−]/.test(text) ? -digits[0] : Number(digits[0]) };
}

// Amounts of different currencies cannot be compared, so those of each currency stay together.
function compareNumbers(a, b) {
  return a.currency === b.currency ? a.amount - b.amount : a.currency < b.currency ? -1 : 1;
}

function sortRows(table, place, order) {
  const heads = [...table.tHead.rows[0].cells];
  const isNumber = heads[place].classList.contains("num");
  const sign = order === "descending" ? -1 : 1;
  const compare = (a, b) => isNumber ? compareNumbers(a, b) : a.localeCompare(b, language, { numeric: true });
  const keyed = [...table.tBodies[0].rows].map((row) => ({ row, key: (isNumber ? cellNumber : cellText)(row.cells[place]) }));
  const isEmpty = ({ key }) => key === null || key === "" || key === "–";
  keyed.sort((a, b) => isEmpty(a) - isEmpty(b) || (isEmpty(a) ? 0 : sign * compare(a.key, b.key)));
  heads.forEach((head) => head.removeAttribute("aria-sort"));
  heads[place].setAttribute("aria-sort", order);
  table.tBodies[0].append(...keyed.map(({ row }) => row));
}

function addSorting(table) {
  const heads = [...(table.tHead?.rows[0]?.cells ?? [])];
  if (table.tBodies.length !== 1 || table.tBodies[0].rows.length < 2 || heads.some((head) => head.colSpan > 1)) return;
  heads.forEach((head, place) => {
    if (head.tagName !== "TH" || head.children.length > 0 || head.textContent.trim() === "") return;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sort";
    button.title = isChinese ? "对显示的行排序" : "Sort the rows shown";
    button.append(...head.childNodes);
    button.addEventListener("click", () => {
      sortRows(table, place, head.getAttribute("aria-sort") === "ascending" ? "descending" : "ascending");
    });
    head.append(button);
  });
}

// A form on its way is not sent again by a second click; on a page to which somebody goes back, its buttons work again.
// No answer to one of these forms is a download, which would leave its page open.
const posts = "form[method=post]";
document.addEventListener("submit", (event) => {
  if (event.defaultPrevented || !event.target.matches(posts)) return;
  // Afterwards, because a browser sends nothing of the pressed button if it is disabled.
  setTimeout(() => event.target.querySelectorAll("button").forEach((button) => { button.disabled = true; }));
});
addEventListener("pageshow", () => {
  document.querySelectorAll(`${posts} button`).forEach((button) => { button.disabled = false; });
});

// Live parts: what the server sent for each, before it is improved.
const live = document.querySelector("main[data-live]");
const shown = new Map();
const lines = (part) => [...part.querySelectorAll("tbody tr")];
const note = (part) => shown.set(part.dataset.live, { html: part.innerHTML, rows: new Set(lines(part).map((row) => row.textContent)) });
document.querySelectorAll("main [data-live]").forEach(note);
improve(document);

// After a change of the app, the page is fetched again, and its live parts are replaced, except what the reader is in.
const firstWait = 5000, longestWait = 300000;
let source, timer, again, wait = firstWait, last = 0, isOpened = false, isTyped = false;
document.addEventListener("input", () => { isTyped = true; });
const isRead = (part) => part.contains(document.activeElement) || part.matches(":hover") || part.getBoundingClientRect().top < 0;

function soon() {
  timer ??= setTimeout(refresh, Math.max(500, last + 5000 - Date.now()));
}

async function refresh() {
  timer = undefined;
  last = Date.now();
  if (document.hidden || isTyped) return;
  const parts = [...document.querySelectorAll("main [data-live]")];
  const free = parts.filter((part) => !isRead(part));
  if (free.length === 0 || document.activeElement?.matches("input, textarea, select")) return soon();
  const answer = await fetch(location.href).catch(() => undefined);
  if (!answer?.ok || answer.redirected) return;
  const fetched = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of free) {
    const next = fetched.querySelector(`main [data-live="${CSS.escape(part.dataset.live)}"]`);
    const before = shown.get(part.dataset.live);
    if (!next || !before || isTyped || isRead(part) || next.innerHTML === before.html) continue;
    note(next);
    for (const row of lines(next)) row.classList.toggle("fresh", !before.rows.has(row.textContent));
    const orders = [...part.querySelectorAll("table.list")].map((table) => table.querySelector("th[aria-sort]"));
    part.replaceChildren(...next.childNodes);
    improve(part);
    part.querySelectorAll("table.list").forEach((table, place) => {
      const head = orders[place];
      if (head && table.tHead?.rows[0]?.cells[head.cellIndex]) sortRows(table, head.cellIndex, head.getAttribute("aria-sort"));
    });
  }
  if (free.length < parts.length) soon();
}

// Only a page in sight holds a connection; what it missed meanwhile comes with the next one.
function leave() {
  clearTimeout(again);
  source = source?.close();
}

function listen() {
  clearTimeout(again);
  if (document.hidden) leave();
  if (document.hidden || source || !live || shown.size === 0) return;
  source = new EventSource(live.dataset.live);
  source.addEventListener("change", soon);
  source.addEventListener("open", () => { if (isOpened) soon(); isOpened = true; wait = firstWait; });
  // A browser connects again after an end, and not after a refusal, such as that of too many connections.
  source.addEventListener("error", () => {
    if (source?.readyState !== EventSource.CLOSED) return;
    source = undefined;
    again = setTimeout(listen, wait);
    wait = Math.min(2 * wait, longestWait);
  });
}
document.addEventListener("visibilitychange", listen);
addEventListener("pagehide", leave);
addEventListener("pageshow", listen);
listen();

// Keys: / searches, g and a letter opens a page, j and k go through a list, ? shows them all.
const rows = () => [...document.querySelectorAll("table.list tbody tr")].filter((row) => row.querySelector("a"));
let isGoing = false;

function step(by) {
  const all = rows();
  if (all.length === 0) return;
  const here = all.findIndex((row) => row.contains(document.activeElement));
  const next = here < 0 ? (by > 0 ? 0 : all.length - 1) : Math.min(Math.max(here + by, 0), all.length - 1);
  all[next].querySelector("a").focus();
}

function showKeys() {
  let dialog = document.querySelector("dialog.keys");
  if (!dialog) {
    dialog = document.createElement("dialog");
    dialog.className = "keys";
    dialog.setAttribute("aria-label", isChinese ? "按键" : "Keys");
    const list = document.createElement("dl");
    const add = (key, says) => {
      const name = document.createElement("dt");
      const text = document.createElement("dd");
      const shown = document.createElement("kbd");
      shown.textContent = key;
      text.textContent = says;
      name.append(shown);
      list.append(name, text);
    };
    add("/", isChinese ? "搜索" : "Search");
    add("j k", isChinese ? "列表中的下一行、上一行" : "Next and previous row of a list");
    for (const link of document.querySelectorAll("nav [data-key]")) add("g " + link.dataset.key, link.firstChild.textContent.trim());
    add("?", isChinese ? "显示这些按键" : "Show these keys");
    add("Esc", isChinese ? "关闭" : "Close");
    const close = document.createElement("button");
    close.className = "btn";
    close.textContent = isChinese ? "关闭" : "Close";
    close.addEventListener("click", () => dialog.close());
    dialog.append(list, close);
    document.body.append(dialog);
  }
  dialog.showModal();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.target.closest("input, textarea, select, dialog")) return;
  const link = isGoing && document.querySelector(`nav [data-key="${CSS.escape(event.key)}"]`);
  isGoing = event.key === "g" && !isGoing;
  if (link) {
    link.click();
  } else if (event.key === "/") {
    const search = document.querySelector("input[type=search]");
    if (!search) return;
    event.preventDefault();
    search.focus();
    search.select();
  } else if (event.key === "j" || event.key === "k") {
    step(event.key === "j" ? 1 : -1);
  } else if (event.key === "?") {
    showKeys();
  }
});
