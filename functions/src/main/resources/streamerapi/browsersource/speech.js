// Plays the TTS queue: claims the tip at its head, shows it while its audio sounds, finishes it. Whatever goes wrong with one
// tip, the queue goes on.

import { Refusal, sleep, store } from './api.js';
import { takeTurns } from './scene.js';
import { wordCount } from './words.js';

const AUDIO_COMES_WITHIN = 10_000;
const STANDS_STILL = 3_000;
const OVERTIME = 10_000;
const UNKNOWN_LENGTH = 60_000;
const SHORTEST = 4_000;
const LONGEST_SILENT = 15_000;
const ATTEMPTS = 3;
// Longer than 500 digits take to be read aloud: a tip that still plays elsewhere must not sound here too.
const OLD_CLAIM = 240_000;
const HEARD = 'heard';
const CLAIMED = 'claimed';

export class Speech {
  #api;
  #alerts;
  #scene;
  #unlock;
  #report;
  #name = '';
  #waiting = new Map();
  #paused = false;
  #current = null;
  #asked = null;
  #fresh = null;
  #started = null;
  // Tips that ended or were let go while a claim is under way; null without one, or if the queue was read since.
  #freed = null;
  #playing = null;
  #busy = false;
  #task = null;
  #locked = false;
  #synced = false;
  #attempts = new Map();
  #ownReleases = new Set();
  #timer = 0;
  #mirrors = false;
  #mirrored = null;
  #isCut = false;
  #readOn;

  // readOn: reads the queue again, of which only the head was read
  constructor(api, alerts, scene, unlock, report, readOn = () => {}) {
    this.#api = api;
    this.#alerts = alerts;
    this.#scene = scene;
    this.#unlock = unlock;
    this.#report = report;
    this.#readOn = readOn;
    scene.whenChanged((isActive) => (isActive ? this.#advance() : this.#playing?.stop('off_stream')));
  }

  // Whether another overlay plays the tips, and this one only shows their words.
  set mirrors(mirrors) {
    this.#mirrors = mirrors;
    this.#advance();
  }

  // Of several pages of one overlay in one browser, one of those that are on the stream plays.
  begin(name) {
    this.#name = name;
    takeTurns(`speech-${name}`, this.#scene, (isOurs) => {
      this.#locked = isOurs;
      this.#advance();
      return this.#task;
    });
  }

  // The queue as it stands. A tip that plays here and is not claimed any more was released meanwhile. A claim that was
  // made while the queue was read can be newer than the answer: an event tells if it is released.
  load(queue, own) {
    const before = this.#waiting;
    this.#waiting = new Map(queue.items.map((tip) => [tip.order_id, { ...tip, seen: before.get(tip.order_id)?.seen ?? performance.now() }]));
    this.#isCut = queue.has_more === true;
    this.#paused = queue.is_paused;
    const isFresh = this.#playing !== null && this.#playing.order_id === this.#fresh;
    this.#current = isFresh ? this.#fresh : queue.current_order_id;
    this.#fresh = null;
    this.#freed = null;
    this.#synced = true;
    this.#ownReleases.clear();
    if (!this.#waiting.has(this.#asked)) {
      this.#asked = null;
    }
    if (this.#playing !== null && this.#playing.order_id !== this.#current) {
      this.#abandon(this.#playing.order_id);
    }
    if (this.#mirrored?.id !== this.#current) {
      this.#mirrored?.end();
    }
    if (own !== undefined) {
      this.#inherit(own);
    }
    this.#advance();
  }

  // Between a reconnect and the queue's being read again nothing is claimed.
  unsettle() {
    this.#synced = false;
  }

  event({ type, data, actor }) {
    const id = data.order_id ?? data.tip?.order_id;
    switch (type) {
      case 'tip.created':
        // Behind those that were not read.
        if (!this.#isCut) {
          this.#waiting.set(id, this.#waiting.get(id) ?? { ...data, seen: performance.now() });
        }
        break;
      case 'tip.tts_ready': {
        const tip = this.#waiting.get(id);
        if (tip) {
          tip.tts_url = data.tts_url;
        }
        break;
      }
      case 'queue.tts.started':
        this.#current = id;
        this.#freed?.delete(id);
        this.#started = actor?.type === 'overlay' ? id : null;
        if (this.#started !== null && !(actor.id === this.#name && this.#isOurs(id))) {
          this.#mirror(this.#waiting.get(id) ?? data.tip);
          if (actor.id === this.#name) {
            this.#inherit({ claim: id, sockets: 2 });
          }
        }
        break;
      case 'queue.tts.finished':
      case 'queue.tts.skipped':
      case 'queue.tts.removed':
        this.#over(id);
        break;
      case 'queue.tts.moved': {
        const tip = this.#waiting.get(id) ?? { ...(data.tip ?? data), seen: performance.now() };
        this.#waiting.delete(id);
        this.#waiting = new Map([[id, tip], ...this.#waiting]);
        break;
      }
      case 'queue.tts.released':
        // This page's own release may be told after it has claimed the tip again.
        if (this.#ownReleases.delete(id)) {
          return;
        }
        this.#free(id);
        this.#abandon(id);
        break;
      case 'queue.tts.paused':
        this.#paused = true;
        break;
      case 'queue.tts.resumed':
        this.#paused = false;
        this.#mirrored?.end();
        this.#freed?.add(this.#current);
        this.#current = null;
        this.#claimAgain();
        break;
      case 'queue.tts.cleared':
        this.#waiting.clear();
        this.#isCut = false;
        this.#mirrored?.end();
        this.#asked = null;
        this.#freed?.add(this.#current);
        this.#current = null;
        this.#abandon(this.#playing?.order_id);
        break;
      default:
        return;
    }
    this.#advance();
  }

  // Whether an event is about a test tip of the queue. A triggered one can name the tip of a donor.
  isOfTestTip({ type, data }) {
    const id = data.order_id ?? data.tip?.order_id;
    return type.startsWith('queue.tts.') && this.#waiting.get(id)?.source === 'test';
  }

  // The browser plays sound from now on.
  unlocked() {
    this.#advance();
  }

  get state() {
    if (this.#unlock.isWanted) {
      return { state: 'silent', why: 'click_wanted' };
    }
    if (this.#playing === null) {
      return { state: 'idle' };
    }
    return this.#playing.failed ? { state: 'silent', why: 'audio_fails' } : { state: 'playing' };
  }

  // A tip that is over does not come back. The answer to its claim can come later.
  #over(id) {
    if (this.#asked === id) {
      this.#asked = null;
    }
    this.#waiting.delete(id);
    this.#free(id);
    this.#abandon(id);
  }

