import { useTranslation } from 'react-i18next';
import { ChartTable } from '../../../charts/ChartTable.tsx';
import { useLanguage } from '../../../resource/use-language.ts';
import type { TrendLine } from './trend-line.ts';
import { listValueRows } from './value-rows.ts';

interface ValueTableProps {
  lines: readonly TrendLine[];
  zone: string;
}

/** Every point of the chart in numbers. */
export function ValueTable({ lines, zone }: ValueTableProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const nameLine = ({ name, channel: { unit } }: TrendLine) => (unit ? `${name} (${unit})` : name);
  return (
    <ChartTable
      head={[t('data.trend.timeColumn', { zone }), ...lines.map(nameLine)]}
      note={t('data.trend.tableNote')}
      rows={() => {
        const notes = { few: t('data.trend.few'), excluded: t('data.trend.leftOut') };
        return listValueRows({ lines, zone, language, notes });
      }}
    />
  );
}
