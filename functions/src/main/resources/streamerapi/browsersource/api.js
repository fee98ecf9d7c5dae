// The endpoints that an overlay's key opens.

export class Refusal extends Error {
  constructor(status, body) {
    super(body.error ?? `status ${status}`);
    this.status = status;
    this.code = body.code ?? '';
    this.body = body;
  }
}

export class Api {
  #key;
  #latest = null;

  constructor(key) {
    this.#key = key;
  }

  // asked: called each time that the service is asked
  get(path, asked) {
    return this.#call('GET', path, {}, asked);
  }

  // The latest happenings; widgets that ask at the same time share the answer, which is null if there is none.
  latest(overlayId) {
    this.#latest ??= this.get(`/overlays/${overlayId}/latest`)
      .catch(() => null)
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
  // network, a limit, a fault of the service.
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
        const body = await answer.json().catch(() => ({}));
        if (answer.ok) {
          return body;
        }
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
