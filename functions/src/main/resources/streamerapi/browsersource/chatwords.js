// The words of the chat box, in each language.

import { learn } from './words.js';

learn({
  en: { badge_broadcaster: 'Broadcaster', badge_moderator: 'Moderator', badge_vip: 'VIP', badge_subscriber: 'Subscriber' },
  de: { badge_broadcaster: 'Streamer', badge_moderator: 'Moderation', badge_vip: 'VIP', badge_subscriber: 'Abo' },
  es: { badge_broadcaster: 'Streamer', badge_moderator: 'Moderación', badge_vip: 'VIP', badge_subscriber: 'Suscripción' },
  pt: { badge_broadcaster: 'Streamer', badge_moderator: 'Moderação', badge_vip: 'VIP', badge_subscriber: 'Inscrição' },
  fr: { badge_broadcaster: 'Streamer', badge_moderator: 'Modération', badge_vip: 'VIP', badge_subscriber: 'Abonnement' },
  ja: { badge_broadcaster: '配信者', badge_moderator: 'モデレーター', badge_vip: 'VIP', badge_subscriber: 'サブスク' },
});
