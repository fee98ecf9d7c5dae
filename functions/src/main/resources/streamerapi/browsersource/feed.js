// The event list and the labels: what happened last, read when the page is opened, and live from then on.

import { usualPicture } from './alerts.js';
import { inTime } from './api.js';
import { isAlert, isOfMoney } from './events.js';
import { fit } from './layout.js';
import { picture } from './pictures.js';
import { isolated, learn, money, number, plain, said, text } from './words.js';

learn({
  en: {
    tip_short: 'tip', follow_short: 'follow', sub_short: 'sub', resub_short: { one: '{count} month', other: '{count} months' },
    gift_sub_short: { one: '{count} gift', other: '{count} gifts' }, cheer_short: { one: '{count} bit', other: '{count} bits' },
    raid_short: { one: '{count} raider', other: '{count} raiders' }, paid_gift_short: 'gift',
    latest_follower: 'Latest follower', latest_subscriber: 'Latest sub', latest_tip: 'Latest tip', top_tip_today: 'Top tip today',
    top_supporter: 'Top supporter', paid_today: 'Tips today',
  },
  de: {
    tip_short: 'Spende', follow_short: 'Follow', sub_short: 'Abo', resub_short: { one: '{count} Monat', other: '{count} Monate' },
    gift_sub_short: { one: '{count} Geschenk', other: '{count} Geschenke' }, cheer_short: { one: '{count} Bit', other: '{count} Bits' },
    raid_short: { one: '{count} Raider', other: '{count} Raider' }, paid_gift_short: 'Geschenk',
    latest_follower: 'Neuester Follower', latest_subscriber: 'Neuestes Abo', latest_tip: 'Letzte Spende', top_tip_today: 'Höchste Spende heute',
    top_supporter: 'Größte Unterstützung', paid_today: 'Spenden heute',
  },
  es: {
    tip_short: 'donación', follow_short: 'sigue', sub_short: 'suscripción', resub_short: { one: '{count} mes', other: '{count} meses' },
    gift_sub_short: { one: '{count} regalo', other: '{count} regalos' }, cheer_short: { one: '{count} bit', other: '{count} bits' },
    raid_short: 'raid de {count}', paid_gift_short: 'regalo',
    latest_follower: 'Último seguidor', latest_subscriber: 'Última suscripción', latest_tip: 'Última donación', top_tip_today: 'Mayor donación de hoy',
    top_supporter: 'Mayor apoyo', paid_today: 'Donaciones de hoy',
  },
  pt: {
    tip_short: 'doação', follow_short: 'segue', sub_short: 'assinatura', resub_short: { one: '{count} mês', other: '{count} meses' },
    gift_sub_short: { one: '{count} presente', other: '{count} presentes' }, cheer_short: { one: '{count} bit', other: '{count} bits' },
    raid_short: 'raid de {count}', paid_gift_short: 'presente',
    latest_follower: 'Último seguidor', latest_subscriber: 'Última assinatura', latest_tip: 'Última doação', top_tip_today: 'Maior doação de hoje',
    top_supporter: 'Maior apoio', paid_today: 'Doações de hoje',
  },
  fr: {
    tip_short: 'don', follow_short: 'suit', sub_short: 'abonnement', resub_short: '{count} mois',
    gift_sub_short: { one: '{count} cadeau', other: '{count} cadeaux' }, cheer_short: { one: '{count} bit', other: '{count} bits' },
    raid_short: 'raid de {count}', paid_gift_short: 'cadeau',
    latest_follower: 'Dernier suivi', latest_subscriber: 'Dernier abonnement', latest_tip: 'Dernier don', top_tip_today: 'Plus grand don du jour',
    top_supporter: 'Meilleur soutien', paid_today: 'Dons du jour',
  },
  ja: {
    tip_short: '投げ銭', follow_short: 'フォロー', sub_short: 'サブスク', resub_short: '{count}か月', gift_sub_short: 'ギフト{count}個', cheer_short: '{count}ビッツ',
    raid_short: 'レイド{count}人', paid_gift_short: 'ギフト',
    latest_follower: '最新フォロワー', latest_subscriber: '最新サブスク', latest_tip: '最新の投げ銭', top_tip_today: '今日の最高額',
    top_supporter: 'トップサポーター', paid_today: '今日の投げ銭',
  },
});

const KEPT = 12;
const NUMBERS = ['total', 'bits', 'viewers', 'amount', 'months'];
const NEWEST = ['latest_tip', 'latest_follower', 'latest_subscriber'];
const SUBS = ['sub', 'resub', 'gift_sub'];

// A live event as the service lists those of before, and when it came; null if it is neither a tip nor an alert.
function happening({ id, type, created, data }) {
  const came = performance.now();
  if (type === 'tip.created') {
    return data.is_replay ? null : { id, type, created, came, name: data.name, amount: data.amount ?? null, currency: data.currency };
  }
  if (!isAlert({ type })) {
    return null;
  }
  const amount = NUMBERS.map((name) => data[name]).find((value) => typeof value === 'number') ?? null;
  return { id, type, created, came, name: text(data.user_name) || null, amount, currency: null };
}

const kindOf = ({ type }) => (type === 'tip.created' ? 'tip' : type.split('.')[1]);

function amountOf(one) {
  const kind = kindOf(one);
  return kind === 'tip' && one.amount !== null ? money(one.amount, one.currency) : plain(said(`${kind}_short`, one.amount), { count: number(one.amount ?? 0) });
}

const sorted = (rows) => rows.sort((one, other) => (one.created < other.created ? 1 : -1)).slice(0, KEPT);

const nameOf = (one) => one.name || said('somebody');

class Latest {
  #api;
  #overlay = null;
  #tomorrow = 0;
  #loadSoon = inTime(() => this.load({ id: this.#overlay }));