  #free(id) {
    this.#freed?.add(id);
    if (this.#mirrored?.id === id) {
      this.#mirrored.end();
    }
    if (this.#current === id) {
      this.#current = null;
    }
  }

  // Whether this page claimed a tip, or asked to: another page can be of the same overlay.
  #isOurs(id) {
    return this.#asked === id || this.#playing?.order_id === id;
  }

  // Shows the words of a tip that another page plays, for as long as it does.
  #mirror(tip) {
    this.#mirrored?.end();
    if (tip === undefined) {
      return;
    }
    let end = () => {};
    const callOff = this.#alerts.turn((turn) => {
      turn.show(tip, false);
      end = turn.end;
    });
    this.#mirrored = {
      id: tip.order_id,
      end: () => {
        this.#mirrored = null;
        callOff();
        end();
      },
    };
  }

  // What plays here is somebody else's decision now.
  #abandon(id) {
    if (this.#playing !== null && this.#playing.order_id === id) {
      this.#playing.stop('taken');
    }
  }

  // A resumed queue has let every claim go. What plays, plays on, if it can be claimed again.
  async #claimAgain() {
    const tip = this.#playing;
    if (tip === null) {
      return;
    }
    try {
      await this.#api.start(tip.order_id);
    } catch {
      this.#abandon(tip.order_id);
    }
  }

  // A claim that this overlay made before it was loaded again, or another page of it, which may be closed before the tip
  // is over. If another page is there, that one plays, until the claim is old: it is not asked when it was made, because
  // clocks can be wrong by hours. But a claim of this browser is this page's as soon as it holds the lock.
  async #inherit({ claim, sockets }, old = performance.now() + OLD_CLAIM) {
    if (claim === null || claim !== this.#current || this.#playing !== null) {
      return;
    }
    const isLeft = sockets < 2 || store('get', CLAIMED) === claim || performance.now() > old;
    const isStanding = isLeft && this.#locked && (await this.#isClaimed(claim));
    const tip = this.#waiting.get(claim);
    if (tip && isStanding && this.#locked && this.#current === claim && this.#playing === null && !this.#busy) {
      this.#mirrored?.end();
      if (this.#scene.isActive && !this.#mirrors) {
        await this.#inTurn((turn) => this.#playInherited({ claim, sockets }, old, turn), true);
      } else {
        await this.#release(tip);
      }
    } else if (tip) {
      await sleep(1_000);
      this.#inherit({ claim, sockets }, old);
    }
  }

  // When its turn comes, the tip may be over, or another page of this browser may have it.
  async #playInherited(own, old, turn) {
    const tip = this.#waiting.get(own.claim);
    if (tip === undefined || this.#current !== own.claim) {
      return;
    }
    if (this.#locked) {
      await (this.#mirrors ? this.#release(tip) : this.#play(tip, turn));
    } else {
      this.#inherit(own, old);
    }
  }

  // Whether a claim stands: its release may not have been told here yet.
  async #isClaimed(id) {
    const { tip } = await this.#api.get('/tts/now').catch(() => ({ tip: null }));
    return tip?.order_id === id;
  }

  get #mayClaim() {
    const isFree = this.#synced && !this.#paused && this.#current === null;
    return isFree && this.#locked && this.#scene.isActive && !this.#mirrors && !this.#unlock.isWanted;
  }

  async #advance() {
    clearTimeout(this.#timer);
    if (this.#isCut && this.#synced && this.#waiting.size === 0) {
      this.#synced = false;
      this.#readOn();
      return;
    }
    if (this.#busy || !this.#mayClaim) {
      return;
    }
    const tip = this.#waiting.values().next().value;
    if (tip === undefined) {
      return;
    }
    const waited = performance.now() - tip.seen;
    if (tip.tts_url === null && waited < AUDIO_COMES_WITHIN && !heard.has(tip.order_id)) {
      this.#timer = setTimeout(() => this.#advance(), AUDIO_COMES_WITHIN - waited);
      return;
    }
    await this.#inTurn(async (turn) => {
      const isNext = this.#waiting.keys().next().value === tip.order_id;
      if (this.#mayClaim && isNext && (await this.#claim(tip))) {
        await (this.#locked ? this.#play(tip, turn) : this.#release(tip));
      }
    });
  }

  // Does what a tip is about when it is a tip's turn to be shown: no alert is cut short for it.
  async #inTurn(task, isFirst = false) {
    this.#busy = true;
    const turn = await new Promise((resolve) => this.#alerts.turn(resolve, { isFirst }));
    try {
      this.#task = task(turn);
      await this.#task;
    } finally {
      this.#task = null;
      turn.end();
      this.#busy = false;
    }
    this.#advance();
  }

  async #claim(tip) {
    this.#asked = tip.order_id;
    this.#freed = new Set();
    try {
      const { tip: claimed } = await this.#api.start(tip.order_id);
      if (this.#asked !== tip.order_id) {
        return false;
      }
      tip.tts_url = claimed.tts_url ?? tip.tts_url;
      this.#current = tip.order_id;
      this.#fresh = this.#synced ? null : tip.order_id;
      store('set', CLAIMED, tip.order_id);
      return true;
    } catch (refusal) {
      this.#asked = null;
      this.#refused(tip, refusal);
      return false;
    } finally {
      this.#freed = null;
    }
  }

  #refused(tip, refusal) {
    if (refusal.code === 'queue_paused') {
      this.#paused = true;
    } else if (refusal.code === 'already_playing') {
      // Another page was first. Events may have told already that its tip began, and that it is over or let go.
      const id = refusal.body.current_order_id ?? null;
      if (this.#freed !== null) {
        this.#current = this.#freed.has(id) ? null : id;
      }
      if (this.#current !== null && this.#current === this.#started && this.#mirrored === null) {
        this.#mirror(this.#waiting.get(this.#current));
      }
    } else if (refusal.status === 404 || refusal.status === 409) {
      this.#waiting.delete(tip.order_id);
    } else {
      this.#synced = false;
      setTimeout(() => {
        this.#synced = true;
        this.#advance();
      }, 30_000);
    }
  }

  // Plays a claimed tip to its end, and finishes it. One that was heard already is finished at once.
  async #play(tip, turn) {
    if (heard.has(tip.order_id)) {
      return this.#finish(tip);
    }
    const attempt = (this.#attempts.get(tip.order_id) ?? 0) + 1;
    this.#attempts.set(tip.order_id, attempt);
    let playing = null;
    const ended = new Promise((resolve) => {
      playing = { ...tip, stop: resolve, failed: attempt > ATTEMPTS - 1 };
    });
    this.#playing = playing;
    this.#report();
    const failed = () => {
      if (this.#playing !== null) {
        this.#playing.failed = true;
        this.#report();
      }
    };
    const { lead, isSpoken } = turn.show(tip);
    const isSilent = !isSpoken || tip.tts_url === null || attempt > ATTEMPTS - 1;
    const whole = async () => {
      await sleep(1_000 * lead);
      if (this.#playing !== playing) {
        return 'taken';
      }
      return isSilent ? sleep(readingTime(tip)).then(() => 'heard') : sound(tip, failed);
    };
    const outcome = await Promise.race([ended, whole()]);
    turn.end(outcome === 'taken' || outcome === 'off_stream');
    quiet();
    this.#playing = null;
    this.#report();
    return this.#settle(tip, outcome);
  }

  async #settle(tip, outcome) {
    switch (outcome) {
      case 'taken':
        return undefined;
      case 'locked':
        await this.#release(tip);
        this.#attempts.delete(tip.order_id);
        return this.#unlocked();
      case 'off_stream':
        this.#attempts.delete(tip.order_id);
        return this.#release(tip);
      case 'stuck':
        return this.#release(tip);
      default:
        heard.add(tip.order_id);
        return this.#finish(tip);
    }
  }

  async #unlocked() {
    const click = this.#unlock.wait();
    this.#report();
    await click;
    this.#report();
    setTimeout(() => this.#advance());
  }

  async #finish(tip) {
    await this.#end(tip, 'finish');
    this.#attempts.delete(tip.order_id);
    this.#waiting.delete(tip.order_id);
    this.#free(tip.order_id);
  }

  async #release(tip) {
    this.#ownReleases.add(tip.order_id);
    if (!(await this.#end(tip, 'release'))) {
      this.#ownReleases.delete(tip.order_id);
    }
    this.#free(tip.order_id);
  }

  // Answers whether it was this page that ended its claim.
  async #end(tip, how) {
    try {
      await this.#api.post(`/tts/${tip.order_id}/${how}`);
      return true;
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) {
        throw refusal;
      }
      if (refusal.code === 'not_playing' && how === 'finish') {
        await this.#claimAndFinish(tip);
      }
      return false;
    }
  }

  // The claim was let go while the page was away, and the tip was heard: it is not to be heard again.
  async #claimAndFinish(tip) {
    this.#asked = tip.order_id;
    try {
      await this.#api.start(tip.order_id);
      await this.#api.post(`/tts/${tip.order_id}/finish`);
    } catch {
      // It is somebody else's, or waits behind another one: when its turn comes it is finished at once.
    }
  }
}

