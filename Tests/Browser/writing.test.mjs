// Journeys of writing without a browser: letters, answers that come late, corrections, undo, reloads.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

const source = readFileSync(new URL('../../Sources/InertialStudio/Web/writing.js', import.meta.url));
const { line, pending, unsent, write } = await import(`data:text/javascript;base64,${source.toString('base64')}`);

const empty = {
  lines: { screen: { entries: [], canRestore: false }, air: { entries: [], canRestore: false } },
  changes: [], slots: [], count: 0, lessons: [], readings: { screen: null, air: null },
};
const answer = (label, isGesture = true) => ({
  gestures: [{ isGesture, label: isGesture ? label : null }], detail: { best: { label, score: 1, confidence: 0.9 }, scores: [] },
});
const entry = (label, id = label) => ({ id, label, isGesture: true, scores: [], isSpotted: false });

// The words of a journey. Times are in ms; the pause is 300 ms.
const acts = {
  // A stroke from its press to its release.
  write: (time, example = null) => [
    { type: 'press', time, pause: 0.3, page: 'p', example },
    (s) => ({ type: 'stroke', time: time + 50, strokes: [...(s.slots.at(-1)?.strokes ?? []), [[time / 1000, 0, 0]]] }),
  ],
  press: (time) => [{ type: 'press', time, pause: 0.3, page: 'p', example: null }],
  release: (time) => [{ type: 'stroke', time, strokes: [[[0, 0, 0]]] }],
  cancel: (time) => [{ type: 'cancel', time }],
  end: () => [{ type: 'end' }],
  read: (number, label, count = 1, isGesture = true) => [{ type: 'answer', id: `p-${number}`, count, answer: answer(label, isGesture), error: null, taught: null }],
  fail: (number) => [{ type: 'answer', id: `p-${number}`, count: 1, answer: null, error: 'Too short.', taught: null }],
  correct: (label, mode = 'screen') => [{ type: 'correct', line: mode, label }],
  undo: (mode = 'screen') => [{ type: 'undo', line: mode }],
  clear: (mode = 'screen') => [{ type: 'clear', line: mode }],
  space: (mode = 'screen') => [{ type: 'change', change: { line: mode, action: 'add', entry: entry(' ') } }],
  sent: (failed = false) => [{ type: 'sent', failed }],
  text: (labels, start = 0, mode = 'screen', canRestore = false) => [{ type: 'text', line: mode, start, entries: [...labels].map((l) => entry(l)), canRestore }],
  // A reload: what is not sent goes with it.
  anew: () => [null],
};

function journey(steps) {
  let state = empty;
  for (const [name, ...values] of steps) {
    for (let act of acts[name](...values)) {
      if (act === null) {
        state = write({ ...empty, lines: state.lines }, { type: 'reload', ...JSON.parse(JSON.stringify(unsent(state))) });
        continue;
      }
      if (typeof act === 'function') act = act(state);
      const before = JSON.stringify(state);
      const next = write(state, act);
      assert.equal(JSON.stringify(state), before, `${name} changes the state before it`);
      state = next;
    }
  }
  const text = (mode) => line(state, mode).entries.map(({ label, isGesture }) => (isGesture ? label : '?')).join('');
  return {
    state, screen: text('screen'), air: text('air'), pending: pending(state).map((p) => p?.label ?? '…').join(''),
    changes: state.changes.map(({ action }) => action).join(), reading: state.readings.screen?.entry ?? null,
  };
}

