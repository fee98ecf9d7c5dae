// The realtime socket: one that is always there, or soon again. Every event comes once, in order, and none is missed.

const SIGN_IN_WITHIN = 15_000;
const PING_EVERY = 60_000;
const PONG_WITHIN = 10_000;
const LONGEST_WAIT = 30_000;
// The service sends a socket the first line of chat ten seconds after it was opened.
const STAYS = 15_000;
const REMEMBERED = 1_000;
const FOR_GOOD = new Set(['invalid_overlay_key', 'revoked', 'limit_reached']);

export class Stream {
  #url;
  #key;
  #handlers;
  #current = null;
  #last = null;
  // The one before all that were seen.
  #first = null;
  #seen = new Set();
  #failures = 0;
  #retry = 0;
  #kept;
  #wanted;

  // kept: what the page before this one kept when it was loaded again, as `kept` answers it, or null.
  // handlers: ready(data, again, isHandover), caughtUp(), event(envelope, replayed), command(type, data), trouble(code or null).
  // At a handover the socket before stays until this one is sent everything.
  constructor(url, key, handlers, kept = null) {
    this.#url = url;
    this.#key = key;
    this.#handlers = handlers;
    this.#kept = kept;
    this.#seen = new Set(kept?.seen);
    this.#wanted = new Set(kept?.wanted);
    addEventListener('online', () => this.#reconnectNow());
    addEventListener('offline', () => this.#current?.close());
  }

  // The state with which the next page is sent these events again, those that this page still wanted, and those that come
  // until it is there; null if nothing came yet.
  kept(waiting) {
    const wanted = [...waiting, ...this.#wanted];
    const seen = [...this.#seen];
    const first = seen.findIndex((id) => wanted.includes(id));
    const since = first < 0 ? this.#since : (seen[first - 1] ?? this.#first ?? this.#since);
    return since === null ? null : { since, seen, wanted };
  }

  get #since() {
    return this.#last ?? this.#kept?.since ?? null;
  }

  // since: the last event that is not to be sent again
  open(since = this.#since) {
    clearTimeout(this.#retry);
    const link = new Link(this.#url, this.#key, since, {
      frame: (frame) => this.#frame(link, frame),
      gone: () => this.#gone(link),
    });
    link.replaces = this.#current?.live ? this.#current : (this.#current?.replaces ?? null);
    this.#current = link;
  }

  send(frame) {
    this.#current?.send(frame);
  }

  #frame(link, frame) {
    const data = frame.data ?? {};
    switch (frame.type) {
      case 'ready': {
        const isAgain = this.#last !== null;
        const isReplayed = isAgain || this.#kept !== null;
        this.#last ??= this.#kept?.since ?? data.last_event_id;
        this.#first ??= this.#last;
        this.#kept = null;
        this.#failures = 0;
        this.#handlers.trouble(null);
        this.#handlers.ready(data, isAgain, link.isHandover);
        if (!isReplayed) {
          this.#caughtUp(link);
        }
        link.isReady = true;
        link.early.forEach((command) => this.#handlers.command(command.type, command.data ?? {}));
        break;
      }
      case 'replay_gap':
      case 'replay_complete':
        this.#caughtUp(link);
        break;
      case 'reconnect':
        if (link === this.#current) {
          this.open(data.since ?? this.#last);
        }
        break;
      case 'error':
        link.code = data.code;
        this.#handlers.trouble(FOR_GOOD.has(data.code) && !link.isHandover ? data.code : null);
        break;
      case 'pong':
        break;
      default:
        if (frame.id) {
          this.#event(frame, link);
        } else if (!frame.type) {
          // API Gateway's own word: the service's answer got lost, and nothing more may come of this socket.
          link.close();
        } else if (link.isReady) {
          this.#handlers.command(frame.type, data);
        } else {
          link.early.push(frame);
        }
    }
  }

  // All missed events have come: the older socket that this one replaces is soon not needed.
  #caughtUp(link) {
    const before = link.replaces;
    link.live = true;
    link.replaces = null;
    this.#wanted.clear();
    setTimeout(() => before?.close(), STAYS);
    this.#handlers.caughtUp();
  }

  #event(envelope, link) {
    const isWanted = this.#wanted.delete(envelope.id);
    if (this.#seen.has(envelope.id) && !isWanted) {
      return;
    }
    this.#seen.add(envelope.id);
    if (this.#seen.size > REMEMBERED) {
      [this.#first] = this.#seen;
      this.#seen.delete(this.#first);
    }
    if (!isWanted) {
      this.#last = envelope.id;
    }
    this.#handlers.event(envelope, !link.live);
  }

  // If a handover fails, the older socket goes on until the next one.
  #gone(link) {
    if (link !== this.#current) {
      return;
    }
    this.#current = link.isHandover ? link.replaces : null;
    const longest = FOR_GOOD.has(link.code) ? 60_000 : Math.min(LONGEST_WAIT, 500 * 2 ** this.#failures++);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.open(), longest * (0.5 + Math.random() / 2));
  }

  #reconnectNow() {
    if (this.#current === null) {
      this.#failures = 0;
      this.open();
    }
  }
}

// One socket. It is closed when it does not sign in, or does not answer a ping.
class Link {
  live = false;
  isReady = false;
  early = [];
  replaces = null;
  code = null;
  #socket;
  #deadline;
  #pings;

  constructor(url, key, since, { frame, gone }) {
    this.#socket = new WebSocket(url);
    this.#deadline = setTimeout(() => this.close(), SIGN_IN_WITHIN);
    this.#socket.onopen = () => {
      const first = { data: { overlayKey: key } };
      this.send(since === null ? first : { ...first, since });
    };
    this.#socket.onmessage = (message) => {
      clearTimeout(this.#deadline);
      this.#pings ??= setInterval(() => this.#ping(), PING_EVERY);
      frame(JSON.parse(message.data));
    };
    this.#socket.onclose = () => {
      this.#stop();
      gone();
    };
  }

  get isOpen() {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  // Whether it takes over from a socket that is still there.
  get isHandover() {
    return this.replaces?.isOpen === true;
  }

  send(frame) {
    if (this.isOpen) {
      this.#socket.send(JSON.stringify(frame));
    }
  }

  // A socket whose other end has vanished would take minutes to close: it is given up at once.
  close() {
    const closed = this.#socket.onclose;
    this.#socket.onclose = null;
    this.#socket.onmessage = null;
    this.#socket.close();
    this.#stop();
    closed?.();
  }

  #ping() {
    this.send({ type: 'ping' });
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => this.close(), PONG_WITHIN);
  }

  #stop() {
    clearTimeout(this.#deadline);
    clearInterval(this.#pings);
  }
}
