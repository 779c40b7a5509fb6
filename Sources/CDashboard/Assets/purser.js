// Improves pages that work without it: times in the reader's own zone, and buttons that copy.
"use strict";

const language = document.documentElement.lang;

for (const time of document.querySelectorAll("time[datetime]")) {
  const instant = new Date(time.dateTime);
  if (Number.isNaN(instant.getTime())) continue;
  time.title = time.textContent;
  time.textContent = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(instant);
}

if (navigator.clipboard) {
  const label = language === "zh-Hans" ? "复制" : "Copy";
  const done = language === "zh-Hans" ? "已复制" : "Copied";
  for (const code of document.querySelectorAll("[data-copy]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "btn copy";
    button.textContent = label;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = done;
    });
    code.after(button);
  }
}
