// Lists hold still: while a reader is in one, by pointer, touch or keyboard, no row of it comes or goes. What is held back
// is counted on a button that shows it. A row that moved, or whose buttons did, takes no tap for a moment, because the
// tap was meant for what lay there before.

const MOVED_MS = 600;
const TOUCHED_MS = 4000;
const RESTING_MS = 30000;

const visit = { list: null, until: 0, timer: null };
const heldBack = new Map();

function isVisited(list) {
  return visit.list === list && Date.now() < visit.until;
}

function visitFor(list, ms) {
  const left = visit.list !== list ? visit.list : null;
  visit.list = list;
  visit.until = Date.now() + ms;
  clearTimeout(visit.timer);
  visit.timer = list && setTimeout(() => live?.release(), ms + 10);
  if (left) live?.release();
}

// The button that shows what is held back belongs to its list.
function listOf(element) {
  if (element === pill) return visit.list;
  return element?.closest?.("[data-holds]") ?? null;
}

for (const type of ["pointermove", "pointerdown", "pointerup"]) {
  document.addEventListener(type, (event) => {
    const list = listOf(event.target);
    const isTouch = event.pointerType === "touch";
    if (list || (!isTouch && visit.list)) visitFor(list, isTouch ? TOUCHED_MS : RESTING_MS);
  }, { passive: true });
}
document.documentElement.addEventListener("pointerleave", () => visitFor(null, 0));
for (const type of ["focusin", "keydown"]) {
  document.addEventListener(type, (event) => {
    const list = listOf(event.target);
    if (!list && visit.list) visitFor(null, 0);
    else if (list && event.target.matches(":focus-visible")) visitFor(list, RESTING_MS);
  });
}

// A list as it should be, in the order in which the reader sees it. Returns false if there is nothing to hold on to.
function keptStill(list, to) {
  if (!isVisited(list)) return false;
  const wanted = new Map([...to.children].map((row) => [row.id, row]));
  const rows = [...list.children];
  const kept = rows.filter((row) => wanted.has(row.id));
  if (kept.length === 0) return false;
  const shown = new Set(kept.map((row) => row.id));
  const isMoved = [...wanted.keys()].filter((id) => shown.has(id)).some((id, at) => id !== kept[at].id);
  let gone = 0;
  for (const row of rows) {
    const fresh = wanted.get(row.id);
    if (fresh) morph(row, fresh);
    else markGone(row);
    gone += fresh ? 0 : 1;
    wanted.delete(row.id);
  }
  if (wanted.size + gone > 0 || isMoved) heldBack.set(list, { more: wanted.size, gone });
  return true;
}

function markGone(row) {
  keepFocus(row, () => {
    row.classList.add("gone");
    for (const button of row.querySelectorAll("button")) button.disabled = true;
  });
}

// Changes a row. If the part that has the focus is removed or disabled by that, the row has it then.
function keepFocus(row, change) {
  const focused = document.activeElement;
  const isInside = row.contains(focused) && focused !== row;
  change();
  if (isInside && (!focused.isConnected || focused.disabled)) row.focus({ preventScroll: true });
}

const pill = document.createElement("button");
pill.type = "button";
pill.id = "held-back";
pill.className = "pill small";
pill.hidden = true;
pill.addEventListener("click", () => visitFor(null, 0));
document.querySelector("main")?.append(pill);

function showPill() {
  const [held] = heldBack;
  if (!held) {
    hidePill();
    return;
  }
  const [list, { more, gone }] = held;
  if (pill.hidden) say("The list has changed. You have it as it is when you leave the list.");
  pill.hidden = false;
  const words = [more > 0 && `${more} new`, gone > 0 && `${gone} gone`].filter(Boolean).join(", ") || "New order";
  if (pill.textContent !== `${words}: show`) pill.textContent = `${words}: show`;
  const box = list.getBoundingClientRect();
  pill.style.insetInlineStart = `${Math.round(box.left + box.width / 2)}px`;
  pill.style.top = `${Math.max(8, Math.round(box.top) - 16)}px`;
}

// A reader who pressed the button by keyboard goes on in the list.
function hidePill() {
  const isLeft = pill.matches(":focus-visible");
  pill.hidden = true;
  if (isLeft) (document.querySelector("[data-holds] > :not(.gone)") ?? document.getElementById("content")).focus({ preventScroll: true });
}

document.addEventListener("scroll", showPill, { passive: true });

// The places of all rows and their buttons before the page changes.
function placesOfRows(part) {
  const anchor = visit.list?.isConnected && Date.now() < visit.until ? visit.list : null;
  const boxes = (selector) => new Map([...part.querySelectorAll(selector)].map((one) => [one, one.getBoundingClientRect()]));
  return { part, rows: boxes(".row"), buttons: boxes(".row button"), anchor, top: anchor?.getBoundingClientRect().top };
}

// Keeps the list that the reader is in where it was on the screen, with room below it to scroll if there is none, and
// marks the rows that moved all the same.
function standStill({ part, rows, buttons, anchor, top }) {
  const shift = anchor?.isConnected ? anchor.getBoundingClientRect().top - top : 0;
  const page = document.documentElement;
  if (!anchor) document.body.style.minHeight = "";
  else if (shift > 0) document.body.style.minHeight = `${Math.max(page.scrollHeight, page.clientHeight + window.scrollY + Math.ceil(shift))}px`;
  window.scrollBy({ top: shift, behavior: "instant" });
  const boxes = [...rows.values()];
  const end = Math.max(...boxes.map((box) => box.bottom));
  for (const row of part.querySelectorAll(".row")) {
    const box = row.getBoundingClientRect();
    const before = rows.get(row);
    if (before ? Math.abs(before.top - box.top) > 4 : box.top < end - 4) rest(row);
  }
  for (const [button, before] of buttons) {
    if (button.isConnected && Math.abs(before.left - button.getBoundingClientRect().left) > 4) rest(button.closest(".row"));
  }
}

function rest(row) {
  row.dataset.moved = "";
  clearTimeout(row.resting);
  row.resting = setTimeout(() => delete row.dataset.moved, MOVED_MS);
}

// A button's effect, as far as the page can show it before the service has answered.

const EFFECTS = {
  pause(form) {
    sayState("warn", "Paused");
    reverse(form, "resume", "Resume");
  },
  resume(form) {
    sayState("", document.querySelector("#now.now") ? "Playing" : "Nothing plays");
    reverse(form, "pause", "Pause");
  },
  skip() {
    const now = document.querySelector("#now.now");
    if (now) now.classList.add("gone");
  },
  remove(form) {
    markGone(form.closest(".row"));
  },
};

// Makes a button its opposite, so that the next press of it does what it says.
function reverse(form, effect, name) {
  form.setAttribute("action", form.getAttribute("action").replace(/[a-z]+$/, effect));
  form.dataset.effect = effect;
  form.querySelector("button").textContent = name;
}

function showEffect(form) {
  const effect = EFFECTS[form.dataset.effect];
  effect?.(form);
  return Boolean(effect);
}

function sayState(style, words) {
  const badge = document.querySelector("#state .badge");
  if (!badge) return;
  badge.className = `badge ${style}`.trim();
  badge.textContent = words;
}
