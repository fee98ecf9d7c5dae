// Whether this page is on the stream: OBS tells its browser sources so. Any other browser always is.

export class Scene {
  #changed = [];
  #channel = null;
  #shownElsewhere = () => {};
  isActive = true;

  // shownElsewhere: is told which alerts were seen in another scene, while this page is in none
  constructor(shownElsewhere) {
    this.#shownElsewhere = shownElsewhere;
    if (window.obsstudio) {
      // OBS does not tell how it stands when the page is loaded, but a source in no scene that is shown is hidden.
      this.isActive = document.visibilityState !== 'hidden';
      addEventListener('obsSourceActiveChanged', ({ detail }) => this.#set(detail.active));
    }
    if (window.BroadcastChannel) {
      this.#channel = new BroadcastChannel('overlays');
      this.#channel.onmessage = ({ data }) => {
        if (!this.isActive) {
          this.#shownElsewhere(data);
        }
      };
    }
  }

  whenChanged(told) {
    this.#changed.push(told);
  }

  // Tells the overlays of other scenes in this browser that an alert was seen.
  wasShown(id) {
    this.#channel?.postMessage(id);
  }

  #set(isActive) {
    if (isActive !== this.isActive) {
      this.isActive = isActive;
      this.#changed.forEach((told) => told(isActive));
    }
  }
}

// Calls `play` in one of the pages of this browser that are at the same alert. Where there are no locks, in each.
export function once(name, play) {
  if (!navigator.locks) {
    play();
    return;
  }
  navigator.locks.request(name, { ifAvailable: true }, (lock) => {
    if (lock !== null) {
      play();
      return new Promise((resolve) => setTimeout(resolve, 5_000));
    }
    return undefined;
  });
}
