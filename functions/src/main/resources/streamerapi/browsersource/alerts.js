// The one place where something is announced: tips, and what happens on the platforms.

import { Files } from './files.js';
import { picture } from './pictures.js';
import { once } from './scene.js';
import { cut, lead, play } from './sound.js';
import { LEAVES, Stage, realClock } from './stage.js';
import { chosen } from './variations.js';
import { isolated, kindTitle, money, number, plain, said, saidInEnglish, sentence, text, withName } from './words.js';

const LEAST_SECONDS = 4;
const MOST_LINES = 5;
const ORDER = ['raid', 'gift_sub', 'paid_gift', 'cheer', 'resub', 'sub', 'follow'];
const NUMBERS = { gift_sub: 'total', cheer: 'bits', raid: 'viewers', paid_gift: 'amount', resub: 'months', sub: 'months' };
const USUAL = {
  tip: { picture: 'coin', sound: 'coins' },
  follow: { picture: 'heart', sound: 'pop' },
  sub: { picture: 'star', sound: 'sparkle' },
  resub: { picture: 'crown', sound: 'sparkle' },
  gift_sub: { picture: 'gift', sound: 'fanfare' },
  cheer: { picture: 'gem', sound: 'coins' },
  raid: { picture: 'rocket', sound: 'fanfare' },
  paid_gift: { picture: 'gift', sound: 'chime' },
  more: { picture: 'party', sound: 'none' },
};
const MOTIONS = {
  card: ['rise', 'fade'],
  neon: ['flicker', 'fade'],
  paper: ['swing', 'fall'],
  pixel: ['steps', 'steps'],
  broadcast: ['wipe', 'wipe'],
  bubble: ['bounce', 'zoom'],
  headline: ['zoom', 'zoom'],
};
const ANYTHING = { text: null, picture: null, picture_file: null, picture_place: null, sound: null, sound_file: null, volume: 70, enter: null, leave: null, seconds: null, is_spoken: true };

export class Alerts {
  #box;
  #stage;
  #look = { theme: 'card', order: [], variations: [] };
  #seconds = 6;
  #stay = () => {};
  #files = new Files();
  #clock;

  // scene: whether the page is on the stream; null if it always is
  constructor(box, { scene = null, clock = realClock } = {}) {
    this.#box = box;
    this.#clock = clock;
    this.#stage = new Stage({ clock, show: (alert) => this.#show(alert), over: ({ id }) => scene?.wasShown(id) });
    this.#stage.order = ORDER;
    if (scene) {
      this.#stage.isHeld = !scene.isActive;
      scene.whenChanged((isActive) => {
        this.#stage.isHeld = !isActive;
      });
    }
    addEventListener('resize', () => this.#fit());
    document.fonts.addEventListener('loadingdone', () => this.#fit());
  }

  // How alerts look and sound from now on.
  look({ alerts, alert_seconds: seconds }) {
    this.#look = alerts;
    this.#files.load(alerts.variations);
    this.#seconds = seconds;
    this.#stage.pause = alerts.pause_seconds ?? 0;
    this.#stage.order = alerts.order.length > 0 ? alerts.order : ORDER;
  }

  // An alert of a platform: it is shown when there is room for it.
  event(envelope) {
    this.#stage.add(this.#timed(ofPlatform(envelope)));
  }

  forget(id) {
    this.#stage.forget(id);
  }

  get notSeen() {
    return this.#stage.notSeen;
  }

  // Calls `begin` when a tip may be shown, with its turn: `show(tip)`, and `end(isCut)`. Answers how to call it off.
  turn(begin, urgency) {
    return this.#stage.turn((ended) => {
      let hide = () => {};
      begin({
        show: (tip, sounds = true) => {
          const shown = this.#show(this.#timed(ofTip(tip)), sounds);
          hide = shown;
          return { lead: shown.lead, isSpoken: shown.isSpoken };
        },
        end: (isCut = false) => {
          hide(isCut);
          hide = () => {};
          ended();
        },
      });
    }, urgency);
  }

  // Shows a tip or an alert at once, for a preview, and answers how to hide it. Each time is another alert: the sound of
  // one is heard once.
  preview(envelope, sounds) {
    const alert = this.#timed(envelope.type === 'tip' ? ofTip(envelope.data) : ofPlatform(envelope));
    return this.#show({ ...alert, id: `preview ${Math.random()}` }, sounds);
  }

