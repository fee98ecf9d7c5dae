// The permission to play sound, a test chime, and the sounds of alerts: tones and noise, so nothing is loaded.

import { sleep } from './api.js';

const STARTS_WITHIN = 1_000;
const ALERT_STARTS_WITHIN = 500;
const NOTES = [523.25, 659.25, 783.99];
const NOTE_EVERY = 0.22;
const ROUNDS = 3;
const ROUND_EVERY = 1.1;
const LOUDNESS = 0.25;

// The one button: a browser that is not OBS wants a click before it plays sound.
export class Unlock {
  #button;
  #opened;
  #waiting = null;

  // opened: called after the click
  constructor(button, opened) {
    this.#button = button;
    this.#opened = opened;
  }

  get isWanted() {
    return this.#waiting !== null;
  }

  wait() {
    this.#waiting ??= new Promise((resolve) => {
      this.#button.hidden = false;
      this.#button.onclick = () => {
        this.#button.hidden = true;
        this.#waiting = null;
        resolve();
        this.#opened();
      };
    });
    return this.#waiting;
  }
}

// Of several checks at once the first is played.
export class SoundCheck {
  #unlock;
  #changed;
  #busy = false;
  isPlaying = false;

  constructor(unlock, changed) {
    this.#unlock = unlock;
    this.#changed = changed;
  }

  async play() {
    if (this.#busy) {
      return;
    }
    this.#busy = true;
    const context = new AudioContext();
    try {
      await Promise.race([context.resume(), sleep(STARTS_WITHIN)]);
      if (context.state !== 'running') {
        const click = this.#unlock.wait();
        this.#changed();
        await click;
        await context.resume();
      }
      this.isPlaying = true;
      this.#changed();
      chime(context);
      await sleep(1_000 * ROUNDS * ROUND_EVERY);
    } finally {
      this.isPlaying = false;
      this.#busy = false;
      this.#changed();
      context.close();
    }
  }
}

function chime(context) {
  for (let round = 0; round < ROUNDS; round++) {
    NOTES.forEach((pitch, at) => note(context, pitch, context.currentTime + round * ROUND_EVERY + at * NOTE_EVERY));
  }
}

function note(context, pitch, begins) {
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.0001, begins);
  volume.gain.exponentialRampToValueAtTime(LOUDNESS, begins + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, begins + 0.6);
  tone.connect(volume).connect(context.destination);
  tone.start(begins);
  tone.stop(begins + 0.65);
}

// The sounds of alerts, each with the seconds for which nothing else should be heard.
const SOUNDS = {
  chime: [1, (at) => [523.25, 659.25, 783.99].forEach((pitch, i) => bell(at(0.16 * i), pitch, 1.1, 0.3))],
  bell: [1.1, (at) => bell(at(0), 392, 2.2, 0.5)],
  coins: [0.6, (at) => {
    tone(at(0), { pitch: 987.77, shape: 'square', lasts: 0.08, loud: 0.16 });
    tone(at(0.08), { pitch: 1318.51, shape: 'square', lasts: 0.55, loud: 0.16 });
  }],
  pop: [0.4, (at) => {
    tone(at(0), { pitch: 320, to: 760, lasts: 0.12, loud: 0.5 });
    tone(at(0.11), { pitch: 480, to: 1180, lasts: 0.16, loud: 0.45 });
  }],
  sparkle: [0.8, (at) => [783.99, 987.77, 1174.66, 1567.98, 1975.53].forEach((pitch, i) => bell(at(0.07 * i), pitch, 0.7, 0.2))],
  fanfare: [1.3, (at) => [[0, 392], [0.14, 392], [0.28, 392], [0.42, 523.25]].forEach(([when, pitch], i) =>
    [1, 1.26, 1.5].forEach((ratio) => brass(at(when), pitch * ratio, i === 3 ? 0.9 : 0.12)))],
  level_up: [0.8, (at) => [523.25, 659.25, 783.99, 1046.5, 1318.51, 1567.98].forEach((pitch, i) =>
    tone(at(0.075 * i), { pitch, shape: 'square', lasts: i === 5 ? 0.4 : 0.08, loud: 0.14 }))],
  whoosh: [0.6, (at) => noise(at(0), { from: 300, to: 3_600, lasts: 0.7, loud: 0.5 })],
  drums: [1.1, (at) => {
    [0, 0.12, 0.24, 0.36].forEach((when, i) => tone(at(when), { pitch: 150 - 14 * i, to: 62, lasts: 0.24, loud: 0.7 }));
    noise(at(0.5), { from: 7_000, to: 5_000, lasts: 0.9, loud: 0.28, rises: false });
    tone(at(0.5), { pitch: 120, to: 45, lasts: 0.4, loud: 0.8 });
  }],
  harp: [0.9, (at) => [261.63, 329.63, 392, 493.88, 587.33, 659.25, 783.99, 1046.5].forEach((pitch, i) =>
    tone(at(0.055 * i), { pitch, shape: 'triangle', lasts: 0.9, loud: 0.26 }))],
};

