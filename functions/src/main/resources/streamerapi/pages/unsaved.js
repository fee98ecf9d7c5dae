// Input that is not saved yet: a form says so beside its button, and leaving the page asks. On a page with several forms,
// input of one survives the saving of another, which loads the page again. With it survives the state that its form was
// shown with, so that its save does not undo silently what others have saved since.

const sentForms = new Set();

function isBox(field) {
  return field.type === "checkbox" || field.type === "radio";
}

function isTouched(field) {
  if (!field.name || field.type === "hidden" || field.type === "password" || field.type === "file") return false;
  if (isBox(field)) return field.checked !== field.defaultChecked;
  if (field.nodeName === "SELECT") return field.value !== usualChoice(field);
  if (field.type === "color") return field.value !== field.defaultValue.toLowerCase();
  return field.value !== field.defaultValue;
}

// A list whose choice the page does not name has chosen its first entry.
function usualChoice(list) {
  return ([...list.options].find((option) => option.defaultSelected) ?? list.options[0])?.value;
}

// A script that changes what no field shows marks the form.
function isChanged(form) {
  return "changed" in form.dataset || [...form.elements].some(isTouched);
}

// The forms whose input is kept somewhere: a choice beside a button is not.
function guarded() {
  return [...document.querySelectorAll("main form[method=post]:not(.inline, [data-part], [data-counts], [data-unkept])")];
}

function kept() {
  return [...document.querySelectorAll("form:has(> input[name=shown])")];
}

// The words beside a form's button; null for a form without one.
function besideButton(form) {
  const known = form.querySelector(".unsaved");
  const button = [...form.querySelectorAll("button:not([type=button], [type=reset])")].filter((one) => one.form === form).at(-1);
  if (known || !button) return known;
  const words = document.createElement("small");
  words.className = "unsaved";
  words.setAttribute("role", "status");
  const line = document.createElement("span");
  line.className = "toolbar";
  const focused = document.activeElement;
  button.replaceWith(line);
  line.append(button, words);
  if (focused === button) button.focus();
  return words;
}

function showUnsaved(form) {
  const changed = isChanged(form);
  const words = changed ? besideButton(form) : form.querySelector(".unsaved");
  if (words) words.textContent = changed ? "Not saved yet." : "";
  for (const undo of form.querySelectorAll("button[type=reset]")) undo.hidden = !changed;
}

// Events that scripts send to a form do not bubble.
for (const type of ["input", "change", "reset"]) {
  document.addEventListener(type, ({ target }) => {
    const form = target.form ?? target.closest?.("form") ?? null;
    if (form && guarded().includes(form)) setTimeout(() => showUnsaved(form));
  }, { capture: true });
}
document.addEventListener("reset", ({ target }) => {
  delete target.dataset.changed;
  const { shown } = target.elements;
  if (shown?.dataset.own) shown.value = shown.dataset.own;
}, { capture: true });

// Gives a form the state back over which its input was typed. If that is undone, it has the page's own again.
function typedOver(form, state) {
  const { shown } = form.elements;
  shown.dataset.own ??= shown.value;
  shown.value = state;
}

// Another reader, who signs in in the same tab, gets nothing of it.
function keptName() {
  return `kept ${location.pathname} ${reader()}`;
}

function keep(sent) {
  const forms = kept();
  if (forms.length < 2 || !forms.includes(sent)) return;
  const touched = forms.flatMap((form, index) => (form === sent ? [] : [...form.elements].filter(isTouched).map((field) => (
    { form: index, name: field.name, value: field.value, checked: field.checked }))));
  const shown = forms.map((form) => form.elements.shown.value);
  if (remember("sessionStorage", keptName(), JSON.stringify({ shown, touched }))) forms.forEach((form) => sentForms.add(form));
}

function restore() {
  const forms = kept();
  if (forms.length < 2) return;
  const { shown, touched } = JSON.parse(recalled("sessionStorage", keptName()) ?? "null") ?? { touched: [] };
  remember("sessionStorage", keptName(), "null");
  for (const { form, name, value, checked } of touched) {
    const fields = [...forms[form]?.elements ?? []].filter((field) => field.name === name && field.type !== "hidden");
    const field = fields.find((one) => !isBox(one) || one.value === value);
    if (!field) continue;
    if (isBox(field)) field.checked = checked;
    else field.value = value;
    typedOver(forms[form], shown[form]);
    unfold(field);
    showUnsaved(forms[form]);
  }
}