  constructor(api) {
    this.#api = api;
  }

  // Reads it now, and again when the day is over: some of it is of the day.
  async load(overlay) {
    this.#overlay = overlay.id;
    const answer = await this.#api.latest(this.#overlay);
    if (answer !== null) {
      clearTimeout(this.#tomorrow);
      this.#tomorrow = setTimeout(() => this.load(overlay), 1_000 * (answer.day_left_seconds + 1));
      await this.take(answer, this.#api);
    }
  }

  loadSoon() {
    this.#loadSoon();
  }
}

export class EventList extends Latest {
  #box;
  #rows = [];
  #most = 5;
  #seen = new Set();

  constructor(box, api) {
    super(api);
    this.#box = box;
    addEventListener('resize', () => this.#fit());
  }

  // A tip was removed.
  counts() {
    this.loadSoon();
  }

  // An event that came while it was asked is not lost, and stands first. One that stood there before, and is not known now, goes.
  take({ events, asked }) {
    const isNew = ({ id, came }) => came >= asked && !events.some((other) => other.id === id);
    const live = this.#rows.filter(isNew);
    this.#rows = sorted([...live, ...events]);
    this.#rows.forEach(({ id }) => this.#seen.add(id));
    this.draw();
  }

  event(envelope) {
    const one = happening(envelope);
    if (one !== null) {
      this.#rows = sorted([one, ...this.#rows.filter(({ id }) => id !== one.id)]);
      this.draw();
    }
  }

  look({ panels }) {
    this.#most = panels.event_rows;
  }

  draw() {
    this.#box.firstElementChild.replaceChildren(...this.#rows.slice(0, this.#most).map((one) => this.#row(one)));
    this.#seen = new Set(this.#rows.map(({ id }) => id));
    this.#box.hidden = this.#rows.length === 0;
    this.#fit();
  }

  #row(one) {
    const row = document.createElement('li');
    const figure = document.createElement('figure');
    const amount = document.createElement('b');
    const kind = kindOf(one);
    row.dataset.kind = kind;
    row.toggleAttribute('data-new', !this.#seen.has(one.id));
    figure.append(...picture(usualPicture(kind)));
    amount.textContent = amountOf(one);
    row.append(figure, isolated(nameOf(one)), amount);
    return row;
  }

  #fit() {
    const rows = [...this.#box.firstElementChild.children];
    fit(this.#box, rows.length, (shown) => rows.forEach((row, i) => { row.hidden = i >= shown; }));
  }
}

export class Labels extends Latest {
  #box;
  #shown = [];
  #latest = {};
  #known = null;
  #values = new Map();

  constructor(box, api) {
    super(api);
    this.#box = box;
  }

  // The service looks for the newest among its latest events alone: one that is known and older than those stands. So does
  // a later one that came since it was asked.
  async take(latest, api) {
    const board = this.#shown.includes('top_supporter') ? await api.get('/leaderboard?limit=1').catch(() => null) : null;
    if (latest.asked < this.#latest.asked) {
      return;
    }
    const kept = NEWEST.map((name) => {
      const one = latest[name] ?? this.#known?.[name] ?? null;
      const live = this.#latest[name];
      return [name, live?.came >= latest.asked && !(one?.created > live.created) ? live : one];
    });
    const supporter = board?.entries[0] ?? this.#latest.top_supporter ?? null;
    this.#latest = { ...latest, ...Object.fromEntries(kept), top_supporter: supporter };
    this.#known = this.#latest;
    this.draw();
  }

  // Who came last is known at once; how much came in, the service knows.
  event(envelope) {
    const one = happening(envelope);
    if (one !== null && envelope.data.test !== true) {
      const kind = kindOf(one);
      const label = kind === 'tip' ? 'latest_tip' : kind === 'follow' ? 'latest_follower' : SUBS.includes(kind) ? 'latest_subscriber' : null;
      if (label !== null && !(this.#latest[label]?.created > one.created)) {
        this.#latest[label] = one;
        this.draw();
      }
    }
    if (isOfMoney(envelope)) {
      this.loadSoon();
    }
  }

  // A tip was removed, or a name is not to be shown any more.
  counts() {
    this.#known = null;
    this.loadSoon();
  }

  look({ panels }) {
    const before = this.#shown;
    this.#shown = panels.labels;
    if (this.#known !== null && panels.labels.includes('top_supporter') && !before.includes('top_supporter')) {
      this.loadSoon();
    }
  }

  draw() {
    const labels = this.#shown.map((name) => [name, this.#words(name)]).filter(([, words]) => words.length > 0);
    this.#box.firstElementChild.replaceChildren(...labels.map(([name, words]) => this.#label(name, words)));
    this.#box.hidden = labels.length === 0;
  }

  #label(name, words) {
    const label = document.createElement('div');
    const title = document.createElement('dt');
    const value = document.createElement('dd');
    title.textContent = said(name);
    value.append(...words);
    label.append(title, value);
    const before = this.#values.get(name);
    label.toggleAttribute('data-new', before !== undefined && before !== value.textContent);
    this.#values.set(name, value.textContent);
    return label;
  }

  // The name, and how much, as elements; none if there is no value yet.
  #words(name) {
    const value = this.#latest[name] ?? null;
    if (value === null) {
      return [];
    }
    if (name === 'paid_today') {
      return [bold(money(value, this.#latest.currency))];
    }
    if (name === 'top_supporter') {
      return [isolated(value.name), bold(money(value.total_amount, value.currency))];
    }
    const isMoney = kindOf(value) === 'tip' && value.amount !== null;
    return [isolated(nameOf(value)), ...(isMoney ? [bold(amountOf(value))] : [])];
  }
}

function bold(words) {
  const element = document.createElement('b');
  element.textContent = words;
  return element;
}
