// The panels that stay on the stream: the tip goal, the leaderboard, counters, the latest events, a QR code.

import { announced, asEvent } from './alerts.js';
import { inTime } from './api.js';
import { isAlert, isOfMoney } from './events.js';
import { fit, isCalm } from './layout.js';
import { money, number, plain, said } from './words.js';

const PAID_TIP_COUNTS_AFTER = 2_000;
const LEADERS = 5;
const LATEST = 6;
const COUNTERS = 8;

export class Goal {
  #box;
  #api;
  #overlay = null;
  #goal = null;
  #reached;
  #asked = 0;
  #shown = 0;
  #readSoon = inTime(() => this.#read(), PAID_TIP_COUNTS_AFTER);

  // reached: is called when the goal is reached while the page is open
  constructor(box, api, reached = () => {}) {
    this.#box = box;
    this.#api = api;
    this.#reached = reached;
  }

  load(overlay) {
    this.#overlay = overlay.id;
    this.show(overlay.tip_goal);
  }

  // asked: the number of the request that this answers; nothing newer is set back by it
  show(goal, asked = ++this.#asked) {
    if (asked < this.#shown) {
      return;
    }
    const before = this.#goal;
    this.#goal = goal;
    this.#shown = asked;
    this.draw();
    const isSame = before !== null && before.amount === goal.amount && goal.enabled && goal.amount > 0;
    if (isSame && before.current < goal.amount && goal.current >= goal.amount) {
      this.#reached();
    }
  }

  // Again, in another language perhaps.
  draw() {
    const goal = this.#goal;
    if (goal === null) {
      return;
    }
    const [title, bar, words] = this.#box.children;
    const sum = (value) => money(value, goal.currency);
    title.textContent = goal.title || said('goal');
    const share = goal.amount > 0 ? Math.min(1, Math.max(0, goal.current / goal.amount)) : 0;
    bar.firstElementChild.style.width = `${(100 * share).toFixed(1)}%`;
    bar.hidden = !(goal.amount > 0);
    this.#box.toggleAttribute('data-reached', share === 1);
    words.textContent = bar.hidden ? sum(goal.current) : plain(said('of'), { current: sum(goal.current), amount: sum(goal.amount) });
    this.#box.hidden = !goal.enabled;
  }

  // The goal after an addition; its sum can lack other additions of the same moment.
  added(goal) {
    this.show(goal);
    this.#readSoon();
  }

  // A paid tip counts: the service knows how much.
  event(envelope) {
    if (isOfMoney(envelope)) {
      this.#readSoon();
    }
  }

  // A sum has changed of which no event tells.
  counts() {
    this.#readSoon();
  }

  async #read() {
    const asked = ++this.#asked;
    const answer = await this.#api.get(`/overlays/${this.#overlay}/tip-goal`).catch(() => null);
    if (answer !== null) {
      this.show(answer.tip_goal, asked);
    }
  }
}

export class Leaderboard {
  #box;
  #api;
  #entries = [];
  #asked = 0;
  #shown = 0;
  #loadSoon = inTime(() => this.load(), PAID_TIP_COUNTS_AFTER);

  constructor(box, api) {
    this.#box = box;
    this.#api = api;
    addEventListener('resize', () => this.#fit());
  }

  async load() {
    const asked = ++this.#asked;
    const answer = await this.#api.get(`/leaderboard?limit=${LEADERS}`).catch(() => null);
    if (asked < this.#shown) {
      return;
    }
    this.#shown = asked;
    this.#entries = answer?.entries ?? [];
    this.draw();
  }

  draw() {
    this.#box.querySelector('h2').textContent = said('leaderboard');
    this.#box.querySelector('ol').replaceChildren(
      ...this.#entries.map((entry) => {
        const line = item('li', '');
        line.append(item('bdi', entry.name), item('b', money(entry.total_amount, entry.currency)));
        return line;
      }),
    );
    this.#box.hidden = this.#entries.length === 0;
    this.#fit();
  }

  #fit() {
    fitRows(this.#box, [...this.#box.querySelectorAll('li')].map((line) => [line]));
  }

  event(envelope) {
    if (isOfMoney(envelope)) {
      this.counts();
    }
  }

  counts() {
    this.#loadSoon();
  }
}

// The counters that changed last, the latest first, as many as there is room for.
export class Counters {
  #box;
  #api;
  #values = new Map();
  #rows = [];

