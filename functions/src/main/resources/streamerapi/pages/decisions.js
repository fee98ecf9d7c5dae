// A decision about a held tip stands for a while with its way back, and is sent when that time is over or the page goes.
// Until then the service knows nothing of it, so nothing is heard.

const UNDO_MS = 5000;

const decisions = new Map();
let turn = Promise.resolve();

function decide(form, submitter) {
  const row = form.closest("[data-row]");
  if (decisions.has(row)) return;
  const said = document.createElement("p");
  said.className = "decided toolbar";
  const words = document.createElement("strong");
  words.setAttribute("role", "status");
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
  said.remove();
  tools.hidden = false;
  rest(row);
}

// Several that were decided at once are sent in their order, which is the order of the queue.
function sendInTurn(decision) {
  const next = () => sendDecision(decision);
  turn = turn.then(next, next);
}

async function sendDecision(decision) {
  const { form, submitter, row, undo, timer } = decision;
  clearTimeout(timer);
  decisions.delete(row);
  undo.remove();
  const isDone = await send(form, submitter, (notice) => {
    if (notice !== form.dataset.done) toast(notice);
  });
  if (!isDone) {
    takeBack(decision);
  } else if (row.isConnected && !row.classList.contains("gone")) {
    takeBack(decision);
    await live.renew();
  }
}

// The page may be gone before an answer comes, so the requests outlive it.
function sendAllDecisions() {
  for (const decision of decisions.values()) sendBeforeLeaving(decision);
}

async function sendBeforeLeaving(decision) {
  const { form, submitter, row, undo, timer } = decision;
  clearTimeout(timer);
  decisions.delete(row);
  undo.remove();
  try {
    const body = new URLSearchParams(new FormData(form, submitter));
    await fetch(form.action, { method: "POST", body, headers: { "X-Part": "true" }, keepalive: true });
  } catch {
    live.lost();
  }
  takeBack(decision);
  await live.renew();
}

window.addEventListener("pagehide", sendAllDecisions);
document.addEventListener("visibilitychange", () => document.hidden && sendAllDecisions());
window.addEventListener("pageshow", (event) => event.persisted && live?.refresh());
