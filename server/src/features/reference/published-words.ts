import { fieldLabel } from '@limpid/contract/kit/resource';
import { languages } from '@limpid/contract/language';
import { nationalControl } from '@limpid/contract/reference/national-control';
import { translate } from '../../platform/texts.ts';
import { isBlank } from './reference.rule.ts';

/** Reads a value by its code, or by its name in any language. */
export function makeWordReader(name: 'level' | 'stationLevel'): (cell: unknown) => unknown {
  const { values }: { values: readonly string[] } = nationalControl.fields[name];
  const label = fieldLabel(nationalControl, name);
  const words = new Map(
    values.flatMap((value) => [
      [value, value] as const,
      ...languages.map((language) => [fold(translate(language, `${label}_${value}`)), value] as const),
    ]),
  );
  return (cell) => (isBlank(cell) ? null : (words.get(fold(String(cell))) ?? cell));
}

const fold = (text: string) => text.normalize('NFKC').trim().toLowerCase();
