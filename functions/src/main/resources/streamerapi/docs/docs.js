"use strict";

// The documentation's comforts: search over all of it, copying, one language for every call, and calls that can be tried.
// Pages are whole without them.

const MOST_RESULTS = 20;
const LANGUAGE = "docs-language";
const KEY = "docs-key";

// Texts that the browser keeps for the next page. If it may keep nothing, the next page begins anew.

function recalled(store, name) {
  try {
    return window[store].getItem(name);
  } catch {
    return null;
  }
}

function remember(store, name, value) {
  try {
    window[store].setItem(name, value);
  } catch {
    // The page works without.
  }
}

function made(name, properties, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

// Search: the index is loaded at the first key stroke, and at the next one if it cannot be had. A place is found if it has
// a word for each of the query's that begins with it; one that has it in its title, its anchor or its path comes before
// the others.

const box = document.querySelector("search");
const field = document.getElementById("search");
const found = document.getElementById("found");
const results = document.getElementById("results");
let loading = null;

function index() {
  loading ??= fetch(box.dataset.index).then((answer) => answer.json()).then(({ places, words }) => ({
    places,
    words: Object.entries(words).map(([word, numbers]) => {
      let place = 0;
      return [word, numbers.split(" ").map((number) => (place += parseInt(number, 36)))];
    }),
  })).catch(() => (loading = null));
  return loading;
}

function score(places, words, query) {
  const terms = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const scores = new Map();
  terms.forEach((term, number) => {
    const points = new Map();
    for (const [word, numbers] of words) {
      if (!word.startsWith(term)) continue;
      for (const place of numbers) {
        const head = places[place].slice(1).join(" ").toLowerCase();
        const more = head.includes(term) ? (places[place][2].toLowerCase().includes(term) ? 8 : 4) : 1;
        points.set(place, Math.max(points.get(place) ?? 0, word === term ? more * 2 : more));
      }
    }
    for (const [place, sum] of number ? [...scores] : []) {
      if (points.has(place)) scores.set(place, sum + points.get(place));
      else scores.delete(place);
    }
    if (!number) for (const [place, sum] of points) scores.set(place, sum);
  });
  const isLater = (place) => (places[place][0].startsWith("dashboard-") ? 1 : 0);
  return [...scores].sort((one, other) => other[1] - one[1] || isLater(one[0]) - isLater(other[0]) || one[0] - other[0]);
}

async function search() {
  const query = field.value.trim();
  if (query.length < 2) {
    results.hidden = true;
    found.textContent = "";
    return;
  }
  const loaded = await index();
  if (!loaded || query !== field.value.trim()) return;
  const { places, words } = loaded;
  const scores = score(places, words, query);
  results.replaceChildren(...scores.slice(0, MOST_RESULTS).map(([place]) => {
    const [page, anchor, title, hint] = places[place];
    const href = "/docs" + (page && "/" + page) + (anchor && "#" + anchor);
    return made("li", {}, made("a", { href }, title, made("small", { textContent: hint })));
  }));
  found.textContent = scores.length ? scores.length + " found" : "Nothing found";
  if (!scores.length) results.append(made("li", { textContent: "Nothing found" }));
  results.hidden = false;
}

function move(by) {
  const links = [field, ...results.querySelectorAll("a")];
  links[Math.min(links.length - 1, Math.max(0, links.indexOf(document.activeElement) + by))].focus();
}

box.hidden = false;
field.addEventListener("input", search);
box.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    move(event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "Enter" && event.target === field) {
    results.querySelector("a")?.click();
  } else if (event.key === "Escape") {
    results.hidden = true;
    field.focus();
  }
});
document.addEventListener("focusin", (event) => {
  if (!box.contains(event.target)) results.hidden = true;
});
document.addEventListener("click", (event) => {
  if (event.target !== field) results.hidden = true;
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
  event.preventDefault();
  field.focus();
});

