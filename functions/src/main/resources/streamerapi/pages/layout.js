"use strict";

// An overlay's layout while it is being made: the overlay's own page in a frame, scaled down, as the form has it, and over
// it a box for each widget. Boxes are dragged, or moved by keys; what they say stands in the form's fields.

const WIDGETS = new Map([
  ["leaderboard", "Leaderboard"],
  ["goal", "Tip goal"],
  ["media", "Videos"],
  ["events", "Event list"],
  ["chat", "Chat"],
  ["labels", "Labels"],
  ["follow_goal", "Follower goal"],
  ["sub_goal", "Subscription goal"],
  ["timer", "Timer"],
  ["counter", "Counters"],
  ["qr", "QR code"],
  ["alert", "Alerts and tips"],
  ["ticker", "Latest events"],
]);
const USUAL_WIDGETS = ["alert", "tts", "media", "goal", "celebration"];
const LEAST_SIDE = 2;
const STEP = 1;
const FINE_STEP = 0.1;

const rounded = (percent) => Math.round(10 * percent) / 10;
const between = (least, value, most) => Math.min(Math.max(least, value), most);

const valueOf = (field) =>
  field.type === "number" ? field.valueAsNumber : field.type === "checkbox" ? field.checked : field.value;

// The fields of the form, read as the layout that the API has.
class LayoutForm {
  #form;
  #usual;
  #alerts;

  // alerts: how they look and sound, which another page changes
  constructor(form, usual, alerts) {
    this.#form = form;
    this.#usual = usual;
    this.#alerts = alerts;
  }

  // The layout; where a field holds no valid value, the usual one.
  get layout() {
    const layout = structuredClone({ ...this.#usual, alerts: this.#alerts });
    const lists = [...this.#form.querySelectorAll("input[type=checkbox][name='layout[panels][labels]']")];
    for (const { name } of lists) {
      layout.panels[name.slice(15, -1)] = [];
    }
    for (const field of this.#form.elements) {
      if (lists.includes(field)) {
        if (field.checked) layout.panels[field.name.slice(15, -1)].push(field.value);
        continue;
      }
      const path = field.name?.match(/^layout((?:\[\w+\])+)$/)?.[1].slice(1, -1).split("][");
      if (path && field.type !== "hidden" && field.value !== "" && field.validity.valid) {
        const last = path.pop();
        path.reduce((part, name) => part[name], layout)[last] = valueOf(field);
      }
    }
    for (const widget of WIDGETS.keys()) {
      const box = layout[widget];
      box.width = Math.min(box.width, rounded(100 - box.x));
      box.height = Math.min(box.height, rounded(100 - box.y));
    }
    return layout;
  }

  get widgets() {
    const ticked = [...this.#form.querySelectorAll("input[name=widgets]:checked")].map((box) => box.value);
    return ticked.length > 0 ? ticked : USUAL_WIDGETS;
  }

  get size() {
    const side = (name, usual) => (this.#form.elements[name].validity.valid && this.#form.elements[name].valueAsNumber) || usual;
    return { width: side("width", 1920), height: side("height", 1080) };
  }

  place(widget, box) {
    for (const side of ["x", "y", "width", "height"]) {
      this.#form.elements[`layout[${widget}][${side}]`].value = rounded(box[side]);
    }
    this.#form.dispatchEvent(new Event("input"));
  }

  take(layout) {
    for (const [name, value] of Object.entries(layout)) {
      if (WIDGETS.has(name)) this.place(name, value);
      else if (name === "panels") this.#takePanels(value);
      else if (name !== "alerts") this.#form.elements[`layout[${name}]`].value = value;
    }
    this.#form.dispatchEvent(new Event("input"));
  }

  #takePanels({ chat, ...panels }) {
    for (const [name, value] of Object.entries(panels)) {
      for (const field of this.#form.querySelectorAll(`[name="layout[panels][${name}]"]:not([type=hidden])`)) {
        if (field.type === "checkbox") field.checked = value.includes(field.value);
        else field.value = value;
      }
    }
    for (const [name, value] of Object.entries(chat)) {
      const field = this.#form.querySelector(`[name="layout[panels][chat][${name}]"]:not([type=hidden])`);
      if (field.type === "checkbox") field.checked = value;
      else field.value = value;
    }
  }
}

// A widget's box over the preview.
class Box {
  #widget;
  #title;
  #form;
  #stage;
  #told;
  #box = null;
  button = document.createElement("button");

  constructor(widget, title, { form, stage, told }) {
    this.#widget = widget;
    this.#title = title;
    this.#form = form;
    this.#stage = stage;
    this.#told = told;
    const name = document.createElement("span");
    name.textContent = title;
    const corner = document.createElement("i");
    this.button.type = "button";
    this.button.className = "place-box";
    this.button.dataset.widget = widget;
    this.button.setAttribute("aria-describedby", "stage-help");
    this.button.append(name, corner);
    this.button.addEventListener("pointerdown", (event) => this.#drag(event, event.target === corner));
    this.button.addEventListener("keydown", (event) => this.#key(event));
  }

  show(box, isShown) {
    this.#box = box;
    this.button.hidden = !isShown;
    this.button.style.left = `${box.x}%`;
    this.button.style.top = `${box.y}%`;
    this.button.style.width = `${box.width}%`;
    this.button.style.height = `${box.height}%`;
  }

  #move(from, dx, dy) {
    this.#form.place(this.#widget, {
      ...from,
      x: between(0, from.x + dx, 100 - from.width),
      y: between(0, from.y + dy, 100 - from.height),
    });
  }

  #size(from, dx, dy) {
    this.#form.place(this.#widget, {
      ...from,
      width: between(LEAST_SIDE, from.width + dx, 100 - from.x),
      height: between(LEAST_SIDE, from.height + dy, 100 - from.y),
    });
  }

