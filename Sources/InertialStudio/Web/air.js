// Air mode: the ribbon, charts, choices, and the same motion under two corrections.
import { Phone, Strip } from './charts.js';
import { Level } from './level.js';
import { complain } from './messages.js';
import { Ribbon } from './ribbon.js';
import { post } from './server.js';
import { element, fill, holds, isCollecting, isReplaying, markAt, on, put, read, state, update, watch } from './store.js';

// The settings in the order of the studio, the fields that show them, and how their text is read.
/** @type {[keyof Settings, ElementId, (text: string) => unknown][]} */
const fields = [
  ['reading', 'reading', String], ['method', 'method', String], ['integrator', 'integrator', String], ['dampingRate', 'damping', Number],
  ['statistic', 'statistic', (text) => text || undefined], ['restAcceleration', 'rest-acceleration', (text) => Number(text) || undefined],
  ['restWindow', 'rest-window', (text) => Number(text) || undefined], ['pause', 'pause', (text) => Number(text) || state.pause],
];
/** @param {ElementId} id */
const control = (id) => /** @type {HTMLSelectElement} */ (element(id));

export class Air {
  /** @param {{ teach: import('./teach.js').Teach, live: import('./server.js').Live }} parts */
  constructor({ teach, live }) {
    this.teach = teach;
    this.live = live;
    this.ribbon = new Ribbon(element('ribbon'));
    this.phone = new Phone(element('attitude'), () => this.ribbon.camera);
    this.level = new Level(element('level'), element('tilt'));
    this.strips = {
      rate: new Strip(element('chart-rate'), 1),
      acceleration: new Strip(element('chart-acceleration'), 0.2),
      velocity: new Strip(element('chart-velocity'), 0.2),
    };
    this.cells = [...element('numbers').querySelectorAll('td')];
    this.frame = this.left = this.numbered = this.turn = 0;
    // The number of the gesture on the stage; null while one is written.
    /** @type {number | null} */
    this.gesture = null;
    // Where the last reading is from, in a replay.
    /** @type {Contents | null} */
    this.contents = null;
    this.ribbon.onScale = (square) => (element('scale').textContent = square);
    this.ribbon.onTurn = () => {
      this.phone.figure.redraw();
      if (this.other && state.compared !== null) Object.assign(this.other, { camera: this.ribbon.camera }).changed();
    };
    this.holdButton();
    for (const [, id] of fields) control(id).addEventListener('input', () => this.chosen(id === 'reading'));
    on('compare', 'click', () => this.compare());
    on('compared', 'input', ({ target }) => this.compare(target.value));
    on('damping-b', 'input', () => this.compare(state.compared));
    watch((s) => [s.session], (session) => session && this.offer(session));
    watch((s) => [s.compared, s.session], (compared) => this.showCompared(compared));
    // The gesture at the position of a replay; its answer is fetched.
    watch((s) => [markAt(s.contents, s.replay.position)?.id ?? null, s.contents, s.replay.recording], (id, contents) => {
      if (!isReplaying()) return;
      if (contents && id !== null) this.fetch(id, contents);
      else {
        this.gesture = null;
        read('air', null);
        if (contents?.path) {
          this.ribbon.outline(contents.path);
          this.legend(true);
        }
      }
    });
  }

  // MARK: events of the live connection

  /** @param {AirEvent} event */
  event(event) {
    switch (event.type) {
      case 'motion': return this.motion(event.samples);
      case 'path': return this.path(event);
      case 'revision': return this.revision(event);
      case 'gesture': return this.read(event);
      case 'reset': return this.reset();
    }
  }

  // Another recording or source, or a jump: nothing of the motion before stays.
  reset() {
    for (const strip of Object.values(this.strips)) strip.clear();
    this.ribbon.begin();
    this.gesture = null;
    element('ribbon-legend').hidden = true;
    read('air', null);
    this.schedule();
  }

  /** @param {Sample[]} samples */
  motion(samples) {
    const last = samples[samples.length - 1];
    for (const { t, rate, acceleration } of samples) {
      this.strips.rate.add(t, rate);
      this.strips.acceleration.add(t, acceleration);
    }
    if (!this.latest) this.ribbon.face(last.attitude);
    if (!element('ribbon-hint').dataset.off) element('ribbon-hint').dataset.off = 'moved';
    this.latest = last;
    this.schedule();
  }