// One language for every call, remembered by the browser.

function speak(language) {
  for (const tab of document.querySelectorAll(".languages > details")) {
    if (tab.parentElement.querySelector(`[data-language="${language}"]`)) tab.open = tab.dataset.language === language;
  }
}

for (const summary of document.querySelectorAll(".languages > details > summary")) {
  summary.addEventListener("click", (event) => {
    event.preventDefault();
    const top = summary.getBoundingClientRect().top;
    const { language } = summary.parentElement.dataset;
    remember("localStorage", LANGUAGE, language);
    speak(language);
    scrollBy(0, summary.getBoundingClientRect().top - top);
  });
}
if (/^(JavaScript|Python|Java)$/.test(recalled("localStorage", LANGUAGE) ?? "")) {
  speak(recalled("localStorage", LANGUAGE));
  if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
}

// Contents beside the page are always open; above it, on a narrow screen, they are folded.

const contents = document.querySelector(".side details");
if (contents && matchMedia("(min-width: 62rem)").matches) contents.open = true;

// Copying.

for (const text of document.querySelectorAll(".languages pre, .example pre, main > pre")) {
  const holder = made("div", { className: "copied" });
  const button = made("button", { type: "button", className: "quiet", textContent: "Copy" });
  text.replaceWith(holder);
  holder.append(text, button);
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text.textContent);
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 2000);
  });
}

// Trying a call: at the service that the page is of, with a key that stays in this tab.

function labelled(text, input) {
  return made("label", {}, text, input);
}

function form(call) {
  const { method, path } = call.dataset;
  const key = made("input", { type: "password", autocomplete: "off", required: true, value: recalled("sessionStorage", KEY) ?? "" });
  const example = call.querySelector("template.body")?.content.textContent;
  const body = made("textarea", { value: example ?? "", spellcheck: false });
  const parameters = [...call.querySelectorAll('dt[data-in="path"], dt[data-in="query"]')].map((row) => ({
    ...row.dataset,
    input: made("input", { value: row.dataset.value, required: row.dataset.in === "path", autocomplete: "off" }),
  }));
  const answer = made("pre", { hidden: true, tabIndex: 0 });
  const asked = made("form", { className: "try" });
  asked.append(
    labelled("API key, kept in this tab only", key),
    ...parameters.map(({ name, input }) => labelled(name, input)),
    ...(example === undefined ? [] : [labelled("Body", body)]),
    made("div", {}, made("button", { type: "submit", textContent: `Send ${method}` })),
    answer,
  );
  asked.addEventListener("submit", async (event) => {
    event.preventDefault();
    remember("sessionStorage", KEY, key.value);
    let address = path;
    const query = new URLSearchParams();
    for (const { in: place, name, input } of parameters) {
      if (place === "path") address = address.replace(`{${name}}`, encodeURIComponent(input.value));
      else if (input.value) query.append(name, input.value);
    }
    const headers = { Authorization: `Bearer ${key.value}` };
    if (example !== undefined) headers["Content-Type"] = "application/json";
    answer.hidden = false;
    answer.textContent = "…";
    try {
      const got = await fetch(address + (query.size ? "?" + query : ""), {
        method,
        headers,
        body: example === undefined ? undefined : body.value,
        credentials: "omit",
      });
      const text = await got.text();
      let shown = text;
      try {
        shown = JSON.stringify(JSON.parse(text), null, 2);
      } catch {}
      answer.textContent = `${got.status}\n${shown}`;
    } catch (failure) {
      answer.textContent = String(failure);
    }
  });
  return asked;
}

for (const call of document.querySelectorAll(".call[data-method]")) {
  const button = made("button", { type: "button", className: "secondary", textContent: "Try it" });
  call.querySelector(".languages").after(button);
  button.addEventListener("click", () => {
    const asked = form(call);
    button.replaceWith(asked);
    asked.querySelector("input").focus();
  });
}
