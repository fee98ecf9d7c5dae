// The overlay: what its key opens, shown by the widgets that the overlay has.

import { Alerts } from './alerts.js';
import { Api } from './api.js';
import { Celebration } from './celebration.js';
import { isAlert } from './events.js';
import { applyLayout, dress } from './layout.js';
import { Counters, Goal, Leaderboard, Qr, Ticker } from './panels.js';
import { Reports } from './reports.js';
import { Scene } from './scene.js';
import { SoundCheck, Unlock } from './sound.js';
import { Speech } from './speech.js';
import { Stream } from './stream.js';
import { Videos } from './videos.js';
import { speak } from './words.js';

const DEFAULT_WIDGETS = ['alert', 'tts', 'media', 'goal', 'celebration'];
const countGoal = (box, api, reached) => import('./counts.js').then(({ CountGoal }) => new CountGoal(box, api, reached));
// Widgets whose files are loaded when the overlay has them.
const LATER = {
  events: (box, api) => import('./feed.js').then(({ EventList }) => new EventList(box, api)),
  follow_goal: countGoal,
  sub_goal: countGoal,
  timer: (box, api) => import('./counts.js').then(({ StreamTimer }) => new StreamTimer(box, api)),
  chat: (box) => import('./chat.js').then(({ ChatBox }) => new ChatBox(box)),
  labels: (box, api) => import('./feed.js').then(({ Labels }) => new Labels(box, api)),
};
const OF_A_TEST_TIP = { tts: ['tip.created', 'tip.tts_ready', 'queue.tts.moved'], media: ['media.created'] };
// As much of a long queue as a page knows at a time.
const HEAD = '?limit=100';
const TROUBLE = {
  invalid_overlay_key: 'This overlay’s key is not valid any more. Copy its address from the dashboard again.',
  revoked: 'This overlay’s key is not valid any more. Copy its address from the dashboard again.',
  limit_reached: 'Too many overlays are open at once. Close one of them.',
};

// A page that is loaded again is there again in this time.
const RELOADS_WITHIN = 60_000;
const KEPT = 'kept';

const $ = (id) => document.getElementById(id);
const key = new URLSearchParams(location.hash.slice(1)).get('key');

function notice(words) {
  $('notice').textContent = words ?? '';
  $('notice').hidden = !words;
}

// The state that the page before this one kept; null if it kept none, or long ago.
function takeKept() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT));
    sessionStorage.removeItem(KEPT);
    return kept !== null && Date.now() - kept.at < RELOADS_WITHIN ? kept : null;
  } catch {
    return null;
  }
}

