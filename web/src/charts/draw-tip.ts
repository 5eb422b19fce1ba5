import styles from './charts.module.css';

export interface TipRow {
  name: string;
  colour: string;
  text: string;
}

/** A note; with a colour it has an edge in it. */
type TipNote = string | Pick<TipRow, 'text' | 'colour'>;

/** The content of a tooltip, notes below. Built from elements, not markup: names are user input. */
export function drawTip(title: string, rows: readonly TipRow[], notes: readonly TipNote[] = []): HTMLElement {
  const tip = make('div', styles.tip, '');
  tip.append(make('span', styles.tipTime, title));
  for (const { name, colour, text } of rows) {
    const key = make('span', styles.tipKey, '');
    key.style.background = colour;
    tip.append(key, make('span', undefined, name), make('span', styles.tipValue, text));
  }
  for (const note of notes) {
    const { text, colour } = typeof note === 'string' ? { text: note, colour: '' } : note;
    const line = make('span', colour ? `${styles.tipNote} ${styles.edged}` : styles.tipNote, text);
    line.style.borderColor = colour;
    tip.append(line);
  }
  return tip;
}

function make(tag: string, className: string | undefined, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.className = className ?? '';
  element.textContent = text;
  return element;
}
