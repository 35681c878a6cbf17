// Faults that the types have to reject: tsc fails where one of them is accepted.
import { act } from '../../Sources/InertialStudio/Web/text.js';
import { element, on, state } from '../../Sources/InertialStudio/Web/store.js';

// @ts-expect-error: no page has the id.
element('scorse');
// @ts-expect-error: the element has no such member.
element('score').vale;
// @ts-expect-error: a menu has no files.
on('save', 'input', ({ target }) => target.files);
// @ts-expect-error: the state has no such member.
state.replay.postion;
// @ts-expect-error: an answer names its letter.
act({ type: 'answer', count: 1, answer: null, error: null, taught: null });
export const right = [element('score').textContent, state.replay.position];