function start() {
  const api = new Api(key);
  const scene = new Scene((id) => alerts.forget(id));
  const alerts = new Alerts($('alert'), { scene });
  const reports = new Reports(state, (frame) => stream.send(frame));
  const unlock = new Unlock($('unlock'), () => all.tts.unlocked());
  const sound = new SoundCheck(unlock, () => reports.changed());
  const all = {
    tts: new Speech(api, alerts, scene, unlock, () => reports.changed(), () => settle(['tts'], HEAD)),
    media: new Videos($('media'), api, () => reports.changed(), scene, () => settle(['media'], HEAD)),
    goal: new Goal($('goal'), api, () => reached()),
    leaderboard: new Leaderboard($('leaderboard'), api),
    counter: new Counters($('counter'), api),
    ticker: new Ticker($('ticker'), api),
    qr: new Qr($('qr')),
    celebration: new Celebration($('celebration')),
  };
  let widgets = null;
  let began = '';
  let layout = null;

  function state() {
    const speech = all.tts.state;
    return speech.state === 'idle' && (all.media.isPlaying || sound.isPlaying) ? { state: 'playing' } : speech;
  }

  // A goal that is reached is celebrated where celebrations are shown.
  const reached = () => {
    if (has('celebration')) {
      all.celebration.show({ effect: 'fireworks', seconds: 6 });
    }
  };

  const later = () => Object.keys(LATER).filter((name) => all[name]);

  const look = (next) => {
    layout = next;
    speak(layout.alerts.language);
    applyLayout(layout);
    alerts.look(layout);
    all.tts.mirrors = layout.alerts.mirrors;
    for (const name of later()) {
      all[name].look(layout);
    }
    for (const name of ['goal', 'leaderboard', 'counter', ...later()]) {
      all[name].draw();
    }
  };

  const has = (name) => widgets?.has(name);
  const begin = (overlay) => {
    widgets = new Set(overlay.widgets.length > 0 ? overlay.widgets : DEFAULT_WIDGETS);
    began = String(overlay.widgets);
    for (const name of ['tts', 'media']) {
      if (has(name)) {
        all[name].begin(overlay.id);
      }
    }
  };

  // Chat can come before its box is loaded.
  const early = [];
  const toChat = (tell) => {
    if (all.chat) {
      tell(all.chat);
    } else if (has('chat')) {
      early.push(tell);
    }
  };

  // Loads what only this overlay's widgets need, once, and has them begin.
  const loading = {};
  const loadLater = (overlay, isHandover) => {
    for (const name of Object.keys(LATER).filter(has)) {
      if (all[name]) {
        all[name].load(overlay, isHandover);
        continue;
      }
      const isLoading = name in loading;
      loading[name] = overlay;
      if (!isLoading) {
        dress();
        LATER[name]($(name), api, reached).then((widget) => {
          all[name] = widget;
          widget.look(layout);
          widget.load(loading[name]);
          if (name === 'chat') {
            early.splice(0).forEach((tell) => tell(widget));
          }
        }, () => setTimeout(() => location.reload(), 10_000));
      }
    }
  };

  // After a reconnect the queues are read again, because the page has missed events and its snapshot is older, and a long
  // one when the part of it that was read is over. What happens to a queue meanwhile can be newer than the answer, so it
  // is read once more then; a tip or video that is created, and a tip's audio, are added to the answer instead.
  const settling = new Set();
  const settle = async (names = ['tts', 'media'], part = '', own = {}) => {
    const mine = names.filter(has);
    mine.forEach((name) => all[name].unsettle());
    const read = (name) => api.get(`/${name}/queue${part}`).catch(() => null);
    let came;
    let queues;
    do {
      came = [];
      settling.add(came);
      queues = await Promise.all(mine.map(read));
      settling.delete(came);
      came = came.filter(([name]) => mine.includes(name));
    } while (came.some(([name, { type }]) => type.startsWith(`queue.${name}.`)));
    mine.forEach((name, at) => queues[at] !== null && all[name].load(queues[at], own[name]));
    came.forEach(([name, envelope]) => all[name].event(envelope));
  };

  const tell = (name, envelope) => {
    all[name].event(envelope);
    settling.forEach((came) => came.push([name, envelope]));
  };

  // What a test's event says counts only if the queue has its item, and as the queue has it.
  const tested = async (name, { type, data }) => {
    const queue = await api.get(`/${name}/queue`).catch(() => null);
    const item = queue?.items.find(({ order_id: id }) => id === (data.order_id ?? data.tip.order_id));
    if (item && (name === 'media' || item.source === 'test')) {
      tell(name, { type, data: item });
    }
  };

  const kept = takeKept();
  const stream = new Stream(document.querySelector('meta[name=ws-url]').content, key, {
    ready({ overlay, snapshot }, again, isHandover) {
      look(overlay.layout);
      if (widgets === null) {
        begin(overlay);
      } else if (String(overlay.widgets) !== began) {
        location.reload();
        return;
      }
      if (has('goal')) {
        all.goal.load(overlay);
      }
      if (has('qr')) {
        all.qr.show(overlay.tip_page);
      }
      if (has('counter')) {
        all.counter.load(snapshot.counters);
      }
      if (has('leaderboard')) {
        all.leaderboard.load();
      }
      loadLater(overlay, isHandover);
      if (has('ticker')) {
        all.ticker.load(overlay);
      }
      if (again) {
        all.tts.unsettle();
        all.media.unsettle();
        this.again = true;
        this.own = undefined;
        return;
      }
      const sockets = overlay.sockets ?? 1;
      const own = { tts: { claim: overlay.claim ?? null, sockets }, media: { claim: overlay.media_claim ?? null, sockets } };
      for (const name of ['tts', 'media'].filter(has)) {
        all[name].load(snapshot[name], own[name]);
      }
      this.again = kept !== null;
      this.own = own;
    },
    caughtUp() {
      reports.afresh();
      if (this.again) {
        this.again = false;
        settle(undefined, undefined, this.own);
        this.own = undefined;
      }
    },
    // A test is shown where alerts are, and changes nothing: no counter has its value, and no tip of a triggered event is
    // queued. A test tip is, and what happens to it counts.
    event(envelope, replayed) {
      const isTest = envelope.data.test === true;
      for (const name of isTest ? ['ticker', 'events'] : ['goal', 'leaderboard', 'counter', 'ticker', ...later()]) {
        if (has(name) && all[name]) {
          all[name].event(envelope, replayed);
        }
      }
      if (has('alert') && isAlert(envelope)) {
        alerts.event(envelope);
      }
      for (const name of replayed ? [] : ['tts', 'media'].filter(has)) {
        if (!isTest) {
          tell(name, envelope);
        } else if (OF_A_TEST_TIP[name].includes(envelope.type)) {
          tested(name, envelope);
        } else if (name === 'tts' && all.tts.isOfTestTip(envelope)) {
          tell(name, envelope);
        }
      }
    },
    command(type, data) {
      if (type === 'reload') {
        location.reload();
      } else if (type === 'layout') {
        look(data);
      } else if (type === 'sound_check') {
        sound.play();
      } else if (type === 'celebrate' && has('celebration')) {
        all.celebration.show(data);
      } else if (type === 'counts') {
        ['goal', 'leaderboard', 'counter', 'ticker', ...later()].filter(has).forEach((name) => all[name]?.counts?.());
      } else if (type === 'chat_line') {
        toChat((chat) => chat.line(data));
      } else if (type === 'chat_removed') {
        toChat((chat) => chat.remove(data));
      } else if (type === 'tip_page' && has('qr')) {
        all.qr.show(data.path);
      } else if (type === 'tip_goal' && has('goal')) {
        all.goal.added(data);
      }
    },
    trouble(code) {
      notice(TROUBLE[code]);
    },
  }, kept);
  stream.open();
  // No alert is lost when the page is loaded again: those that wait are shown by the next one. It has their words from
  // the service, which may have erased one meanwhile.
  addEventListener('pagehide', () => {
    const state = isLeft ? null : stream.kept(alerts.notSeen);
    if (state !== null) {
      sessionStorage.setItem(KEPT, JSON.stringify({ ...state, at: Date.now() }));
    }
  });
}

// Whether the page goes on with another overlay.
let isLeft = false;

addEventListener('hashchange', () => {
  isLeft = true;
  location.reload();
});

if (key) {
  start();
} else if (location.hash === '#preview' && parent !== window) {
  const { startPreview } = await import('./preview.js');
  startPreview();
} else {
  notice('This address has no overlay key. Copy the overlay’s address from the dashboard.');
}
