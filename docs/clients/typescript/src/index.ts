export { ApiError, StreamerApi } from './rest.js';
export type { ApiErrorBody, Answer, Options, Request } from './rest.js';
export { RealtimeStream } from './realtime.js';
export type { ControlFrame, Socket, SocketClass, StreamOptions } from './realtime.js';
export { SignatureError, verifyWebhook } from './webhooks.js';
export type { VerifyOptions } from './webhooks.js';
export type { components, paths } from './api.js';

import type { components } from './api.js';

type Schemas = components['schemas'];

/** Any event, told apart by `type`. */
export type Event = Schemas['Event'];
/** The event of one type. */
export type EventOf<T extends Event['type']> = Extract<Event, { type: T }>;
export type QueueTip = Schemas['QueueTip'];
