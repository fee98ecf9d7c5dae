// Confetti, fireworks or hearts, drawn for some seconds. Between celebrations nothing is drawn. For a user who wants less
// motion it is a picture that stands for these seconds.

import { isCalm } from './layout.js';

const COLOURS = ['#7c5cff', '#21d4c5', '#ffd166', '#ff6b8b', '#5ad1ff', '#ffffff'];
const GRAVITY = 520;
const TRAIL = 0.12;
// The picture shows what is there after so many steps of so many seconds.
const STEPS = 60;
const STEP = 0.05;

export class Celebration {
  #canvas;
  #particles = [];
  #until = 0;
  #effect = 'confetti';
  #before = 0;
  #running = false;
  #end = 0;

  constructor(canvas) {
    this.#canvas = canvas;
  }

  show({ effect, seconds }) {
    this.#effect = effect;
    this.#until = performance.now() + 1000 * Math.min(30, Math.max(1, seconds ?? 5));
    if (!this.#running) {
      clearTimeout(this.#end);
      this.#canvas.width = innerWidth;
      this.#canvas.height = innerHeight;
      this.#canvas.hidden = false;
      isCalm() ? this.#stand() : this.#begin();
    }
  }

  #begin() {
    this.#running = true;
    this.#before = performance.now();
    requestAnimationFrame((now) => this.#frame(now));
  }

  #stand() {
    for (let step = 0; step < STEPS; step++) {
      this.#move(STEP);
      this.#launch(STEP);
    }
    this.#paint();
    this.#particles = [];
    this.#end = setTimeout(() => { this.#canvas.hidden = true; }, this.#until - performance.now());
  }

  #frame(now) {
    const elapsed = Math.min(0.05, (now - this.#before) / 1000);
    this.#before = now;
    if (now < this.#until) {
      this.#launch(elapsed);
    }
    this.#move(elapsed);
    this.#paint();
    if (now < this.#until || this.#particles.length > 0) {
      requestAnimationFrame((next) => this.#frame(next));
    } else {
      this.#running = false;
      this.#canvas.hidden = true;
    }
  }

  #move(elapsed) {
    for (const particle of [...this.#particles]) {
      move(particle, elapsed);
      if (particle.bursts && particle.life <= 0) {
        this.#burst(particle);
      }
    }
    this.#particles = this.#particles.filter(({ life, y }) => life > 0 && y < this.#canvas.height + 60);
  }

  #paint() {
    const pen = this.#canvas.getContext('2d');
    pen.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    this.#particles.forEach((particle) => draw(pen, particle));
  }

  // A rocket's end: sparks in a ring and within it, of two colours.
  #burst({ x, y, bursts }) {
    const other = pick(COLOURS);
    for (let i = 0; i < 110; i++) {
      const angle = 2 * Math.PI * Math.random();
      const speed = i < 50 ? 360 + 40 * Math.random() : 60 + 280 * Math.random();
      const life = 1.1 + 0.8 * Math.random();
      this.#particles.push(
        made(x, y, speed * Math.cos(angle), speed * Math.sin(angle), { shape: 'spark', size: 3.5, colour: i < 50 ? bursts : other, life, fall: 0.35, drag: 1.4 }),
      );
    }
  }

  #launch(elapsed) {
    const { width, height } = this.#canvas;
    if (this.#effect === 'fireworks') {
      if (this.#particles.length === 0 || Math.random() < 2 * elapsed) {
        const x = width * (0.15 + 0.7 * Math.random());
        const y = height * (0.15 + 0.35 * Math.random());
        const colour = pick(COLOURS);
        const rise = 0.9 + 0.3 * Math.random();
        this.#particles.push(
          made(x, height, 0, (y - height) / rise, { shape: 'spark', size: 5, colour: '#ffe9b8', life: rise, fall: 0, bursts: colour }),
        );
      }
      return;
    }
    const hearts = this.#effect === 'hearts';
    for (let left = (hearts ? 18 : 140) * elapsed; left > Math.random(); left--) {
      const x = width * Math.random();
      this.#particles.push(
        hearts
          ? made(x, height + 40, 40 * (Math.random() - 0.5), -180 - 160 * Math.random(), { shape: 'heart', size: 22 + 26 * Math.random(), colour: '#ff6b8b', life: 6, fall: 0 })
          : made(x, -20, 160 * (Math.random() - 0.5), 120 + 160 * Math.random(), { shape: 'strip', size: 8 + 8 * Math.random(), life: 7, fall: 0.25 }),
      );
    }
  }
}

const pick = (list) => list[Math.trunc(list.length * Math.random())];

const made = (x, y, dx, dy, more) => ({ x, y, dx, dy, turn: 6 * Math.random(), spin: 8 * (Math.random() - 0.5), size: 4, shape: 'spark', colour: pick(COLOURS), life: 3, fall: 1, drag: 0, ...more });

function move(particle, elapsed) {
  particle.dx *= 1 - particle.drag * elapsed;
  particle.dy *= 1 - particle.drag * elapsed;
  particle.dy += GRAVITY * particle.fall * elapsed;
  particle.x += particle.dx * elapsed;
  particle.y += particle.dy * elapsed;
  particle.turn += particle.spin * elapsed;
  particle.life -= elapsed;
}

function draw(pen, { x, y, dx, dy, turn, size, shape, colour, life }) {
  pen.globalAlpha = Math.max(0, Math.min(1, life));
  pen.fillStyle = colour;
  if (shape === 'heart') {
    pen.font = `${size}px sans-serif`;
    pen.fillText('♥', x, y);
  } else if (shape === 'strip') {
    pen.setTransform(Math.cos(turn), Math.sin(turn), -Math.sin(turn), Math.cos(turn), x, y);
    pen.fillRect(-size / 2, -size / 4, size, size / 2);
    pen.resetTransform();
  } else {
    // A spark with its trail, which is as long as it is fast.
    const trail = pen.createLinearGradient(x, y, x - TRAIL * dx, y - TRAIL * dy);
    trail.addColorStop(0, '#fff');
    trail.addColorStop(0.15, colour);
    trail.addColorStop(1, `${colour}00`);
    pen.strokeStyle = trail;
    pen.lineWidth = size;
    pen.lineCap = 'round';
    pen.beginPath();
    pen.moveTo(x, y);
    pen.lineTo(x - TRAIL * dx, y - TRAIL * dy);
    pen.stroke();
  }
}
