// A decision about a held tip stands for a while with its way back, and is sent when that time is over or the page goes.
// Until then the service knows nothing of it, so nothing is heard.

const UNDO_MS = 5000;

const decisions = new Map();
let turn = Promise.resolve();
let inTurn = 0;
const sent = [];

function decide(form, submitter) {
  const row = form.closest("[data-row]");
  if (decisions.has(row)) return;
  const said = document.createElement("p");
  said.className = "decided toolbar";
  const words = document.createElement("strong");
  const undo = document.createElement("button");
  undo.type = "button";
  undo.className = "secondary small";
  undo.dataset.key = "u";
  undo.textContent = "Undo";
  undo.setAttribute("aria-label", `Undo: ${submitter.getAttribute("aria-label") ?? submitter.textContent}`);
  said.append(words, undo);
  const tools = row.querySelector(":scope > .toolbar");
  tools.hidden = true;
  row.append(said);
  row.dataset.decided = "";
  rest(row);
  words.textContent = form.elements.refund?.checked ? `${form.dataset.decides}, the money goes back` : form.dataset.decides;
  say(words.textContent);
  const decision = { form, submitter, row, tools, said, undo };
  decision.timer = setTimeout(() => sendInTurn(decision), UNDO_MS);
  decisions.set(row, decision);
  undo.addEventListener("click", () => takeBack(decision));
  if (row.contains(document.activeElement) || document.activeElement === document.body) row.focus({ preventScroll: true });
}

function takeBack({ row, tools, said, timer }) {
  clearTimeout(timer);
  decisions.delete(row);
  delete row.dataset.decided;
  keepFocus(row, () => said.remove());
  tools.hidden = false;
  rest(row);
}

// Several that were decided at once are sent in their order, which is the order of the queue. The page is asked for after
// the last of them, because the service takes so many requests in a minute and no more.
function sendInTurn(decision) {
  inTurn += 1;
  const next = () => {
    inTurn -= 1;
    return sendDecision(decision);
  };
  turn = turn.then(next, next);
}

// Takes a decision to send it. Returns false if it was taken back or sent meanwhile.
function isTaken(decision) {
  const { row, undo, timer } = decision;
  if (decisions.get(row) !== decision) return false;
  clearTimeout(timer);
  keepFocus(row, () => undo.remove());
  return decisions.delete(row);
}

async function sendDecision(decision) {
  const { form, submitter } = decision;
  if (isTaken(decision)) {
    const tell = (notice) => {
      if (notice !== form.dataset.done) toast(notice);
    };
    const isDone = await send(form, submitter, tell, () => inTurn > 0);
    if (isDone) sent.push(decision);
    else takeBack(decision);
  }
  if (inTurn === 0) await showSent();
}

// Shows what became of the decisions that were sent, if their rows are still there.
async function showSent() {
  const there = sent.splice(0).filter(({ row }) => row.isConnected && !row.classList.contains("gone"));
  if (there.length > 0) {
    there.forEach(takeBack);
    await live.renew();
  }
}

// Sends a decision without a wait for the page, which may be gone before the answer comes: the request outlives it.
// Returns whether it was carried out.
async function sendLeaving(decision) {
  if (!isTaken(decision)) return true;
  const { form, submitter } = decision;
  try {
    const body = new URLSearchParams(new FormData(form, submitter));
    const response = await fetch(form.action, {
      method: "POST",
      body,
      headers: { "X-Part": "true" },
      keepalive: true,
      signal: AbortSignal.timeout(2 * TIMEOUT_MS),
    });
    if (!response.ok) refused(form, await response.text());
    return response.ok;
  } catch {
    refused(form, UNREACHED);
    live.lost();
    return false;
  }
}

// Shows the rows as the service has them, if the page is still there.
async function showAnew(sent) {
  sent.forEach(takeBack);
  await live.renew();
}

// While the page is there, each waits for the one before it.
async function sendAllInTurn() {
  const all = [...decisions.values()];
  const ended = turn.then(async () => {
    let areDone = true;
    for (const decision of all) areDone = (await sendLeaving(decision)) && areDone;
    return areDone;
  });
  turn = ended;
  return { all, areDone: await ended };
}

async function leave(onward) {
  const { all, areDone } = await sendAllInTurn();
  if (areDone) onward();
  else await showAnew(all);
}

// A link and a form wait for the decisions. The page stays if one of them was not carried out.
document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[href]");
  if (decisions.size === 0 || !link || link.target || event.defaultPrevented || event.button !== 0) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || link.getAttribute("href").startsWith("#")) return;
  event.preventDefault();
  await leave(() => location.assign(link.href));
});
document.addEventListener("submit", async (event) => {
  if (decisions.size === 0 || event.target.hasAttribute("data-part")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  await leave(() => event.target.requestSubmit(event.submitter));
}, { capture: true });

window.addEventListener("pagehide", async () => {
  if (decisions.size === 0) return;
  const all = [...decisions.values()];
  await Promise.all(all.map(sendLeaving));
  await showAnew(all);
});
document.addEventListener("visibilitychange", async () => {
  if (document.hidden && decisions.size > 0) await showAnew((await sendAllInTurn()).all);
});
window.addEventListener("pageshow", (event) => event.persisted && live?.refresh());
