"use strict";

const POLL_MS = 4000;
const SLOW_POLL_MS = 60000;
const NUDGE_MS = 500;
const SLOWER_MS = 1000;
const SLOWEST_MS = 3000;
const BYTES_A_MS = 200;
const QUICK_A_MINUTE = 40;
const SLOWER_A_MINUTE = 60;
const LIMIT_MS = 60000;
const PING_MS = 60000;
const PONG_MS = 10000;
const TIMEOUT_MS = 4000;
const TOAST_MS = 10000;
const BESIDE_MS = 15000;
const TOKEN = "input[name=csrf_token]";
const UNREACHED = "This did not reach the service. Try again when it is connected.";

// Times as the reader's clock has them; without this they are in UTC. Some tell how long ago something was, or how soon
// it will be.

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto", style: "short" });

function ago(time) {
  const seconds = (new Date(time.dateTime) - Date.now()) / 1000;
  if (seconds > 172800) return relative.format(Math.floor(seconds / 86400), "day");
  if (seconds > 7200) return relative.format(Math.floor(seconds / 3600), "hour");
  if (seconds > 60) return relative.format(Math.floor(seconds / 60), "minute");
  if (seconds > -45) return "just now";
  if (seconds > -3600) return relative.format(Math.round(seconds / 60), "minute");
  if (seconds > -86400) return relative.format(Math.round(seconds / 3600), "hour");
  return new Date(time.dateTime).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
}