let context = null;
let out = null;
let isCut = false;

// How long a sound should be left alone, in seconds.
export const lead = (name) => (Object.hasOwn(SOUNDS, name) ? SOUNDS[name][0] : 0);

// Plays a sound; a browser that wants a click first stays silent.
//
// volume: 0 to 1
export async function play(name, volume) {
  isCut = false;
  if (!(volume > 0) || !Object.hasOwn(SOUNDS, name)) {
    return;
  }
  context ??= new AudioContext();
  if (context.state !== 'running') {
    await Promise.race([context.resume(), sleep(ALERT_STARTS_WITHIN)]);
  }
  if (context.state !== 'running' || isCut) {
    return;
  }
  out = context.createGain();
  out.gain.value = volume * volume;
  out.connect(context.destination);
  const begins = context.currentTime + 0.02;
  SOUNDS[name][1]((after) => begins + after);
}

// Ends the sound that was played last.
export function cut() {
  isCut = true;
  out?.disconnect();
}

// A gain that swells fast and fades away.
function shaped(begins, { loud, lasts, swells = 0.008 }) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, begins);
  gain.gain.exponentialRampToValueAtTime(loud, begins + swells);
  gain.gain.exponentialRampToValueAtTime(0.0001, begins + swells + lasts);
  gain.connect(out);
  return gain;
}

function tone(begins, { pitch, to = pitch, shape = 'sine', lasts, loud }) {
  const source = context.createOscillator();
  source.type = shape;
  source.frequency.setValueAtTime(pitch, begins);
  source.frequency.exponentialRampToValueAtTime(to, begins + lasts);
  source.connect(shaped(begins, { loud, lasts }));
  source.start(begins);
  source.stop(begins + lasts + 0.05);
}

// The partials of a struck bell: the higher ones are softer and end sooner.
function bell(begins, pitch, lasts, loud) {
  [[1, 1, 1], [2, 0.5, 0.7], [3.01, 0.28, 0.45], [4.2, 0.16, 0.3]].forEach(([ratio, part, rings]) =>
    tone(begins, { pitch: pitch * ratio, lasts: lasts * rings, loud: loud * part }));
}

function brass(begins, pitch, lasts) {
  const source = context.createOscillator();
  const filter = context.createBiquadFilter();
  source.type = 'sawtooth';
  source.frequency.value = pitch;
  filter.type = 'lowpass';
  filter.frequency.setValueAtTime(500, begins);
  filter.frequency.linearRampToValueAtTime(2_600, begins + 0.06);
  filter.frequency.linearRampToValueAtTime(900, begins + lasts);
  source.connect(filter).connect(shaped(begins, { loud: 0.11, lasts, swells: 0.03 }));
  source.start(begins);
  source.stop(begins + lasts + 0.1);
}

function noise(begins, { from, to, lasts, loud, rises = true }) {
  const length = Math.ceil(context.sampleRate * (lasts + 0.1));
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) {
    samples[i] = 2 * Math.random() - 1;
  }
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  source.buffer = buffer;
  filter.type = 'bandpass';
  filter.Q.value = 0.8;
  filter.frequency.setValueAtTime(from, begins);
  filter.frequency.exponentialRampToValueAtTime(to, begins + lasts);
  source.connect(filter).connect(shaped(begins, { loud, lasts: rises ? lasts / 2 : lasts, swells: rises ? lasts / 2 : 0.005 }));
  source.start(begins);
}
