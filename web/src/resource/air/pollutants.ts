import type { Language } from '@limpid/contract/language';
import { mapPollutants, type SiteIndex } from '@limpid/contract/map/news';

const signs = new Map([
  ['PM2.5', 'PM₂.₅'],
  ['PM10', 'PM₁₀'],
  ['SO2', 'SO₂'],
  ['NO2', 'NO₂'],
  ['CO', 'CO'],
  ['O3', 'O₃'],
]);

/** The sign by which everybody in the trade knows a pollutant; none for what has only a name. */
export function pollutantSign(code: string, language: Language): string | undefined {
  const sign = signs.get(code);
  return language === 'fr' ? sign?.replace('.', ',') : sign;
}

/** What stands in place of an index that the standard withholds (HJ 633-2026 §5.3), in every language. */
export const withheldSign = 'NA';

/** The pollutants that an index names as the primary ones, as people read them; nothing where it names none. */
export function namePrimary({ primary }: Pick<SiteIndex, 'primary'>, language: Language): string {
  return nameBits(primary, language);
}

/** The pollutants whose absence withholds an index, as people read them; nothing where it is not withheld. */
export function nameMissing({ missing }: Pick<SiteIndex, 'missing'>, language: Language): string {
  return nameBits(missing, language);
}

function nameBits(bits: number, language: Language): string {
  const named = mapPollutants.filter((_, bit) => (bits & (1 << bit)) !== 0);
  const names = named.map((code) => pollutantSign(code, language) ?? code);
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
}