  constructor(box, api) {
    this.#box = box;
    this.#api = api;
    addEventListener('resize', () => this.#fit());
  }

  // A counter may have been removed, of which no event tells. One can begin while this is asked.
  async counts() {
    const before = this.#values;
    const answer = await this.#api.get('/counters').catch(() => null);
    if (answer !== null) {
      this.#values = new Map([...this.#values].filter(([name]) => !before.has(name) || answer.counters.some((other) => other.name === name)));
      this.draw();
    }
  }

  load(counters) {
    const latest = [...counters].sort((one, other) => Date.parse(other.updated_at) - Date.parse(one.updated_at));
    this.#values = new Map(latest.map(({ name, value }) => [name, value]));
    this.draw();
  }

  // One that is replayed and was not loaded has perhaps been removed since.
  event({ type, data }, replayed) {
    if (type === 'counter.updated') {
      const isLoaded = this.#values.has(data.name);
      this.#values = new Map([[data.name, data.value], ...[...this.#values].filter(([name]) => name !== data.name)]);
      this.draw();
      if (replayed && !isLoaded) {
        this.counts();
      }
    }
  }

  draw() {
    const shown = [...this.#values].slice(0, COUNTERS);
    this.#rows = shown.map(([name, value]) => [item('dt', labelled(name)), item('dd', number(value))]);
    this.#box.querySelector('dl').replaceChildren(...this.#rows.flat());
    this.#box.hidden = shown.length === 0;
    this.#fit();
  }

  #fit() {
    fitRows(this.#box, this.#rows);
  }
}

// The latest tips and alerts, in the words of their alerts. A line that is longer than the box moves, or, for a user who
// wants less motion, has only the newest of them.
export class Ticker {
  #box;
  #api;
  #latest = [];
  #overlay = null;
  #loadSoon = inTime(() => this.load({ id: this.#overlay }), PAID_TIP_COUNTS_AFTER);

  constructor(box, api) {
    this.#box = box;
    this.#api = api;
    addEventListener('resize', () => this.#move());
  }

  // Begins with what happened last, or adds what the page has missed. What stood there before, and is not known any more
  // or not under this name, goes.
  async load({ id }) {
    this.#overlay = id;
    const answer = await this.#api.latest(id);
    if (answer === null) {
      return;
    }
    const isKnown = ({ id, line }) => answer.events.some((one) => one.id === id && line.textContent.includes(one.name ?? ''));
    this.#latest = this.#latest.filter((one) => one.came >= answer.asked || isKnown(one));
    [...answer.events].reverse().map(asEvent).forEach((envelope) => this.#add(envelope));
    this.#show();
  }

  // A tip was removed.
  counts() {
    this.#loadSoon();
  }

  event(envelope) {
    if (envelope.type === 'tip.created' ? envelope.data.is_replay : !isAlert(envelope)) {
      return;
    }
    this.#add(envelope, performance.now());
    this.#show();
  }

  // Each stands once, in the words in which it came first, and the newest stands first.
  #add({ created, ...envelope }, came) {
    if (this.#latest.some(({ id }) => id === envelope.id)) {
      return;
    }
    const line = item('li', '');
    line.append(...announced(envelope));
    const isLater = (one, other) => (one.created < other.created ? 1 : one.created > other.created ? -1 : 0);
    this.#latest = [{ id: envelope.id, created, came, line }, ...this.#latest].sort(isLater).slice(0, LATEST);
  }

  #show() {
    this.#box.hidden = this.#latest.length === 0;
    this.#move();
  }

  clear() {
    this.#latest = [];
  }

  #move() {
    const list = this.#box.querySelector('ul');
    list.style.removeProperty('--seconds');
    const lines = this.#latest.map(({ line }) => line);
    list.replaceChildren(...lines);
    const isLonger = () => list.scrollWidth > this.#box.clientWidth;
    if (isCalm()) {
      while (isLonger() && list.children.length > 1) {
        list.lastElementChild.remove();
      }
    } else if (isLonger()) {
      list.append(...lines.map(repeated));
      list.style.setProperty('--seconds', `${Math.round(list.scrollWidth / 120)}s`);
    }
  }
}

// The QR code of the tip page, with the page's address below it. It is there as long as the page is.
export class Qr {
  #box;
  #path = null;

  constructor(box) {
    this.#box = box;
  }

  // `path` is that of the tip page, or null.
  show(path) {
    this.#box.hidden = path === null;
    if (path === null || path === this.#path) {
      return;
    }
    this.#path = path;
    const image = new Image();
    image.alt = '';
    image.src = `${path}/qr.svg`;
    this.#box.firstElementChild.replaceChildren(image);
    this.#box.lastElementChild.textContent = location.host + path;
  }
}

function repeated(line) {
  const copy = line.cloneNode(true);
  copy.setAttribute('aria-hidden', 'true');
  return copy;
}

// A counter's name as words.
const labelled = (name) => name.replaceAll('_', ' ');

// Shows the first rows, each a list of elements, and none that the box would cut.
function fitRows(box, rows) {
  fit(box, rows.length, (shown) => rows.forEach((row, i) => row.forEach((cell) => { cell.hidden = i >= shown; })));
}

function item(tag, words) {
  const element = document.createElement(tag);
  element.textContent = words;
  return element;
}
