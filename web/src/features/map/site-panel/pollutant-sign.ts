import type { Language } from '@limpid/contract/language';

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
