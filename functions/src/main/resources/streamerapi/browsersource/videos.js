// Plays the media queue in the video sites' own players, which are told what to do by messages.

import { store } from './api.js';
import { takeTurns } from './scene.js';

const NO_WORD = 20_000;
const OVERTIME = 10_000;
const LONGEST_UNKNOWN = 15 * 60_000;
const CLAIMED = 'claimed-video';
const LEFT = 'left-video';

export class Videos {
  #box;
  #api;
  #report;
  #scene;
  #overlay;
  #waiting = new Map();
  #paused = false;
  #visible = true;
  #playing = null;
  #starting = null;
  #synced = false;
  #locked = false;
  #held = null;
  #ownReleases = new Set();
  #ending = new Set();
  #isCut = false;
  #readOn;

  // scene: whether the page is on the stream; null if it always is; readOn: reads the queue again, of which only the head
  // was read
  constructor(box, api, report, scene = null, readOn = () => {}) {
    this.#box = box;
    this.#api = api;
    this.#report = report;
    this.#scene = scene;
    this.#readOn = readOn;
    addEventListener('message', (message) => this.#playing?.player.heard(message));
  }

  // Of several pages of one overlay in one browser, one of those that are on the stream plays.
  begin(overlay) {
    this.#overlay = overlay;
    takeTurns(`videos-${overlay}`, this.#scene, (isOurs) => {
      this.#locked = isOurs;
      return isOurs ? this.#inherit() : this.#leave();
    });
  }

