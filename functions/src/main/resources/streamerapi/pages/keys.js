// Keys press the button that names them, unless the reader has switched them off in this browser. In a list of things to
// decide about, j and k go down and up, others press the buttons of the row that has the focus.

const SHORTCUTS = "shortcuts";
const OFF = "off";

function areKeysOn() {
  return recalled("localStorage", SHORTCUTS) !== OFF;
}

document.addEventListener("keydown", (event) => {
  if (!areKeysOn()) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input:not([type=checkbox]), textarea, select, iframe")) return;
  const ofPage = !event.repeat && /^[a-z]$/.test(event.key) && document.querySelector(`button[data-page-key="${event.key}"]`);
  if (ofPage) {
    event.preventDefault();
    ofPage.click();
    return;
  }
  const list = document.querySelector("[data-keys]");
  if (!list) return;
  const rows = [...list.querySelectorAll("[data-row]")];
  const row = document.activeElement.closest("[data-row]");
  const at = rows.indexOf(row);
  if (event.key === "j" || event.key === "k") {
    const next = rows[Math.max(0, Math.min(rows.length - 1, at + (event.key === "j" ? 1 : -1)))];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
    event.preventDefault();
  } else if (/^[a-z]$/.test(event.key) && !event.repeat) {
    const button = row?.querySelector(`button[data-key="${event.key}"]`);
    if (button && button.checkVisibility()) {
      event.preventDefault();
      button.click();
    }
  }
});

for (const box of document.querySelectorAll("[data-shortcuts]")) {
  box.checked = areKeysOn();
  box.closest("[hidden]").hidden = false;
  box.addEventListener("change", () => remember("localStorage", SHORTCUTS, box.checked ? "on" : OFF));
}
