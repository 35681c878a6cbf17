// Air mode: the live ribbon, replay, and the same motion under other choices.
import { Phone, Strip } from './charts.js';
import { Level } from './level.js';
import { Ribbon } from './ribbon.js';
import { Failure, post, sentence } from './server.js';

const element = (id) => document.getElementById(id);
const kinds = new Map([
  ['pages', 'Phone page or app'], ['machine', 'This machine’s sensors'], ['connection', 'phyphox or SensorServer'],
]);

export class Air {
  constructor({ result, text, teach, settings, live, notice }) {
    Object.assign(this, { result, text, teach, settings, live, notice });
    this.ribbon = new Ribbon(element('ribbon'));
    this.phone = new Phone(element('attitude'), () => this.ribbon.camera);
    this.level = new Level(element('level'), element('tilt'));
    this.ribbon.onTurn = () => this.phone.figure.redraw();
    this.strips = {
      rate: new Strip(element('chart-rate'), 1),
      acceleration: new Strip(element('chart-acceleration'), 0.2),
      velocity: new Strip(element('chart-velocity'), 0.2),
    };
    this.cells = [...element('numbers').querySelectorAll('td')];
    this.hint = element('ribbon-hint');
    this.gesture = null;
    this.recording = null;
    this.source = 'pages';
    this.isHeld = false;
    this.holdButton();
    this.choices();
    this.transport();
    this.connecting();
    this.dropping();
    this.waiting();
  }

  // MARK: events of the live connection

  event(event) {
    switch (event.type) {
      case 'motion': return this.motion(event.samples);
      case 'path': return this.path(event);
      case 'revision': return this.revision(event);
      case 'gesture': return this.read(event);
      case 'replay': return this.replay(event);
    }
  }

  motion(samples) {
    const last = samples[samples.length - 1];
    for (const s of samples) {
      this.strips.rate.add(s[0], s[5], s[6], s[7]);
      this.strips.acceleration.add(s[0], s[11], s[12], s[13]);
    }
    if (!this.moved) {
      this.ribbon.face(last.slice(1, 5), true);
      this.clearHint();
    }
    this.moved = performance.now();
    this.latest = last;
    this.schedule();
  }

  path(event) {
    if (event.start) {
      this.ribbon.begin(event.plane);
      element('ribbon-legend').hidden = true;
      this.clearHint();
    }
    this.ribbon.append(event.points);
    for (const p of event.points) this.strips.velocity.add(p[0], p[4], p[5], p[6]);
    this.schedule();
  }

  revision(event) {
    this.ribbon.revise(event.start, event.points);
    element('ribbon-legend').hidden = false;
  }

  read(event) {
    this.gesture = event.id;
    // Screen mode shows letters of the screen.
    if (document.body.dataset.mode !== 'air') return;
    this.showReading(event);
    if (this.teach.isOpen) this.teach.add({ kind: 'motion', label: this.teach.label, gesture: event.id });
    else if (event.detail?.best) {
      const { best, scores, isSpotted } = event.detail;
      this.text.add(event.gestures[0].label ?? best.label, !event.gestures[0].isGesture, scores, isSpotted);
    }
  }

  showReading(answer) {
    const [gesture] = answer.gestures;
    this.result.show(gesture, answer.detail);
    const best = answer.detail?.best;
    this.ribbon.canvas.setAttribute('aria-label', best
      ? `Path of ${best.label}, confidence ${Math.round(100 * best.confidence)} percent. Drag to turn.`
      : `Not read: ${gesture.reason}`);
  }

  // Charts and numbers follow at the rate of the display, not of the samples.
  schedule() {
    if (this.frame) return;
    this.frame = requestAnimationFrame((now) => {
      this.frame = 0;
      for (const strip of Object.values(this.strips)) strip.figure.redraw();
      if (!this.latest) return;
      this.phone.show(this.latest.slice(1, 5));
      this.level.show(this.latest[18], this.latest[19]);
      if (now - (this.numbered ?? 0) < 90) return;
      this.numbered = now;
      const s = this.latest;
      const degrees = s.slice(14, 17).map((v) => `${v.toFixed(1)}`);
      const values = [...degrees, ...s.slice(5, 14).map((v) => v.toFixed(2))];
      this.cells.forEach((cell, i) => (cell.textContent = values[i].replace(/^-(0\.?0*)$/, '$1')));
    });
  }

  // MARK: hints

  clearHint() {
    this.hint.dataset.off = '';
  }

