import type { Language } from '@limpid/contract/language';
import type { Channel } from './channel.ts';
import { pollutantSign } from './pollutants.ts';

/** Formulas and abbreviations that are the same in every language, by the code of their channel. */
const formulas = new Map([
  ['PM1', 'PM₁'],
  ['TSP', 'TSP'],
  ['NO', 'NO'],
  ['NOx', 'NOₓ'],
  ['H2S', 'H₂S'],
  ['NH3', 'NH₃'],
  ['NMHC', 'NMHC'],
  ['THC', 'THC'],
  ['TVOC', 'TVOC'],
  ['Benzene', 'C₆H₆'],
  ['Toluene', 'C₇H₈'],
  ['Xylene', 'C₈H₁₀'],
  ['HCHO', 'HCHO'],
  ['HCl', 'HCl'],
  ['Cl2', 'Cl₂'],
  ['CO2', 'CO₂'],
]);

/** Channels without a formula that have a short name in each language. */
const named = new Set(['TEM', 'RH', 'PRES', 'WS', 'WD', 'Noise', 'Smoke', 'DustFall']);

/** The formula or abbreviation of a substance; undefined for anything else. */
export function substanceSign({ code }: Pick<Channel, 'code'>, language: Language): string | undefined {
  return pollutantSign(code, language) ?? formulas.get(code);
}

/** A heading of a few letters: the formula of a substance, a short name, or else the name of the channel. */
export function channelSign(
  channel: Pick<Channel, 'code' | 'name'>,
  language: Language,
  t: (key: string) => string,
): string {
  const { code, name } = channel;
  return substanceSign(channel, language) ?? (named.has(code) ? t(`data.signs.${code}`) : name);
}
