// Teach: label, write, train, see the accuracy.
import { get, post, remove, sentence } from './server.js';

const element = (id) => document.getElementById(id);

export class Teach {
  constructor({ settings, notice, changed }) {
    Object.assign(this, { settings, notice, changed });
    this.panel = element('teach');
    this.toggle = element('teach-toggle');
    this.field = element('teach-label');
    this.toggle.addEventListener('click', () => this.open(this.panel.hidden));
    this.field.addEventListener('input', () => this.show());
    element('train').addEventListener('click', () => this.train());
    element('train-cancel').addEventListener('click', () => remove('/api/train').catch(() => {}));
    element('import').addEventListener('click', () => element('import-file').click());
    element('import-file').addEventListener('change', ({ target }) => {
      if (target.files[0]) this.import(target.files[0]);
      target.value = '';
    });
    this.examples = [];
    this.adaptable = [];
    element('base').addEventListener('input', () => this.show());
  }

  // What training can start from, by the server's answer.
  offer({ adaptable }) {
    this.adaptable = adaptable;
    this.showBase();
    // The examples have other numbers after a restart of the studio.
    if (this.isOpen) this.reload();
  }

  get adapts() {
    return this.adaptable.includes(this.kind) && element('base').value === 'built-in';
  }

  showBase() {
    element('base-field').hidden = !this.adaptable.includes(this.kind);
    this.show();
  }

  get isOpen() {
    return !this.panel.hidden;
  }

  get kind() {
    return document.body.dataset.mode === 'air' ? 'motion' : 'stroke';
  }

  async open(opens) {
    this.panel.hidden = !opens;
    document.body.toggleAttribute('data-teach', opens);
    this.toggle.setAttribute('aria-expanded', opens);
    if (!opens) return;
    this.show();
    this.resume();
    await this.reload();
    if (!matchMedia('(hover: none)').matches) this.field.focus();
  }

  async reload() {
    const { kind } = this;
    await this.attempt(async () => {
      const { examples } = await get(`/api/examples?kind=${kind}`);
      // The mode may have changed meanwhile.
      if (kind !== this.kind) return;
      this.examples = examples;
      element('export').href = `/api/examples/file?kind=${kind}`;
    });
    this.show();
  }

  async attempt(work) {
    try {
      await work();
    } catch (failure) {
      this.notice(sentence(failure.message), 'bad');
    }
  }

  get label() {
    return this.field.value.trim();
  }

  async add(example) {
    if (!example.label) {
      element('teach-hint').textContent = 'Type a label first, then write it.';
      this.field.focus();
      return;
    }
    try {
      const { example: added } = await post('/api/examples', example);
      if (example.kind === this.kind) this.examples.push(added);
    } catch (failure) {
      this.notice(sentence(failure.message), 'bad');
      // Another page has stored this gesture.
      if (failure.status === 409) await this.reload();
    }
    this.show();
  }

  async import(file) {
    await this.attempt(async () => {
      await post(`/api/examples/file?kind=${this.kind}`, file, { 'X-Name': encodeURIComponent(file.name) });
    });
    await this.reload();
  }

  show() {
    const { label } = this;
    const counts = new Map();
    for (const example of this.examples) counts.set(example.label, (counts.get(example.label) ?? 0) + 1);
    const labels = [...counts.keys()].sort();
    element('counts').replaceChildren(...labels.map((name) => {
      const item = document.createElement('li');
      const button = document.createElement('button');
      const count = document.createElement('small');
      button.type = 'button';
      button.setAttribute('aria-pressed', name === label);
      count.textContent = `× ${counts.get(name)}`;
      button.append(name, ' ', count);
      button.addEventListener('click', () => {
        this.field.value = name;
        this.show();
      });
      item.append(button);
      return item;
    }));
    element('examples').replaceChildren(...this.examples.filter((e) => e.label === label).map((e) => this.thumbnail(e)));
    const few = labels.filter((name) => counts.get(name) < 2);
    const isReady = this.adapts ? this.examples.length >= 2 : labels.length >= 2 && !few.length;
    element('train').disabled = !isReady || this.isTraining;
    element('export').hidden = !this.examples.length;
    element('teach-hint').textContent = this.isTraining ? '' : this.hint(label, labels, few, isReady);
  }