  #drag(down, isSize) {
    if (down.button !== 0) return;
    const from = { ...this.#box };
    const move = (event) => {
      const dx = (100 * (event.clientX - down.clientX)) / this.#stage.clientWidth;
      const dy = (100 * (event.clientY - down.clientY)) / this.#stage.clientHeight;
      isSize ? this.#size(from, dx, dy) : this.#move(from, dx, dy);
    };
    const end = () => {
      this.button.removeEventListener("pointermove", move);
      this.button.classList.remove("dragged");
      this.#tell();
    };
    this.button.focus();
    this.button.setPointerCapture(down.pointerId);
    this.button.classList.add("dragged");
    this.button.addEventListener("pointermove", move);
    this.button.addEventListener("lostpointercapture", end, { once: true });
  }

  #key(event) {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const step = event.altKey ? FINE_STEP : STEP;
    if (event.shiftKey) this.#size(this.#box, step * way[0], step * way[1]);
    else this.#move(this.#box, step * way[0], step * way[1]);
    this.#tell();
  }

  #tell() {
    const { x, y, width, height } = this.#box;
    this.#told.textContent = `${this.#title}: ${x} percent from the left, ${y} from the top, ${width} wide, ${height} high`;
  }
}

// The overlay's page as it would be, at the size that the column has room for.
class Preview {
  #stage;
  #form;
  #boxes = new Map();
  #frame;

  constructor(stage, form, told) {
    this.#stage = stage;
    this.#form = form;
    this.#frame = previewFrame(stage, () => this.show());
    for (const [widget, title] of WIDGETS) {
      const box = new Box(widget, title, { form, stage, told });
      this.#boxes.set(widget, box);
      stage.append(box.button);
    }
    new ResizeObserver(() => this.#scale()).observe(stage.closest("form"));
    addEventListener("resize", () => this.#scale());
  }

  show() {
    const { layout, widgets } = this.#form;
    for (const [widget, box] of this.#boxes) {
      box.show(layout[widget], widgets.includes(widget) || (widget === "alert" && widgets.includes("tts")));
    }
    this.#scale();
    this.send({ type: "look", layout, widgets });
  }

  send(message) {
    this.#frame.contentWindow?.postMessage(message, location.origin);
  }

  #scale() {
    const { width, height } = this.#form.size;
    const room = previewWidth(this.#stage, { width, height });
    const scale = room / width;
    this.#stage.style.width = `${room}px`;
    this.#stage.style.height = `${scale * height}px`;
    this.#frame.style.width = `${width}px`;
    this.#frame.style.height = `${height}px`;
    this.#frame.style.transform = `scale(${scale})`;
  }
}

function begin(editor, stage) {
  const usual = JSON.parse(stage.dataset.usual);
  const form = new LayoutForm(editor, usual, JSON.parse(stage.dataset.alerts));
  const preview = new Preview(stage, form, document.getElementById("stage-told"));
  editor.addEventListener("input", () => preview.show());
  editor.addEventListener("reset", () => setTimeout(() => preview.show()));
  document.getElementById("usual").addEventListener("click", () => form.take(usual));
  for (const button of document.querySelectorAll("[data-try]")) {
    button.addEventListener("click", () =>
      preview.send(button.dataset.try === "confetti" ? { type: "celebrate", effect: "confetti" } : { type: button.dataset.try }),
    );
  }
  for (const part of [stage, ...document.querySelectorAll("#trying, #stage-help")]) part.hidden = false;
  preview.show();
}

begin(document.getElementById("editor"), document.getElementById("stage"));
