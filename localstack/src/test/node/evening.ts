// After the code of the README. A webhook's handler claims and finishes a tip, and the stream tells of it once; then every
// type is triggered once and found in the log, and one event is sent again.
import type { Event } from 'streamer-api-client';

type Type = Exclude<Event['type'], 'ping' | 'warning'>;
stream.close();

await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as { port: number };
const forged = await fetch(`http://127.0.0.1:${port}/hook`, {
  method: 'POST',
  headers: { 'Service-Signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` },
  body: '{"id":"evt_1"}',
});
if (forged.status !== 401) throw new Error(`a forged delivery was answered ${forged.status}`);

let secret = '';
const received = new Map<string, string>();
const player = createServer(async (request, response) => {
  const event = await verifyWebhook({
    secret,
    signature: request.headers['service-signature'] as string,
    body: await buffer(request),
  });
  response.writeHead(204).end();
  if (received.has(event.id)) return;
  received.set(event.id, event.type);
  if (event.type === 'tip.created' && !event.data.test) {
    const orderId = event.data.order_id;
    await api.post('/tts/{orderId}/start', { path: { orderId } });
    await api.post('/tts/{orderId}/finish', { path: { orderId } });
  }
});
await new Promise<void>((resolve) => player.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(player.address() as { port: number }).port}/hook`;
const endpoint = await api.post('/webhook-endpoints', { body: { url, events: ['tip.created'] } });
secret = endpoint.secret;

const refusing = createServer((request, response) => {
  if (request.url?.endsWith('/me')) response.writeHead(403).end('<html>');
  else response.writeHead(429).end('{"message":"Too Many Requests"}');
});
await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
const refusals = new StreamerApi({
  baseUrl: `http://127.0.0.1:${(refusing.address() as { port: number }).port}/v1`,
  credential: 'sak_none',
  retries: 0,
});
const codeOf = (failure: unknown): string => (failure instanceof ApiError ? failure.message : String(failure));
console.log('not of the service:', await refusals.get('/me').catch(codeOf), await refusals.get('/events').catch(codeOf));
await new Promise((resolve) => refusing.close(resolve));
console.log('no answer:', (await refusals.get('/me').catch(codeOf) as string).startsWith('unavailable: '));

const events: string[] = [];
const finished = await new Promise<string>((resolve, reject) => {
  const watcher = new RealtimeStream({
    url: process.env.STREAMER_WS_URL!,
    credential: { apiKey: process.env.STREAMER_KEY! },
    onEvent: (event) => {
      events.push(event.id);
      if (event.type === 'queue.tts.finished') {
        watcher.close();
        resolve(event.data.tip.order_id);
      }
    },
    onFrame: (frame) => {
      if (frame.type === 'ready') void api.post('/tips', { body: { name: 'Grace', amount: 7 } });
    },
    onEnd: (reason) => reason && reject(reason),
  });
});
const history = await api.get('/tts/history', { query: { limit: 5 } });
if (!history.tips.some((played) => played.order_id === finished)) throw new Error('the tip is not in the history');
console.log('a webhook played a tip, and the stream told of it once:', new Set(events).size === events.length);

const triggered = new Map<string, string>();
const types = Object.keys((await api.get('/events')).events).filter((type): type is Type => type !== 'ping' && type !== 'warning');
for (const type of types) {
  const body = type === 'tip.created' ? { type, data: { name: 'Ada' } } : { type };
  triggered.set((await api.post('/events/trigger', { body })).event_id, type);
}
// An event stands in the log once it has been handed on; those that were committed before it stand there by then.
const newest = [...triggered.keys()].at(-1)!;
while (!(await log('')).events.some((event) => event.id === newest)) await new Promise((resolve) => setTimeout(resolve, 50));
const logged = new Map<string, string>();
for (let before: string | null = ''; before !== null && logged.size < 1000; ) {
  const page: Awaited<ReturnType<typeof log>> = await log(before);
  for (const event of page.events) logged.set(event.id, event.type);
  before = page.next_cursor;
}
const found = [...triggered].filter(([id, type]) => logged.get(id) === type).length;
console.log(`triggered ${triggered.size}, in the log ${found}`);

const [again] = [...triggered].find(([, type]) => type === 'counter.updated')!;
await api.post('/events/{eventId}/resend', { path: { eventId: again }, body: { endpoint_id: endpoint.endpoint.id } });
while (received.get(again) !== 'counter.updated') await new Promise((resolve) => setTimeout(resolve, 50));
console.log('sent again');
process.exit(0);

function log(before: string) {
  return api.get('/events/log', { query: before === '' ? { limit: 100 } : { limit: 100, before } });
}
