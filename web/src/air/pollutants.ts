import type { Language } from '@limpid/contract/language';
import { mapPollutants, type SiteIndex } from '@limpid/contract/map/site-update';

const signs = new Map([
  ['PM2.5', 'PM₂.₅'],
  ['PM10', 'PM₁₀'],
  ['SO2', 'SO₂'],
  ['NO2', 'NO₂'],
  ['CO', 'CO'],
  ['O3', 'O₃'],
]);

/** The symbol of a pollutant, such as PM₂.₅; undefined for a channel that has only a name. */
export function pollutantSign(code: string, language: Language): string | undefined {
  const sign = signs.get(code);
  return language === 'fr' ? sign?.replace('.', ',') : sign;
}

/** The symbols of pollutants that are stored as codes separated by commas. */
export function namePollutants(codes: string, language: Language): string {
  return codes
    .split(',')
    .map((code) => pollutantSign(code, language) ?? code)
    .join(', ');
}

/** The symbols of an index's primary pollutants, joined; empty if it names none. */
export function namePrimary({ primary }: Pick<SiteIndex, 'primary'>, language: Language): string {
  return nameBits(primary, language);
}

/** The symbols of the pollutants whose absence withholds an index, joined; empty if it is not withheld. */
export function nameMissing({ missing }: Pick<SiteIndex, 'missing'>, language: Language): string {
  return nameBits(missing, language);
}

function nameBits(bits: number, language: Language): string {
  const named = mapPollutants.filter((_, bit) => (bits & (1 << bit)) !== 0);
  const names = named.map((code) => pollutantSign(code, language) ?? code);
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
}
