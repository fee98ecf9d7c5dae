// The one place where something is announced: the tip that plays, and between tips what happened besides.

import { fit } from './layout.js';

const USUAL_SECONDS = 6;
const MOST_WAITING = 50;
const MOST_LINES = 5;

export class Alerts {
  #box;
  #waiting = [];
  #tip = null;
  #timer = 0;
  #seconds = USUAL_SECONDS;

  constructor(box) {
    this.#box = box;
    addEventListener('resize', () => this.#fit());
  }

  // How long an alert is shown from now on.
  lasting(seconds) {
    this.#seconds = seconds;
  }

  // Shows a tip until it is hidden again. What else was shown comes after it.
  tip(tip) {
    this.#tip = tip;
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#show(tipped(tip), tip.message);
    return {
      hide: () => {
        if (this.#tip === tip) {
          this.#tip = null;
          this.#next();
        }
      },
    };
  }

  // Shows an alert of a platform when there is room for it.
  event({ type, data }) {
    const name = text(data.user_name);
    const title = sentence(text(data.message) || `${name}: ${type.split('.')[1].replaceAll('_', ' ')}`, name);
    const body = text(data.sub_message) || text(data.note);
    if (this.#waiting.length < MOST_WAITING) {
      this.#waiting.push({ title, body });
    }
    if (this.#tip === null && this.#timer === 0) {
      this.#next();
    }
  }

  #next() {
    const alert = this.#waiting.shift();
    if (alert === undefined) {
      this.#timer = 0;
      this.#box.hidden = true;
      return;
    }
    this.#show(alert.title, alert.body);
    this.#timer = setTimeout(() => this.#next(), 1_000 * this.#seconds);
  }

  // Words are put in as text, never as markup.
  #show(said, body) {
    const [title, words] = this.#box.children;
    title.replaceChildren(...said);
    words.textContent = body ?? '';
    this.#box.hidden = true;
    void this.#box.offsetWidth;
    this.#box.hidden = false;
    this.#fit();
  }

  // As many lines of the message as there is room for below the title.
  #fit() {
    const [, words] = this.#box.children;
    fit(this.#box, MOST_LINES, (lines) => words.style.setProperty('--lines', lines));
  }
}

// A sentence in which the name has its own direction and is shortened if it is long. A sentence without the name
// stands as it is.
export function sentence(words, name) {
  const at = found(words, name);
  return at < 0 ? [words] : [words.slice(0, at), isolated(name), words.slice(at + name.length)];
}

// Where a name stands in a sentence, as a word of its own; -1 if it does not.
function found(words, name) {
  if (name === '') {
    return -1;
  }
  if (words.startsWith(name)) {
    return 0;
  }
  const literal = name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return words.search(new RegExp(`(?<![\\p{L}\\p{N}_])${literal}(?![\\p{L}\\p{N}_])`, 'u'));
}

function tipped(tip) {
  if (tip.amount === null) {
    return [isolated(tip.name)];
  }
  const bold = document.createElement('b');
  bold.textContent = amount(tip);
  return [isolated(tip.name), ' tipped ', bold];
}

// A name whose direction is its own.
export function isolated(name) {
  const span = document.createElement('bdi');
  span.textContent = name;
  return span;
}

export const text = (value) => (typeof value === 'string' ? value : '');

export function amount({ amount: number, currency }) {
  if (number === null || number === undefined) {
    return '';
  }
  if (!currency) {
    return String(number);
  }
  const digits = Number.isInteger(number) ? 0 : 2;
  return new Intl.NumberFormat('en', { style: 'currency', currency, minimumFractionDigits: digits }).format(number);
}