// A form that is sent after its session has ended is not saved. Its input is there again on the page when the same reader
// has signed in, which they did if the page has another token; and so it is after a refusal that does not show the form.
// A form that got no answer may have been saved: its input is there again with its number, by which it is saved once.
// Passwords and files are not kept.

const SENT = "sent";
let wasSent = false;

function recalledSent() {
  return JSON.parse(recalled("sessionStorage", SENT) ?? "null");
}

function rememberSent(sent) {
  remember("sessionStorage", SENT, JSON.stringify(sent));
}

function reader() {
  return [...document.querySelectorAll(".channel strong, .signed-in > small")].map((words) => words.textContent).join(" ");
}

function alike(form, { name, type }) {
  return [...form.elements].filter((field) => field.name === name && field.type === type);
}

function ofAction(action) {
  return guarded().filter((form) => form.getAttribute("action") === action);
}

function keepSent(form) {
  const touched = [...form.elements].filter(isTouched).map((field) => (
    { name: field.name, type: field.type, at: alike(form, field).indexOf(field), value: field.value, checked: field.checked }));
  const token = form.elements.csrf_token?.value;
  const request = form.elements.request?.value;
  const shown = form.elements.shown?.value;
  const action = form.getAttribute("action");
  wasSent = true;
  rememberSent({ page: location.pathname, action, form: ofAction(action).indexOf(form), token, request, shown, reader: reader(), touched });
}

// Whether a page was opened, and is not the answer to a form: one that was carried out leads on, and a refusal says so.
function isOpened() {
  const [opened] = performance.getEntriesByType("navigation");
  return opened?.redirectCount === 0 && opened.responseStatus === 200 && !document.getElementById("alert");
}

function restoreSent() {
  const sent = recalledSent();
  const token = document.querySelector(TOKEN)?.value;
  if (!sent || !token) return;
  const isOwn = sent.reader === reader();
  if (isOwn && document.querySelector("[data-refused]")) {
    rememberSent({ ...sent, token: null });
    return;
  }
  const isLost = sent.token !== token && isOwn;
  const isUnanswered = !isLost && isOwn && isOpened();
  if ((isLost || isUnanswered) && sent.page !== location.pathname) return;
  const form = ofAction(sent.action)[sent.form];
  rememberSent(null);
  if (!(isLost || isUnanswered) || !form) return;
  let first = null;
  for (const { at, value, checked, ...kind } of sent.touched) {
    const field = alike(form, kind)[at];
    if (!field) continue;
    if (isBox(field)) field.checked = checked;
    else field.value = value;
    unfold(field);
    first ??= field;
  }
  if (!first) return;
  first.focus();
  if (sent.shown) typedOver(form, sent.shown);
  showUnsaved(form);
  if (isUnanswered) form.elements.request.value = sent.request;
  toast(isUnanswered
    ? "No answer came to what you entered. It is here again: send it once more, and it is saved once."
    : "What you entered is here again. It is not saved yet.");
}

document.addEventListener("submit", ({ target }) => {
  if (target.method !== "post" || target.matches("[data-part], [data-counts]")) return;
  sentForms.add(target);
  if (target.elements.request) keepSent(target);
  keep(target);
});
addEventListener("beforeunload", (event) => {
  if (!guarded().some((form) => !sentForms.has(form) && isChanged(form))) return;
  event.preventDefault();
  // The time after the question is that of a reader who stays: the form that was to be sent was not.
  setTimeout(() => {
    for (const form of sentForms) form.querySelectorAll("button").forEach((button) => { button.disabled = false; });
    sentForms.clear();
  });
});
// A page that the browser has kept shows its form as it was sent, with a number that is used up: it is loaded anew.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted && wasSent) location.reload();
  else sentForms.clear();
});
restore();
restoreSent();

// A form that leads back to its own place on a long page says there that it was saved.
const savedForm = location.hash && document.getElementById("notice") && document.querySelector(`main form[action$="${CSS.escape(location.hash)}"]`);
const savedWords = savedForm && besideButton(savedForm);
if (savedWords) savedWords.textContent = "Saved.";
if (location.hash) {
  const fold = document.getElementById(location.hash.slice(1));
  if (fold?.nodeName === "DETAILS") fold.open = true;
}
