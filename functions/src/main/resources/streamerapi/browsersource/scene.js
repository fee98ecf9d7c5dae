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

// Has one of this browser's pages that are on the stream do something. The next one takes over from it when it leaves the
// stream or is closed. Where there are no locks, each page does it.
//
// scene: null if the page is always on the stream; told: is told whether it is this page's turn, and answers what must end
// before the next page's turn
export function takeTurns(name, scene, told) {
  let leave = () => {};
  const follow = (isActive) => {
    leave();
    leave = isActive ? queued(name, told) : () => {};
  };
  scene?.whenChanged(follow);
  follow(scene?.isActive ?? true);
}

// Answers how to leave the queue.
function queued(name, told) {
  let isGone = false;
  let leave = () => told(false);
  if (!navigator.locks) {
    told(true);
    return leave;
  }
  leave = () => {};
  navigator.locks.request(name, () => {
    if (isGone) {
      return undefined;
    }
    told(true);
    return new Promise((resolve) => { leave = () => resolve(told(false)); });
  });
  return () => {
    isGone = true;
    leave();
  };
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