  // Plays the video of a page of this browser that was closed while it played: it could not let it go.
  async #inherit() {
    const id = this.#held;
    if (id !== null && this.#playing === null && store('get', CLAIMED) === id) {
      const { media } = await this.#api.get('/media/now').catch(() => ({ media: null }));
      if (media?.order_id === id && this.#held === id) {
        this.#held = null;
      }
    }
    this.#advance();
  }

  // Lets the video go. It goes on from where it is when a page of this browser plays it next.
  async #leave() {
    await this.#starting;
    if (this.#playing !== null) {
      const { item, player } = this.#playing;
      store('set', LEFT, JSON.stringify({ id: item.order_id, seconds: player.position }));
      this.#stop();
      await this.#release(item);
      this.#free(item.order_id);
    }
  }

  // The queue as it stands. A video that this overlay played before it was loaded again begins again, unless another
  // page of it is there and plays it.
  load(queue, own) {
    this.#waiting = new Map(queue.items.map((item) => [item.order_id, item]));
    this.#isCut = queue.has_more === true;
    this.#paused = queue.is_paused;
    this.#visible = queue.visible;
    const id = queue.current_order_id;
    const isOwn = own?.claim === id && (own.sockets < 2 || store('get', CLAIMED) === id);
    this.#held = queue.playing && (!isOwn || this.#playing?.item.order_id === id) ? id : null;
    this.#synced = true;
    this.#ownReleases.clear();
    if (this.#playing !== null && !this.#waiting.has(this.#playing.item.order_id)) {
      this.#stop();
    }
    if (this.#playing !== null && this.#playing.item.order_id !== id) {
      this.#claimAgain(this.#playing.item);
    }
    this.#paused ? this.#playing?.player.pause() : this.#playing?.player.play();
    this.#look();
    this.#advance();
  }

  // The claim was let go while the page was away. What plays, plays on, if it can be claimed again.
  #claimAgain(item) {
    this.#api.post(`/media/${item.order_id}/start`).catch(() => this.#free(item.order_id));
  }

  unsettle() {
    this.#synced = false;
  }

  get isPlaying() {
    return this.#playing !== null;
  }

  event({ type, actor, data }) {
    const id = data.order_id ?? data.media?.order_id;
    switch (type) {
      case 'media.created':
        // Behind those that were not read.
        if (!this.#isCut) {
          this.#waiting.set(id, this.#waiting.get(id) ?? { media_start_time: 0, ...data });
        }
        break;
      case 'queue.media.started':
        this.#started(id, actor, data.media);
        break;
      case 'queue.media.released':
        // This page's own release may be told after it has claimed the video again.
        if (!this.#ownReleases.delete(id) || this.#playing?.item.order_id !== id) {
          this.#free(id);
        }
        break;
      case 'queue.media.finished':
      case 'queue.media.removed':
        this.#waiting.delete(id);
        this.#free(id);
        break;
      case 'queue.media.skipped':
        this.#waiting.delete(this.#held);
        this.#free(this.#held);
        break;
      case 'queue.media.paused':
        this.#paused = true;
        this.#playing?.player.pause();
        break;
      case 'queue.media.resumed':
        this.#paused = false;
        this.#playing?.player.play();
        break;
      case 'queue.media.shown':
      case 'queue.media.hidden':
        this.#visible = type === 'queue.media.shown';
        break;
      default:
        return;
    }
    this.#look();
    this.#advance();
  }

  // Of two overlays that started one video at once, the first plays it.
  #started(id, actor, media) {
    const mine = actor?.type === 'overlay' && actor.id === this.#overlay;
    if (media) {
      this.#waiting.set(id, media);
    }
    if (this.#playing?.item.order_id === id) {
      if (!mine && !this.#playing.confirmed) {
        this.#stop();
      }
      if (mine && this.#playing) {
        this.#playing.confirmed = true;
      }
    }
    this.#held = id;
  }

  #free(id) {
    if (this.#held === id) {
      this.#held = null;
    }
    if (this.#playing?.item.order_id === id) {
      this.#stop();
    }
  }

  async #advance() {
    if (this.#isCut && this.#synced && this.#waiting.size === 0) {
      this.#synced = false;
      this.#readOn();
      return;
    }
    if (!this.#synced || !this.#locked || this.#starting !== null || this.#paused || this.#playing !== null || this.#held !== null) {
      return;
    }
    const item = [...this.#waiting.values()].find(({ order_id: id }) => !this.#ending.has(id));
    if (item === undefined) {
      return;
    }
    this.#starting = this.#start(item);
    await this.#starting;
    this.#starting = null;
    this.#advance();
  }

  // The video may be over before the answer comes.
  async #start(item) {
    try {
      const answer = await this.#api.post(`/media/${item.order_id}/start`);
      if (this.#paused || !this.#locked) {
        await this.#release(item);
      } else if (this.#waiting.has(item.order_id)) {
        this.#play(answer.media ?? item);
      }
    } catch {
      this.#waiting.delete(item.order_id);
    }
  }

  // Lets go of a video that does not play here, or does not play here any more.
  async #release(item) {
    this.#ownReleases.add(item.order_id);
    await this.#api.post(`/media/${item.order_id}/release`).catch(() => this.#ownReleases.delete(item.order_id));
  }

  #play(item) {
    const left = JSON.parse(store('get', LEFT) ?? 'null');
    const begins = left?.id === item.order_id ? left.seconds : item.media_start_time;
    const player = new Player({ ...item, media_start_time: begins }, () => this.#finish(item));
    this.#playing = { item, player, confirmed: false };
    this.#held = item.order_id;
    store('set', CLAIMED, item.order_id);
    this.#box.replaceChildren(player.frame);
    this.#look();
  }

  async #finish(item) {
    this.#stop();
    this.#ending.add(item.order_id);
    await this.#end(`/media/${item.order_id}`);
    this.#ending.delete(item.order_id);
    this.#waiting.delete(item.order_id);
    this.#free(item.order_id);
    this.#advance();
  }

  // If the claim was let go while the page was away, it is made again: the video was seen, and is not to be seen twice.
  async #end(path) {
    const refusal = await this.#api.post(`${path}/finish`).then(() => null, ({ code }) => code);
    if (refusal === 'not_playing') {
      await this.#api.post(`${path}/start`).then(() => this.#api.post(`${path}/finish`)).catch(() => null);
    }
  }

  #stop() {
    this.#playing?.player.end();
    this.#playing = null;
    this.#box.replaceChildren();
    this.#look();
  }

  #look() {
    this.#box.hidden = this.#playing === null;
    this.#report();
    this.#box.style.visibility = this.#visible ? 'visible' : 'hidden';
  }
}

// One video in its site's player. It ends when the player says so, and when the player says nothing for too long.
class Player {
  frame = document.createElement('iframe');
  #origin;
  #item;
  #ended;
  #watchdog;
  #last = performance.now();
  #remaining;
  #spoke = false;
  #paused = false;
  #played = 0;
  #at = null;