// How long a tip is shown that makes no sound.
const readingTime = ({ name, message }) => Math.min(LONGEST_SILENT, SHORTEST + 300 * wordCount(`${name} ${message ?? ''}`));

let audio = null;

function quiet() {
  if (audio !== null) {
    audio.pause();
    audio.removeAttribute('src');
    audio.load();
    audio = null;
  }
}

// Plays the audio: 'heard' when it has ended, 'stuck' when it stands still or goes on for too long, 'locked' where the
// browser refuses to play without a click. Audio that cannot be had is shown in silence instead.
function sound(tip, failed) {
  return new Promise((resolve) => {
    const began = performance.now();
    const player = new Audio();
    audio = player;
    let position = -1;
    let moved = performance.now();
    const end = async (outcome) => {
      clearInterval(watchdog);
      if (outcome === 'heard') {
        await sleep(Math.max(600, SHORTEST - (performance.now() - began)));
      }
      resolve(outcome);
    };
    const watchdog = setInterval(() => {
      const now = performance.now();
      if (player.currentTime !== position) {
        position = player.currentTime;
        moved = now;
      }
      const length = Number.isFinite(player.duration) ? player.duration * 1000 : UNKNOWN_LENGTH;
      if (now - moved > STANDS_STILL || now - began > length + OVERTIME) {
        end('stuck');
      }
    }, 500);
    player.onended = () => end('heard');
    player.onerror = () => {
      clearInterval(watchdog);
      failed();
      sleep(readingTime(tip)).then(() => resolve('heard'));
    };
    player.src = location.origin + new URL(tip.tts_url).pathname;
    player.play().catch((fault) => {
      if (fault.name === 'NotAllowedError') {
        end('locked');
      }
    });
  });
}

// The tips that were heard and perhaps not finished yet, kept across a reload.
const heard = {
  ids: JSON.parse(store('get', HEARD) ?? '[]'),
  has(id) {
    return this.ids.includes(id);
  },
  add(id) {
    this.ids = [...this.ids, id].slice(-20);
    store('set', HEARD, JSON.stringify(this.ids));
  },
};
