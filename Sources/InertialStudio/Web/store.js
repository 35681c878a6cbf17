// The state of the page, and its one render. Events of the server replace parts of the state.

/** @type {State} */
export const state = {
  connection: 'connecting', mode: 'screen',
  session: null,
  status: { source: 'Phone', kind: 'pages', rate: 0, pages: 1 },
  lines: { screen: { entries: [], canRestore: false }, air: { entries: [], canRestore: false } },
  changes: [],
  slots: [], count: 0, lessons: [],
  readings: { screen: null, air: null },
  replay: { recording: null, playing: false, position: 0, duration: 0, speed: 1, rate: 0 },
  contents: null,
  isOpened: false,
  isConnecting: false,
  compared: null,
  isTeaching: false, collects: true, isTraining: false, label: '', examples: [], base: 'built-in', shown: 48,
  pause: 0.6, isHeld: false, isStage: false, spells: false,
};

/** @type {{ select: (s: State) => any[], render: (...values: any) => unknown, last: any[] | null }[]} */
const watchers = [];
let isAsked = false;

// Calls `render(...values)` whenever one of the values of `select(state)` changes.
/** @type {Watch} */
export const watch = (select, render) => {
  watchers.push({ select, render, last: null });
  ask();
};

/** @param {Partial<State>} change */
export function update(change) {
  Object.assign(state, change);
  ask();
}

function ask() {
  if (isAsked) return;
  isAsked = true;
  queueMicrotask(() => {
    isAsked = false;
    const focused = document.activeElement;
    for (const watcher of watchers) {
      const values = watcher.select(state);
      const { last } = watcher;
      if (last && values.every((value, i) => value === last[i])) continue;
      watcher.last = values;
      watcher.render(...values);
    }
    // The focus goes on to the surface from what has gone.
    if (focused && focused !== document.body && (!focused.isConnected || focused.matches(':disabled, [hidden], [hidden] *'))) {
      (surface() ?? element('hold')).focus({ preventScroll: true });
    }
  });
}

/** @type {<Id extends ElementId>(id: Id) => ElementsById[Id]} */
export const element = (id) => /** @type {any} */ (document.getElementById(id));

// What a mode is written on; none on the phone's page.
export const surface = (mode = state.mode) => element(mode === 'air' ? 'ribbon' : 'draw');

/** @type {On} */
export const on = (id, kind, act) => element(id).addEventListener(kind, /** @type {any} */ (act));

/** @param {ElementId} id @param {string} text */
export const put = (id, text) => (element(id).textContent = text);

// An element of text, or of texts and elements.
/** @type {<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, content?: string | (string | Node)[], attributes?: Record<string, any>) => HTMLElementTagNameMap[Tag]} */
export const make = (tag, content = [], attributes = {}) => {
  const node = document.createElement(tag);
  if (content) node.append(...[content].flat());
  if (tag === 'button') node.setAttribute('type', 'button');
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
};

// A button that is held by a pointer or, where `isKey` says so, by the space bar.
/** @param {HTMLButtonElement} button @param {(isHeld: boolean) => void} hold @param {(event: any) => boolean} isKey */
export function holds(button, hold, isKey) {
  button.addEventListener('pointerdown', (event) => {
    button.setPointerCapture(event.pointerId);
    hold(true);
  });
  addEventListener('keydown', (event) => {
    if (event.key !== ' ' || !isKey(event)) return;
    event.preventDefault();
    if (!event.repeat) hold(true);
  });
  for (const name of ['pointerup', 'pointercancel', 'blur']) button.addEventListener(name, () => hold(false));
  addEventListener('keyup', (event) => event.key === ' ' && hold(false));
  addEventListener('blur', () => hold(false));
  button.addEventListener('contextmenu', (event) => event.preventDefault());
}

// A bar of a share.
/** @param {number} share */
export function meter(share) {
  const bar = make('span', '', { class: 'fill' });
  bar.style.width = `${100 * share}%`;
  return make('span', [bar], { class: 'track' });
}

// A menu of choices; its options stay as they are while they are the same.
/** @param {ElementId} id @param {Named[]} list @param {string} value */
export function fill(id, list, value) {
  const menu = /** @type {HTMLSelectElement} */ (element(id));
  const names = JSON.stringify(list);
  if (menu.dataset.names !== names) menu.replaceChildren(...list.map((choice) => new Option(choice.name, choice.id)));
  menu.dataset.names = names;
  menu.value = value;
}

// The gesture at a position of a recording: the last one that has ended.
/** @param {Contents | null} contents @param {number} position */
export function markAt(contents, position) {
  return contents?.marks.findLast((mark) => mark.end <= position + 1e-9) ?? null;
}

// What a mode has read last. A mode that is left keeps it.
/** @param {Mode} mode @param {Reading | null} reading */
export const read = (mode, reading) => update({ readings: { ...state.readings, [mode]: reading } });
/** @param {State} s */
export const reading = (s) => s.readings[s.mode];

export const isReplaying = () => state.replay.recording !== null;
export const isCollecting = () => state.isTeaching && state.collects;

// Names are apart from each other, letters are not.
/** @param {Pick<Entry, 'label' | 'isGesture'>} entry */
export function written({ label, isGesture }) {
  if (!isGesture) return '?';
  return [...label].length > 1 ? `${label} ` : label;
}
