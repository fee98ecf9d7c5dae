// Counts since a goal or a timer began: goals of followers and subscriptions, and the stream's timer. The service
// counts; the page asks it anew after each alert or tip.

import { inTime } from './api.js';
import { isAlert, isOfMoney } from './events.js';
import { learn, number, plain, said } from './words.js';

learn({
  en: { follow_goal: 'Follower goal', sub_goal: 'Sub goal' },
  de: { follow_goal: 'Follower-Ziel', sub_goal: 'Abo-Ziel' },
  es: { follow_goal: 'Meta de seguidores', sub_goal: 'Meta de suscripciones' },
  pt: { follow_goal: 'Meta de seguidores', sub_goal: 'Meta de assinaturas' },
  fr: { follow_goal: 'Objectif de suivis', sub_goal: 'Objectif d’abonnements' },
  ja: { follow_goal: 'フォロワー目標', sub_goal: 'サブスク目標' },
});

const NOW_AND_THEN = 120_000;

// Reads one address for all widgets that show it, a moment after something happened, and now and then.
class Source {
  #api;
  #path;
  #takers = [];
  #begin = inTime(() => this.read(), 0);
  soon = inTime(() => this.read());
  #isAsked = false;
  #isOld = false;

  constructor(api, path) {
    this.#api = api;
    this.#path = path;
    setInterval(() => this.read(), NOW_AND_THEN);
  }

  tell(taker) {
    this.#takers.push(taker);
  }

  // While the service cannot be reached, one request waits for it, however long that takes.
  async read() {
    if (this.#isAsked) {
      this.#isOld = true;
      return;
    }
    this.#isAsked = true;
    let asked;
    const answer = await this.#api.get(this.#path, () => { asked = performance.now(); }).catch(() => null);
    this.#isAsked = false;
    if (answer !== null) {
      this.#takers.forEach((taker) => taker(answer, asked));
    }
    if (this.#isOld) {
      this.#isOld = false;
      this.soon();
    }
  }

  // Once for all widgets that ask at the same time.
  now() {
    this.#begin();
  }
}

const sources = new Map();

function source(api, path) {
  if (!sources.has(path)) {
    sources.set(path, new Source(api, path));
  }
  return sources.get(path);
}

export class CountGoal {
  #box;
  #name;
  #source;
  #goal = null;
  #reached;

  // reached: is called when the goal is reached while the page is open
  constructor(box, api, reached) {
    this.#box = box;
    this.#name = box.id;
    this.#reached = reached;
    this.#source = source(api, '/overlays/goals');
    this.#source.tell(({ goals }) => this.show(goals.find(({ kind }) => kind === (this.#name === 'sub_goal' ? 'subs' : 'follows'))));
  }

  load() {
    this.#source.now();
  }

  event({ type }) {
    if (/\.(follow|sub|gift_sub)$/.test(type)) {
      this.#source.soon();
    }
  }

  counts() {
    this.#source.now();
  }

  look() {}

  show(goal) {
    const before = this.#goal;
    this.#goal = goal;
    this.draw();
    if (before !== null && before.target === goal.target && before.current < goal.target && goal.current >= goal.target) {
      this.#reached();
    }
  }

  draw() {
    const goal = this.#goal;
    this.#box.hidden = !(goal?.target > 0);
    if (this.#box.hidden) {
      return;
    }
    const [title, bar, words] = this.#box.children;
    const share = Math.min(1, Math.max(0, goal.current / goal.target));
    title.textContent = goal.title || said(this.#name);
    bar.firstElementChild.style.width = `${(100 * share).toFixed(1)}%`;
    words.textContent = plain(said('of'), { current: number(goal.current), amount: number(goal.target) });
    this.#box.toggleAttribute('data-reached', share === 1);
  }
}

export class StreamTimer {
  #box;
  #source;
  #timer = null;
  #asked = 0;

  constructor(box, api) {
    this.#box = box;
    this.#source = source(api, '/overlays/timer');
    this.#source.tell(({ timer }, asked) => this.show(timer, asked));
    setInterval(() => this.#tick(), 250);
  }

  load() {
    this.#source.now();
  }

  event(envelope) {
    if (isOfMoney(envelope) || isAlert(envelope)) {
      this.#source.soon();
    }
  }

  counts() {
    this.#source.now();
  }

  look() {}

  // asked: when the service was asked, by the page's own clock, which no one sets
  show(timer, asked = performance.now()) {
    const before = this.#timer === null ? null : this.#left();
    const isSame = this.#timer !== null && this.#timer.title === timer.title && this.#timer.state !== 'none';
    this.#timer = timer;
    this.#asked = asked;
    this.draw();
    const more = timer.left_seconds - (before ?? 0);
    if (isSame && more > 2) {
      this.#announce(more);
    }
  }

  draw() {
    const timer = this.#timer;
    this.#box.hidden = timer === null || timer.state === 'none';
    if (this.#box.hidden) {
      return;
    }
    this.#box.firstElementChild.textContent = timer.title;
    this.#box.dataset.state = timer.state;
    this.#tick();
  }

  #left() {
    const passed = this.#timer.state === 'running' ? (performance.now() - this.#asked) / 1_000 : 0;
    return Math.max(0, this.#timer.left_seconds - passed);
  }

  #tick() {
    if (this.#timer === null || this.#timer.state === 'none') {
      return;
    }
    const left = Math.ceil(this.#left());
    const words = clock(left);
    const shown = this.#box.children[1];
    if (shown.textContent !== words) {
      shown.textContent = words;
    }
    this.#box.toggleAttribute('data-over', left === 0);
  }

  #announce(seconds) {
    const more = this.#box.children[2];
    more.textContent = `+${clock(Math.round(seconds)).replace(/^0:/, '')}`;
    more.hidden = true;
    void more.offsetWidth;
    more.hidden = false;
  }
}

function clock(seconds) {
  const two = (value) => String(value).padStart(2, '0');
  return `${Math.floor(seconds / 3_600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
