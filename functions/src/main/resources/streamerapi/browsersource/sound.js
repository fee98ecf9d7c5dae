// What a page must be allowed before it can be heard, and a chime that tells whether it is.

import { sleep } from './api.js';

const STARTS_WITHIN = 1_000;
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

// The chime is made of tones, so nothing is loaded. Of several checks at once the first is played.
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
