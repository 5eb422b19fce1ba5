import { standards } from '@limpid/aqi/standards';
import type { StandardName } from '@limpid/aqi/standards/standard';
import { rankDescending } from '@limpid/aqi/statistics/rank';
import { HOUR_MS } from '@limpid/contract/durations';
import type { Language } from '@limpid/contract/language';
import { formatLocalTime } from '@limpid/contract/local-time';
import { mapPollutants } from '@limpid/contract/map/site-update';
import { type National, nationalStates } from '@limpid/contract/reference/national';
import type { Cell } from '../../../platform/sheets/cell.ts';
import { translate } from '../../../platform/texts.ts';
import type { ExportedTable } from '../../../platform/work/table-export.ts';

/** The cities of an hour in the order of their ranks, those without an index at the end with the reason. */
export function makeNationalSheet(national: National, language: Language): ExportedTable {
  const { cities, hour, zone, index } = national;
  const write = (key: string) => translate(language, `analysis.national.${key}`);
  const ranks = rankDescending(cities.aqi);
  const released = hour === null ? '' : formatLocalTime(hour + HOUR_MS, zone);
  const order = ranks
    .map((_, at) => at)
    .toSorted((one, other) => (ranks[one] ?? Infinity) - (ranks[other] ?? Infinity) || one - other);
  const rows = order.map((at): Cell[] => {
    const state = nationalStates[cities.state[at] ?? 0] ?? 'given';
    return [
      ranks[at] ?? null,
      cities.name[at] ?? '',
      cities.province[at] ?? '',
      released,
      cities.aqi[at] ?? null,
      nameLevel(national, cities.aqi[at] ?? null, language),
      namePollutants(cities.primary[at] ?? 0),
      ...cities.values.map((column) => column[at] ?? null),
      cities.stations[at] ?? 0,
      ...cities.valid.map((column) => column[at] ?? 0),
      state === 'given'
        ? null
        : translate(language, `analysis.national.states.${state}`, {
            names: namePollutants(cities.missing[at] ?? 0),
          }),
    ];
  });
  const columns = [
    ...['rank', 'city', 'province', 'released'].map((key) => write(`columns.${key}`)),
    translate(language, `map.indices.${index}`),
    ...['level', 'primary'].map((key) => write(`columns.${key}`)),
    ...mapPollutants.map((pollutant) => `${pollutant} (${pollutant === 'CO' ? 'mg' : 'µg'}/m³)`),
    write('columns.stations'),
    ...mapPollutants.map((pollutant) =>
      translate(language, 'analysis.national.columns.validOf', { pollutant }),
    ),
    write('columns.state'),
  ];
  return { columns: columns.map((header) => ({ header })), rows, count: rows.length };
}

function namePollutants(bits: number): string {
  return mapPollutants.filter((_, bit) => (bits & (1 << bit)) !== 0).join(', ');
}

function nameLevel({ index, standard }: National, aqi: number | null, language: Language): string | null {
  if (aqi === null) return null;
  const { levels } = standards[standard as StandardName];
  const level = levels.find(({ max }) => max === null || aqi <= max);
  return level ? translate(language, `map.levels.${index}.${level.key}`) : null;
}
