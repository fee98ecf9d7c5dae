// The words of the event list and the labels, in each language.

import { learn } from './words.js';

learn({
  en: {
    tip_short: 'tip', follow_short: 'follow', sub_short: 'sub', resub_short: { one: '{count} month', other: '{count} months' },
    gift_sub_short: { one: '{count} gift', other: '{count} gifts' }, cheer_short: { one: '{count} bit', other: '{count} bits' },
    raid_short: { one: '{count} raider', other: '{count} raiders' }, paid_gift_short: 'gift',
    latest_follower: 'Latest follower', latest_subscriber: 'Latest sub', latest_tip: 'Latest tip', top_tip_today: 'Top tip today',
    top_supporter: 'Top supporter', paid_today: 'Tips today',
  },
  de: {
    tip_short: 'Spende', follow_short: 'Follow', sub_short: 'Abo', resub_short: { one: '{count} Monat', other: '{count} Monate' },
    gift_sub_short: { one: '{count} Geschenk', other: '{count} Geschenke' }, cheer_short: { one: '{count} Bit', other: '{count} Bits' },
    raid_short: { one: '{count} Raider', other: '{count} Raider' }, paid_gift_short: 'Geschenk',
    latest_follower: 'Neuester Follower', latest_subscriber: 'Neuestes Abo', latest_tip: 'Letzte Spende', top_tip_today: 'Höchste Spende heute',
    top_supporter: 'Größte Unterstützung', paid_today: 'Spenden heute',
  },
  es: {
    tip_short: 'donación', follow_short: 'sigue', sub_short: 'suscripción', resub_short: { one: '{count} mes', other: '{count} meses' },
    gift_sub_short: { one: '{count} regalo', other: '{count} regalos' }, cheer_short: { one: '{count} bit', other: '{count} bits' },
    raid_short: 'raid de {count}', paid_gift_short: 'regalo',
    latest_follower: 'Último seguidor', latest_subscriber: 'Última suscripción', latest_tip: 'Última donación', top_tip_today: 'Mayor donación de hoy',
    top_supporter: 'Mayor apoyo', paid_today: 'Donaciones de hoy',
  },
  pt: {
    tip_short: 'doação', follow_short: 'segue', sub_short: 'assinatura', resub_short: { one: '{count} mês', other: '{count} meses' },
    gift_sub_short: { one: '{count} presente', other: '{count} presentes' }, cheer_short: { one: '{count} bit', other: '{count} bits' },
    raid_short: 'raid de {count}', paid_gift_short: 'presente',
    latest_follower: 'Último seguidor', latest_subscriber: 'Última assinatura', latest_tip: 'Última doação', top_tip_today: 'Maior doação de hoje',
    top_supporter: 'Maior apoio', paid_today: 'Doações de hoje',
  },
  fr: {
    tip_short: 'don', follow_short: 'suit', sub_short: 'abonnement', resub_short: '{count} mois',
    gift_sub_short: { one: '{count} cadeau', other: '{count} cadeaux' }, cheer_short: { one: '{count} bit', other: '{count} bits' },
    raid_short: 'raid de {count}', paid_gift_short: 'cadeau',
    latest_follower: 'Dernier suivi', latest_subscriber: 'Dernier abonnement', latest_tip: 'Dernier don', top_tip_today: 'Plus grand don du jour',
    top_supporter: 'Meilleur soutien', paid_today: 'Dons du jour',
  },
  ja: {
    tip_short: '投げ銭', follow_short: 'フォロー', sub_short: 'サブスク', resub_short: '{count}か月', gift_sub_short: 'ギフト{count}個', cheer_short: '{count}ビッツ',
    raid_short: 'レイド{count}人', paid_gift_short: 'ギフト',
    latest_follower: '最新フォロワー', latest_subscriber: '最新サブスク', latest_tip: '最新の投げ銭', top_tip_today: '今日の最高額',
    top_supporter: 'トップサポーター', paid_today: '今日の投げ銭',
  },
});
