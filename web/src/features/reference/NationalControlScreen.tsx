import { nationalControl } from '@limpid/contract/analysis/national-control';
import type { Language } from '@limpid/contract/language';
import { pollutantSign } from '../../air/pollutants.ts';
import { formatDecimal } from '../../lib/format.ts';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';
import type { ResourceRow } from '../../resource/row.ts';
import { useLanguage } from '../../resource/use-language.ts';
import { LevelTag } from './LevelTag.tsx';

const decimals = { longitude: 4, latitude: 4, pm25: 0, pm10: 0, so2: 0, no2: 0, o3: 0, co: 1 };

/** Hourly data published by the stations of authorities. */
export default function NationalControlScreen() {
  const language = useLanguage();
  const numbers = Object.entries(decimals).map(([name, places]) => [
    name,
    (row: ResourceRow) => {
      const value = row[name];
      return typeof value === 'number' ? formatDecimal(value, places, language) : '—';
    },
  ]);
  return (
    <ResourceScreen
      resource={nationalControl}
      cells={{
        ...Object.fromEntries(numbers),
        aqi: (row) => (typeof row['aqi'] === 'number' ? row['aqi'] : '—'),
        level: (row) => <LevelTag level={row['level']} />,
        primaryPollutant: (row) => signs(row['primaryPollutant'], language),
      }}
    />
  );
}

function signs(codes: unknown, language: Language): string {
  if (typeof codes !== 'string' || codes === '') return '—';
  return codes
    .split(',')
    .map((code) => pollutantSign(code, language) ?? code)
    .join(language === 'zh' ? '、' : ', ');
}
