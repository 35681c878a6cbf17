// Teach in three steps: collect examples of labels, train and see the accuracy, try.
import { attempt, complain, notice } from './messages.js';
import { get, post, remove, sentence } from './server.js';
import { element, make, meter, on, put, reading, state, update, watch } from './store.js';

export class Teach {
  constructor() {
    this.field = element('teach-label');
    on('teach-toggle', 'click', () => this.open(!state.isTeaching));
    this.field.addEventListener('input', () => update({ label: this.field.value, shown: 48 }));
    // The whole name is seen.
    watch((s) => [s.label], (label) => (this.field.size = Math.max(4, label.length)));
    for (const button of [element('collect'), element('try')]) button.addEventListener('click', () => update({ collects: button.id === 'collect' }));
    on('train', 'click', () => this.train());
    on('train-cancel', 'click', () => remove('/api/train').catch(() => {}));
    on('import', 'click', () => element('import-file').click());
    on('import-file', 'change', ({ target }) => {
      if (target.files?.[0]) this.import(target.files[0]);
      target.value = '';
    });
    on('base', 'input', ({ target }) => update({ base: target.value }));
    on('more', 'click', () => update({ shown: state.shown + 240 }));
    on('add-gesture', 'click', () => this.add({ kind: 'motion', label: state.label.trim(), gesture: state.readings.air?.gesture }));
    watch((s) => [s.isTeaching], (isTeaching) => {
      element('teach').hidden = !isTeaching;
      document.body.toggleAttribute('data-teach', isTeaching);
      element('teach-toggle').setAttribute('aria-expanded', isTeaching);
    });
    // The examples are others in the other mode, and have other numbers after a restart of the studio.
    watch((s) => [s.isTeaching, s.mode, s.connection === 'open'], (isTeaching, _, isOpen) => isTeaching && isOpen && this.reload());
    watch((s) => [s.examples, s.label, s.mode, s.base, s.isTraining, s.collects, s.shown, s.session?.adaptable], () => this.show());
    watch((s) => [s.examples, reading(s), s.collects, s.session?.model], (_, latest) => this.bars(latest));
    watch((s) => [s.readings.air, s.replay.recording, s.label, s.mode], (latest, recording) => {
      element('add-gesture').hidden = state.mode !== 'air' || recording === null || !latest?.gesture || !state.label.trim();
      put('add-gesture', `Add this gesture as ${state.label.trim()}`);
    });
  }

  get kind() {
    return state.mode === 'air' ? 'motion' : 'stroke';
  }

  get isAdaptable() {
    return Boolean(state.session?.adaptable.includes(this.kind));
  }

  get adapts() {
    return this.isAdaptable && state.base === 'built-in';
  }

  /** @param {boolean} isTeaching */
  open(isTeaching) {
    update({ isTeaching, collects: true });
    if (!isTeaching) return;
    this.resume();
    if (!matchMedia('(hover: none)').matches) setTimeout(() => this.field.focus());
  }

  async reload() {
    const { kind } = this;
    await attempt(async () => {
      const { examples } = await get(`/api/examples?kind=${kind}`);
      // The mode may have changed meanwhile.
      if (kind === this.kind) update({ examples });
      element('export').href = `/api/examples/file?kind=${this.kind}`;
    });
  }

  // The answer to one more example of a label.
  /** @param {string} label */
  count(label) {
    const number = state.examples.filter((e) => e.label === label).length + 1;
    return label ? { label, text: `Example ${number} of ${label}.` } : null;
  }

  /** @param {NewExample} example */
  async add(example) {
    if (!example.label) {
      put('teach-hint', 'Type a label first, then write it.');
      this.field.focus();
      return;
    }
    try {
      const { example: added } = await post('/api/examples', example);
      if (example.kind === this.kind) update({ examples: [...state.examples, added] });
      if (!state.isTeaching) notice(`Kept as an example of ${added.label}. Train under Teach.`);
    } catch (failure) {
      complain(failure);
      // Another page has stored this gesture.
      if (failure.status === 409) await this.reload();
    }
  }

