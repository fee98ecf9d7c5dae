// How an overlay looks, with samples of what it shows. A dashboard's page has it in a frame and tells it the layout by
// messages; there is no key here, no socket, and nothing is asked of the service.

import { Alerts } from './alerts.js';
import { Celebration } from './celebration.js';
import { ChatBox } from './chat.js';
import { CountGoal, StreamTimer } from './counts.js';
import { EventList, Labels } from './feed.js';
import { applyLayout, dress } from './layout.js';
import { Counters, Goal, Leaderboard, Ticker } from './panels.js';
import { LINES, SAMPLES } from './samples.js';
import { speak } from './words.js';

const BETWEEN = 700;
const LEADERS = [['Ada', 120], ['Grace', 85], ['Linus', 42], ['Margaret', 20], ['Alan', 10]];
const COUNTERS = [{ name: 'deaths', value: 12 }, { name: 'cups_of_tea', value: 3 }].map((counter) => ({ ...counter, updated_at: '2026-01-01T00:00:00Z' }));
const TRIED = ['follow', 'raid', 'resub', 'gift_sub', 'cheer', 'sub', 'tip'];

const LATEST = [['follow', 'Grace', null], ['tip', 'Ada', 5], ['raid', 'Linus', 42], ['gift_sub', 'Alan', 5], ['cheer', 'Katherine', 500], ['resub', 'Margaret', 7], ['sub', 'Hedy', null]].map(([kind, name, amount], i) => ({ id: kind, type: kind === 'tip' ? 'tip.created' : `alpha.${kind}`, name, amount, currency: kind === 'tip' ? 'USD' : null, created: `2026-01-01T00:00:${59 - i}Z` }));
const NEWEST = { events: LATEST, latest_follower: LATEST[0], latest_tip: LATEST[1], latest_subscriber: LATEST[6], top_tip_today: { ...LATEST[1], name: 'Margaret', amount: 20 }, paid_today: 112, currency: 'USD' };

const $ = (id) => document.getElementById(id);

export function startPreview() {
  const api = {
    get: async (path) => (path.startsWith('/overlays') ? null : { entries: LEADERS.map(([name, total]) => ({ name, total_amount: total, currency: 'USD' })) }),
  };
  const alerts = new Alerts($('alert'));
  const celebration = new Celebration($('celebration'));
  const boxes = new Map(['goal', 'leaderboard', 'ticker', 'counter', 'qr', 'media', 'events', 'chat', 'labels', 'follow_goal', 'sub_goal', 'timer'].map((name) => [name, $(name)]));
  const goal = new Goal($('goal'), api);
  const counters = new Counters($('counter'));
  const leaderboard = new Leaderboard($('leaderboard'), api);
  const ticker = new Ticker($('ticker'));
  const feeds = [new EventList($('events'), api), new Labels($('labels'), api)];
  const counts = [new CountGoal($('follow_goal'), api, () => {}), new CountGoal($('sub_goal'), api, () => {})];
  const chat = new ChatBox($('chat'));
  const clock = new StreamTimer($('timer'), api);
  const video = document.createElement('p');
  const read = leaderboard.load();
  let look = null;
  let shown = null;
  let timer = 0;

  goal.show({ enabled: true, title: '', amount: 250, current: 112, currency: 'USD' });
  counters.load(COUNTERS);
  video.textContent = '▶';
  $('media').replaceChildren(video);
  feeds[0].take(NEWEST);
  counts[0].show({ target: 1_000, current: 640, title: '' });
  counts[1].show({ target: 50, current: 21, title: '' });
  clock.show({ state: 'running', title: '', left_seconds: 5_025 });
  dress();
  let written = 0;
  const write = () => chat.line({ ...LINES[written % LINES.length], message_id: String(written), at: new Date(1_767_225_600_000 + 1_000 * written++).toISOString() });
  $('qr').lastElementChild.textContent = `${location.host}/tip/…`;

  const still = () => {
    shown?.();
    shown = alerts.preview(SAMPLES.tip, false);
  };

  const show = async (next) => {
    await read;
    const isOther = JSON.stringify(look?.layout.alerts) !== JSON.stringify(next.layout.alerts);
    look = next;
    speak(look.layout.alerts.language);
    alerts.look(look.layout);
    feeds.forEach((panel) => panel.look(look.layout));
    chat.look({ ...look.layout, panels: { ...look.layout.panels, chat: { ...look.layout.panels.chat, seconds: 0 } } });
    while (written < LINES.length) {
      write();
    }
    await feeds[1].take(NEWEST, api);
    [goal, counters, leaderboard, ...feeds, chat, ...counts, clock].forEach((panel) => panel.draw());
    ticker.clear();
    [SAMPLES.resub, SAMPLES.raid, { ...SAMPLES.tip, type: 'tip.created' }].forEach((sample) => ticker.event(sample));
    for (const [name, box] of boxes) {
      box.hidden = !look.widgets.includes(name);
    }
    document.body.toggleAttribute('data-no-alert', !look.widgets.includes('alert') && !look.widgets.includes('tts'));
    applyLayout(look.layout);
    if (isOther && timer === 0) {
      still();
    }
  };

  // An alert for as long as it is shown on the stream; then the sample that always stands here.
  const play = ({ kind, variation }) => {
    clearTimeout(timer);
    const kinds = kind ?? TRIED[0];
    TRIED.push(TRIED.shift());
    if (variation) {
      alerts.look({ ...look.layout, alerts: { ...look.layout.alerts, variations: [{ ...variation, from: null, to: null, tier: null, platform: null, is_first: false, chance: 100 }] } });
    }
    shown?.(true);
    shown = alerts.preview(SAMPLES[kinds], true);
    timer = setTimeout(() => {
      shown();
      timer = setTimeout(() => {
        timer = 0;
        alerts.look(look.layout);
        still();
      }, BETWEEN);
    }, 1_000 * shown.seconds);
  };

  addEventListener('message', ({ origin, source, data }) => {
    if (origin !== location.origin || source !== parent) {
      return;
    }
    if (data.type === 'look') {
      show(data);
    } else if (data.type === 'alert') {
      play(data);
    } else if (data.type === 'chat') {
      write();
    } else if (data.type === 'celebrate') {
      celebration.show({ effect: data.effect, seconds: 4 });
    }
  });
  parent.postMessage({ type: 'preview' }, location.origin);
}
