import { atmo, eu } from './standards/europe.ts';
import { hj633of2012, hj633of2026 } from './standards/hj633.ts';
import type { Standard, StandardName } from './standards/standard.ts';
import { usEpa } from './standards/us-epa.ts';

export const standards: Readonly<Record<StandardName, Standard>> = {
  'HJ 633-2012': hj633of2012,
  'HJ 633-2026': hj633of2026,
  'US EPA': usEpa,
  EU: eu,
  ATMO: atmo,
};

/**
 * The Chinese standard for an hour or a day that starts on `localDate` (`YYYY-MM-DD`, a time may follow) in the
 * entity's own zone. The date is local text, because "1 March" is a different instant in each zone.
 */
export function findChineseStandard(localDate: string): 'HJ 633-2012' | 'HJ 633-2026' {
  return localDate >= hj633of2026.since ? 'HJ 633-2026' : 'HJ 633-2012';
}