  waiting() {
    const list = document.createElement('dl');
    const way = (name, ...parts) => {
      const [term, text] = [document.createElement('dt'), document.createElement('dd')];
      term.textContent = name;
      text.append(...parts);
      list.append(term, text);
    };
    way('Recording', 'Drop a file here, or open one.');
    way('Phone, Wi-Fi', 'Run ', code('Scripts/studio-https'), ' and scan its code.');
    way('Phone, cable', code('adb reverse tcp:PORT tcp:PORT'), ', then ', code('/phone'), '.');
    way('App', 'Let Sensor Logger push to ', code('/api/motion'), '.');
    this.say('Write in the air', [list]);
  }

  say(title, parts) {
    const strong = document.createElement('strong');
    strong.textContent = title;
    const span = document.createElement('div');
    span.append(...parts);
    this.hint.replaceChildren(strong, span);
    delete this.hint.dataset.off;
  }

  // MARK: hold

  holdButton() {
    const button = element('hold');
    const hold = (down) => {
      if (this.isHeld === down) return;
      this.isHeld = down;
      button.setAttribute('aria-pressed', down);
      this.live.send({ type: 'hold', down });
    };
    button.addEventListener('pointerdown', (event) => {
      button.setPointerCapture(event.pointerId);
      hold(true);
    });
    for (const name of ['pointerup', 'pointercancel', 'blur']) button.addEventListener(name, () => hold(false));
    button.addEventListener('contextmenu', (event) => event.preventDefault());
    const isKey = (event) => event.key === ' ' && document.body.dataset.mode === 'air'
      && (event.target === button || !event.target.closest('input, select, button, a'));
    addEventListener('keydown', (event) => {
      if (!isKey(event)) return;
      event.preventDefault();
      if (!event.repeat) hold(true);
    });
    addEventListener('keyup', (event) => event.key === ' ' && hold(false));
    addEventListener('blur', () => hold(false));
  }

  // MARK: choices

  choices() {
    for (const id of ['reading', 'method', 'integrator', 'statistic', 'damping', 'rest-acceleration', 'rest-window']) {
      element(id).addEventListener('input', () => this.chosen(id === 'reading'));
    }
  }

  offer({ choices, settings }) {
    const fill = (id, list, value) => element(id).replaceChildren(...list.map((choice) => new Option(choice.name, choice.id, false, choice.id === value)));
    fill('reading', choices.readings, settings.reading);
    fill('method', choices.methods, settings.method);
    fill('integrator', choices.integrators, settings.integrator);
    fill('statistic', [{ id: '', name: 'The method’s own' }, ...choices.statistics], settings.statistic ?? '');
    element('damping').value = settings.dampingRate;
    element('rest-acceleration').value = settings.restAcceleration ?? '';
    element('rest-window').value = settings.restWindow ?? '';
    this.showFields();
  }

  get chosenSettings() {
    return {
      reading: element('reading').value, method: element('method').value,
      integrator: element('integrator').value, dampingRate: Number(element('damping').value),
      statistic: element('statistic').value || null,
      restAcceleration: Number(element('rest-acceleration').value) || null,
      restWindow: Number(element('rest-window').value) || null,
    };
  }

  // Each method has its own parameters.
  showFields() {
    const method = element('method').value;
    const detectsRests = ['navigator', 'rest'].includes(method);
    for (const field of [element('statistic-field'), ...document.querySelectorAll('.rest-field')]) field.hidden = !detectsRests;
    element('integrator-field').hidden = detectsRests || method === 'gesture';
    element('damping-field').hidden = method !== 'exponential-damping';
    element('damping-value').textContent = `${Number(element('damping').value).toFixed(1)} /s`;
  }

  // The last gesture, from its stored samples, under the new choice.
  async chosen(rereads) {
    this.showFields();
    this.wanted = { ...this.chosenSettings, rereads: rereads || this.wanted?.rereads };
    if (this.asking) return;
    this.asking = true;
    try {
      while (this.wanted) {
        const { rereads: again, ...settings } = this.wanted;
        this.wanted = null;
        await post('/api/settings', settings);
        if (this.gesture === null) continue;
        const answer = await post('/api/gesture', { id: this.gesture, ...settings });
        this.ribbon.replace(answer.path.points, answer.path.raw, answer.path.plane);
        element('ribbon-legend').hidden = false;
        if (again) this.showReading(answer);
      }
    } catch (failure) {
      this.notice(sentence(failure.message), 'bad');
    }
    this.asking = false;
  }

