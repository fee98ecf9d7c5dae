// The pictures of alerts, drawn here and coloured by the overlay: `a` is its accent, `h` its highlight, `l` light, `d`
// shade.

const SHAPES = {
  none: [],
  heart: [
    ['path', 'a', 'M48 86C20 65 7 50 7 32a21 21 0 0 1 41-7 21 21 0 0 1 41 7c0 18-13 33-41 54z'],
    ['path', 'd', 'M89 32c0 18-13 33-41 54-9-7-17-13-23-19 34-2 54-20 58-49 4 4 6 9 6 14z'],
    ['path', 'line', 'M19 35a11 11 0 0 1 9-13'],
  ],
  star: [
    ['path', 'h', 'M43 9q5-8 10 0l9 19q2 4 6 5l20 3q9 2 3 9L76 60q-3 3-2 7l3 20q1 9-7 5L52 83q-4-2-8 0l-18 9q-8 4-7-5l3-20q1-4-2-7L5 45q-6-7 3-9l20-3q4-1 6-5z'],
    ['path', 'd', 'M48 82q-2 0-4 1l-18 9q-8 4-7-5l1-8c24 3 48-12 55-44l13 1q9 2 3 9L76 60q-3 3-2 7l3 20q1 9-7 5L52 83z'],
    ['path', 'line', 'M30 44l10-2 4-9'],
  ],
  coin: [
    ['ellipse', 'd2', { cx: 48, cy: 53, rx: 40, ry: 38 }],
    ['ellipse', 'h', { cx: 48, cy: 46, rx: 40, ry: 38 }],
    ['ellipse', 'd', { cx: 48, cy: 46, rx: 30, ry: 28 }],
    ['ellipse', 'h', { cx: 48, cy: 48, rx: 30, ry: 28 }],
    ['path', 'l', 'M48 30l5 11 12 1-9 8 3 12-11-6-11 6 3-12-9-8 12-1z'],
    ['path', 'line', 'M15 37a34 32 0 0 1 17-20'],
  ],
  gift: [
    ['path', 'a', 'M13 46h70v36a7 7 0 0 1-7 7H20a7 7 0 0 1-7-7z'],
    ['path', 'd', 'M13 46h70v9H13z'],
    ['rect', 'a', { x: 7, y: 30, width: 82, height: 19, rx: 5 }],
    ['path', 'h', 'M40 30h16v59H40z'],
    ['path', 'h2', 'M48 30C34 31 20 27 22 16s20-7 26 14z'],
    ['path', 'h2', 'M48 30c14 1 28-3 26-14s-20-7-26 14z'],
    ['circle', 'l', { cx: 48, cy: 29, r: 6 }],
  ],
  gem: [
    ['path', 'h', 'M26 14h44l20 24-42 48L6 38z'],
    ['path', 'l2', 'M26 14h22L34 38H6z'],
    ['path', 'd', 'M90 38L48 86l16-48z'],
    ['path', 'l', 'M48 14L34 38h30z'],
    ['path', 'd3', 'M34 38h30L48 86z'],
  ],
  rocket: [
    ['path', 'h', 'M40 68c0 12 4 20 8 25 4-5 8-13 8-25z'],
    ['path', 'l', 'M44 68c0 7 2 12 4 15 2-3 4-8 4-15z'],
    ['path', 'a', 'M31 46L14 62q-3 3-1 8l2 10 18-10zM65 46l17 16q3 3 1 8l-2 10-18-10z'],
    ['path', 'l', 'M48 4c18 16 22 42 15 68H33C26 46 30 20 48 4z'],
    ['path', 'd3', 'M48 4c18 16 22 42 15 68H51c9-26 8-50-3-68z'],
    ['path', 'a', 'M48 4c8 7 13 16 16 26H32C35 20 40 11 48 4z'],
    ['circle', 'd2', { cx: 48, cy: 45, r: 10 }],
    ['circle', 'h', { cx: 48, cy: 45, r: 6.5 }],
  ],
  crown: [
    ['path', 'h', 'M9 32l20 17 19-33 19 33 20-17-8 46H17z'],
    ['path', 'd', 'M79 78H17l-1-7c30 2 50-8 61-31l10-8z'],
    ['rect', 'a', { x: 16, y: 76, width: 64, height: 11, rx: 4 }],
    ['circle', 'a', { cx: 9, cy: 29, r: 6 }],
    ['circle', 'a', { cx: 48, cy: 13, r: 7 }],
    ['circle', 'a', { cx: 87, cy: 29, r: 6 }],
    ['path', 'l', 'M48 50l7 9-7 9-7-9z'],
  ],
  party: [
    ['path', 'a', 'M34 40L10 84q-2 5 3 4l47-20z'],
    ['path', 'h', 'M26 55l20 19-12 5-14-14zM16 74l9 9-10 4q-6 1-4-4z'],
    ['ellipse', 'd2', { cx: 47, cy: 54, rx: 19, ry: 9, transform: 'rotate(47 47 54)' }],
    ['path', 'lineh', 'M52 44C50 32 55 22 64 18M58 52c10-6 20-6 28 2'],
    ['path', 'linea', 'M56 46c9-8 17-17 17-27'],
    ['circle', 'h', { cx: 38, cy: 18, r: 5 }],
    ['circle', 'a', { cx: 84, cy: 33, r: 5 }],
    ['circle', 'l', { cx: 80, cy: 72, r: 4 }],
    ['path', 'l', 'M82 8l3 6 6 1-4 5 1 6-6-3-6 3 1-6-4-5 6-1z'],
  ],
  bolt: [
    ['path', 'h', 'M56 4L16 54q-3 5 3 5h20l-9 29q-1 7 4 3l44-50q4-6-3-6H55l9-27q1-8-8-4z'],
    ['path', 'd', 'M78 41L34 91q-5 4-4-3l3-10c14-9 28-22 36-43h6q7 0 3 6z'],
  ],
  trophy: [
    ['path', 'lineh', 'M26 22H10c-1 18 6 28 20 30M70 22h16c1 18-6 28-20 30'],
    ['path', 'h', 'M24 10h48c2 32-6 52-24 54C30 62 22 42 24 10z'],
    ['path', 'd', 'M72 10c2 32-6 52-24 54-6-1-11-4-15-9 20-3 31-20 30-45z'],
    ['path', 'h2', 'M42 62h12v14H42z'],
    ['rect', 'a', { x: 26, y: 75, width: 44, height: 13, rx: 4 }],
    ['path', 'l', 'M48 22l4 8 9 1-7 6 2 9-8-4-8 4 2-9-7-6 9-1z'],
  ],
  hand: [
    ['path', 'h', 'M30 88C20 76 12 64 8 54c-2-6 6-9 9-4l8 11V22c0-8 11-8 11 0v20-30c0-8 11-8 11 0v30-26c0-8 11-8 11 0v30-18c0-8 11-8 11 0v32c0 14-6 22-11 28z'],
    ['path', 'd', 'M69 60c0 14-6 22-11 28H30l-6-8c20 4 38-6 45-34z'],
    ['path', 'linea', 'M78 20c6 4 9 10 9 17M80 8c10 5 15 15 14 26'],
  ],
  mug: [
    ['path', 'linea', 'M70 44h8c14 0 14 26-2 26h-6'],
    ['path', 'a', 'M14 36h56v36c0 10-6 16-16 16H30c-10 0-16-6-16-16z'],
    ['path', 'd', 'M70 46v26c0 10-6 16-16 16H30c-7 0-12-3-14-8 24 2 42-8 46-34z'],
    ['ellipse', 'h', { cx: 42, cy: 36, rx: 28, ry: 8 }],
    ['path', 'line', 'M30 20c-4-6 4-8 0-15M44 20c-4-6 4-8 0-15M58 20c-4-6 4-8 0-15'],
  ],
};

// The picture as a list of one element; of an unknown name, or of none, an empty list.
export function picture(name) {
  const shapes = Object.hasOwn(SHAPES, name) ? SHAPES[name] : [];
  if (shapes.length === 0) {
    return [];
  }
  const drawing = drawn('svg', { viewBox: '0 0 96 96', 'aria-hidden': 'true' });
  drawing.append(...shapes.map(([tag, tint, shape]) => drawn(tag, { class: tint, ...(typeof shape === 'string' ? { d: shape } : shape) })));
  return [drawing];
}

function drawn(tag, attributes) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, value);
  }
  return element;
}
