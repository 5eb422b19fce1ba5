import type { Language } from '@limpid/contract/language';
import type { MapIndex } from '@limpid/contract/map/site-update';
import { translate } from '../../platform/texts.ts';

/** The heading of a column that depends on an index; it names every index but that of HJ 633, the usual one. */
export function headWithIndex(text: string, index: MapIndex, language: Language): string {
  if (index === 'china') return text;
  return translate(language, 'analysis.index.heading', {
    text,
    index: translate(language, `map.indices.${index}`),
  });
}
