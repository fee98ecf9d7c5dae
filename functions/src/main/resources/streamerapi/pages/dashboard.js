"use strict";

// Times as the reader's clock has them; without this they are in UTC.
function localize(part) {
  for (const time of part.querySelectorAll("time")) {
    time.title = time.dateTime;
    time.textContent = new Date(time.dateTime).toLocaleString();
  }
}

// A secret into the clipboard, where there is one.
for (const button of document.querySelectorAll("button[data-copy]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    button.textContent = "Copied";
  });
}

// A form that is on its way is not sent twice. Whoever comes back to the page may send it again.
document.addEventListener("submit", (event) => {
  if (event.target.hasAttribute("hx-post")) {
    return;
  }
  const buttons = event.target.querySelectorAll("button");
  setTimeout(() => buttons.forEach((button) => { button.disabled = true; }));
  window.addEventListener("pageshow", () => buttons.forEach((button) => { button.disabled = false; }), { once: true });
});

localize(document);
document.addEventListener("htmx:afterSettle", () => localize(document));