  /** @param {PathEvent_} event */
  path(event) {
    if (event.start) {
      this.gesture = null;
      this.ribbon.begin(event.plane);
      element('ribbon-legend').hidden = true;
    }
    this.ribbon.append(event.points);
    for (const { t, velocity } of event.points) this.strips.velocity.add(t, velocity);
    this.schedule();
  }

  /** @param {RevisionEvent_} event */
  revision(event) {
    // The path of a gesture of a recording is fetched, and whole.
    if (isReplaying() && this.gesture !== null) return;
    this.ribbon.revise(event.start, event.points);
    this.legend();
  }

  /** @param {GestureEvent_} event */
  read(event) {
    this.gesture = event.id;
    const isTaught = event.isCollected && isCollecting() && state.mode === 'air';
    const taught = isTaught ? this.teach.count(state.label.trim()) : null;
    read('air', { answer: event, gesture: event.id, taught });
    if (isTaught) this.teach.add({ kind: 'motion', label: state.label.trim(), gesture: event.id });
    if (state.compared !== null && state.mode === 'air') this.redraw(false);
  }

  // A gesture of the replayed recording.
  /** @param {number} id @param {Contents} contents */
  async fetch(id, contents) {
    // Another model or other settings find others under the same number.
    if (this.contents === contents && state.readings.air?.gesture === id) return;
    this.gesture = id;
    this.contents = contents;
    // The mark knows the letter before the picture of it arrives.
    const { best, isGesture = false } = contents.marks.find((mark) => mark.id === id) ?? {};
    read('air', { answer: best ? { gestures: [{ isGesture }], detail: { best } } : null, gesture: id });
    await this.redraw(true);
  }

  // What is drawn: corrected and integrated, by the method's own name, or all of a recording.
  legend(isOutline = false) {
    const { value, selectedOptions } = element('method');
    element('ribbon-legend').hidden = false;
    put('integrated', isOutline ? 'whole recording' : 'integrated');
    for (const node of document.querySelectorAll('.corrected')) node.toggleAttribute('hidden', isOutline || value === 'none');
    put('corrected', selectedOptions[0]?.text.toLowerCase() ?? '');
    for (const node of document.querySelectorAll('.true')) node.toggleAttribute('hidden', !this.ribbon.truth.length);
    put('measures', measured(this.ribbon));
  }

  // Charts and numbers follow at the rate of the display, not of the samples: a chart a frame, in which it moves by
  // less than a pixel, and all three after the last sample.
  schedule() {
    this.left = 3;
    this.frame ||= requestAnimationFrame((now) => this.draw(now));
  }

  /** @param {number} now */
  draw(now) {
    this.left--;
    this.frame = this.left ? requestAnimationFrame((next) => this.draw(next)) : 0;
    this.turn = (this.turn + 1) % 3;
    Object.values(this.strips)[this.turn].figure.redraw();
    const { latest } = this;
    if (!latest) return;
    this.phone.show(latest.attitude);
    this.level.show(latest.tilt, latest.level);
    if (now - this.numbered < 90) return;
    this.numbered = now;
    const values = [...latest.angles.map((v) => v.toFixed(1)),
      ...[latest.rate, latest.gravity, latest.acceleration].flat().map((v) => v.toFixed(2))];
    this.cells.forEach((cell, i) => (cell.textContent = values[i].replace(/^-(0\.?0*)$/, '$1')));
  }

  // MARK: hold

  holdButton() {
    const button = element('hold');
    /** @param {boolean} isHeld */
    const hold = (isHeld) => {
      if (state.isHeld === isHeld || (isHeld && button.disabled)) return;
      update({ isHeld });
      this.live.send({ type: 'hold', down: isHeld });
    };
    watch((s) => [s.isHeld, s.status.rate > 0, s.replay.recording], (isHeld, moves, recording) => {
      button.setAttribute('aria-pressed', isHeld);
      // A replay needs none, but live motion is written meanwhile.
      button.hidden = recording !== null && !moves;
      button.disabled = !moves;
      put('hold-text', moves ? 'Hold to write' : 'No motion arrives');
      if (!moves) hold(false);
    });
    holds(button, hold, ({ target }) => state.mode === 'air' && (target === button || !target.closest('input, select, button, a, dialog')));
  }

  // MARK: choices

