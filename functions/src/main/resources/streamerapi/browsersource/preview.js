// How an overlay looks, with samples of what it shows. A dashboard's page has it in a frame and tells it the layout by
// messages; there is no key here, no socket, and nothing is asked of the service.

import { Alerts } from './alerts.js';
import { Celebration } from './celebration.js';
import { applyLayout } from './layout.js';
import { Counters, Goal, Leaderboard, Ticker } from './panels.js';

const BETWEEN = 900;
const TIP = { name: 'Ada', amount: 5, currency: 'USD', message: 'Thank you for the stream! This is where the words of a tip stand.' };
const ALERTS = [
  { type: 'alpha.follow', data: { user_name: 'Grace', message: 'Grace follows now' } },
  { type: 'beta.raid', data: { user_name: 'Linus', message: 'Linus raids with 42 viewers' } },
  { type: 'alpha.resub', data: { user_name: 'Margaret', message: 'Margaret is subscribed for 7 months', sub_message: 'Seven months already!' } },
];
const COUNTERS = [{ name: 'deaths', value: 12 }, { name: 'wins', value: 3 }].map((counter) => ({ ...counter, updated_at: '2026-01-01T00:00:00Z' }));
const LEADERS = [['Ada', 120], ['Grace', 85], ['Linus', 42], ['Margaret', 20], ['Alan', 10]];

const $ = (id) => document.getElementById(id);

export function startPreview() {
  const api = {
    get: async () => ({ entries: LEADERS.map(([name, total]) => ({ name, total_amount: total, currency: 'USD' })) }),
  };
  const alerts = new Alerts($('alert'));
  const celebration = new Celebration($('celebration'));
  const boxes = new Map([['goal', $('goal')], ['leaderboard', $('leaderboard')], ['ticker', $('ticker')], ['counter', $('counter')], ['media', $('media')]]);
  let shown = alerts.tip(TIP);
  let timer = 0;
  let seconds = 0;

  new Goal($('goal'), api).show({ enabled: true, title: 'New microphone', amount: 250, current: 112 });
  new Counters($('counter')).load(COUNTERS);
  const ticker = new Ticker($('ticker'));
  ticker.event({ type: 'tip.created', data: { ...TIP } });
  ALERTS.forEach((alert) => ticker.event(alert));
  const video = document.createElement('p');
  video.textContent = 'A video plays here';
  $('media').replaceChildren(video);
  const leaderboard = new Leaderboard($('leaderboard'), api).load();

  const look = async ({ layout, widgets }) => {
    await leaderboard;
    seconds = layout.alert_seconds;
    for (const [name, box] of boxes) {
      box.hidden = !widgets.includes(name);
    }
    document.body.toggleAttribute('data-no-alert', !widgets.includes('alert') && !widgets.includes('tts'));
    applyLayout(layout);
  };

  // An alert for as long as alerts are shown; then the sample that always stands here.
  const alert = () => {
    clearTimeout(timer);
    shown.hide();
    const next = ALERTS[0];
    ALERTS.push(ALERTS.shift());
    alerts.lasting(seconds);
    alerts.event(next);
    timer = setTimeout(() => { shown = alerts.tip(TIP); }, 1_000 * seconds + BETWEEN);
  };

  addEventListener('message', ({ origin, source, data }) => {
    if (origin !== location.origin || source !== parent) {
      return;
    }
    if (data.type === 'look') {
      look(data);
    } else if (data.type === 'alert') {
      alert();
    } else if (data.type === 'celebrate') {
      celebration.show({ effect: data.effect, seconds: 4 });
    }
  });
  parent.postMessage({ type: 'preview' }, location.origin);
}
