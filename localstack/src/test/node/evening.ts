// After the code of the README: a webhook's handler claims and finishes a tip, and the stream tells of it once.
const events: string[] = [];
stream.close();

await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as { port: number };
const endpoint = await api.post('/webhook-endpoints', {
  body: { url: `http://127.0.0.1:${port}/hook`, events: ['tip.created', 'queue.tts.finished'] },
});
process.env.WEBHOOK_SECRET = endpoint.secret;

const forged = await fetch(`http://127.0.0.1:${port}/hook`, {
  method: 'POST',
  headers: { 'Service-Signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` },
  body: '{"id":"evt_1"}',
});
if (forged.status !== 401) throw new Error(`a forged delivery was answered ${forged.status}`);

const finished = new Promise<string>((resolve, reject) => {
  const player = new RealtimeStream({
    url: process.env.WS_URL!,
    credential: { apiKey: process.env.API_KEY! },
    onEvent: async (event) => {
      events.push(event.type);
      if (event.type === 'tip.created') {
        const orderId = event.data.order_id;
        await api.post('/tts/{orderId}/start', { path: { orderId } });
        await api.post('/tts/{orderId}/finish', { path: { orderId } });
      }
      if (event.type === 'queue.tts.finished') {
        player.close();
        resolve(event.data.tip.order_id);
      }
    },
    onFrame: (frame) => {
      if (frame.type === 'ready') void api.post('/tips/test', { body: { name: 'Grace' } });
    },
    onEnd: (reason) => reason && reject(reason),
  });
});
const orderId = await finished;
const history = await api.get('/tts/history', { query: { limit: 5 } });
if (!history.tips.some((played) => played.order_id === orderId)) throw new Error('the tip is not in the history');
while (seen.size < 2) await new Promise((resolve) => setTimeout(resolve, 50));
console.log('evening over', new Set(events).size === events.length, seen.size);
server.close();
process.exit(0);