  /** @param {File} file */
  async import(file) {
    await attempt(() => post(`/api/examples/file?kind=${this.kind}`, file, { 'X-Name': encodeURIComponent(file.name) }));
    await this.reload();
  }

  show() {
    const { examples, isTraining, collects, shown } = state;
    const label = state.label.trim();
    element('collect').setAttribute('aria-pressed', collects);
    element('try').setAttribute('aria-pressed', !collects);
    element('base-field').hidden = !this.isAdaptable;
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const example of examples) counts.set(example.label, (counts.get(example.label) ?? 0) + 1);
    const { labels } = this;
    element('counts').replaceChildren(...labels.map((name) => {
      const count = counts.get(name) ?? 0;
      const button = make('button', [name, ' ', make('small', count < 5 ? `${count} of 5` : `${count} ✓`)], { 'aria-pressed': name === label });
      button.addEventListener('click', () => {
        this.field.value = name;
        update({ label: name, shown: 48 });
      });
      return make('li', [button]);
    }));
    // The newest ones; a list of thousands is drawn as far as it is asked for.
    const own = examples.filter((e) => e.label === label);
    element('examples').replaceChildren(...own.slice(-shown).map((e) => this.thumbnail(e)));
    element('more').hidden = own.length <= shown;
    put('more', `Show more of ${own.length}`);
    const few = labels.filter((name) => counts.get(name) === 1);
    const isReady = this.adapts ? examples.length >= 2 : labels.length >= 2 && !few.length;
    element('train').disabled = !isReady || isTraining;
    element('export').hidden = !examples.length;
    put('teach-hint', isTraining || !collects ? '' : this.hint(label, labels, few, isReady));
  }

  // How sure the model is of each label, for what was written last.
  /** @param {Reading | null} latest */
  bars(latest) {
    const { collects, session } = state;
    const isOwn = session?.model === 'own';
    put('try-hint', !collects ? 'What you write is read, and is no example.' : isOwn ? '' : 'Train first.');
    element('try').disabled = collects && !isOwn;
    const [gesture] = latest?.answer?.gestures ?? [];
    const scores = collects || !isOwn || latest?.taught ? [] : latest?.answer?.detail?.scores ?? [];
    element('bars').replaceChildren(...(isOwn ? this.labels : []).map((label) => {
      const share = scores.find((s) => s.label === label)?.confidence ?? 0;
      const parts = [make('span', label), meter(share), make('span', scores.length ? `${Math.round(100 * share)} %` : '')];
      return make('li', parts, gesture?.isGesture && share > 0.5 ? { class: 'right' } : {});
    }), ...(scores.length && !gesture?.isGesture ? [make('li', 'None of them.')] : []));
  }

  get labels() {
    return [...new Set(state.examples.map((e) => e.label))].sort();
  }

  /** @param {string} label @param {string[]} labels @param {string[]} few @param {boolean} isReady */
  hint(label, labels, few, isReady) {
    const verb = this.kind === 'motion' ? 'hold and write it in the air' : 'write it above';
    if (!label) return 'Type a label, then write it a few times.';
    if (this.adapts) return isReady ? `Each writing is one more example of ${label}.` : `Now ${verb}. Two examples are needed to train.`;
    if (labels.length < 2) return `Now ${verb}, five times or so. Two labels are needed to train.`;
    if (few.length) return `${few.slice(0, 8).join(', ')}: one more example is needed to train.`;
    return `Each writing is one more example of ${label}.`;
  }

  /** @param {Example} example */
  thumbnail(example) {
    const button = make('button', [make('span', '×')], { 'aria-label': `Delete this example of ${example.label}` });
    const item = make('li', [picture(example.strokes), button]);
    button.addEventListener('click', () => attempt(async () => {
      const place = [...element('examples').children].indexOf(item);
      await remove(`/api/examples?kind=${this.kind}&id=${example.id}`);
      update({ examples: state.examples.filter((e) => e !== example) });
      // The focus goes to the neighbour, and to the label after the last one.
      setTimeout(() => (element('examples').children[Math.min(place, element('examples').children.length - 1)]?.querySelector('button') ?? this.field).focus());
    }));
    return item;
  }

  // MARK: training

  train() {
    return this.follow(() => post('/api/train', { kind: this.kind, adapts: this.adapts }));
  }

  // Follows a training that was started before this page was loaded, or by another page.
  async resume() {
    if (state.isTraining) return;
    try {
      const answer = await get('/api/train');
      if (answer.state === 'running') this.follow(async () => answer);
    } catch { /* None was started. */ }
  }

  /** @param {() => Promise<Training>} start */
  async follow(start) {
    if (state.isTraining) return;
    const bar = element('training-progress');
    // Collecting ends with training, however that ends: what is written next is a try.
    update({ isTraining: true, collects: false });
    element('training').hidden = element('train-cancel').hidden = bar.hidden = false;
    element('confusion').hidden = true;
    element('misread').replaceChildren();
    bar.removeAttribute('value');
    put('training-text', 'Training');
    try {
      let answer = await start().catch((failure) => {
        if (failure.status !== 409) throw failure;
        complain(failure);
        return get('/api/train');
      });
      while (answer.state === 'running') {
        await new Promise((resolve) => setTimeout(resolve, 120));
        answer = await get('/api/train').catch((failure) => {
          // No answer, or too many requests: a matter of time.
          if (failure.status !== 0 && failure.status !== 429) throw failure;
          return answer;
        });
        if (answer.progress > 0) bar.value = answer.progress;
      }
      this.trained(answer);
    } catch (failure) {
      put('training-text', sentence(failure.message));
    }
    update({ isTraining: false });
    element('train-cancel').hidden = bar.hidden = true;
  }

  /** @param {Training} answer */
  trained(answer) {
    const text = element('training-text');
    if (answer.state === 'cancelled') text.textContent = 'Cancelled. The model is as it was.';
    else if (answer.state === 'failed') text.textContent = sentence(answer.error);
    else if (answer.state === 'done') {
      const { correct, total } = answer;
      text.textContent = total === 0 ? 'Trained, not tested: no label has two examples.' : `${correct} of ${total} unseen examples recognised correctly: of new ones probably ${interval(correct, total)} %.`;
      this.confusion(answer);
      element('misread').replaceChildren(...[...answer.misread, ...answer.rejected].map((m) => {
        const words = m.reason ? `${m.label} left out: ${m.reason}` : `${m.label} recognised as ${m.recognized ?? 'nothing'}`;
        return make('figure', [picture(m.strokes), make('figcaption', words)]);
      }));
    }
  }

  /** @param {Trained} answer */
  confusion({ labels, confusion }) {
    const table = element('confusion');
    /** @type {(tag: 'caption' | 'th' | 'td', text: unknown, kind?: string) => HTMLElement} */
    const cell = (tag, text, kind) => make(tag, `${text}`, kind ? { class: kind } : {});
    /** @type {(...cells: HTMLElement[]) => HTMLElement} */
    const row = (...cells) => make('tr', cells);
    const caption = cell('caption', 'Rows: written. Columns: recognised.', 'visually-hidden');
    table.replaceChildren(caption, row(cell('th', ''), ...labels.map((l) => cell('th', l))), ...confusion.map((counts, i) => row(
      cell('th', labels[i]), ...counts.map((n, j) => cell('td', n, !n ? 'none' : i === j ? 'right' : 'wrong')))));
    table.hidden = false;
  }
}

// The share of successes that explains them: Wilson's interval of 95 %.
/** @param {number} right @param {number} total */
function interval(right, total) {
  const [z, p] = [1.96, right / total];
  const middle = p + z * z / (2 * total);
  const half = z * Math.sqrt((p * (1 - p) + z * z / (4 * total)) / total);
  return [middle - half, middle + half].map((share) => Math.round(100 * share / (1 + z * z / total))).join(' to ');
}

// Strokes in the unit square as a small picture.
/** @param {number[][][]} strokes */
function picture(strokes) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '-0.05 -0.05 1.1 1.1');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', strokes.map((s) => s.map(([x, y], i) => `${i ? 'L' : 'M'}${x.toFixed(3)} ${y.toFixed(3)}`).join('')).join(''));
  svg.append(path);
  return svg;
}
