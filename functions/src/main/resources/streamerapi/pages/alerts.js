"use strict";

// An overlay's alerts while they are being made: the overlay's own page in a frame, as the form has it, which plays what
// is tried.

const NUMBERS = new Set(["from", "to", "tier", "chance", "volume", "seconds"]);
const TIERED = new Set(["sub", "resub", "gift_sub"]);
// The platform of the types that are not on each.
const ONLY_ON = { tip: "", cheer: "alpha", raid: "alpha", paid_gift: "beta" };

// The form, read as the layout that the API has.
class AlertForm {
  #form;
  #saved;

  constructor(form, saved) {
    this.#form = form;
    this.#saved = saved;
  }

  get layout() {
    const layout = structuredClone(this.#saved);
    const fields = this.#form.elements;
    for (const field of this.#form.querySelectorAll("[data-colour]:not(:disabled)")) {
      const name = field.name.match(/\[(\w+)\]$/)[1];
      layout[name] = name === "panel_opacity" ? Number(field.value) : field.value;
    }
    layout.alert_seconds = fields["layout[alert_seconds]"].valueAsNumber || layout.alert_seconds;
    layout.alerts.theme = fields["layout[alerts][theme]"].value;
    layout.alerts.language = fields["layout[alerts][language]"].value;
    layout.alerts.variations = this.variations.map(variation).filter(({ type }) => type !== "");
    return layout;
  }

  get variations() {
    return [...this.#form.querySelectorAll(".variation")];
  }

  // The font and colours that suit a theme; with the saved theme those that are saved come back.
  colour({ value: theme, dataset }) {
    const isSaved = theme === this.#saved.alerts.theme;
    for (const [name, value] of Object.entries(JSON.parse(dataset.palette))) {
      const field = this.#form.elements[`layout[${name}]`];
      field.disabled = isSaved;
      field.value = isSaved ? this.#saved[name] : value;
    }
  }

  // Takes up again, after a refusal, the changes of fields that are out of sight.
  retake() {
    for (const field of this.#form.querySelectorAll("[data-colour]")) {
      field.disabled = field.value === String(this.#saved[field.name.match(/\[(\w+)\]$/)[1]]);
    }
    const order = this.#form.elements["layout[alerts][order]"];
    order.disabled = order.value.split(/\s+/).join() === this.#saved.alerts.order.join();
  }
}

// One variation, as its fields have it.
function variation(part) {
  const read = {};
  for (const field of part.querySelectorAll("[name]:not([type=hidden])")) {
    const name = field.name.match(/\[(\w+)\]$/)[1];
    if (field.type === "checkbox") read[name] = field.checked;
    else if (name === "type") read[name] = field.value;
    else if (field.value === "" || !field.validity.valid) read[name] = null;
    else read[name] = NUMBERS.has(name) ? Number(field.value) : field.value;
  }
  return { ...read, chance: read.chance ?? 100, volume: read.volume ?? 70 };
}

// Why no alert meets the conditions of a variation; nothing if one can.
function impossible({ type, from, to, tier, platform }, platformName) {
  if (type === "follow" && (from !== null || to !== null)) return "Never shown: a follow has no amount.";
  if (platform !== null && platform !== (ONLY_ON[type] ?? platform)) return `Never shown: ${type === "tip" ? "a tip comes from no platform" : `there is no such alert on ${platformName}`}.`;
  if (tier !== null && !(TIERED.has(type) && platform !== "beta")) return `Never shown: ${TIERED.has(type) ? `subscriptions on ${platformName} have no tier` : "only subscriptions have a tier"}.`;
  return "";
}

// Fills a variation's fields with the values of another one.
function fill(part, values) {
  for (const field of part.querySelectorAll("[name]:not([type=hidden])")) {
    const value = values[field.name.match(/\[(\w+)\]$/)[1]];
    if (field.type === "checkbox") field.checked = value;
    else field.value = value ?? "";
  }
}

// The other overlays of the account, whose variations can be copied. They are read when the list is unfolded.
class Copies {
  #part;
  #overlay;
  #variations;
  #overlays = null;

  constructor(part, overlay, variations) {
    this.#part = part;
    this.#overlay = overlay;
    this.#variations = variations;
    part.addEventListener("toggle", () => this.#load());
    part.querySelector("button").addEventListener("click", () => this.#copy());
  }

  async #load() {
    if (!this.#part.open || this.#overlays !== null) return;
    try {
      const answer = await fetch("/dashboard/api/overlays");
      const read = await answer.json();
      if (!answer.ok) throw new Error(read.error);
      this.#overlays = read.overlays.filter(({ id, layout }) => id !== this.#overlay.id && layout.alerts.variations.length > 0);
    } catch {
      this.#tell("The overlays could not be read. Close this, and open it again.");
      return;
    }
    this.#part.querySelector("select").replaceChildren(
      ...this.#overlays.map(({ id, name, layout }) => new Option(`${name} (${layout.alerts.variations.length})`, id)),
    );
    this.#part.querySelector(".toolbar").hidden = this.#overlays.length === 0;
    this.#tell(this.#overlays.length === 0 ? "No other overlay has variations." : "");
  }

  #copy() {
    const from = this.#overlays.find(({ id }) => id === this.#part.querySelector("select").value);
    const copied = this.#variations.copy(from.layout.alerts.variations);
    const left = from.layout.alerts.variations.length - copied;
    this.#tell(`${copied} copied${left > 0 ? `, ${left} are here already` : ""}. They are kept when you save.`);
  }

  #tell(words) {
    this.#part.querySelector("[role=status]").textContent = words;
  }
}

// The overlay's page as it would be, at the size that the column has room for.
class Preview {
  #stage;
  #form;
  #overlay;
  #frame;

  constructor(stage, form, overlay) {
    this.#stage = stage;
    this.#form = form;
    this.#overlay = overlay;
    this.#frame = previewFrame(stage, () => this.show());
    new ResizeObserver(() => this.#scale()).observe(stage.closest("form"));
    addEventListener("resize", () => this.#scale());
  }

  show() {
    this.#scale();
    this.send({ type: "look", layout: this.#form.layout, widgets: ["alert"] });
  }

  send(message) {
    this.#frame.contentWindow?.postMessage(message, location.origin);
  }

  #scale() {
    const { width, height } = this.#overlay;
    const room = previewWidth(this.#stage, { width, height });
    const scale = room / width;
    this.#stage.style.width = `${room}px`;
    this.#stage.style.height = `${scale * height}px`;
    this.#frame.style.width = `${width}px`;
    this.#frame.style.height = `${height}px`;
    this.#frame.style.transform = `scale(${scale})`;
  }
}

// The list of variations: more of them, fewer, and one tried.
class Variations {
  #form;
  #preview;
  #changed;
  #blank;

  constructor(form, preview, changed) {
    this.#form = form;
    this.#preview = preview;
    this.#changed = changed;
    this.#blank = form.variations.at(-1).cloneNode(true);
    form.variations.at(-1).remove();
    for (const part of form.variations) {
      this.#live(part);
      part.addEventListener("toggle", () => this.#nameFiles(part), { once: true });
      // One that was removed before the form was refused stays out of sight.
      part.hidden = variation(part).type === "";
    }
    document.getElementById("add").addEventListener("click", () => this.#add());
  }

  // Adds variations of another overlay, but those that are here already, and answers how many those were.
  copy(variations) {
    const before = this.#form.variations.length;
    for (const values of variations) {
      const part = this.#append(values.type);
      fill(part, values);
      const read = JSON.stringify(variation(part));
      if (this.#form.variations.some((other) => other !== part && JSON.stringify(variation(other)) === read)) part.remove();
      else this.#live(part);
    }
    this.#changed();
    return this.#form.variations.length - before;
  }

  #add() {
    const part = this.#append("tip");
    part.open = true;
    this.#live(part);
    this.#changed();
    part.querySelector("select").focus();
  }

  #append(type) {
    const part = this.#blank.cloneNode(true);
    const index = 1 + Math.max(-1, ...this.#form.variations.map(({ dataset }) => Number(dataset.index)));
    const before = this.#blank.dataset.index;
    for (const element of part.querySelectorAll("[name], [id], [for], [aria-describedby]")) {
      for (const name of ["name", "id", "for", "aria-describedby"]) {
        const value = element.getAttribute(name);
        if (value !== null) {
          element.setAttribute(name, value.replace(`[variations][${before}]`, `[variations][${index}]`).replace(`variations-${before}-`, `variations-${index}-`).replace(`upload-${before}`, `upload-${index}`));
        }
      }
    }
    part.dataset.index = index;
    part.querySelector("[name$='[type]']").value = type;
    document.getElementById("add").before(part);
    return part;
  }

  // A page with very many files names them in its blank form alone.
  #nameFiles(part) {
    for (const name of ["picture_file", "sound_file"]) {
      const select = part.querySelector(`[name$='[${name}]']`);
      const named = new Set([...select.options].map(({ value }) => value));
      const others = [...this.#blank.querySelector(`[name$='[${name}]']`).options].filter(({ value }) => !named.has(value));
      select.append(...others.map((option) => option.cloneNode(true)));
    }
  }

  #live(part) {
    for (const scripted of part.querySelectorAll("[data-scripted]")) scripted.hidden = false;
    part.addEventListener("input", () => this.#entitle(part));
    this.#entitle(part);
    part.querySelector("[data-play]").addEventListener("click", () => {
      const tried = variation(part);
      this.#preview.send({ type: "alert", kind: tried.type, variation: tried });
    });
    const upload = part.querySelector("[data-upload]");
    upload.addEventListener("change", () => this.#upload(part, upload));
    part.querySelector("[data-remove]").addEventListener("click", () => {
      // An invalid field that is out of sight would keep the form from being sent.
      for (const field of part.querySelectorAll("input:invalid")) field.value = field.defaultValue;
      part.querySelector("[name$='[type]']").value = "";
      part.hidden = true;
      this.#changed();
    });
  }

  // Uploads the chosen file: every variation can have it then, and this one has it.
  async #upload(part, input) {
    const hint = part.querySelector(`#${input.getAttribute("aria-describedby")}`);
    const [chosen] = input.files;
    if (!chosen) return;
    hint.classList.remove("error");
    hint.textContent = `${chosen.name}: uploading…`;
    input.disabled = true;
    try {
      const file = await uploadFile(chosen);
      const name = file.type.startsWith("audio/") ? "sound_file" : "picture_file";
      for (const each of [...this.#form.variations, this.#blank]) {
        const option = document.createElement("option");
        option.value = file.id;
        option.textContent = file.name;
        each.querySelector(`[name$='[${name}]']`).append(option);
      }
      part.querySelector(`[name$='[${name}]']`).value = file.id;
      hint.textContent = `${file.name} is added, and chosen here.`;
      this.#changed();
    } catch (problem) {
      hint.classList.add("error");
      hint.textContent = `${problem.message}.`;
    } finally {
      input.disabled = false;
      input.value = "";
    }
  }

  #entitle(part) {
    const first = part.querySelector("[name$='[is_first]']:not([type=hidden])");
    first.closest("label").hidden = part.querySelector("[name$='[type]']").value !== "tip";
    first.checked &&= !first.closest("label").hidden;
    const read = variation(part);
    const { type, from, to, is_first: isFirst, chance } = read;
    const [platform] = part.querySelector("[name$='[platform]']").selectedOptions;
    part.querySelector("[data-never]").textContent = impossible(read, platform.textContent);
    const kind = part.querySelector(`[name$='[type]'] option[value='${type}']`).textContent;
    const range = from !== null && to !== null ? ` from ${from} to ${to}` : from !== null ? ` from ${from}` : to !== null ? ` to ${to}` : "";
    part.querySelector("summary span").textContent = `${kind}${range}${isFirst ? ", first" : ""}${chance < 100 ? `, ${chance} %` : ""}`;
  }
}

function begin(editor, stage) {
  const overlay = JSON.parse(stage.dataset.overlay);
  const form = new AlertForm(editor, overlay.layout);
  form.retake();
  const preview = new Preview(stage, form, overlay);
  const changed = () => {
    preview.show();
    showUnsaved(editor);
  };
  const variations = new Variations(form, preview, changed);
  new Copies(document.getElementById("copies"), overlay, variations);
  editor.addEventListener("input", changed);
  // Blank fields mean the defaults, and are not sent: so many variations fit into one form.
  editor.addEventListener("formdata", ({ formData }) => {
    for (const [name, value] of [...formData]) {
      if (value === "" && name.includes("[variations][") && !name.endsWith("[type]")) formData.delete(name);
    }
  });
  for (const theme of editor.querySelectorAll("[data-palette]")) {
    theme.addEventListener("change", () => form.colour(theme));
  }
  for (const button of document.querySelectorAll("[data-try]")) {
    button.addEventListener("click", () => preview.send({ type: "alert", kind: button.dataset.try }));
  }
  const order = document.getElementById("order");
  order.addEventListener("click", ({ target }) => {
    const line = target.closest("[data-up]")?.closest("li");
    if (line) {
      line.previousElementSibling?.before(line);
      const field = editor.elements["layout[alerts][order]"];
      field.disabled = false;
      editor.dataset.changed = "";
      field.value = [...order.children].map(({ dataset }) => dataset.kind).join("\n");
      target.focus();
      changed();
    }
  });
  for (const part of document.querySelectorAll("#stage, .editor [data-scripted]")) part.hidden = false;
  preview.show();
}

begin(document.getElementById("alerts"), document.getElementById("stage"));
