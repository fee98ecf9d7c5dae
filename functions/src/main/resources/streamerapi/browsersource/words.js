// The overlay's words, in its language: templates, numbers and money. Values are put in as text, never as markup.

import { LANGUAGES } from './languages.js';

const PLACE = /\{(\w+)\}/;
const HIGHLIGHTED = new Set(['amount', 'count', 'months', 'gift']);

let language = 'en';

export function speak(name) {
  language = Object.hasOwn(LANGUAGES, name) ? name : 'en';
  document.documentElement.lang = language;
}

// More words, of a widget that is loaded when an overlay has it.
export function learn(words) {
  for (const [name, more] of Object.entries(words)) {
    Object.assign(LANGUAGES[name], more);
  }
}

// A word or template of the overlay's language, in the plural that the number needs.
export function said(key, number) {
  return form(LANGUAGES[language][key], language, number);
}

// The English template: the service's own words for an alert are made of it.
export function saidInEnglish(key, number) {
  return form(LANGUAGES.en[key], 'en', number);
}

export const kindTitle = (kind) => LANGUAGES[language].kinds[kind] ?? kind;

function form(text, of, number) {
  return typeof text === 'string' ? text : text[new Intl.PluralRules(of).select(number ?? 0)] ?? text.other;
}

// A template as nodes: a name has its own direction and is shortened if it is long, numbers are highlighted.
export function sentence(template, values) {
  return template
    .split(/(\{\w+\})/)
    .filter((part) => part !== '')
    .map((part) => {
      const name = part.match(PLACE)?.[1];
      if (name === undefined || !Object.hasOwn(values, name)) {
        return part;
      }
      return name === 'name' ? isolated(values.name) : HIGHLIGHTED.has(name) ? bold(values[name]) : values[name];
    });
}

// A template as text.
export const plain = (template, values) => template.replace(/\{(\w+)\}/g, (part, name) => (Object.hasOwn(values, name) ? values[name] : part));

// How many words a text has, in languages without blanks too.
export const wordCount = (text) => [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)].filter(({ isWordLike }) => isWordLike).length;

// A sentence in which the name has its own direction and is shortened if it is long. A sentence without the name
// stands as it is.
export function withName(words, name) {
  const at = found(words, name);
  return at < 0 ? [words] : [words.slice(0, at), isolated(name), words.slice(at + name.length)];
}

// The index of a name in a sentence, as a word of its own; -1 for none.
function found(words, name) {
  if (name === '') {
    return -1;
  }
  if (words.startsWith(name)) {
    return 0;
  }
  const literal = name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return words.search(new RegExp(`(?<![\\p{L}\\p{N}_])${literal}(?![\\p{L}\\p{N}_])`, 'u'));
}

// A name whose direction is its own.
export function isolated(name) {
  const span = document.createElement('bdi');
  span.textContent = name;
  return span;
}

function bold(words) {
  const element = document.createElement('b');
  element.textContent = words;
  return element;
}

export const text = (value) => (typeof value === 'string' ? value : '');

export const number = (value) => new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(value);

export function money(value, currency) {
  if (value === null || value === undefined) {
    return '';
  }
  if (!currency) {
    return number(value);
  }
  const minimumFractionDigits = Number.isInteger(value) ? 0 : 2;
  return new Intl.NumberFormat(language, { style: 'currency', currency, minimumFractionDigits }).format(value);
}
