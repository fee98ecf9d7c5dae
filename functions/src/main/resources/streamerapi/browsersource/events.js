// Kinds of events, by their types.

// One of a platform that an alert is shown for.
export const isAlert = ({ type }) => /^(alpha|beta)\.(?!channel_point)/.test(type);

// One that changes how much was paid.
export const isOfMoney = ({ type, data }) => (type === 'tip.created' && data.is_paid) || type === 'tip.refunded';
