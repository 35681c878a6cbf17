// Where motion comes from: phones, sensors, and recordings, which belong to this page and to the air.
import { mapped, pickers } from './columns.js';
import { attempt, complain, say } from './messages.js';
import { Failure, post, sentence } from './server.js';
import { element, isReplaying, make, on, put, state, update, watch } from './store.js';

const kinds = [['pages', 'Phone page or app'], ['machine', 'This machine’s sensors'], ['connection', 'phyphox or SensorServer']];

export class Sources {
  /** @param {{ live: import('./server.js').Live, choose: (mode: Mode) => void }} parts */
  constructor({ live, choose }) {
    this.live = live;
    this.choose = choose;
    // The last one.
    /** @type {File | null} */
    this.file = null;
    /** @type {Question | undefined} */
    this.asked = undefined;
    on('file', 'change', ({ target }) => {
      if (target.files?.[0]) this.load(target.files[0]);
      target.value = '';
    });
    on('hint-example', 'click', () => this.example());
    on('play', 'click', () => this.control({ action: state.replay.playing ? 'pause' : 'play' }));
    on('scrub', 'input', ({ target }) => this.control({ action: 'seek', position: Number(target.value) }));
    on('speed', 'input', ({ target }) => this.control({ action: 'speed', speed: Number(target.value) }));
    on('source', 'input', ({ target }) => this.select(target.value));
    on('connect', 'submit', async (event) => {
      event.preventDefault();
      const [url, platform] = [element('connect-url'), element('connect-platform')].map(({ value }) => value.trim());
      if (await this.follow({ kind: 'connection', url, platform })) update({ isConnecting: false });
    });
    // SensorServer runs on Android only.
    on('connect-url', 'input', ({ target }) => (element('connect-platform').hidden = target.value.startsWith('ws')));
    this.dropping();
    // What plays waits for the mode.
    let waits = false;
    watch((s) => [s.mode], (mode) => {
      if (mode === 'screen' ? state.replay.playing : waits) this.control({ action: mode === 'air' ? 'play' : 'pause' });
      waits = mode === 'screen' && state.replay.playing;
    });
    // The recording outlives a reload of the page and a break of the connection.
    /** @type {{ name: string, position: number } & Partial<Named<number>> | null} */
    this.kept = JSON.parse(sessionStorage.getItem('recording') ?? 'null');
    watch((s) => [s.replay], ({ recording, position }) => {
      const known = state.session?.recordings.find(({ id }) => id === recording);
      if (known) this.kept = { ...known, position };
    });
    addEventListener('pagehide', () => sessionStorage.setItem('recording', JSON.stringify(this.kept)));
    watch((s) => [s.session?.recordings, s.replay.recording, s.status.kind, s.isConnecting], (recordings) => this.showSources(recordings));
    // As often as the time that is shown changes.
    watch(({ replay: r }) => [r.recording, r.playing, r.speed, elapsed(r)], () => this.showReplay(state.replay));
    watch((s) => [s.contents, s.replay.duration], (contents) => this.showMarks(contents));
    watch((s) => [s.isOpened], (isOpened) => {
      element('first').hidden = isOpened;
      delete element('ribbon-hint').dataset.off;
    });
  }

  /** @param {object} message */
  control(message) {
    this.live.send({ type: 'replay', ...message });
  }

  // After a reload, or as the studio answers again.
  /** @param {Session} session */
  resume({ recordings }) {
    const { kept } = this;
    if (!kept || isReplaying()) return;
    if (recordings.some(({ id, name }) => id === kept.id && name === kept.name)) {
      return this.control({ action: 'select', recording: kept.id, position: kept.position });
    }
    this.kept = null;
    const { file } = this;
    say(`The studio was started again: ${kept.name} is not open any more.`, {
      key: 'recording', actions: file?.name === kept.name ? { 'Open it again': () => this.load(file) } : { 'Open a recording …': () => element('file').click() },
    });
  }

  close() {
    this.kept = null;
    this.control({ action: 'stop' });
  }

  /** @param {string} value */
  select(value) {
    if (value === 'open' || value === 'example') {
      this.showChosen();
      return value === 'open' ? element('file').click() : this.example();
    }
    update({ isConnecting: value === 'connection' });
    if (value === 'connection') return element('connect-url').focus();
    if (!kinds.some(([id]) => id === value)) return this.control({ action: 'select', recording: Number(value) });
    this.follow({ kind: value });
  }

  /** @param {{ kind: string, url?: string, platform?: string }} source */
  async follow(source) {
    const isFollowed = await attempt(() => post('/api/source', source));
    if (isFollowed) this.close();
    else this.showChosen();
    return isFollowed;
  }

