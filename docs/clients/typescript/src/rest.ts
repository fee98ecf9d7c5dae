import type { components, paths } from './api.js';

/** The body of every refusal. `code` is for programs; the other fields depend on it. */
export type ApiErrorBody = { error: string; code: string; field?: string } & Record<string, unknown>;

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';
type Operation<P extends keyof paths, M extends Method> = NonNullable<paths[P][M]>;
type Json<T> = T extends { content: { 'application/json': infer J } } ? J : never;

/** What an operation answers when it does what it is asked. */
export type Answer<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { responses: infer R } ? Json<R[keyof R & (200 | 201 | 202)]> : never;

type Body<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { requestBody: infer B } ? { body: Json<B> }
  : Operation<P, M> extends { requestBody?: infer B } ? { body?: Json<NonNullable<B>> }
  : object;
type Parameters<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { parameters: infer A }
    ? (A extends { path: infer T } ? { path: T } : object) & (A extends { query?: infer Q } ? { query?: NonNullable<Q> } : object)
    : object;

/** What a request takes: the parameters of its path and query, and its body. */
export type Request<P extends keyof paths, M extends Method> = Parameters<P, M> & Body<P, M> & {
  /** The same key with the same request gets the first answer again. A POST has a random one unless you set it. */
  idempotencyKey?: string;
  signal?: AbortSignal;
};

type PathsWith<M extends Method> = { [P in keyof paths]: paths[P][M] extends undefined ? never : M extends keyof paths[P] ? P : never }[keyof paths];
type Arguments<R> = object extends R ? [request?: R] : [request: R];

export interface Options {
  /** Where the service is, for example `http://localhost:3000/v1`. */
  baseUrl: string;
  /** An API key or an access token, or what gives one. */
  credential: string | (() => string | Promise<string>);
  /** How often a request is sent again that got no answer, a 429 or a 5xx. Default 3. */
  retries?: number;
  /** Milliseconds that an attempt may take. Default 30,000. */
  timeout?: number;
  fetch?: typeof fetch;
}

/** A refusal, or the last failure of a request that was sent again without success: `status` is 0 if there was no answer. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: ApiErrorBody,
    readonly requestId: string | null,
    options?: ErrorOptions,
  ) {
    super(`${body.code}: ${body.error}`, options);
    this.name = 'ApiError';
  }

  get code(): string {
    return this.body.code;
  }
}

/** The REST API. Safe requests, and every POST by its idempotency key, are sent again after a failure. */
export class StreamerApi {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = { ...options, baseUrl: options.baseUrl.replace(/\/+$/, '') };
  }

  get<P extends PathsWith<'get'>>(path: P, ...[request]: Arguments<Request<P, 'get'>>): Promise<Answer<P, 'get'>> {
    return this.#send('GET', path, request) as Promise<Answer<P, 'get'>>;
  }

  post<P extends PathsWith<'post'>>(path: P, ...[request]: Arguments<Request<P, 'post'>>): Promise<Answer<P, 'post'>> {
    return this.#send('POST', path, request) as Promise<Answer<P, 'post'>>;
  }

  put<P extends PathsWith<'put'>>(path: P, ...[request]: Arguments<Request<P, 'put'>>): Promise<Answer<P, 'put'>> {
    return this.#send('PUT', path, request) as Promise<Answer<P, 'put'>>;
  }

  patch<P extends PathsWith<'patch'>>(path: P, ...[request]: Arguments<Request<P, 'patch'>>): Promise<Answer<P, 'patch'>> {
    return this.#send('PATCH', path, request) as Promise<Answer<P, 'patch'>>;
  }

  delete<P extends PathsWith<'delete'>>(path: P, ...[request]: Arguments<Request<P, 'delete'>>): Promise<Answer<P, 'delete'>> {
    return this.#send('DELETE', path, request) as Promise<Answer<P, 'delete'>>;
  }

  async #send(method: string, path: string, given: unknown): Promise<unknown> {
    const request = (given ?? {}) as {
      path?: Record<string, unknown>;
      query?: Record<string, unknown>;
      body?: unknown;
      idempotencyKey?: string;
      signal?: AbortSignal;
    };
    const url = new URL(
      this.#options.baseUrl + path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(String(request.path?.[name]))),
    );
    for (const [name, value] of Object.entries(request.query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const idempotencyKey = method === 'POST' ? (request.idempotencyKey ?? crypto.randomUUID()) : undefined;
    const retries = method === 'PATCH' ? 0 : (this.#options.retries ?? 3);
    for (let attempt = 0; ; attempt++) {
      let wait = Math.random() * Math.min(30_000, 500 * 2 ** attempt);
      try {
        const response = await this.#attempt(method, url, request.body, idempotencyKey, request.signal);
        if (response.ok) return (await response.json()) as unknown;
        if (attempt >= retries || (response.status !== 429 && response.status < 500)) {
          throw new ApiError(response.status, await errorOf(response), response.headers.get('Request-Id'));
        }
        // A proxy may name a date, which is no number.
        wait = Math.max(wait, 1000 * (Number(response.headers.get('Retry-After')) || 0));
      } catch (failure) {
        if (failure instanceof ApiError || request.signal?.aborted) throw failure;
        if (attempt >= retries) {
          throw new ApiError(0, { code: 'unavailable', error: String(failure) }, null, { cause: failure });
        }
      }
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }

  async #attempt(
    method: string,
    url: URL,
    body: unknown,
    idempotencyKey: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Response> {
    const { credential } = this.#options;
    const headers: Record<string, string> = {
      Authorization: `Bearer ${typeof credential === 'string' ? credential : await credential()}`,
      Accept: 'application/json',
    };
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey;
    const timeout = AbortSignal.timeout(this.#options.timeout ?? 30_000);
    return (this.#options.fetch ?? fetch)(url, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
  }
}

/** The body of a refusal. API Gateway's own have a message alone, and a proxy's may be of any form. */
async function errorOf(response: Response): Promise<ApiErrorBody> {
  const body = (await response.json().catch(() => null)) as (Partial<ApiErrorBody> & { message?: string }) | null;
  if (body?.code !== undefined) return body as ApiErrorBody;
  return {
    code: response.status === 429 ? 'rate_limited' : 'unavailable',
    error: body?.message ?? 'The answer is not JSON',
  };
}

export type { components };
