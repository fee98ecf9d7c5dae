// What a developer writes first, with the types that openapi-typescript makes of the document.
import type { components, operations, webhooks } from './api';

type Body<O extends keyof operations> = operations[O] extends {
  requestBody?: { content: { 'application/json': infer B } };
}
  ? B
  : never;

// The README's tip.
export const tip: Body<'createTip'> = { name: 'Ada', amount: 5, message: 'Hello, stream!' };

export const anonymous: Body<'createTestTip'> = {};

export function shown(event: components['schemas']['Event']): string {
  switch (event.type) {
    case 'tip.created':
      return `${event.data.name}: ${event.data.amount ?? 0} ${event.data.currency} by ${event.actor?.type ?? 'the system'}`;
    case 'queue.tts.started':
      return event.data.tip.order_id;
    case 'warning':
      return event.data.code;
    default:
      return event.id;
  }
}

// @ts-expect-error A tip's data has no field of that name.
export const wrong = (event: components['schemas']['TipCreatedEvent']) => event.data.order;

export const hooked: webhooks['tip.created']['post']['requestBody']['content']['application/json']['type'] =
  'tip.created';