  #timed(alert) {
    const variation = { ...ANYTHING, ...chosen(this.#look.variations, alert) };
    const seconds = variation.seconds ?? this.#seconds;
    return { ...alert, variation, seconds, least: Math.min(seconds, LEAST_SECONDS) };
  }

  // Shows it, and answers how to hide it, which ends its sound too if it is cut off; `lead` is how long its sound lasts,
  // in seconds.
  #show(alert, sounds = true) {
    const variation = alert.variation ?? ANYTHING;
    const usual = USUAL[alert.kind] ?? USUAL.more;
    const [enter, leave] = MOTIONS[this.#look.theme] ?? MOTIONS.card;
    this.#stay();
    this.#draw(alert, variation.picture ?? usual.picture, variation.picture_file, titled(alert, variation));
    Object.assign(this.#box.dataset, {
      kind: alert.kind,
      place: variation.picture_place ?? '',
      enter: variation.enter ?? enter,
      leave: variation.leave ?? leave,
    });
    delete this.#box.dataset.leaving;
    this.#box.hidden = true;
    void this.#box.offsetWidth;
    this.#box.hidden = false;
    this.#fit();
    const sound = variation.sound ?? usual.sound;
    const own = this.#files.sound(variation.sound_file);
    const isHeard = sounds && variation.volume > 0;
    const hide = (isCut) => {
      if (isCut && isHeard) {
        own ? own.cut() : cut();
      }
      this.#box.dataset.leaving = '';
      this.#stay = this.#clock.after(LEAVES, () => {
        this.#box.hidden = true;
        this.#box.querySelector('video')?.pause();
      });
    };
    hide.isSpoken = variation.is_spoken;
    hide.seconds = alert.seconds;
    hide.lead = isHeard ? (own?.lead ?? lead(sound)) : 0;
    if (isHeard) {
      const volume = variation.volume / 100;
      once(`sound-${alert.id ?? ''}`, () => (own ? own.play(volume) : play(sound, volume)));
    }
    return hide;
  }

  #draw({ body }, name, file, title) {
    const [figure, words] = this.#box.querySelector('.card').children;
    const drawing = () => {
      delete figure.dataset.own;
      return picture(name);
    };
    const own = this.#files.picture(file, drawing);
    figure.replaceChildren(...(own ? [own] : drawing()));
    figure.toggleAttribute('data-own', own !== null);
    figure.hidden = figure.childElementCount === 0;
    const [heading, message] = words.children;
    heading.replaceChildren(...title);
    message.textContent = body ?? '';
  }

  // As many lines of the message as there is room for below the title; if there is none for one, no picture. The words
  // are as wide as their longest line. Sizes are those of the layout: what moves is measured where it will come to rest.
  #fit() {
    if (this.#box.hidden) {
      return;
    }
    const frame = this.#box.querySelector('.frame');
    const words = this.#box.querySelector('.words');
    const isHigher = () => frame.offsetHeight > this.#box.clientHeight;
    const show = (lines) => frame.style.setProperty('--lines', lines);
    delete this.#box.dataset.cramped;
    words.style.width = '';
    show(MOST_LINES);
    for (let lines = MOST_LINES - 1; lines > 0 && isHigher(); lines--) {
      show(lines);
    }
    if (isHigher()) {
      this.#box.dataset.cramped = '';
    }
    words.style.width = `${narrowest(words)}px`;
  }
}

// The least width at which the words have as many lines and the name is not shorter.
function narrowest(words) {
  const parts = [...words.querySelectorAll('h1, p, bdi')];
  const sizes = () => parts.map((part) => (part.tagName === 'BDI' ? part.offsetWidth : part.offsetHeight)).join();
  const wanted = sizes();
  let enough = words.offsetWidth + 1;
  let little = 0;
  while (enough - little > 2) {
    const middle = Math.round((enough + little) / 2);
    words.style.width = `${middle}px`;
    if (sizes() === wanted && words.scrollWidth <= words.clientWidth) {
      enough = middle;
    } else {
      little = middle;
    }
  }
  return enough;
}

function ofTip(tip) {
  const values = { name: tip.name, amount: money(tip.amount, tip.currency), message: tip.message ?? '', count: number(tip.amount ?? 0) };
  return { id: tip.order_id ?? null, kind: 'tip', number: (tip.counted_as ?? tip).amount, tier: null, platform: null, isFirst: tip.is_first_tip === true, values, body: tip.message, own: tip.amount === null ? '{name}' : null };
}

function ofPlatform({ id, type, data }) {
  const [platform, kind] = type.split('.');
  const count = data[NUMBERS[kind]] ?? null;
  const values = {
    name: text(data.user_name) || said('somebody'),
    amount: number(count ?? 0),
    count: number(count ?? 0),
    months: number(data.months ?? 0),
    tier: number(data.tier ?? 1),
    gift: text(data.gift_name),
    message: text(data.sub_message) || text(data.note),
  };
  // A connector may have words of its own for an alert: those are shown as they are. Those of a cheer are its viewer's.
  const plainValues = { name: text(data.user_name) || 'Somebody', count: String(count), gift: values.gift };
  const message = text(data.message);
  const isKnown = kind in NUMBERS || kind === 'follow';
  const isMade = isKnown && (message === '' || message === plain(saidInEnglish(kind, count), plainValues));
  if (kind === 'cheer' && !isMade) {
    values.message = message;
  }
  return {
    id,
    kind,
    number: count,
    tier: data.tier ?? null,
    platform,
    isFirst: false,
    values,
    body: values.message,
    words: isMade || kind === 'cheer' ? null : message || `${values.name}: ${kind.replaceAll('_', ' ')}`,
    name: text(data.user_name),
  };
}

// The title's nodes: the variation's own text, the connector's, or the usual one of the overlay's language.
function titled(alert, variation) {
  if (variation.text !== null) {
    return sentence(variation.text, alert.values);
  }
  if (alert.kind === 'more') {
    alert.body = alert.counts.map(([kind, count]) => `${kindTitle(kind)} ${number(count)}`).join(' · ');
    return sentence(said('more', alert.values.count), { count: number(alert.values.count) });
  }
  return alert.words ? withName(alert.words, alert.name) : sentence(alert.own ?? said(alert.kind, alert.number), alert.values);
}

export const usualPicture = (kind) => (USUAL[kind] ?? USUAL.more).picture;

// The ticker's words for a tip or an alert: the same as its alert's.
export function announced(envelope) {
  const alert = envelope.type === 'tip.created' ? ofTip(envelope.data) : ofPlatform(envelope);
  return titled(alert, ANYTHING);
}

// An earlier happening, as an event without words of the person who caused it.
export function asEvent({ id, type, created, name, amount, currency }) {
  if (type === 'tip.created') {
    return { id, type, created, data: { name, amount, currency, message: '' } };
  }
  const data = { user_name: name, message: '', gift_name: said('a_gift') };
  const number = NUMBERS[type.split('.')[1]];
  return { id, type, created, data: number === undefined ? data : { ...data, [number]: amount } };
}
