// The one place where something is announced: the tip that plays, and between tips what happened besides.

const USUAL_SECONDS = 6;
const MOST_WAITING = 50;

export class Alerts {
  #box;
  #waiting = [];
  #tip = null;
  #timer = 0;
  #seconds = USUAL_SECONDS;

  constructor(box) {
    this.#box = box;
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
    this.#show([tip.name, tip.amount === null ? '' : ` tipped `, amount(tip)], tip.message);
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
    const title = text(data.message) || `${text(data.user_name)}: ${type.split('.')[1].replaceAll('_', ' ')}`;
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
    this.#show([alert.title], alert.body);
    this.#timer = setTimeout(() => this.#next(), 1_000 * this.#seconds);
  }

  // Words are put in as text, never as markup.
  #show([name, between = '', highlighted = ''], body) {
    const [title, words] = this.#box.children;
    const bold = document.createElement('b');
    bold.textContent = highlighted;
    title.replaceChildren(isolated(name), between, bold);
    words.textContent = body ?? '';
    this.#box.hidden = true;
    void this.#box.offsetWidth;
    this.#box.hidden = false;
  }
}

// A name whose direction is its own.
function isolated(name) {
  const span = document.createElement('bdi');
  span.textContent = name;
  return span;
}

const text = (value) => (typeof value === 'string' ? value : '');

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
