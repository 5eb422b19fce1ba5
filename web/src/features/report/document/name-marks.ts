import type { ReportTable } from '@limpid/contract/report/document';

export interface NamedMark {
  letter: string;
  text: string;
}

/** Each kind of mark gets a letter, in the order of the table; the list below the table explains the letters. */
export function nameMarks({ marks }: Pick<ReportTable, 'marks'>) {
  const letters = new Map<string, NamedMark>();
  const cells = new Map<string, NamedMark>();
  for (const { row, column, mark } of marks) {
    const named = letters.get(mark) ?? { letter: nameLetter(letters.size), text: mark };
    letters.set(mark, named);
    cells.set(`${row} ${column}`, named);
  }
  return {
    legend: [...letters.values()],
    markAt: (row: number, column: number) => cells.get(`${row} ${column}`),
  };
}

/** a, b … z, aa, ab … */
function nameLetter(place: number): string {
  const letter = String.fromCodePoint(97 + (place % 26));
  return place < 26 ? letter : nameLetter(Math.floor(place / 26) - 1) + letter;
}
