// The order in which alerts and tips are shown: one at a time, in turns, each for its time. Nothing here knows the page,
// nor any time but that of the clock that is given.

export const LEAVES = 400;
const MOST_WAITING = 50;

export const realClock = {
  now: () => performance.now(),
  // Answers how to call it off.
  after(milliseconds, task) {
    const timer = setTimeout(task, milliseconds);
    return () => clearTimeout(timer);
  },
};

export class Stage {
  #clock;
  #show;
  #over;
  #waiting = [];
  #turns = [];
  #more = new Map();
  #current = null;
  #callOff = () => {};
  #wasTip = false;
  #isHeld = false;
  #order = [];
  #pause = 0;

  // show: shows an alert, and answers how to hide it; over: is told the alerts that were shown for their whole time
  constructor({ show, over = () => {}, clock = realClock }) {
    this.#show = show;
    this.#over = over;
    this.#clock = clock;
  }

  // The kinds of alerts, the most important first.
  set order(kinds) {
    this.#order = kinds;
  }

  // How many seconds nothing is shown after a tip or an alert.
  set pause(seconds) {
    this.#pause = seconds;
  }

  // An alert that waits for its turn.
  //
  // alert: {id, kind, seconds, least}: how long it is shown if nothing waits, and if something does
  add(alert) {
    if (this.#waiting.length >= MOST_WAITING) {
      this.#leaveOut(alert);
    } else {
      this.#waiting.push(alert);
    }
    this.#arrived();
  }

  // Calls `begin` when a tip may be shown, with the function that ends its turn. Answers how to call the turn off.
  turn(begin, { isFirst = false } = {}) {
    const turn = { begin };
    isFirst ? this.#turns.unshift(turn) : this.#turns.push(turn);
    this.#arrived();
    return () => {
      this.#turns = this.#turns.filter((other) => other !== turn);
    };
  }

  // The ids of the alerts that were not shown yet, or not for long enough.
  get notSeen() {
    const current = this.#current;
    const isNotSeen = current?.alert && !current.isLeaving && this.#clock.now() - current.since < 1_000 * current.alert.least;
    return [...(isNotSeen ? [current.alert] : []), ...this.#waiting].map(({ id }) => id);
  }

  // An alert that was shown elsewhere.
  forget(id) {
    this.#waiting = this.#waiting.filter((alert) => alert.id !== id);
  }

  // Begins nothing while it is held. An alert that is interrupted by that comes back first.
  set isHeld(isHeld) {
    this.#isHeld = isHeld;
    if (isHeld && this.#current?.alert && !this.#current.isLeaving) {
      const { alert, since } = this.#current;
      const wasSeen = this.#clock.now() - since >= 1_000 * alert.least;
      if (!wasSeen) {
        this.#waiting.unshift({ ...alert, isInterrupted: true });
      }
      this.#end(wasSeen, true);
    } else if (!isHeld) {
      this.#next();
    }
  }

  #arrived() {
    if (this.#current === null) {
      this.#next();
    } else if (this.#current.alert && !this.#current.isLeaving) {
      this.#endInTime();
    }
  }

  #next() {
    if (this.#current !== null || this.#isHeld) {
      return;
    }
    const alerts = this.#waiting.length > 0 || this.#more.size > 0;
    if (this.#turns.length > 0 && !(alerts && this.#wasTip)) {
      this.#beginTip(this.#turns.shift());
    } else if (alerts) {
      this.#beginAlert(this.#waiting.length > 0 ? this.#mostImportant() : this.#allMore());
    }
  }

  #beginTip({ begin }) {
    this.#wasTip = true;
    const turn = { alert: null, hide: () => {} };
    this.#current = turn;
    begin(() => {
      if (this.#current === turn && !turn.isLeaving) {
        this.#end(false);
      }
    });
  }

  #beginAlert(alert) {
    this.#wasTip = false;
    this.#current = { alert, since: this.#clock.now(), hide: this.#show(alert) };
    this.#endInTime();
  }

  // Ends the alert when its time is over, which is shorter as soon as something else waits.
  #endInTime() {
    const { alert, since } = this.#current;
    const isAlone = this.#waiting.length + this.#turns.length + this.#more.size === 0;
    const left = since + 1_000 * (isAlone ? alert.seconds : alert.least) - this.#clock.now();
    this.#callOff();
    this.#callOff = this.#clock.after(Math.max(0, left), () => this.#end(true));
  }

  #end(wasSeen, isCut = false) {
    const ended = this.#current;
    this.#callOff();
    ended.isLeaving = true;
    ended.hide(isCut);
    if (wasSeen) {
      this.#over(ended.alert);
    }
    this.#clock.after(LEAVES + 1_000 * this.#pause, () => {
      this.#current = null;
      this.#next();
    });
  }

  #rank({ kind, isInterrupted }) {
    const at = this.#order.indexOf(kind);
    return isInterrupted ? -1 : at < 0 ? this.#order.length : at;
  }

  #mostImportant() {
    const first = this.#waiting.reduce((best, alert) => (this.#rank(alert) < this.#rank(best) ? alert : best));
    this.#waiting.splice(this.#waiting.indexOf(first), 1);
    return first;
  }

  // The least important of those that wait, the last of them, is counted and not shown.
  #leaveOut(alert) {
    const last = [...this.#waiting, alert].reduce((worst, other) => (this.#rank(other) >= this.#rank(worst) ? other : worst));
    this.#waiting = [...this.#waiting, alert].filter((other) => other !== last);
    this.#more.set(last.kind, (this.#more.get(last.kind) ?? 0) + 1);
  }

  #allMore() {
    const counts = [...this.#more].sort(([one], [other]) => this.#rank({ kind: one }) - this.#rank({ kind: other }));
    this.#more.clear();
    const count = counts.reduce((sum, [, each]) => sum + each, 0);
    return { id: null, kind: 'more', seconds: 5, least: 3, values: { count }, counts };
  }
}
