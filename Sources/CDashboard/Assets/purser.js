// Improves pages that work without it: times in the reader's own zone, buttons that copy, keys, and fresh content.
"use strict";

const language = document.documentElement.lang;
const isChinese = language === "zh-Hans";

function improve(root) {
  for (const time of root.querySelectorAll("time[datetime]")) {
    const instant = new Date(time.dateTime);
    if (Number.isNaN(instant.getTime())) continue;
    time.title = time.textContent;
    time.textContent = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(instant);
  }
  if (!navigator.clipboard) return;
  for (const text of root.querySelectorAll("[data-copy]")) {
    const button = document.createElement("button");
    const value = text.textContent;
    button.type = "button";
    button.className = "copy";
    button.textContent = "⧉";
    button.setAttribute("aria-label", (isChinese ? "复制 " : "Copy ") + value);
    button.addEventListener("click", async (event) => {
      event.preventDefault();
      await navigator.clipboard.writeText(value);
      button.textContent = "✓";
      setTimeout(() => { button.textContent = "⧉"; }, 1500);
    });
    const link = text.closest("a");
    (link ?? text).after(button);
  }
}
improve(document);

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
    for (const link of document.querySelectorAll("nav [data-key]")) add("g " + link.dataset.key, link.textContent);
    add("?", isChinese ? "显示这些按键" : "Show these keys");
    add("Esc", isChinese ? "关闭" : "Close");
    dialog.append(list);
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
