import type { RowOf } from '@limpid/contract/kit/row';
import type { Language } from '@limpid/contract/language';
import { nationalControl } from '@limpid/contract/reference/national-control';
import { pollutantSign } from '../../air/pollutants.ts';
import { formatDecimal } from '../../lib/format.ts';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';
import { useLanguage } from '../../resource/use-language.ts';
import { LevelTag } from './LevelTag.tsx';

const decimals = { longitude: 4, latitude: 4, pm25: 0, pm10: 0, so2: 0, no2: 0, o3: 0, co: 1 };

/** Hourly data published by the stations of authorities. */
export default function NationalControlScreen() {
  const language = useLanguage();
  const number = (name: keyof typeof decimals) => (row: RowOf<typeof nationalControl>) => {
    const value = row[name];
    return value === null ? '—' : formatDecimal(value, decimals[name], language);
  };
  return (
    <ResourceScreen
      resource={nationalControl}
      cells={{
        longitude: number('longitude'),
        latitude: number('latitude'),
        pm25: number('pm25'),
        pm10: number('pm10'),
        so2: number('so2'),
        no2: number('no2'),
        o3: number('o3'),
        co: number('co'),
        aqi: (row) => row.aqi ?? '—',
        level: (row) => <LevelTag level={row.level} />,
        primaryPollutant: (row) => signs(row.primaryPollutant, language),
      }}
    />
  );
}

function signs(codes: string | null, language: Language): string {
  if (!codes) return '—';
  return codes
    .split(',')
    .map((code) => pollutantSign(code, language) ?? code)
    .join(language === 'zh' ? '、' : ', ');
}
