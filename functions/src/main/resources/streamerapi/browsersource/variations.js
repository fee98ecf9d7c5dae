// The variation by which an alert is shown: of those whose conditions it meets, the one that asks most of it.

// alert: {id, kind, number, tier, platform, isFirst}. Answers null if none is for it. The same alert has the same variation on
// every page.
export function chosen(variations, alert) {
  const meant = variations
    .map((variation, place) => ({ variation, place, asks: asks(variation) }))
    .filter(({ variation }) => meets(alert, variation));
  for (const rank of [...new Set(meant.map(({ asks: each }) => each))].sort((one, other) => other - one)) {
    const found = drawn(meant.filter(({ asks: each }) => each === rank), alert);
    if (found !== null) {
      return found;
    }
  }
  return null;
}

// Variations with a chance are tried first, one after the other; the others are equally likely.
function drawn(equals, { id }) {
  const lucky = equals.find(({ variation, place }) => variation.chance < 100 && 100 * chance(`${id} ${place}`) < variation.chance);
  const always = equals.filter(({ variation }) => variation.chance === 100);
  return (lucky ?? always[Math.trunc(always.length * chance(`${id}`))])?.variation ?? null;
}

function meets({ kind, number, tier, platform, isFirst }, variation) {
  return (
    variation.type === kind &&
    (variation.from === null || (number !== null && number >= variation.from)) &&
    (variation.to === null || (number !== null && number <= variation.to)) &&
    (!variation.is_first || isFirst) &&
    (variation.tier === null || tier === variation.tier) &&
    (variation.platform === null || platform === variation.platform)
  );
}

// How many conditions it has; of as many, a range that begins later asks more.
function asks({ from, to, tier, platform, is_first: isFirst }) {
  const conditions = [from, to, tier, platform].filter((condition) => condition !== null).length + (isFirst ? 1 : 0);
  return conditions + (from === null ? 0 : from / (from + 1_000));
}

// A number from 0 to 1, always the same for a text (FNV-1a, its bits mixed once more).
function chance(text) {
  let hash = 0x811c9dc5;
  for (const char of text) {
    hash = Math.imul(hash ^ char.codePointAt(0), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
}
