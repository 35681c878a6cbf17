// The question for the columns of a table, with pickers that hold the proposal.
import { make } from './store.js';

/** @param {Question} question @param {(proposal: MapEntry[]) => unknown} answer */
export function pickers({ columns, proposal }, answer) {
  const form = make('form', '', { class: 'columns' });
  /** @type {(label: string, options: HTMLOptionElement[], value?: string) => HTMLSelectElement} */
  const picker = (label, options, value = '') => {
    const select = make('select', '', { 'aria-label': label });
    // What the map has instead of a column, such as a rate of rows, is one more choice.
    if (!options.some((option) => option.value === value)) options.push(new Option(value, value));
    select.replaceChildren(...options);
    select.value = value;
    return select;
  };
  const rows = proposal.map((entry) => {
    const { name, parts, units, columns: chosen, unit } = entry;
    const pick = parts.map((part, i) => picker(part ? `${name}, ${part}` : name,
      [new Option('–', ''), ...columns.map((c) => new Option([c.name || c.id, c.value].filter(Boolean).join(': '), c.id))], chosen[i]));
    const measure = picker(`${name}, unit`, [new Option('unit by the numbers', ''), ...units.map((u) => new Option(u, u))], unit);
    form.append(make('fieldset', [make('legend', name), ...pick, ...units.length ? [measure] : []]));
    return () => ({ ...entry, columns: pick.map((select) => select.value).filter(Boolean), unit: measure.value });
  });
  form.append(make('button', 'Read', { class: 'primary', type: 'submit' }));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    answer(rows.map((read) => read()));
  });
  return form;
}

// As a column map; a quantity without columns is left out.
/** @param {MapEntry[]} entries */
export const mapped = (entries) => entries.filter(({ columns }) => columns.length)
  .map(({ quantity, columns, unit }) => `${quantity}=${columns.join(' ')}${unit ? ` [${unit}]` : ''}`).join(', ');