  /** @param {Named<number>[]} recordings */
  showSources(recordings = []) {
    const source = element('source');
    const group = make('optgroup', '', { label: 'Recordings' });
    group.append(...recordings.map((r) => new Option(r.name, `${r.id}`)), new Option('Open a recording …', 'open'), new Option('Example', 'example'));
    const names = JSON.stringify(recordings);
    if (source.dataset.names !== names) source.replaceChildren(...kinds.map(([id, name]) => new Option(name, id)), group);
    source.dataset.names = names;
    this.showChosen();
    element('connect').hidden = !state.isConnecting;
  }

  showChosen() {
    element('source').value = state.isConnecting ? 'connection' : `${state.replay.recording ?? state.status.kind}`;
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
      const file = event.dataTransfer?.files[0];
      if (file) this.load(file);
    });
  }

  /** @param {File} file @param {Record<string, string>} headers */
  load(file, headers = {}) {
    this.file = file;
    const most = state.session?.limits.upload ?? Infinity;
    return this.open(file.name, () => {
      if (file.size > most) throw new Failure(`${file.name} has ${Math.round(file.size / 1e6)} MB; expected at most ${Math.round(most / 1e6)}`, 413);
      return post('/api/recordings', file, { 'X-Name': encodeURIComponent(file.name), ...headers });
    }, (failure) => {
      const { message, status } = failure;
      const question = failure.question ?? (headers['X-Columns'] && this.asked);
      if (status === 409) say(sentence(message), { kind: 'bad', key: 'recording', actions: { 'Open it': () => this.load(file, { ...headers, 'X-Replace': '1' }) } });
      else if (question) this.ask(file, { ...question, reason: failure.question?.reason ?? message });
      else complain(failure, 'recording');
    });
  }

  // Asks for the columns until the table is read. A mistake leaves them as they are.
  /** @param {File} file @param {Question} question */
  ask(file, question) {
    say(`${file.name}: ${sentence(question.reason)} Choose its columns.`, {
      key: 'recording', body: pickers(question, (proposal) => {
        this.asked = { ...question, proposal };
        this.load(file, { 'X-Columns': encodeURIComponent(mapped(proposal)) });
      }),
    });
  }

  // A word of a simulated phone: the air without a phone.
  example() {
    return this.open('An example', () => post('/api/recordings/example'));
  }

  /** @param {string} name @param {() => Promise<{ recording: number, warnings: string[] }>} ask @param {(failure: Failure) => unknown} fail */
  async open(name, ask, fail = (failure) => complain(failure, 'recording')) {
    const isAsked = state.mode === 'air';
    const close = say(`Reading ${name}`, { key: 'recording' });
    try {
      const answer = await ask();
      close();
      const show = () => {
        this.choose('air');
        update({ isOpened: true });
        this.control({ action: 'select', recording: answer.recording });
      };
      if (isAsked) show();
      else say(`${name} is a recording of motion.`, { key: 'recording', actions: { 'Replay it in Air': show } });
      if (answer.warnings.length) say(answer.warnings.map(sentence).join(' '), { key: 'warnings' });
    } catch (failure) {
      fail(failure);
    }
  }

  /** @param {Replay} replay */
  showReplay(replay) {
    const { recording, playing, position, speed } = replay;
    element('transport').hidden = recording === null;
    element('transport').toggleAttribute('data-playing', playing);
    element('play').setAttribute('aria-label', playing ? 'Pause' : 'Play');
    const scrub = element('scrub');
    if (!scrub.matches(':active')) scrub.value = `${position}`;
    const words = elapsed(replay);
    put('time', words);
    scrub.setAttribute('aria-valuetext', words);
    element('speed').value = `${speed}`;
  }

  // Each gesture with its letter, where it lies in the recording.
  /** @param {Contents | null} contents */
  showMarks(contents) {
    element('marks').replaceChildren(...(isReplaying() && contents ? contents.marks : []).map((mark) => {
      const item = make('span', mark.isGesture ? [...mark.best?.label ?? ''].slice(0, 2).join('') : '·', { class: mark.isGesture ? '' : 'rejected' });
      item.style.left = `${100 * mark.start}%`;
      item.style.width = `${100 * (mark.end - mark.start)}%`;
      return item;
    }));
  }
}

/** @param {number} seconds */
const time = (seconds) => `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(1).padStart(4, '0')}`;
/** @param {Replay} replay */
const elapsed = ({ position, duration }) => `${time(position * duration)} / ${time(duration)}`;