const two = [['write', 0], ['write', 1000], ['end']];
const journeys = {
  'a letter is in the text when it is over and answered': [[['write', 0], ['read', 1, 'A'], ['end']], { screen: 'A', pending: '', changes: 'add', reading: 'p-1' }],
  'before the pause it is pending': [[['write', 0], ['read', 1, 'A']], { screen: '', pending: 'A', changes: '' }],
  'an answer after the pause': [[['write', 0], ['end'], ['read', 1, 'A']], { screen: 'A', pending: '' }],
  'strokes within the pause are one letter': [[['write', 0], ['write', 350], ['read', 1, 'T', 2], ['end']], { screen: 'T' }],
  'strokes after the pause are two': [[['write', 0], ['write', 351], ['read', 1, 'A'], ['read', 2, 'B'], ['end']], { screen: 'AB' }],
  'the pause of a press counts, although the timer is late': [[['write', 0], ['read', 1, 'I'], ['write', 400], ['end'], ['read', 2, 'L']], { screen: 'IL' }],
  'answers in reverse order': [[...two, ['read', 2, 'B'], ['read', 1, 'A']], { screen: 'AB', reading: 'p-2' }],
  'only the later one is answered': [[...two, ['read', 2, 'B']], { screen: '', pending: '…B', changes: '' }],
  'an answer for fewer strokes is stale': [[['write', 0], ['write', 350], ['read', 1, 'I', 1], ['end']], { screen: '', pending: '…', reading: null }],
  'an answer for a letter that was taken back': [[['write', 0], ['undo'], ['read', 1, 'A'], ['end']], { screen: '', pending: '', reading: null }],
  'a letter that cannot be read leaves no text': [[['write', 0], ['fail', 1], ['end']], { screen: '', pending: '', changes: '', reading: 'p-1' }],
  'and holds up none': [[...two, ['read', 2, 'B'], ['fail', 1]], { screen: 'B' }],
  'a rejected letter is a question mark': [[['write', 0], ['end'], ['read', 1, 'A', 1, false]], { screen: '?' }],
  'a cancelled press is no letter': [[['press', 0], ['cancel', 50], ['write', 100], ['end'], ['read', 2, 'A']], { screen: 'A' }],
  'a cancelled second stroke leaves the first': [[['write', 0], ['press', 200], ['cancel', 250], ['read', 1, 'A'], ['end']], { screen: 'A' }],
  'after it another pause begins': [[['write', 0], ['press', 200], ['cancel', 250], ['write', 540], ['read', 1, 'T', 2], ['end']], { screen: 'T' }],
  'a press after a cancelled one lets the letter before it go on': [[...two, ['press', 2000], ['cancel', 2050], ['read', 1, 'A'], ['read', 2, 'B']], { screen: 'AB' }],
  'a release without its press, which undo took back': [[['press', 0], ['undo'], ['release', 50], ['end']], { screen: '', pending: '' }],
  'the same after a letter': [[['write', 0], ['press', 1000], ['undo'], ['release', 1050], ['end'], ['read', 1, 'A']], { screen: 'A' }],
  'undo takes the pending letter first': [[...two, ['read', 1, 'A'], ['read', 2, 'B'], ['write', 2000], ['undo']], { screen: 'AB', pending: '', changes: 'add,add' }],
  'then those of the text': [[...two, ['read', 1, 'A'], ['read', 2, 'B'], ['undo']], { screen: 'A', changes: 'add,add,remove', reading: null }],
  'undo of another letter than the last reading leaves that': [[['write', 0], ['end'], ['read', 1, 'A'], ['space'], ['undo']], { screen: 'A', reading: 'p-1' }],
  'undo of an empty line does nothing': [[['undo']], { screen: '', changes: '' }],
  'clear takes the pending letters too, and undo restores the text': [[['text', 'AB'], ['write', 0], ['clear'], ['read', 1, 'C'], ['end'], ['undo']], { screen: '', changes: 'clear,restore' }],
  'the restored text comes from the server': [[['text', 'AB'], ['clear'], ['undo'], ['sent'], ['sent'], ['text', 'AB']], { screen: 'AB', changes: '' }],
  'clear of an empty line cannot be undone': [[['clear'], ['undo']], { changes: 'clear' }],
  'nor after another letter': [[['text', 'A'], ['clear'], ['space'], ['undo'], ['undo']], { changes: 'clear,add,remove' }],
  'a correction before the letter is in the text': [[['write', 0], ['read', 1, 'O'], ['correct', 'D'], ['end']], { screen: 'D', changes: 'add,correct' }],
  'is shown at once': [[['write', 0], ['read', 1, 'O'], ['correct', 'D']], { screen: '', pending: 'D' }],
  'a correction after it': [[['write', 0], ['end'], ['read', 1, 'O'], ['correct', 'D']], { screen: 'D', changes: 'add,correct' }],
  'a correction accepts a rejected letter': [[['write', 0], ['end'], ['read', 1, 'O', 1, false], ['correct', 'D']], { screen: 'D' }],
  'no correction without a reading': [[['text', 'A'], ['correct', 'B']], { screen: 'A', changes: '' }],
  'undo after a correction takes the reading': [[['write', 0], ['end'], ['read', 1, 'O'], ['correct', 'D'], ['undo']], { screen: '', reading: null }],
  'an example is no text': [[['write', 0, { kind: 'stroke', label: 'heart' }], ['end'], ['read', 1, 'O']], { screen: '', pending: '', changes: '' }],
  'a change that is answered is in the line before its event': [[['write', 0], ['end'], ['read', 1, 'A'], ['sent']], { screen: 'A', changes: '' }],
  'its event adds nothing': [[['write', 0], ['end'], ['read', 1, 'A'], ['text', 'A'], ['sent']], { changes: '' }],
  'a change that failed is gone': [[['write', 0], ['end'], ['read', 1, 'A'], ['sent', true]], { screen: '', changes: '' }],
  'events replace the line from an index on': [[['text', 'AB'], ['text', 'CD', 1]], { screen: 'ACD' }],
  'changes on their way come after the text of another page': [[['write', 0], ['end'], ['read', 1, 'A'], ['text', 'XY']], { screen: 'XYA' }],
  'the lines of the modes are apart': [[['space', 'air'], ['text', 'L', 0, 'air'], ['clear', 'screen'], ['undo', 'screen']], { air: 'L ', screen: '' }],
  'clear in the air leaves the letters on the surface': [[['write', 0], ['clear', 'air'], ['read', 1, 'A'], ['end']], { screen: 'A' }],
  'undo in the air takes none of the screen': [[['write', 0], ['text', 'L', 0, 'air'], ['undo', 'air'], ['read', 1, 'A'], ['end']], { screen: 'A', air: '' }],
  'a reload within the pause keeps the letter': [[['write', 0], ['anew'], ['read', 1, 'A']], { screen: 'A' }],
  'an answered letter is asked for again': [[['write', 0], ['read', 1, 'A'], ['anew']], { screen: '', pending: '…' }],
  'a reload keeps changes, and letters in their order': [[['write', 0], ['end'], ['read', 1, 'A'], ['write', 1000], ['write', 2000], ['anew'], ['read', 3, 'C'], ['read', 2, 'B']], { screen: 'ABC' }],
  'a reload keeps a correction': [[['write', 0], ['read', 1, 'O'], ['correct', 'D'], ['anew'], ['read', 1, 'O']], { screen: 'D' }],
  'a reload drops what cannot be read': [[['write', 0], ['fail', 1], ['anew']], { pending: '', changes: '' }],
};
for (const [name, [steps, expected]] of Object.entries(journeys)) {
  test(name, () => {
    const found = journey(steps);
    assert.deepEqual(Object.fromEntries(Object.keys(expected).map((key) => [key, found[key]])), expected);
  });
}

test('an example is taught once, with its strokes', () => {
  const { state } = journey([['write', 0, { kind: 'stroke', label: 'heart' }], ['end'], ['read', 1, 'O']]);
  assert.deepEqual(state.lessons, [{ kind: 'stroke', label: 'heart', strokes: [[[0, 0, 0]]] }]);
  assert.deepEqual(write(state, { type: 'taken' }).lessons, []);
});

test('thirteen letters at any order of their answers', () => {
  const labels = [...'ABCDEFGHIJKLM'];
  let seed = 1;
  for (let run = 0; run < 200; run++) {
    const order = labels.map((_, i) => i + 1);
    for (let i = order.length - 1; i > 0; i--) {
      seed = (seed * 48271) % 2147483647;
      const j = seed % (i + 1);
      [order[i], order[j]] = [order[j], order[i]];
    }
    const steps = [...labels.map((_, i) => ['write', 1000 * i]), ['end'], ...order.map((n) => ['read', n, labels[n - 1]])];
    assert.equal(journey(steps).screen, labels.join(''), order.join());
  }
});
