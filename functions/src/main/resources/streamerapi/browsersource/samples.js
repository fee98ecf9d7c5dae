// A sample of each kind of alert, as the service would send it without words of a connector's own.

const alert = (platform, kind, name, data = {}) => ({ id: `sample ${kind}`, type: `${platform}.${kind}`, data: { user_name: name, message: '', ...data } });

export const SAMPLES = {
  tip: { type: 'tip', data: { order_id: 'sample', name: 'Ada', amount: 5, currency: 'USD', message: 'Thank you for the stream! This is where the words of a tip stand.' } },
  follow: alert('alpha', 'follow', 'Grace'),
  sub: alert('alpha', 'sub', 'Linus', { tier: 1 }),
  resub: alert('alpha', 'resub', 'Margaret', { tier: 1, months: 7, sub_message: 'Seven months already!' }),
  gift_sub: alert('alpha', 'gift_sub', 'Alan', { tier: 1, total: 5 }),
  cheer: alert('alpha', 'cheer', 'Katherine', { bits: 500 }),
  raid: alert('alpha', 'raid', 'Linus', { viewers: 42 }),
  paid_gift: alert('beta', 'paid_gift', 'Hedy', { amount: 100, gift_name: 'Firefly Jar', note: 'For the late shift' }),
};

// Lines of chat, of both platforms. Their emotes would be loaded from the platforms, so there are none.
const line = (platform, name, color, badges, text) => ({ platform, user_id: name, user_name: name, color, badges, is_bot: false, text, emotes: {} });

export const LINES = [
  line('alpha', 'Grace', '#1e90ff', ['moderator', 'subscriber'], 'Hello everyone!'),
  line('beta', 'Linus', '#75fd46', ['subscriber'], 'This boss has one more phase, do not ask how I know'),
  line('alpha', 'Ada', '#8a2be2', ['broadcaster'], 'Here we go'),
  line('alpha', 'Hedy', null, ['vip'], 'That jump was perfect!'),
  line('beta', 'Margaret', '#ff5733', [], 'First time here, what is the song called?'),
];
