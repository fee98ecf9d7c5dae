// Tells the service what this page does: when that changes, and every 10 seconds while something plays. The pause between
// two tips, less than a second, is no change; a page that idles says nothing more.

const EVERY = 10_000;
const LASTS = 1_000;

export class Reports {
  #state;
  #send;
  #told = '';
  #timer = 0;

  // state: tells {state, why}; send: takes a frame
  constructor(state, send) {
    this.#state = state;
    this.#send = send;
  }

  // Something may be different now.
  changed() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tell(false), LASTS);
  }

  // The service may have forgotten: the socket is another one.
  afresh() {
    this.#told = '';
    this.changed();
  }

  #tell(again) {
    const state = this.#state();
    const text = JSON.stringify(state);
    if (again || text !== this.#told) {
      this.#told = text;
      this.#send({ type: 'report', data: state });
    }
    if (state.state === 'playing') {
      this.#timer = setTimeout(() => this.#tell(true), EVERY);
    }
  }
}
