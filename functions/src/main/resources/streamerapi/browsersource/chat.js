// The chat box: the lines of the platforms' chats as they come. No line of before the page was opened is known, and one that
// was taken out of the chat goes from here too.

import { isolated, learn, said } from './words.js';

learn({
  en: { badge_broadcaster: 'Broadcaster', badge_moderator: 'Moderator', badge_vip: 'VIP', badge_subscriber: 'Subscriber' },
  de: { badge_broadcaster: 'Streamer', badge_moderator: 'Moderation', badge_vip: 'VIP', badge_subscriber: 'Abo' },
  es: { badge_broadcaster: 'Streamer', badge_moderator: 'Moderación', badge_vip: 'VIP', badge_subscriber: 'Suscripción' },
  pt: { badge_broadcaster: 'Streamer', badge_moderator: 'Moderação', badge_vip: 'VIP', badge_subscriber: 'Inscrição' },
  fr: { badge_broadcaster: 'Streamer', badge_moderator: 'Modération', badge_vip: 'VIP', badge_subscriber: 'Abonnement' },
  ja: { badge_broadcaster: '配信者', badge_moderator: 'モデレーター', badge_vip: 'VIP', badge_subscriber: 'サブスク' },
});

const KEPT = 40;
const REMEMBERED = 300;
const READABLE = 4.5;
// The assumed brightness of the video behind the panel: words on a fainter panel have shadows.
const VIDEO = 128;
const LEAST_OPACITY = 60;
const EMOTES = {
  alpha: (id) => `https://static-cdn.jtvnw.net/emoticons/v2/${id}/default/dark/2.0`,
  beta: (id) => `https://files.kick.com/emotes/${id}/fullsize`,
};
const NAMES = ['#ff7f7f', '#7fb2ff', '#7fe0a0', '#ffb26b', '#e3a2ff', '#ffe27a', '#6fe3e1', '#ff9fd0'];
const BADGES = {
  broadcaster: 'M3 6h11v12H3zM15 10l6-4v12l-6-4z',
  moderator: 'M12 2l8 3v6c0 5-3.4 9-8 11-4.6-2-8-6-8-11V5zM8 12l3 3 5-6-1.5-1.2L11 12.3 9.3 10.8z',
  vip: 'M5 3h14l4 6-11 13L1 9zM6 6l-2 3 8 9.5L20 9l-2-3z',
  subscriber: 'M12 2l3 6.5 7 .8-5.2 4.8L18.3 21 12 17.5 5.7 21l1.5-6.9L2 9.3l7-.8z',
};

export class ChatBox {
  #box;
  #list;
  #choices = null;
  #panel = [0, 0, 0];
  #seen = new Set();
  #removed = [];

