// The endpoints that an overlay's key opens.

export class Refusal extends Error {
  constructor(status, body) {
    super(body.error ?? `status ${status}`);
    this.status = status;
    this.code = body.code ?? '';
    this.body = body;
  }
}

// Reads that can wait: a queue that is not read does not play.
const CAN_WAIT = /^\/(overlays|leaderboard|counters)\b/;

export class Api {
  #key;
  #latest = null;
  #restsUntil = 0;
  #resting = new Map();

  constructor(key) {
    this.#key = key;
  }

  // The limits hold for all pages of an overlay, and for all programs at the address. So when three quarters of one are
  // used up, what is shown beside the tips is not read again before it begins anew: the rest is for tips and videos.
  //
  // asked: called each time that the service is asked
  get(path, asked) {
    const rest = this.#restsUntil - performance.now();
    if (rest <= 0 || !CAN_WAIT.test(path)) {
      return this.#call('GET', path, {}, asked);
    }
    if (!this.#resting.has(path)) {
      this.#resting.set(path, sleep(rest * (1 + Math.random() / 4)).then(() => {
        this.#resting.delete(path);
        return this.#call('GET', path, {}, asked);
      }));
    }
    return this.#resting.get(path);
  }

  // The latest happenings, and when the service was asked for them; widgets that ask at the same time share the answer,
  // which is null if there is none.
  latest(overlayId) {
    let asked = 0;
    this.#latest ??= this.get(`/overlays/${overlayId}/latest`, () => { asked = performance.now(); })
      .then((answer) => ({ ...answer, asked }), () => null)
      .finally(() => { this.#latest = null; });
    return this.#latest;
  }

  post(path) {
    return this.#call('POST', path);
  }

  // Claims a tip. If the answer is lost and the claim is sent again, it is answered as it was first.
  start(orderId) {
    return this.#call('POST', `/tts/${orderId}/start`, { 'idempotency-key': randomKey() });
  }

  // Answers the body. Throws a Refusal for what will not change by itself, after having waited out what will: no
  // network, a limit, a fault of the service, an answer that breaks off.
  async #call(method, path, headers = {}, asked = () => {}) {
    for (let attempt = 0; ; attempt++) {
      let wait = Math.min(15_000, 500 * 2 ** attempt);
      asked();
      try {
        const answer = await fetch(`/v1${path}`, {
          method,
          headers: { authorization: `Bearer ${this.#key}`, ...headers },
          cache: 'no-store',
          referrerPolicy: 'no-referrer',
          signal: AbortSignal.timeout(15_000),
        });
        this.#note(answer.headers);
        if (answer.ok) {
          return await answer.json();
        }
        const body = await answer.json().catch(() => ({}));
        if (answer.status !== 429 && answer.status < 500) {
          throw new Refusal(answer.status, body);
        }
        wait = Math.max(wait, 1000 * Number(answer.headers.get('retry-after') ?? 0));
      } catch (fault) {
        if (fault instanceof Refusal) {
          throw fault;
        }
      }
      await sleep(wait * (0.75 + Math.random() / 2));
    }
  }

  #note(headers) {
    const [limit, left, reset] = ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`ratelimit-${name}`)));
    if (left < limit / 4) {
      this.#restsUntil = performance.now() + 1000 * reset;
    }
  }
}

function randomKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

// A browser may refuse to store anything; then a reload forgets.
export function store(how, what, value) {
  try {
    return how === 'get' ? localStorage.getItem(what) : localStorage.setItem(what, value);
  } catch {
    return null;
  }
}

// Answers how to ask for a task. It is done once no one has asked for it for so many milliseconds, and now and then while
// it is asked for without end.
export function inTime(task, quiet = 2_000, longest = 10_000) {
  let timer = 0;
  let until = null;
  return () => {
    until ??= performance.now() + longest;
    clearTimeout(timer);
    timer = setTimeout(() => {
      until = null;
      task();
    }, Math.max(0, Math.min(quiet, until - performance.now())));
  };
}

export const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