  // MARK: recordings

  transport() {
    element('open').addEventListener('click', () => element('file').click());
    element('file').addEventListener('change', ({ target }) => {
      if (target.files[0]) this.load(target.files[0]);
      target.value = '';
    });
    element('play').addEventListener('click', () => this.control({ action: this.playing ? 'pause' : 'play' }));
    element('scrub').addEventListener('input', ({ target }) => this.control({ action: 'seek', position: Number(target.value) }));
    element('speed').addEventListener('input', ({ target }) => this.control({ action: 'speed', speed: Number(target.value) }));
    element('source').addEventListener('input', ({ target }) => this.choose(target.value));
    this.sources([]);
  }

  // MARK: sources

  choose(value) {
    element('connect').hidden = value !== 'connection';
    if (value === 'connection') return element('connect-url').focus();
    if (kinds.has(value)) return this.open({ kind: value });
    return this.control({ action: 'select', recording: Number(value) });
  }

  async open(source) {
    try {
      await post('/api/source', source);
      return true;
    } catch (failure) {
      this.notice(sentence(failure.message), 'bad');
      if (source.kind !== 'connection') element('source').value = this.source;
      return false;
    }
  }

  connecting() {
    element('connect').addEventListener('submit', async (event) => {
      event.preventDefault();
      const [url, platform] = ['connect-url', 'connect-platform'].map((id) => element(id).value.trim());
      if (await this.open({ kind: 'connection', url, platform })) element('connect').hidden = true;
    });
    // SensorServer runs on Android only.
    element('connect-url').addEventListener('input', ({ target }) => (element('connect-platform').hidden = /^ws/.test(target.value)));
  }

  // The studio reads from here, whoever chose it. A choice in progress stays.
  status({ kind }) {
    if (this.recording !== null) return;
    this.source = kind;
    if (element('connect').hidden || kind !== 'pages') {
      element('connect').hidden = true;
      element('source').value = kind;
    }
  }

  control(message) {
    this.live.send({ type: 'replay', ...message });
  }

  dropping() {
    const drop = element('drop');
    let depth = 0;
    addEventListener('dragenter', (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      depth++;
      drop.hidden = false;
    });
    addEventListener('dragleave', () => (depth = Math.max(0, depth - 1)) || (drop.hidden = true));
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', (event) => {
      event.preventDefault();
      depth = 0;
      drop.hidden = true;
      const [file] = event.dataTransfer.files;
      if (file) this.load(file);
    });
  }

  async load(file) {
    this.onLoad?.();
    this.say('Reading the recording', [file.name]);
    try {
      if (file.size > this.settings.largestUpload) throw new Failure(`${file.name} has ${Math.round(file.size / 1e6)} MB; expected at most ${Math.round(this.settings.largestUpload / 1e6)}`);
      const answer = await post('/api/recordings', file, { 'X-Name': encodeURIComponent(file.name) });
      this.sources(answer.recordings);
      this.clearHint();
      this.control({ action: 'select', recording: answer.recordings.at(-1).id });
      if (answer.warnings.length) this.notice(answer.warnings.map(sentence).join(' '));
    } catch (failure) {
      this.say('This recording cannot be read', [sentence(failure.message)]);
    }
  }

  sources(recordings) {
    const source = element('source');
    const value = source.value;
    const group = document.createElement('optgroup');
    group.label = 'Recordings';
    group.append(...recordings.map((r) => new Option(r.name, r.id)));
    source.replaceChildren(...[...kinds].map(([id, name]) => new Option(name, id)), ...(recordings.length ? [group] : []));
    source.value = value || 'pages';
  }

  replay(event) {
    element('transport').hidden = event.recording === null;
    this.recording = event.recording;
    if (event.recording !== null) {
      element('source').value = event.recording;
      element('connect').hidden = true;
    } else if (!kinds.has(element('source').value)) element('source').value = this.source;
    this.playing = event.playing;
    element('transport').toggleAttribute('data-playing', event.playing);
    element('play').setAttribute('aria-label', event.playing ? 'Pause' : 'Play');
    const scrub = element('scrub');
    if (!scrub.matches(':active')) scrub.value = event.position;
    scrub.setAttribute('aria-valuetext', `${(event.position * event.duration).toFixed(1)} of ${event.duration.toFixed(1)} seconds`);
    element('speed').value = event.speed;
  }
}

function code(text) {
  const element = document.createElement('code');
  element.textContent = text.replaceAll('PORT', location.port);
  return element;
}