  // All pages have the same choices. One that this page is about to send stays.
  /** @param {Session} session */
  offer({ choices, settings }) {
    if (this.wanted || this.asking) return;
    const changed = JSON.stringify(settings) !== this.known;
    this.known = JSON.stringify(settings);
    fill('reading', choices.readings, settings.reading);
    fill('method', choices.methods, settings.method);
    fill('compared', choices.methods, state.compared ?? 'none');
    fill('integrator', choices.integrators, settings.integrator);
    fill('statistic', [{ id: '', name: 'The method’s own' }, ...choices.statistics], '');
    for (const [name, id] of fields) control(id).value = `${settings[name] ?? ''}`;
    update({ pause: settings.pause });
    this.showFields();
    // Another page has chosen.
    if (changed && this.gesture !== null) this.redraw(true);
  }

  get chosenSettings() {
    return Object.fromEntries(fields.map(([name, id, parse]) => [name, parse(control(id).value)]));
  }

  // Each method has its own parameters.
  showFields() {
    const method = element('method').value;
    const detectsRests = ['navigator', 'rest'].includes(method);
    for (const field of [element('statistic-field'), ...document.querySelectorAll('.rest-field')]) field.toggleAttribute('hidden', !detectsRests);
    element('integrator-field').hidden = detectsRests || method === 'gesture';
    element('damping-field').hidden = method !== 'exponential-damping';
    put('damping-value', `${Number(element('damping').value).toFixed(1)} /s`);
  }

  // The last gesture, from its stored samples, under the new choice.
  /** @param {boolean} rereads */
  async chosen(rereads) {
    this.showFields();
    this.wanted = { settings: this.chosenSettings, rereads: rereads || this.wanted?.rereads };
    if (this.asking) return;
    this.asking = true;
    try {
      while (this.wanted) {
        const { settings, rereads: again } = this.wanted;
        this.wanted = null;
        this.known = JSON.stringify(settings);
        await post('/api/settings', settings);
        if (this.gesture !== null) await this.redraw(again);
      }
    } catch (failure) {
      complain(failure);
    }
    this.asking = false;
  }

  /** @param {boolean} reads */
  async redraw(reads) {
    const id = this.gesture;
    /** @type {(more: object) => Promise<Answer>} */
    const ask = (more) => post('/api/gesture', { id, ...this.chosenSettings, ...more });
    try {
      const { compared } = state;
      const [answer, other] = await Promise.all([ask({}), compared === null ? null : ask({ method: compared, dampingRate: Number(element('damping-b').value) })]);
      if (reads && id !== null && state.readings.air?.gesture === id) read('air', { answer, gesture: id });
      // Another gesture has begun meanwhile.
      if (this.gesture !== id) return;
      if (answer.path) this.ribbon.replace(answer.path);
      this.legend();
      if (other?.path && this.other) {
        this.other.replace({ ...other.path, plane: answer.path?.plane });
        put('compared-measures', measured(this.other));
      }
    } catch (failure) {
      if (this.gesture === id) complain(failure);
    }
  }

  // The same motion under another method beside it, or no longer.
  compare(method = state.compared === null ? 'none' : null) {
    update({ compared: method });
    if (method !== null && this.gesture !== null) this.redraw(false);
    else put('compared-measures', 'It is compared when the gesture ends.');
  }

  /** @param {string | null} compared */
  showCompared(compared) {
    const isOn = compared !== null;
    element('beside').hidden = !isOn;
    element('compare').setAttribute('aria-pressed', isOn);
    document.body.toggleAttribute('data-compared', isOn);
    if (!isOn) return;
    if (!this.other) {
      /** @type {Ribbon | undefined} */
      this.other = new Ribbon(element('ribbon-b'));
      this.other.onTurn = () => Object.assign(this.ribbon, { camera: this.other?.camera }).changed();
      this.other.onScale = (square) => (element('scale-b').textContent = square);
    }
    element('compared').value = compared;
    element('damping-b').hidden = compared !== 'exponential-damping';
  }
}

/** @param {number} metres */
const cm = (metres) => (metres < 1 ? `${(100 * metres).toFixed(metres < 0.1 ? 1 : 0)} cm` : `${metres.toFixed(2)} m`);

/** @param {Ribbon} ribbon */
function measured({ measures }) {
  if (!measures) return '';
  const { closing, length, error } = measures;
  return `closes within ${cm(closing)} of ${cm(length)}${error === undefined ? '' : `, ${cm(error)} from the truth`}`;
}
