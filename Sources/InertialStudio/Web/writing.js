// What is written, without a page: letters on the surface, changes of the text that are on their way, and the lines
// that the server has. Where a letter ends follows from the times of release and press alone, however late the answers
// come: each letter is a slot of its own, which its answer fills.

// The state after an act.
/** @param {Writing} s @param {Act} act @returns {Writing} */
export function write(s, act) {
  const last = s.slots.at(-1);
  const open = last && !last.isOver ? last : null;
  switch (act.type) {
    case 'press': {
      // A stroke within the pause is one more of the letter.
      if (open && act.time - open.released <= 1000 * act.pause) return s;
      const number = s.count + 1;
      // What the letter is for is decided with its first stroke.
      const slot = { id: `${act.page}-${number}`, number, strokes: [], released: act.time, isOver: false, example: act.example, answered: 0, answer: null };
      return settled({ ...s, count: number, slots: [...(open ? changed(s, open.id, { isOver: true }) : s).slots, slot] });
    }
    case 'stroke': return open ? changed(s, open.id, { strokes: act.strokes, released: act.time }) : s;
    // The strokes before a cancelled one are still a letter, which ends after another pause.
    case 'cancel':
      if (open?.strokes.length) return changed(s, open.id, { released: act.time });
      return settled({ ...s, slots: s.slots.filter((slot) => slot !== open) });
    case 'end': return open ? settled(changed(s, open.id, { isOver: true })) : s;
    case 'answer': {
      const slot = s.slots.find(({ id }) => id === act.id);
      if (!slot || slot.strokes.length !== act.count) return s;
      const { answer, error, taught } = act;
      const after = changed(s, slot.id, { answer, error, answered: act.count });
      // An answer that comes late leaves the reading of a later letter.
      const isLate = (s.readings.screen?.number ?? 0) > slot.number;
      return settled(isLate ? after : read(after, 'screen', { answer, error, entry: slot.id, strokes: slot.strokes, number: slot.number, taught }));
    }
    case 'correct': {
      const latest = s.readings[act.line];
      if (!latest) return s;
      const entry = latest.entry ?? line(s, act.line).entries.findLast((e) => e.gesture === latest.gesture)?.id;
      const after = read(s, act.line, { ...latest, corrected: act.label });
      // Before it is in the text, or there.
      if (s.slots.some(({ id }) => id === entry)) return changed(after, entry, { corrected: act.label });
      return entry ? queued(after, { line: act.line, action: 'correct', id: entry, label: act.label }) : after;
    }
    case 'undo': {
      const latest = s.readings[act.line];
      // What is taken back is no reading any more.
      if (act.line === 'screen' && last) {
        const after = { ...s, slots: s.slots.slice(0, -1) };
        return settled(latest?.number === last.number ? read(after, 'screen', null) : after);
      }
      const { entries, canRestore } = line(s, act.line);
      const entry = entries.at(-1);
      if (!entry) return canRestore ? queued(s, { line: act.line, action: 'restore' }) : s;
      const isLatest = latest && (latest.entry === entry.id || (latest.gesture && latest.gesture === entry.gesture));
      return queued(isLatest ? read(s, act.line, null) : s, { line: act.line, action: 'remove', id: entry.id });
    }
    case 'clear': return queued(act.line === 'screen' ? { ...s, slots: [] } : s, { line: act.line, action: 'clear' });
    case 'change': return queued(s, act.change);
    // The first change is answered. The event with the new text may come later.
    case 'sent': {
      const [change, ...changes] = s.changes;
      return { ...s, changes, lines: act.failed ? s.lines : { ...s.lines, [change.line]: apply(s.lines[change.line], change) } };
    }
    case 'text': {
      const entries = [...s.lines[act.line].entries.slice(0, act.start), ...act.entries];
      return { ...s, lines: { ...s.lines, [act.line]: { entries, canRestore: act.canRestore } } };
    }
    // A reload within the pause loses nothing.
    case 'reload': return { ...s, changes: act.changes, slots: act.slots, count: act.slots.length };
    case 'taken': return { ...s, lessons: [] };
  }
}

// A line with the changes that are on their way to the server.
/** @param {Writing} s @param {Mode} mode */
export const line = (s, mode) => s.changes.filter((change) => change.line === mode).reduce(apply, s.lines[mode]);

// The letters on the surface, as the text will have them; null for one that is not read yet.
/** @param {Writing} s */
export const pending = (s) => s.slots.filter((slot) => !slot.example && !slot.error && slot.strokes.length).map(({ answer, corrected }) => {
  const [gesture] = answer?.gestures ?? [];
  const label = corrected ?? gesture?.label ?? answer?.detail?.best?.label;
  return label ? { label, isGesture: Boolean(corrected) || gesture.isGesture } : null;
});

// What the next page has to send.
/** @param {Writing} s */
export const unsent = ({ changes, slots }) => ({
  changes, slots: slots.filter((slot) => slot.strokes.length && !slot.error).map((slot, i) => ({ ...slot, number: i + 1, answered: 0, answer: null, isOver: true })),
});

/** @param {Writing} s @param {string | undefined} id @param {Partial<Slot>} change @returns {Writing} */
const changed = (s, id, change) => ({ ...s, slots: s.slots.map((slot) => (slot.id === id ? { ...slot, ...change } : slot)) });
/** @param {Writing} s @param {Mode} mode @param {Reading | null} reading @returns {Writing} */
const read = (s, mode, reading) => ({ ...s, readings: { ...s.readings, [mode]: reading } });
/** @param {Writing} s @param {Change} change @returns {Writing} */
const queued = (s, change) => ({ ...s, changes: [...s.changes, change] });

// Letters that are over and answered become text or examples, in the order of writing.
/** @param {Writing} s @returns {Writing} */
function settled(s) {
  const [slot, ...slots] = s.slots;
  if (!slot?.isOver || slot.answered !== slot.strokes.length) return s;
  const rest = { ...s, slots };
  const { best, scores } = slot.answer?.detail ?? {};
  if (!slot.answer || !best) return settled(rest);
  if (slot.example) return settled({ ...rest, lessons: [...s.lessons, { ...slot.example, strokes: slot.strokes }] });
  const [{ isGesture, label }] = slot.answer.gestures;
  const added = queued(rest, { line: 'screen', action: 'add', entry: { id: slot.id, label: label ?? best.label, isGesture, scores: scores ?? [], isSpotted: false } });
  return settled(slot.corrected ? queued(added, { line: 'screen', action: 'correct', id: slot.id, label: slot.corrected }) : added);
}

/** @param {Line} line @param {Change} change @returns {Line} */
function apply({ entries, canRestore }, { action, id, label, entry }) {
  switch (action) {
    case 'add': return !entry || entries.some((e) => e.id === entry.id) ? { entries, canRestore } : { entries: [...entries, entry], canRestore: false };
    case 'remove': return { entries: entries.filter((e) => e.id !== id), canRestore };
    case 'correct': return { entries: entries.map((e) => (e.id === id ? { ...e, label: label ?? e.label, isGesture: true } : e)), canRestore };
    case 'clear': return { entries: [], canRestore: canRestore || entries.length > 0 };
    case 'restore': return { entries, canRestore: false };
  }
}
