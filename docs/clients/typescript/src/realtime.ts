import type { components } from './api.js';

type Event = components['schemas']['Event'];

/** A frame of the server that is no event. */
export type ControlFrame = { type: string; data?: Record<string, unknown> };

/** What the stream uses of a WebSocket: the class of browsers, and that of `ws`, have it. */
export interface Socket {
  readonly readyState: number;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
  send(data: string): void;
  close(): void;
}

export type SocketClass = new (url: string) => Socket;

export interface StreamOptions {
  /** The address of the socket, for example `ws://localhost:3000/realtime`. */
  url: string;
  /** What the socket signs in with: an API key or access token, a realtime token, or an overlay's key. */
  credential: { apiKey: string } | { token: string } | { overlayKey: string } | (() => Promise<Record<string, string>>);
  /** Types to be sent; all if left out. */
  events?: readonly Event['type'][];
  /** The id of the last event that was handled in an earlier run. */
  since?: string;
  /** Each event once, in order. The next one waits until the promise is fulfilled. */
  onEvent: (event: Event) => void | Promise<void>;
  /** `ready` with its snapshot, `replay_gap`, `replay_complete` and `reconnect`, as they come. */
  onFrame?: (frame: ControlFrame) => void;
  /** Why the stream has ended for good: a credential or an address that is no good, or a handler that failed. */
  onEnd?: (reason: Error | null) => void;
  /** The class of the socket, for a runtime without one: `WebSocket` of the package `ws`. */
  WebSocket?: SocketClass;
}

const KEPT_IDS = 10_000;
const PING_EVERY = 60_000;
const LONGEST_WAIT = 30_000;
/** Errors after which another try would end in the same way. After `revoked` it tells whether the credential is. */
const FINAL = new Set(['invalid_api_key', 'invalid_token', 'invalid_overlay_key', 'bad_request']);

/**
 * The realtime stream, which stays connected. After a break it connects again with `since`, so that nothing is missed;
 * on `reconnect` it opens the new socket before the old one closes; an event that came twice is handled once.
 */
export class RealtimeStream {
  readonly #options: StreamOptions;
  readonly #Socket: SocketClass;
  readonly #seen = new Set<string>();
  #last: string | undefined;
  /** The newest event when the last socket signed in. */
  #newest: string | undefined;
  #socket: Socket | undefined;
  #tail: Promise<void> = Promise.resolve();
  #ended = false;
  #failures = 0;

  /** @throws TypeError if the runtime has no `WebSocket`, and the options give none */
  constructor(options: StreamOptions) {
    this.#options = options;
    this.#Socket = options.WebSocket ?? ownWebSocket();
    this.#last = options.since;
    void this.#connect();
  }

  /** The id of the last event that was handled, or of a later one that was not asked for: keep it, and give it as `since` to the next run. */
  get lastEventId(): string | undefined {
    return this.#last;
  }

  close(): void {
    this.#end(null);
  }

  async #connect(): Promise<void> {
    const { credential, events } = this.#options;
    let data: Record<string, string>;
    try {
      data = typeof credential === 'function' ? await credential() : credential;
    } catch {
      this.#later();
      return;
    }
    if (this.#ended) return;
    let socket: Socket;
    try {
      socket = new this.#Socket(this.#options.url);
    } catch (failure) {
      this.#end(toError(failure));
      return;
    }
    const previous = this.#socket;
    this.#socket = socket;
    let heard = true;
    const lost = (): void => {
      clearInterval(ping);
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      this.#later();
    };
    const ping = setInterval(() => {
      if (socket.readyState !== 1) return;
      if (!heard) {
        // Not even a pong came, as after a sleep of the computer: the socket seems open, and is not.
        lost();
        socket.close();
        return;
      }
      heard = false;
      socket.send('{"type":"ping"}');
    }, PING_EVERY);
    socket.onopen = () => {
      const first: Record<string, unknown> = { data };
      if (events !== undefined) first['events'] = events;
      if (this.#last !== undefined) first['since'] = this.#last;
      socket.send(JSON.stringify(first));
    };
    socket.onmessage = (message: { data: unknown }) => {
      heard = true;
      const frame = JSON.parse(String(message.data)) as Event | ControlFrame;
      if (frame.type === 'ready') {
        this.#failures = 0;
        previous?.close();
      }
      this.#receive(socket, frame);
    };
    socket.onclose = lost;
    socket.onerror = () => undefined;
  }

  #receive(socket: Socket, frame: Event | ControlFrame): void {
    if (isEvent(frame)) {
      this.#tail = this.#tail.then(() => this.#handle(frame)).catch((failure: unknown) => this.#end(toError(failure)));
      return;
    }
    this.#options.onFrame?.(frame);
    if (frame.type === 'error') {
      const code = String(frame.data?.['code']);
      if (FINAL.has(code)) this.#end(new Error(`${code}: ${String(frame.data?.['error'])}`));
    } else if (frame.type === 'ready') {
      this.#newest = (frame.data?.['last_event_id'] as string | null) ?? undefined;
      this.#last ??= this.#newest;
    } else if (frame.type === 'replay_gap' || (frame.type === 'replay_complete' && frame.data?.['count'] === 0)) {
      // None of the events up to the newest was asked for, and the log forgets the last one that was handled.
      const newest = this.#newest;
      if (newest !== undefined) void this.#tail.then(() => (this.#last = newest));
    } else if (frame.type === 'reconnect' && this.#socket === socket) {
      void this.#tail.then(() => {
        // A replay goes on after an event that may not have been sent, because other types were asked for.
        const since = frame.data?.['since'];
        if (typeof since === 'string') this.#last = since;
        return this.#connect();
      });
    } else if (frame.type === undefined) {
      // API Gateway's own word: what it was to tell this socket got lost, and nothing more may come of it.
      socket.close();
    }
  }

  async #handle(event: Event): Promise<void> {
    if (this.#ended || this.#seen.has(event.id)) return;
    await this.#options.onEvent(event);
    this.#seen.add(event.id);
    this.#last = event.id;
    if (this.#seen.size > KEPT_IDS) {
      for (const oldest of this.#seen) {
        this.#seen.delete(oldest);
        break;
      }
    }
  }

  /** Connects again after a wait that doubles with each failure. */
  #later(): void {
    if (this.#ended) return;
    const wait = Math.random() * Math.min(LONGEST_WAIT, 500 * 2 ** this.#failures++);
    setTimeout(() => {
      if (!this.#ended) void this.#tail.then(() => this.#connect());
    }, wait);
  }

  #end(reason: Error | null): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#socket?.close();
    this.#options.onEnd?.(reason);
  }
}

function isEvent(frame: Event | ControlFrame): frame is Event {
  return 'id' in frame;
}

function ownWebSocket(): SocketClass {
  const own = (globalThis as { WebSocket?: SocketClass }).WebSocket;
  if (own === undefined) {
    throw new TypeError('There is no WebSocket here: give the one of the package ws as the option WebSocket');
  }
  return own;
}

function toError(failure: unknown): Error {
  return failure instanceof Error ? failure : new Error(String(failure));
}