  constructor(box) {
    this.#box = box;
    this.#list = box.firstElementChild;
    addEventListener('resize', () => this.#fit());
  }

  // The box begins anew: without a socket it missed the removals of lines. At a handover there was one all the time.
  load(overlay, isHandover) {
    if (!isHandover) {
      this.#list.replaceChildren();
    }
    this.draw();
  }

  event() {}

  look({ panels, panel_color: colour, panel_opacity: opacity }) {
    this.#choices = panels.chat;
    const share = Math.max(opacity, LEAST_OPACITY) / 100;
    this.#panel = parsed(colour).map((part) => part * share + VIDEO * (1 - share));
    this.#box.style.setProperty('--chat-size', panels.chat.size / 100);
    this.#box.dataset.newest = panels.chat.newest;
    [...this.#list.children].forEach((row) => this.#expire(row));
  }

  line(line) {
    const { platform, message_id: id, text, is_bot: isBot } = line;
    const known = `${platform} ${id}`;
    const isHidden = (this.#choices.hide_bots && isBot) || (this.#choices.hide_commands && /^\s*(!\S|！[^\s!！])/u.test(text));
    if (isHidden || this.#seen.has(known) || this.#removed.some((removal) => isOf(removal, line))) {
      return;
    }
    remember(this.#seen, known);
    const row = this.#row(line);
    this.#place(row);
    while (this.#list.children.length > KEPT) {
      this.#list.firstElementChild.remove();
    }
    this.draw();
    this.#expire(row);
  }

  // A line that comes after its removal is not shown either.
  remove(removal) {
    this.#removed = [...this.#removed, removal].slice(-REMEMBERED);
    for (const row of [...this.#list.children]) {
      if (isOf(removal, row.line)) {
        row.remove();
      }
    }
    this.draw();
  }

  draw() {
    for (const row of this.#list.children) {
      row.querySelectorAll('svg').forEach((badge) => badge.setAttribute('aria-label', said(`badge_${badge.dataset.badge}`)));
    }
    this.#box.hidden = this.#list.children.length === 0;
    this.#fit();
  }

  // The lines of several chats, and of several processes, in the order in which they were written.
  #place(row) {
    const at = Date.parse(row.line.at);
    let before = this.#list.lastElementChild;
    while (before !== null && Date.parse(before.line.at) > at) {
      before = before.previousElementSibling;
    }
    before === null ? this.#list.prepend(row) : before.after(row);
  }

  #row(line) {
    const row = document.createElement('li');
    const name = document.createElement('b');
    const words = document.createElement('span');
    row.line = line;
    row.since = performance.now();
    row.dataset.platform = line.platform;
    row.dataset.new = '';
    row.addEventListener('animationend', () => { delete row.dataset.new; });
    name.append(isolated(line.user_name));
    name.style.color = readable(line.color ?? NAMES[hash(line.user_id) % NAMES.length], this.#panel);
    words.dir = 'auto';
    words.append(...worded(line));
    row.append(...line.badges.filter((badge) => BADGES[badge]).map(drawn), name, words);
    return row;
  }

  // A line stands for as many seconds as the layout says now.
  #expire(row) {
    clearTimeout(row.end);
    if (this.#choices.seconds > 0 && row.dataset.gone === undefined) {
      row.end = setTimeout(() => this.#fade(row), row.since + 1_000 * this.#choices.seconds - performance.now());
    }
  }

  #fade(row) {
    row.dataset.gone = '';
    setTimeout(() => {
      row.remove();
      this.draw();
    }, 600);
  }

  // The newest lines that the box has room for.
  #fit() {
    if (this.#choices === null || this.#box.hidden) {
      return;
    }
    const rows = [...this.#list.children].reverse();
    rows.forEach((row, i) => { row.hidden = i >= this.#choices.rows; });
    for (let i = Math.min(rows.length, this.#choices.rows) - 1; i > 0 && this.#list.offsetHeight > this.#box.clientHeight; i--) {
      rows[i].hidden = true;
    }
  }
}

function isOf(removal, line) {
  return removal.platform === line.platform
    && (removal.user_id === null || removal.user_id === line.user_id)
    && (removal.message_id === null || removal.message_id === line.message_id)
    && Date.parse(line.at) <= Date.parse(removal.at);
}

// The words of a line, with pictures for its emotes. Emotes can stand side by side without a space.
function worded({ platform, text, emotes }) {
  const names = Object.keys(emotes).sort((one, other) => other.length - one.length);
  if (names.length === 0) {
    return [text];
  }
  return text.split(/(\s+)/).flatMap((word) => split(word, names)?.map((name) => emote(platform, name, emotes[name])) ?? [word]);
}

// The emotes that a word is made of, or null. Viewers name emotes too, so each place of the word is tried once: a
// pattern would try every way to read `aaaaaaaaaaaaaaaab` as `a` and `aa`.
function split(word, names) {
  const ending = new Map([[0, null]]);
  for (let at = 0; at < word.length; at++) {
    for (const name of ending.has(at) ? names : []) {
      if (word.startsWith(name, at) && !ending.has(at + name.length)) {
        ending.set(at + name.length, name);
      }
    }
  }
  if (word === '' || !ending.has(word.length)) {
    return null;
  }
  const found = [];
  for (let end = word.length; end > 0; end -= found[0].length) {
    found.unshift(ending.get(end));
  }
  return found;
}

// A picture that does not load is its word.
function emote(platform, name, id) {
  const image = document.createElement('img');
  image.alt = name;
  image.src = EMOTES[platform](encodeURIComponent(id));
  image.referrerPolicy = 'no-referrer';
  image.addEventListener('error', () => image.replaceWith(name));
  return image;
}

function drawn(badge) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('role', 'img');
  svg.dataset.badge = badge;
  path.setAttribute('d', BADGES[badge]);
  path.setAttribute('fill-rule', 'evenodd');
  svg.append(path);
  return svg;
}

function remember(set, value) {
  set.add(value);
  if (set.size > REMEMBERED) {
    set.delete(set.values().next().value);
  }
}

const hash = (text) => [...text].reduce((sum, character) => (31 * sum + character.codePointAt(0)) >>> 0, 7);

const parsed = (colour) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

// The colour, lighter or darker until it can be read on the panel.
function readable(colour, panel) {
  const name = parsed(colour);
  const end = luminance(panel) < 0.18 ? 255 : 0;
  for (let share = 0; share < 1; share += 0.1) {
    const mixed = name.map((part) => Math.round(part + (end - part) * share));
    if (contrast(mixed, panel) >= READABLE) {
      return `rgb(${mixed.join(' ')})`;
    }
  }
  return end === 255 ? '#fff' : '#000';
}

function luminance(colour) {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}