// How long something has lasted.
function lasting(time) {
  const minutes = Math.floor((Date.now() - new Date(time.dateTime)) / 60000);
  if (minutes < 1) return "a moment";
  if (minutes < 120) return `${minutes} min.`;
  return minutes < 2880 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} days`;
}

function localize(part) {
  for (const time of part.querySelectorAll("time")) {
    const whole = new Date(time.dateTime).toLocaleString();
    time.title = whole;
    const text = time.dataset.relative === "lasting" ? lasting(time) : time.hasAttribute("data-relative") ? ago(time) : whole;
    if (time.textContent !== text) time.textContent = text;
  }
}

// A text into the clipboard. If the page may not write there, as in a dock of OBS, the text is selected.

const copies = document.querySelectorAll("button[data-copy]");
for (const button of copies) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const copied = document.getElementById(button.dataset.copy);
    for (const other of copies) other.textContent = "Copy";
    try {
      await navigator.clipboard.writeText(copied.textContent);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(copied);
      button.textContent = "Selected: copy it now";
    }
  });
}

// A file's text into the field that takes it. Spreadsheets save tables in UTF-8, in UTF-16 with its mark, or as Windows does
// in the user's language.

const OF_WINDOWS = {
  ar: "windows-1256", cs: "windows-1250", el: "windows-1253", he: "windows-1255", hu: "windows-1250", ja: "shift_jis", ko: "euc-kr",
  pl: "windows-1250", ro: "windows-1250", ru: "windows-1251", th: "windows-874", tr: "windows-1254", uk: "windows-1251", vi: "windows-1258",
};
const ofWindows = (language) => (/^zh-(tw|hk)/i.test(language) ? "big5" : /^zh/i.test(language) ? "gbk" : OF_WINDOWS[language.slice(0, 2)] ?? "windows-1252");

async function textOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(ofWindows(navigator.language)).decode(bytes);
  }
}

for (const input of document.querySelectorAll("input[data-into]")) {
  input.closest(".field").hidden = false;
  input.addEventListener("change", async () => {
    const [file] = input.files;
    const text = file && await textOf(file);
    if (file && input.files[0] === file) document.getElementById(input.dataset.into).value = text;
  });
}

// An error stands beside the button that caused it, also after the part of the page around it was exchanged.

const errors = new Map();

function showErrors() {
  for (const [action, error] of errors) {
    if (Date.now() > error.until) {
      errors.delete(action);
      continue;
    }
    const form = document.querySelector(`form[action=${JSON.stringify(action)}]`);
    if (form && !form.querySelector(".beside")) {
      const words = document.createElement("span");
      words.className = "beside";
      words.setAttribute("role", "alert");
      words.textContent = error.words;
      form.append(words);
    }
  }
  for (const words of document.querySelectorAll("form > .beside[role=alert]")) {
    const action = words.closest("form").getAttribute("action");
    if (!errors.has(action)) words.remove();
  }
}

function setError(form, words) {
  const action = form.getAttribute("action");
  errors.set(action, { words, until: Date.now() + BESIDE_MS });
  form.querySelector(".beside")?.remove();
  showErrors();
}

// Tells a screen reader what is only seen otherwise, in a region that was there before the words: many tell no other.

function say(words) {
  const text = document.createElement("span");
  text.textContent = words;
  document.getElementById("said")?.replaceChildren(text);
}

// Tells of an action that is done, with its way back. It stays while the reader is at it.

function toast(words, undo, name = "Undo") {
  const toasts = document.getElementById("toasts");
  const toast = document.createElement("div");
  toast.className = "toast";
  const text = document.createElement("span");
  text.textContent = words;
  toast.append(text);
  if (undo) {
    const form = document.createElement("form");
    form.method = "post";
    form.action = undo;
    form.className = "inline";
    form.dataset.part = "";
    const token = document.querySelector(TOKEN).cloneNode();
    const button = document.createElement("button");
    button.className = "small";
    button.textContent = name;
    form.append(token, button);
    form.addEventListener("done", () => {
      const hasFocus = toast.contains(document.activeElement);
      toast.remove();
      if (hasFocus) document.getElementById("content").focus({ preventScroll: true });
    });
    toast.append(form);
  }
  const end = () => {
    if (toast.matches(":hover, :focus-within")) setTimeout(end, TOAST_MS);
    else toast.remove();
  };
  toasts.replaceChildren(toast);
  setTimeout(end, TOAST_MS);
}

// A request that got no answer may have been carried out. The same one, sent again, has the same number, by which the
// service does it once, until the page shows what came of it.

const unanswered = new Map();

function numbered(action, body) {
  body.delete("request");
  const asked = `${action} ${body}`;
  if (!unanswered.has(asked)) unanswered.set(asked, crypto.randomUUID());
  body.set("request", unanswered.get(asked));
  return ({ status }) => status < 500 && unanswered.delete(asked);
}

// Forgets the numbers of requests to an address: the page shows what came of them.
function forget(action) {
  for (const asked of unanswered.keys()) if (asked.startsWith(`${action} `)) unanswered.delete(asked);
}

// A button that stays on the page: its effect is shown at once, what it did is told in a toast, what went wrong beside
// it. An effect that did not come about is taken back. A button that turned into another, as Pause does into Resume, may
// be pressed before the first press is answered: the second is sent then. So is that of another button of the form.

const underway = new WeakMap();

// isFollowed: others follow at once, and the page is asked for after the last of them
async function send(form, submitter, tell = toast, isFollowed = () => false) {
  const { action } = form;
  const earlier = underway.get(form);
  const isOther = earlier && earlier.submitter !== submitter;
  if (earlier?.action === action && !isOther) return false;
  const body = new URLSearchParams(new FormData(form, submitter));
  form.setAttribute("aria-busy", "true");
  const skipped = skippedBy(form);
  const takeBack = live?.foresee(form);
  const before = earlier?.sent ?? Promise.resolve(true);
  const sent = before.then((isDone) => (isDone || isOther) && post(form, action, body, tell, takeBack));
  underway.set(form, { action, submitter, sent });
  const told = await sent;
  if (underway.get(form).sent === sent) {
    underway.delete(form);
    form.removeAttribute("aria-busy");
  }
  if (skipped && told && "skipped" in told) tellSkipped(skipped, told.skipped);
  live?.settle();
  if (!isFollowed()) await live?.refresh();
  return Boolean(told);
}

const replayOf = (order) => `/dashboard/queue/${order}/replay`;

// The tip that a button skips, in words.
function skippedBy(form) {
  const now = document.querySelector("#now[data-order]");
  if (!now || !form.getAttribute("action").endsWith("/skip")) return null;
  const amount = now.querySelector(".money:not(.nothing)")?.textContent;
  const name = now.querySelector(".who").textContent;
  return {
    words: amount ? `Skipped ${amount} of ${name}` : `Skipped the tip of ${name}`,
    order: now.dataset.order,
  };
}

// Names the tip that was skipped, with its way back. The tip that the page showed may have ended before, and another begun.
function tellSkipped(shown, order) {
  if (order === null) toast("Nothing was skipped: the tip had ended.");
  else if (order === shown.order) toast(shown.words, replayOf(order), "Replay");
  else toast("Skipped another tip: the one shown here had ended.", replayOf(order), "Replay");
}

// Sends a form. A decision that came after too many requests in a minute waits, and is sent again.
async function postUntilTaken(form, action, body) {
  for (;;) {
    const response = await fetch(action, {
      method: "POST",
      body,
      headers: { "X-Part": "true" },
      keepalive: true,
      signal: AbortSignal.timeout(2 * TIMEOUT_MS),
    });
    if (response.status !== 429 || !form.hasAttribute("data-decides")) return response;
    const seconds = Number(response.headers.get("Retry-After")) || LIMIT_MS / 1000;
    toast(`Many were decided at once: the others are sent in ${seconds} seconds. Keep this page open.`);
    await new Promise((done) => setTimeout(done, seconds * 1000));
  }
}

// Sends a form. Answers what the service tells; null if it did nothing.
async function post(form, action, body, tell, takeBack) {
  let told = null;
  const isAnswered = numbered(action, body);
  try {
    const response = await postUntilTaken(form, action, body);
    isAnswered(response);
    if (response.status === 401) {
      location.reload();
    } else if (response.ok) {
      told = {};
      const { pathname, search } = new URL(action);
      errors.delete(pathname + search);
      showErrors();
      told = await response.json();
      form.dispatchEvent(new CustomEvent("done", { bubbles: true }));
      if (told.notice) tell(told.notice, told.undo);
    } else {
      takeBack?.();
      refused(form, await response.text());
    }
  } catch {
    if (!told) {
      takeBack?.();
      refused(form, UNREACHED);
      live?.lost();
    }
  }
  return told;
}

function refused(form, words) {
  if (form.isConnected && form.checkVisibility()) setError(form, words);
  else toast(words);
}

// A button that counts: every click counts, also one that comes while another is on its way. The answer leads back to
// the page, which has the value.

const clicks = new Map();
const counting = new Map();

// Sends the clicks that have not been sent. The request outlives the page.
async function sendClicks(form) {
  const name = form.dataset.counts;
  const body = new URLSearchParams(new FormData(form));
  body.set("amount", clicks.get(name));
  clicks.set(name, 0);
  const isAnswered = numbered(form.action, body);
  const response = await fetch(form.action, { method: "POST", body, keepalive: true, signal: AbortSignal.timeout(2 * TIMEOUT_MS) });
  isAnswered(response);
  return response;
}

// They are others than those that are on their way, though there may be as many.
window.addEventListener("pagehide", () => {
  for (const [name, form] of counting) {
    if (clicks.get(name) === 0) continue;
    forget(form.action);
    sendClicks(form).catch(() => {});
  }
});

async function count(form) {
  const name = form.dataset.counts;
  const selector = `[data-value="${name}"]`;
  const shown = document.querySelector(selector);
  const amount = Number(form.elements.amount.value);
  clicks.set(name, (clicks.get(name) ?? 0) + amount);
  if (counting.has(name)) {
    shown.textContent = Number(shown.textContent) + amount;
    return;
  }
  counting.set(name, form);
  let known = Number(shown.textContent);
  shown.textContent = known + amount;
  try {
    while (clicks.get(name) !== 0) {
      const response = await sendClicks(form);
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const value = page.querySelector(selector);
      if (!response.ok) {
        shown.textContent = known;
        setError(form, page.querySelector("main [role=alert]")?.textContent ?? "This did not work. Try again.");
        return;
      }
      if (value === null) {
        location.assign(response.url);
        return;
      }
      forget(form.action);
      known = Number(value.textContent);
      shown.closest(".row").querySelector("time").dateTime = value.closest(".row").querySelector("time").dateTime;
      localize(shown.closest(".row"));
      shown.textContent = known + clicks.get(name);
      errors.delete(form.getAttribute("action"));
      showErrors();
    }
  } catch {
    shown.textContent = known;
    setError(form, UNREACHED);
  } finally {
    clicks.delete(name);
    counting.delete(name);
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.hasAttribute("data-counts")) {
    event.preventDefault();
    count(form);
    return;
  }
  if (form.hasAttribute("data-part") && (live || form.matches(".toast form, [data-stays]"))) {
    event.preventDefault();
    if (form.hasAttribute("data-decides")) decide(form, event.submitter);
    else send(form, event.submitter);
    return;
  }
  // A form that is on its way is not sent twice. A reader who comes back to the page may send it again.
  const buttons = form.querySelectorAll("button");
  setTimeout(() => buttons.forEach((button) => { button.disabled = true; }));
  window.addEventListener("pageshow", () => buttons.forEach((button) => { button.disabled = false; }), { once: true });
});

// Makes an element as another is, keeping what is the same: so focus, scroll position and open folds survive.

const OWN_ATTRIBUTES = new Set(["aria-busy", "data-socket", "data-moved", "data-decided"]);

function morph(from, to) {
  if (from.nodeType !== to.nodeType || from.nodeName !== to.nodeName || (from.id ?? "") !== (to.id ?? "")) {
    from.replaceWith(to);
    return;
  }
  if (from.nodeType !== Node.ELEMENT_NODE) {
    if (from.data !== to.data) from.data = to.data;
    return;
  }
  for (const { name } of [...from.attributes]) {
    if (!to.hasAttribute(name) && !(name === "open" && from.nodeName === "DETAILS") && !OWN_ATTRIBUTES.has(name)) from.removeAttribute(name);
  }
  for (const { name, value } of [...to.attributes]) {
    if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  }
  if (from.nodeName === "TEXTAREA" || from.nodeName === "TIME" || from.hasAttribute("data-kept")) {
    if (from.nodeName === "TIME" && from.dateTime !== to.dateTime) from.textContent = to.textContent;
    return;
  }
  if (from.hasAttribute("data-decided")) return;
  if (from.hasAttribute("data-holds") && keptStill(from, to)) return;
  const named = new Map([...from.children].filter((child) => child.id).map((child) => [child.id, child]));
  const staying = new Set([...to.children].map((child) => child.id));
  for (const [id, child] of named) if (!staying.has(id)) child.remove();
  let at = from.firstChild;
  for (const wanted of [...to.childNodes]) {
    const known = wanted.id && named.get(wanted.id);
    if (known) {
      if (known === at) at = at.nextSibling;
      else move(from, known, at);
      morph(known, wanted);
    } else if (at && !at.id && !wanted.id && at.nodeName === wanted.nodeName) {
      const next = at.nextSibling;
      morph(at, wanted);
      at = next;
    } else {
      from.insertBefore(wanted, at);
    }
  }
  while (at) {
    const next = at.nextSibling;
    if (!isError(at)) at.remove();
    at = next;
  }
}

// An error beside a button, which no page of the service has: it stays, because a new one would be told again.
function isError(node) {
  return node.nodeName === "SPAN" && node.matches(".beside[role=alert]");
}

// An element that is moved keeps the focus, if the browser can move it in one step.
function move(parent, child, before) {
  if (parent.moveBefore) parent.moveBefore(child, before);
  else parent.insertBefore(child, before);
}

// A socket that tells when something happened. What happened, the page asks for itself. While the socket is not open,
// the page asks often; it tries the socket again, ever less often.

class Nudges {
  #nudge;
  #socket = null;
  #wanted = false;
  #wait = 2000;
  #ping = null;
  #silence = null;
  #pending = null;
  #asked = [];
  // How many characters the last answer had.
  size = 0;
  isOpen = false;

  constructor(nudge) {
    this.#nudge = nudge;
  }

  async open() {
    this.#wanted = true;
    if (this.#socket) return;
    try {
      const token = document.querySelector(TOKEN).value;
      const response = await fetch("/dashboard/realtime", {
        method: "POST",
        body: new URLSearchParams({ csrf_token: token }),
        headers: { "X-Part": "true" },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(response.status);
      const way = await response.json();
      if (this.#wanted && !this.#socket) this.#connect(way);
    } catch {
      this.#again();
    }
  }

  #connect(way) {
    const socket = new WebSocket(way.ws_url);
    this.#socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ data: { token: way.token } }));
    socket.onmessage = (message) => this.#hear(JSON.parse(message.data));
    socket.onclose = () => this.#gone(socket);
  }

  #hear(frame) {
    clearTimeout(this.#silence);
    if (frame.type === "pong") return;
    if (frame.type === "ready") {
      this.isOpen = true;
      this.#wait = 2000;
      clearInterval(this.#ping);
      this.#ping = setInterval(() => this.#check(), PING_MS);
    }
    // The first is followed at once, those after it by two questions a second. The session may send 120 requests a
    // minute, and the reader's own come first: so after many questions, and while the reader is elsewhere, by fewer. A
    // long part is asked for less often, so that a train of tips does not take the line.
    this.#pending ??= setTimeout(() => {
      this.#pending = null;
      this.#asked.push(Date.now());
      this.#nudge();
    }, this.#pause());
  }

  // A socket whose other end has vanished, while the computer slept for example, would seem open for minutes.
  #check() {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return;
    socket.send('{"type":"ping"}');
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      socket.close();
      this.#gone(socket);
    }, PONG_MS);
  }

  #pause() {
    const now = Date.now();
    this.#asked = this.#asked.filter((time) => time > now - LIMIT_MS);
    const many = this.#asked.length;
    const quick = many < QUICK_A_MINUTE ? NUDGE_MS : many < SLOWER_A_MINUTE ? SLOWER_MS : SLOWEST_MS;
    const wait = Math.max(document.hasFocus() ? quick : SLOWEST_MS, this.size / BYTES_A_MS);
    return Math.max(0, (this.#asked.at(-1) ?? 0) + wait - now);
  }

  #gone(socket) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    this.isOpen = false;
    clearInterval(this.#ping);
    clearTimeout(this.#silence);
    if (this.#wanted) {
      this.#nudge();
      this.#again();
    }
  }

  #again() {
    setTimeout(() => this.#wanted && this.open(), this.#wait);
    this.#wait = Math.min(2 * this.#wait, 60000);
  }

  close() {
    this.#wanted = false;
    this.isOpen = false;
    clearInterval(this.#ping);
    clearTimeout(this.#silence);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }
}

// The part of the page that lives: it is asked for while the page is seen, and says so if it cannot be had. One that is
// polled has no socket, because no event tells of its changes.

class Live {
  #part;
  #since = Date.now();
  #banner = null;
  #heard = null;
  #timer = null;
  #asking = null;
  #restsUntil = 0;
  #socket;
  #sending = 0;
  #before = null;
  #fresh = null;

  constructor(part) {
    this.#part = part;
    this.#socket = "polled" in part.dataset ? null : new Nudges(() => this.refresh());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) {
        clearTimeout(this.#timer);
        this.#socket?.close();
      } else {
        this.#socket?.open();
        this.refresh();
      }
    });
    if (!document.hidden) this.#socket?.open();
    window.addEventListener("online", () => this.refresh());
    window.addEventListener("offline", () => this.lost());
    this.#later();
  }

  // Shows what a button will do before the service has said so. Answers that come meanwhile may be of the time before it,
  // so they are not shown. Returns how to take it back.
  foresee(form) {
    if (this.#sending++ === 0) this.#before = this.#part.cloneNode(true);
    if (!showEffect(form)) return null;
    return () => morph(this.#part, this.#before.cloneNode(true));
  }

  // The end of a button's request.
  settle() {
    this.#sending -= 1;
  }

  // Shows what was held back, if anything was.
  release() {
    if (!this.#fresh) return;
    this.#show(this.#fresh);
    showErrors();
    localize(document);
  }

  // Asks now for the whole part, whatever the page has.
  async renew() {
    this.#part.dataset.seen = "";
    await this.refresh();
  }

  // Asks now. Who asks while an answer is on its way gets one that was asked for after.
  async refresh() {
    while (this.#asking) await this.#asking;
    this.#asking = this.#ask();
    await this.#asking;
    this.#asking = null;
    this.#later();
  }

  #later() {
    clearTimeout(this.#timer);
    if (document.hidden) return;
    const wait = this.#socket?.isOpen && !this.#banner ? SLOW_POLL_MS : Number(this.#part.dataset.every ?? POLL_MS);
    this.#timer = setTimeout(() => this.refresh(), this.#rests() ? this.#restsUntil - Date.now() : wait);
  }

  // After too many requests in a minute, the page asks for nothing until the service takes requests again.
  #rests() {
    return this.#restsUntil > Date.now();
  }

  async #ask() {
    if (this.#rests()) return;
    const ended = this.#sending === 0 ? [...unanswered.keys()] : [];
    try {
      const address = new URL(this.#part.dataset.live, location.href);
      address.searchParams.set("seen", this.#part.dataset.seen);
      const response = await fetch(address, { headers: { "X-Part": "true" }, signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (response.status === 401) {
        this.#anew("You are signed out. Keep what is not saved elsewhere, then load this page again.");
        return;
      }
      if (response.status === 429) {
        this.#restsUntil = Date.now() + (Number(response.headers.get("Retry-After")) * 1000 || LIMIT_MS);
        this.#tell("This page updates more slowly for a moment: too much of your account is open at once.");
        return;
      }
      if (response.status === 403 || response.status === 404) {
        this.#restsUntil = Date.now() + LIMIT_MS;
        this.#tell("This page shows what was: it is deleted, or you may not see it any more. Load it again.");
        return;
      }
      if (!response.ok) throw new Error(response.status);
      if (response.status === 200) {
        const html = await response.text();
        if (this.#socket) this.#socket.size = html.length;
        if (this.#sending === 0 && !this.#show(html)) return;
      }
      this.#found(ended);
    } catch {
      this.lost();
    }
    showErrors();
    localize(document);
  }

  // Shows the part as the service has it. Returns false if this page may not show it.
  #show(html) {
    const focused = document.activeElement;
    const row = focused?.closest?.(".row");
    const beside = row && (row.nextElementSibling ?? row.previousElementSibling);
    const fresh = new DOMParser().parseFromString(html, "text/html").body.firstElementChild;
    const token = fresh.querySelector(TOKEN)?.value;
    if (token && token !== document.querySelector(TOKEN).value) {
      this.#anew("You have signed in again since this page was loaded. Load it again.");
      return false;
    }
    const places = placesOfRows(this.#part);
    heldBack.clear();
    morph(this.#part, fresh);
    this.#fresh = heldBack.size > 0 ? html : null;
    showBulk();
    standStill(places);
    showPill();
    const isLost = !focused?.isConnected || focused.disabled || focused !== document.activeElement;
    if (focused && focused !== document.body && isLost) {
      const places = [focused, row, beside, document.getElementById("content")];
      places.find((place) => place?.isConnected && !place.disabled).focus({ preventScroll: true });
    }
    this.#count();
    return true;
  }

  // The reader has signed out, or in again, maybe to another channel, which this page must not mix with its own. It is
  // loaded anew, unless input would be lost with it.
  #anew(words) {
    if (guarded().some(isChanged)) this.#tell(words);
    else leave(() => location.reload());
  }

  // The number of things that wait, in the title of the tab and in the navigation.
  #count() {
    const { count, held } = this.#part.dataset;
    document.title = document.title.replace(/^\(\d+\+?\) /, "");
    if (count && count !== "0") document.title = `(${count}) ${document.title}`;
    const badge = document.getElementById("held");
    if (badge && held !== undefined) {
      badge.hidden = held === "0";
      badge.firstChild.data = held;
    }
  }

  lost() {
    const seconds = Math.round((Date.now() - this.#since) / 1000);
    const age = seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
    this.#tell(`Not connected: what you see is ${age} old. It goes live again by itself.`, "Not connected. This page goes live again by itself.");
  }

  // heard: the words as they are told, once, while those that are seen may change
  #tell(words, heard = words) {
    if (!this.#banner) {
      this.#banner = document.createElement("p");
      this.#banner.className = "banner";
      this.#banner.id = "lost";
      document.querySelector("main").prepend(this.#banner);
    }
    this.#banner.textContent = words;
    if (this.#heard !== heard) say(heard);
    this.#heard = heard;
  }

  // ended: the requests that had ended before the page asked, so that the answer shows what came of them
  #found(ended) {
    this.#since = Date.now();
    if (this.#sending === 0) ended.forEach((asked) => unanswered.delete(asked));
    this.#part.dataset.socket = this.#socket?.isOpen ? "open" : "closed";
    if (this.#banner) say("This page is live again.");
    this.#banner?.remove();
    this.#banner = null;
    this.#heard = null;
  }
}

const part = document.querySelector("[data-live]");
const live = part ? new Live(part) : null;

// Several at once: each ticked one is decided by its own button.

function showBulk() {
  for (const part of document.querySelectorAll("[data-bulk], [data-tick]")) part.hidden = false;
}

document.addEventListener("change", (event) => {
  if (!event.target.hasAttribute("data-ticks")) return;
  for (const tick of document.querySelectorAll("[data-row]:not([data-decided]) [data-tick] input")) tick.checked = event.target.checked;
});

document.addEventListener("click", (event) => {
  const key = event.target.dataset?.all;
  if (!key) return;
  for (const ticks of document.querySelectorAll("[data-ticks]")) ticks.checked = false;
  for (const tick of document.querySelectorAll("[data-tick] input:checked")) {
    tick.checked = false;
    const button = tick.closest("[data-row]")?.querySelector(`button[data-key="${key}"]`);
    if (button) button.form.requestSubmit(button);
  }
});

// Moments are entered as the reader's clock has them, and sent in UTC; without this they are entered in UTC.

for (const input of document.querySelectorAll("input[type=datetime-local]")) {
  const kept = input.defaultValue;
  if (kept) {
    const at = new Date(`${kept}Z`);
    const here = new Date(at.getTime() - at.getTimezoneOffset() * 60000);
    if (!isNaN(here)) input.value = here.toISOString().replace(/(:00)?(\.000)?Z$/, "");
  }
  const shown = input.value;
  input.defaultValue = shown;
  input.form.addEventListener("formdata", ({ formData }) => {
    if (input.value) formData.set(input.name, input.value === shown ? `${kept}Z` : new Date(input.value).toISOString());
  });
}
for (const zone of document.querySelectorAll("[data-zone]")) zone.textContent = Intl.DateTimeFormat().resolvedOptions().timeZone;

// The browser's own time zone is offered where a channel's is chosen, unless it is the one.
for (const offer of document.querySelectorAll("[data-own-zone]")) {
  const choice = offer.form.elements[offer.dataset.ownZone];
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  offer.hidden = choice.value === own || ![...choice.options].some((option) => option.value === own);
  offer.querySelector("span").textContent = own.replaceAll("_", " ");
  offer.addEventListener("click", () => {
    choice.value = own;
    offer.hidden = true;
  });
}

// Moments of the past are counted from when one is sent, because the page may have been open for long.

const arrived = Date.now();
for (const past of document.querySelectorAll("select[data-past]")) {
  past.form.addEventListener("formdata", ({ formData }) => {
    formData.set(past.name, new Date(Date.parse(past.value) + Date.now() - arrived).toISOString());
  });
}

// Minutes are entered where the service takes seconds.

for (const input of document.querySelectorAll("input[data-minutes]")) {
  input.form.hidden = false;
  input.form.addEventListener("formdata", ({ formData }) => formData.set(input.name, 60 * input.valueAsNumber));
}

// The time left of a timer. It is counted from when the service told it, because clocks differ, and asked for now and
// then, because tips lengthen it. When the timer is over, or paused elsewhere, the page is loaded anew to say so; if input
// would be lost with it, the time alone follows.

const TIMER_MS = 15000;

for (const shown of document.querySelectorAll("[data-timer]")) {
  let isRunning = shown.dataset.timer === "running";
  const added = document.getElementById("added");
  const two = (number) => String(number).padStart(2, "0");
  const tell = (left) => { shown.textContent = `${Math.floor(left / 3600)}:${two(Math.floor(left / 60) % 60)}:${two(left % 60)}`; };
  const anew = () => {
    if (!document.getElementById("alert") && !guarded().some(isChanged)) location.reload();
  };
  let end = Date.now() + 1000 * shown.dataset.left;
  const tick = () => {
    if (!isRunning) return;
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
    tell(left);
    if (left === 0) anew();
  };
  const ask = async () => {
    if (document.hidden) return;
    try {
      const answer = await fetch("/dashboard/api/overlays/timer", { signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (!answer.ok) return;
      const { timer } = await answer.json();
      if (timer.state !== shown.dataset.timer) anew();
      isRunning = timer.state === "running";
      added.textContent = Math.trunc(timer.added_seconds / 60);
      end = Date.now() + 1000 * timer.left_seconds;
      if (!isRunning) tell(timer.left_seconds);
    } catch {
      // It counts on by itself.
    }
  };
  setInterval(tick, 1000);
  setInterval(ask, TIMER_MS);
  document.addEventListener("visibilitychange", ask);
}

// A sign that is written before a name and is no part of it.

for (const input of document.querySelectorAll("input[data-bare]")) {
  input.addEventListener("change", () => {
    const typed = input.value.trimStart();
    if (typed.startsWith(input.dataset.bare)) input.value = typed.slice(input.dataset.bare.length);
  });
}

// Variables that a click inserts into a text, and the text as it might come out.

for (const chips of document.querySelectorAll("[data-inserts]")) {
  const text = document.getElementById(chips.dataset.inserts);
  const answer = chips.parentElement.querySelector("[data-answer]");
  const samples = new Map([...chips.children].map((chip) => [chip.value, chip.dataset.sample]));
  const show = () => {
    answer.hidden = !text.value.includes("{");
    answer.lastElementChild.textContent = text.value.replaceAll(/\{[^{}]*\}/g, (variable) => samples.get(variable) ?? variable);
  };
  chips.hidden = false;
  chips.addEventListener("click", ({ target }) => {
    const chip = target.closest("button");
    if (!chip) return;
    text.setRangeText(chip.value, text.selectionStart, text.selectionEnd, "end");
    text.dispatchEvent(new Event("input", { bubbles: true }));
    text.focus();
  });
  text.addEventListener("input", show);
  show();
}

// The choice of a colour beside the field that may be empty, and the way back to the usual one.

for (const choice of document.querySelectorAll("input[data-colours]")) {
  const field = document.getElementById(choice.dataset.colours);
  const usual = choice.value;
  const show = () => { choice.value = /^#[0-9a-f]{6}$/i.test(field.value) ? field.value : usual; };
  const set = (value) => {
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  choice.parentElement.hidden = false;
  choice.addEventListener("input", () => set(choice.value));
  choice.parentElement.querySelector("button").addEventListener("click", () => set(""));
  field.addEventListener("input", show);
  show();
}

// A voice says a sentence before it is chosen. The worker makes it, so the page asks until it is there.

const HEARD_MS = 500;
const UNHEARD_MS = 20000;
const UNHEARD = {
  refused: "This service cannot speak with the voice. Choose another",
  over_limit: "The month's characters are used up",
  speech_off: "Speech is off in this installation",
};

async function askSample(voice, token) {
  const options = voice === undefined ? {} : { method: "POST", headers: { "X-CSRF-Token": token, "Content-Type": "application/json" }, body: JSON.stringify({ voice }) };
  const answer = await fetch("/dashboard/api/settings/voice-sample", options);
  const read = await answer.json();
  if (!answer.ok) throw new Error(read.error);
  return read.sample;
}

async function sampleOf(voice, token) {
  const asked = await askSample(voice, token);
  for (const end = Date.now() + UNHEARD_MS; Date.now() < end;) {
    await new Promise((done) => setTimeout(done, HEARD_MS));
    const sample = await askSample();
    if (sample.id !== asked.id) break;
    if (sample.state === "ready") return new URL(sample.url).pathname;
    if (sample.state !== "making") throw new Error(UNHEARD[sample.state]);
  }
  throw new Error("The sample did not arrive. Try again");
}

for (const line of document.querySelectorAll("[data-listening]")) {
  const [button, said] = line.children;
  const addresses = new Map();
  const audio = new Audio();
  const say = (words) => { said.textContent = words; };
  audio.addEventListener("ended", () => say(""));
  line.hidden = false;
  button.addEventListener("click", async () => {
    const voice = button.form.elements[button.dataset.listen].value || null;
    button.disabled = true;
    audio.pause();
    try {
      if (!addresses.has(voice)) {
        say("Making…");
        addresses.set(voice, await sampleOf(voice, button.form.elements.csrf_token.value));
      }
      audio.src = addresses.get(voice);
      await audio.play();
      say("Playing");
    } catch (problem) {
      say(problem.name === "NotAllowedError" ? "It is ready. Press Listen again" : problem.message);
    } finally {
      button.disabled = false;
    }
  });
}

// A refusal names the form's fields as the form does, and the field is marked.

function fieldName(input) {
  return (input.name ?? "").replaceAll(/\[(?![0-9]+\])([^\]]*)\]/g, ".$1");
}

// The form with the field, among those that are sent to the page's address, or else among all of them.
function formWith(field) {
  const forms = [...document.querySelectorAll("main form")];
  const own = forms.filter((form) => new URL(form.getAttribute("action") ?? "", location.href).pathname === location.pathname);
  const has = (form) => [...form.elements].some((input) => fieldName(input) === field && input.labels?.length);
  return own.find(has) ?? forms.find(has) ?? own[0] ?? forms[0];
}

// The words beside a field; of several boxes of one name, those above them.
function wordsOf(input) {
  const isOneOfSeveral = isBox(input) && [...input.form.elements].filter((one) => one.name === input.name && isBox(one)).length > 1;
  const words = isOneOfSeveral ? input.closest("fieldset")?.querySelector("legend") : input.labels?.[0];
  return words?.textContent.trim();
}

function nameFields(alert) {
  let marked = null;
  for (const input of formWith(alert.dataset.field)?.elements ?? []) {
    const name = fieldName(input);
    const label = wordsOf(input);
    if (!label || !(name === alert.dataset.field || name.includes("_"))) continue;
    if (name === alert.dataset.field) {
      input.setAttribute("aria-invalid", "true");
      input.setAttribute("aria-describedby", `alert ${input.getAttribute("aria-describedby") ?? ""}`.trim());
      marked ??= input;
    }
    alert.textContent = alert.textContent.split(/(\s|,|\.(?=\s|$))/).map((word) => (word === name ? `“${label}”` : word)).join("");
  }
  if (!marked) return;
  unfold(marked);
  marked.focus({ preventScroll: true });
  marked.scrollIntoView({ block: "center" });
}

// Opens the folds around a field.
function unfold(field) {
  for (let fold = field.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
}

// A browser does not send a form with an invalid field, and says why beside the field, if it can be seen.
document.addEventListener("invalid", ({ target }) => unfold(target), { capture: true });

const refusal = document.querySelector("#alert[data-field]");
if (refusal) {
  // A browser takes the focus from the field if the address names a place of the page.
  if (location.hash) history.replaceState(history.state, "", location.pathname + location.search);
  nameFields(refusal);
}

// How wide the preview of an overlay is: as its column, but no higher than a part of the window, and lower still if it
// stays in sight over the fields.

const HIGHEST = 0.7;
const HIGHEST_OVER_FIELDS = 0.35;

function previewWidth(stage, { width, height }) {
  const column = stage.parentElement.clientWidth || stage.closest("form").clientWidth;
  const highest = getComputedStyle(stage).position === "sticky" ? HIGHEST_OVER_FIELDS : HIGHEST;
  return Math.min(column, (highest * innerHeight * width) / height);
}

// Texts that the browser keeps for the next page. If it may keep nothing, the next page begins anew.

function recalled(store, name) {
  try {
    return window[store].getItem(name);
  } catch {
    return null;
  }
}

// Returns whether the browser keeps it: the page works without.
function remember(store, name, value) {
  try {
    window[store].setItem(name, value);
    return true;
  } catch {
    return false;
  }
}

// The overlay's page in a frame. A browser that could not have it shows a page of its own there, so it is asked for again
// until it says that it is ready.

const PREVIEW_MS = 10000;

function previewFrame(stage, whenReady) {
  const frame = document.createElement("iframe");
  frame.title = "The overlay with samples";
  frame.tabIndex = -1;
  frame.setAttribute("aria-hidden", "true");
  frame.src = "/overlay#preview";
  let timer = null;
  const load = (patience) => {
    stage.prepend(frame);
    timer = setTimeout(() => {
      frame.remove();
      load(2 * patience);
    }, patience);
  };
  addEventListener("message", ({ origin, source, data }) => {
    if (origin !== location.origin || source !== frame.contentWindow || data.type !== "preview") return;
    clearTimeout(timer);
    whenReady();
  });
  load(PREVIEW_MS);
  return frame;
}

// The entry of this page is in sight, and a part of the navigation that was unfolded stays so.

document.querySelector(".nav-groups [aria-current=page]")?.scrollIntoView({ block: "nearest" });

for (const fold of document.querySelectorAll("details.nav-fold")) {
  if (recalled("localStorage", fold.id) === "open") fold.open = true;
  fold.addEventListener("toggle", () => remember("localStorage", fold.id, fold.open ? "open" : "folded"));
}

// The page tells once what a form did, and not again when it is loaded again or come back to.

const address = new URL(location.href);
const told = ["done", "of", "refused"].filter((name) => address.searchParams.has(name));
if (told.length > 0) {
  told.forEach((name) => address.searchParams.delete(name));
  history.replaceState(history.state, "", address);
}

// A notice that came with the page is put there once more, because a screen reader tells what comes to be in a region, and
// not the words that it had from the start.

const NOTICE_MS = 500;

setTimeout(() => {
  const notice = document.getElementById("notice");
  if (notice && !notice.contains(document.activeElement)) notice.replaceChildren(...notice.childNodes);
}, NOTICE_MS);

showBulk();
localize(document);
setInterval(() => localize(document), 30000);
