// The QR code of the tip page, with the page's address below it. It is there as long as the page is.

export class Qr {
  #box;
  #path = null;

  constructor(box) {
    this.#box = box;
  }

  // `path` is that of the tip page, or null.
  show(path) {
    this.#box.hidden = path === null;
    if (path === null || path === this.#path) {
      return;
    }
    this.#path = path;
    const image = new Image();
    image.alt = '';
    image.src = `${path}/qr.svg`;
    this.#box.firstElementChild.replaceChildren(image);
    this.#box.lastElementChild.textContent = location.host + path;
  }
}
