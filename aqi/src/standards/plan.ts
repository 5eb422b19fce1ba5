import type { IndexRow } from './row.ts';
import type { IndexMode, Standard } from './standard.ts';

/** The row of a caller's key, and the pollutant it counts for in the mode, if any. */
interface Slot {
  readonly row: IndexRow;
  readonly part: number | null;
  readonly substitutes: boolean;
}

/** Every key a caller may use in the mode; computed once, because 10,000 sites an hour need it. */
export function planKeys(standard: Standard, mode: IndexMode): ReadonlyMap<string, Slot> {
  const plan = new Map<string, Slot>();
  for (const [item, row] of standard.rows) plan.set(item, { row, part: null, substitutes: false });
  for (const [index, { pollutant, averagings, substitute }] of standard.modes[mode].entries()) {
    const place = (key: string, averaging: string, substitutes: boolean) => {
      const row = standard.rows.get(`${pollutant}@${averaging}`);
      if (row) plan.set(key, { row, part: index, substitutes });
    };
    if (substitute !== undefined) place(`${pollutant}@${substitute}`, substitute, true);
    for (const averaging of averagings) place(`${pollutant}@${averaging}`, averaging, false);
    place(pollutant, averagings[0], false);
  }
  return plan;
}
