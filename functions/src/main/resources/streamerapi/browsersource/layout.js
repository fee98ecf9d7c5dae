// How the widgets look and where they stand, as the dashboard has set it: CSS variables of the page and of each box.

const BOXES = ['alert', 'goal', 'leaderboard', 'ticker', 'counter', 'qr', 'media', 'events', 'chat', 'labels', 'follow_goal', 'sub_goal', 'timer'];
const FAINT = 40;

export function applyLayout(layout) {
  const root = document.documentElement;
  root.dataset.font = layout.font;
  root.dataset.theme = layout.alerts.theme;
  root.toggleAttribute('data-faint', layout.panel_opacity < FAINT);
  set(root, {
    'text-scale': layout.text_scale / 100,
    text: layout.text_color,
    panel: layout.panel_color + hex(layout.panel_opacity),
    accent: layout.accent_color,
    highlight: layout.highlight_color,
  });
  for (const name of BOXES) {
    place(document.getElementById(name), layout[name]);
  }
  dispatchEvent(new Event('resize'));
}

// Shows as many lines as the box has room for, and one in any case. The widgets ask again at each `resize`, which a
// new layout is too.
export function fit(box, most, show) {
  show(most);
  for (let lines = most - 1; lines > 0 && box.scrollHeight > box.clientHeight; lines--) {
    show(lines);
  }
}

// Whether the browser's user wants less motion.
export const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

// The stylesheet of the widgets that are loaded later.
export function dress() {
  if (document.getElementById('widgets') === null) {
    const link = document.createElement('link');
    Object.assign(link, { id: 'widgets', rel: 'stylesheet', href: new URL('./widgets.css', import.meta.url).href });
    document.head.append(link);
  }
}

// A widget's words stand at the edge of its box that is nearer to the page's own, and grow away from it.
function place(element, { x, y, width, height }) {
  const low = y + height / 2 > 50;
  const right = x + width / 2 > 50;
  set(element, {
    left: right ? 'auto' : `${x}%`,
    right: right ? `${100 - x - width}%` : 'auto',
    top: low ? 'auto' : `${y}%`,
    bottom: low ? `${100 - y - height}%` : 'auto',
    width: `${width}%`,
    height: `${height}%`,
  });
}

function set(element, variables) {
  for (const [name, value] of Object.entries(variables)) {
    element.style.setProperty(`--${name}`, value);
  }
}

const hex = (percent) => Math.round(2.55 * percent).toString(16).padStart(2, '0');