  hint(label, labels, few, isReady) {
    const verb = this.kind === 'motion' ? 'hold and write it in the air' : 'write it above';
    if (!label) return 'Type a label, then write it a few times.';
    if (this.adapts) return isReady ? `Each writing is one more example of ${label}.` : `Now ${verb}. Two examples are needed to train.`;
    if (labels.length < 2) return `Now ${verb}, five times or so. Two labels are needed to train.`;
    if (few.length) return `${few.join(', ')}: one more example is needed to train.`;
    return `Each writing is one more example of ${label}.`;
  }

  thumbnail(example) {
    const item = document.createElement('li');
    const button = document.createElement('button');
    button.type = 'button';
    const cross = document.createElement('span');
    cross.textContent = '×';
    button.append(cross);
    button.setAttribute('aria-label', `Delete this example of ${example.label}`);
    button.addEventListener('click', () => this.attempt(async () => {
      await remove(`/api/examples?kind=${this.kind}&id=${example.id}`);
      this.examples = this.examples.filter((e) => e !== example);
      this.show();
    }));
    item.append(picture(example.strokes), button);
    return item;
  }

  // MARK: training

  train() {
    return this.follow(() => post('/api/train', { kind: this.kind, adapts: this.adapts }));
  }

  // Follows a training that was started before this page was loaded, or by another page.
  async resume() {
    if (this.isTraining) return;
    try {
      const answer = await get('/api/train');
      if (answer.state === 'running') this.follow(async () => answer);
    } catch { /* None was started. */ }
  }

  async follow(start) {
    if (this.isTraining) return;
    const bar = element('training-progress');
    this.isTraining = true;
    this.show();
    element('training').hidden = element('train-cancel').hidden = bar.hidden = false;
    element('confusion').hidden = true;
    element('misread').replaceChildren();
    bar.removeAttribute('value');
    element('training-text').textContent = 'Training';
    try {
      let answer = await start().catch((failure) => {
        if (failure.status !== 409) throw failure;
        this.notice(sentence(failure.message), 'bad');
        return { state: 'running' };
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
      element('training-text').textContent = sentence(failure.message);
    }
    this.isTraining = false;
    element('train-cancel').hidden = bar.hidden = true;
    this.show();
  }

  trained(answer) {
    const text = element('training-text');
    if (answer.state === 'cancelled') text.textContent = 'Cancelled. The model is as it was.';
    else if (answer.state === 'failed') text.textContent = sentence(answer.error);
    else {
      const { correct, total, accuracy } = answer;
      text.textContent = `${(100 * accuracy).toFixed(accuracy === 1 ? 0 : 1)} % of unseen examples recognised correctly (${correct} of ${total}). The new model is in use.`;
      this.confusion(answer);
      element('misread').replaceChildren(...answer.misread.map((m) => {
        const figure = document.createElement('figure');
        const caption = document.createElement('figcaption');
        caption.textContent = `${m.label} recognised as ${m.recognized ?? 'nothing'}`;
        figure.append(picture(m.strokes), caption);
        return figure;
      }));
      this.changed();
    }
  }

  confusion({ labels, confusion }) {
    const table = element('confusion');
    const cell = (tag, text, kind) => {
      const node = document.createElement(tag);
      node.textContent = text;
      if (kind) node.className = kind;
      return node;
    };
    const row = (...cells) => {
      const node = document.createElement('tr');
      node.append(...cells);
      return node;
    };
    const caption = cell('caption', 'Rows: written. Columns: recognised.', 'visually-hidden');
    table.replaceChildren(caption, row(cell('th', ''), ...labels.map((l) => cell('th', l))), ...confusion.map((counts, i) => row(
      cell('th', labels[i]), ...counts.map((n, j) => cell('td', n, !n ? 'none' : i === j ? 'right' : 'wrong')))));
    table.hidden = false;
  }
}

// Strokes in the unit square as a small picture.
function picture(strokes) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '-0.05 -0.05 1.1 1.1');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', strokes.map((s) => s.map(([x, y], i) => `${i ? 'L' : 'M'}${x.toFixed(3)} ${y.toFixed(3)}`).join('')).join(''));
  svg.append(path);
  return svg;
}