  constructor(item, ended) {
    this.#item = item;
    this.#ended = ended;
    const address = embedded(item);
    this.#origin = address?.origin ?? null;
    this.#remaining = item.video_duration > 0 ? 1000 * (item.video_duration - item.media_start_time) + OVERTIME : LONGEST_UNKNOWN;
    this.frame.allow = 'autoplay; encrypted-media';
    this.frame.referrerPolicy = 'strict-origin-when-cross-origin';
    this.frame.title = 'Requested video';
    if (address !== null) {
      this.frame.src = address.href;
      this.frame.onload = () => this.#greet();
    }
    this.#watchdog = setInterval(() => this.#watch(), 1000);
  }

  heard({ origin, source, data }) {
    if (origin !== this.#origin || source !== this.frame.contentWindow) {
      return;
    }
    this.#spoke = true;
    const message = parsed(data);
    const youtube = message.event === 'infoDelivery' && message.info?.playerState === 0;
    const failed = message.event === 'onError' || message.event === 'error';
    const vimeo = message.event === 'finish' || message.event === 'ended';
    this.#at = message.info?.currentTime ?? this.#at;
    const plays = message.event === 'play' || message.info?.playerState === 1;
    if (message.event === 'ready') {
      this.#greet();
    }
    // A player that is still loading hears no pause.
    if (this.#paused && plays) {
      this.pause();
    }
    if (youtube || vimeo || failed) {
      this.#over();
    }
  }

  play() {
    this.#paused = false;
    this.#tell({ youtube: 'playVideo', vimeo: 'play' });
  }

  pause() {
    this.#paused = true;
    this.#tell({ youtube: 'pauseVideo', vimeo: 'pause' });
  }

  // The video's position in seconds, by its player, or by the clock if the player does not tell it.
  get position() {
    return Math.trunc(this.#at ?? this.#item.media_start_time + this.#played / 1000);
  }

  end() {
    clearInterval(this.#watchdog);
    this.frame.remove();
  }

  #over() {
    this.end();
    this.#ended();
  }

  #watch() {
    const now = performance.now();
    if (!this.#paused) {
      this.#remaining -= now - this.#last;
      this.#played += this.#spoke ? now - this.#last : 0;
    }
    this.#last = now;
    const silent = !this.#spoke && this.#since > NO_WORD;
    if (this.#remaining <= 0 || silent) {
      this.#over();
    }
  }

  #born = performance.now();

  get #since() {
    return performance.now() - this.#born;
  }

  #greet() {
    if (this.#item.platform === 'youtube') {
      this.#post({ event: 'listening', id: this.#item.order_id });
    } else {
      for (const event of ['finish', 'ended', 'error', 'play']) {
        this.#post({ method: 'addEventListener', value: event });
      }
      this.#post({ method: this.#paused ? 'pause' : 'play' });
    }
  }

  #tell({ youtube, vimeo }) {
    this.#post(this.#item.platform === 'youtube' ? { event: 'command', func: youtube, args: [] } : { method: vimeo });
  }

  #post(message) {
    this.frame.contentWindow?.postMessage(JSON.stringify(message), this.#origin ?? location.origin);
  }
}

// The address of a video in its site's player; null for a site that has none here.
function embedded({ platform, media_url: url, media_start_time: start }) {
  const seconds = Math.max(0, Math.trunc(start ?? 0));
  const link = new URL(url);
  if (platform === 'youtube') {
    const address = new URL(`https://www.youtube-nocookie.com/embed/${encodeURIComponent(link.searchParams.get('v') ?? '')}`);
    address.search = new URLSearchParams({ autoplay: 1, controls: 0, enablejsapi: 1, origin: location.origin, start: seconds });
    return address;
  }
  if (platform === 'vimeo') {
    const address = new URL(`https://player.vimeo.com/video/${encodeURIComponent(link.pathname.slice(1))}`);
    address.search = new URLSearchParams({ autoplay: 1, controls: 0, dnt: 1 });
    address.hash = `t=${seconds}s`;
    return address;
  }
  return null;
}

function parsed(data) {
  if (typeof data !== 'string') {
    return data ?? {};
  }
  try {
    return JSON.parse(data) ?? {};
  } catch {
    return {};
  }
}
