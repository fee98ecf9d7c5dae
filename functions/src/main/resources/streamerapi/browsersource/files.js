// Own pictures, clips and sounds, loaded when a look names them, so that they are there when an alert comes.

const TAGS = { webm: 'video', mp3: 'audio', ogg: 'audio', wav: 'audio' };
const MOST_MS = 60_000;
const LONGEST_LEAD = 15;

export class Files {
  #loaded = new Map();

  // Loads what alerts can have.
  load(variations) {
    for (const { picture_file: picture, sound_file: sound } of variations) {
      for (const id of [picture, sound]) {
        if (id && !this.#loaded.has(id)) {
          this.#loaded.set(id, loaded(id));
        }
      }
    }
  }

  // The element of a picture or clip, from its beginning; null if there is none. `instead` has the nodes that take its
  // place if it turns out to be gone.
  picture(id, instead) {
    const file = this.#found(id);
    if (file === null) {
      return null;
    }
    const { element } = file;
    element.onerror = () => element.replaceWith(...instead());
    file.show?.();
    return element;
  }

  // A sound: how long nothing else should be heard, in seconds, how to play it at a volume from 0 to 1, and how to cut it
  // off; null if there is none.
  sound(id) {
    const file = this.#found(id);
    if (file === null) {
      return null;
    }
    const { element } = file;
    return {
      lead: Math.min(Number.isFinite(element.duration) ? element.duration : 1, LONGEST_LEAD),
      play(volume) {
        element.volume = volume * volume;
        begin(element);
        clearTimeout(file.end);
        file.end = setTimeout(() => element.pause(), MOST_MS);
      },
      cut: () => element.pause(),
    };
  }

  // One that could not be loaded counts as gone, and is tried again for the next alert.
  #found(id) {
    const file = (id && this.#loaded.get(id)) || null;
    if (file?.isGone) {
      this.#loaded.set(id, loaded(id));
      return null;
    }
    return file;
  }
}

function loaded(id) {
  const element = document.createElement(TAGS[id.split('.').at(-1)] ?? 'img');
  const path = `/overlay/files/${id}`;
  const file = { element, isGone: false, end: 0 };
  element.addEventListener('error', () => {
    file.isGone = true;
  });
  if (element.tagName === 'IMG') {
    element.alt = '';
    // Its animation begins again with each new address.
    fetch(path)
      .then((answer) => answer.blob())
      .then((bytes) => {
        file.show = () => {
          URL.revokeObjectURL(element.src);
          Object.assign(element, { src: URL.createObjectURL(bytes) });
        };
        file.show();
      })
      .catch(() => Object.assign(element, { src: path }));
    return file;
  }
  element.preload = 'auto';
  if (element.tagName === 'VIDEO') {
    Object.assign(element, { muted: true, loop: true, playsInline: true });
    file.show = () => begin(element);
  }
  element.src = path;
  return file;
}

// A browser that wants a click first shows the first picture, and stays silent.
function begin(element) {
  element.currentTime = 0;
  element.play().catch(() => {});
}
