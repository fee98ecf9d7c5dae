import type { components } from './api.js';

/** Why a delivery is not to be believed. Answer 400 or 401, and do nothing with it. */
export class SignatureError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SignatureError';
  }
}

export interface VerifyOptions {
  /** The endpoint's secret, `whsec_…`, the whole of it. */
  secret: string;
  /** The value of `Service-Signature`. */
  signature: string | null | undefined;
  /** The body's raw bytes or text, as it came: not parsed and written again. */
  body: string | Uint8Array;
  /** How many seconds the time of signing may be off. Default 300. */
  tolerance?: number;
  /** The time, in milliseconds. Default `Date.now()`. */
  now?: number;
}

/**
 * The event of a delivery whose signature holds.
 *
 * Delivery is at least once: drop events whose `id` you have seen, and answer 2xx to them too.
 *
 * @throws SignatureError if the signature is missing, old, or of another body or secret
 */
export async function verifyWebhook(options: VerifyOptions): Promise<components['schemas']['Event']> {
  const { secret, signature, tolerance = 300, now = Date.now() } = options;
  if (!signature) throw new SignatureError('The delivery has no Service-Signature');
  const encoder = new TextEncoder();
  const body = typeof options.body === 'string' ? encoder.encode(options.body) : options.body;
  const parts = signature.split(',').map((part) => part.trim().split('=', 2) as [string, string | undefined]);
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^[0-9]{1,12}$/.test(time) || Math.abs(now / 1000 - Number(time)) > tolerance) {
    throw new SignatureError('The delivery was not signed within the last minutes');
  }
  const prefix = encoder.encode(`${time}.`);
  const signed = new Uint8Array(prefix.length + body.length);
  signed.set(prefix);
  signed.set(body, prefix.length);
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  for (const [name, value] of parts) {
    const mac = name === 'v1' ? bytesOf(value) : null;
    // `verify` compares in constant time.
    if (mac !== null && (await crypto.subtle.verify('HMAC', key, mac, signed))) {
      return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as components['schemas']['Event'];
    }
  }
  throw new SignatureError('The signature is of another body or another secret');
}

function bytesOf(hex: string | undefined): Uint8Array<ArrayBuffer> | null {
  if (hex === undefined || !/^([0-9a-f]{2}){32}$/.test(hex)) return null;
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
