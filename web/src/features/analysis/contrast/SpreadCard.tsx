import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { dash } from '../../../air/describe-value.ts';
import { FlagCount } from '../../../air/FlagCount.tsx';
import { Chart } from '../../../charts/Chart.tsx';
import { ChartCard } from '../../../charts/ChartCard.tsx';
import { ChartTable } from '../../../charts/ChartTable.tsx';
import { boxOption } from '../../../charts/contrast/box-option.ts';
import { useChartLook } from '../../../charts/use-chart-look.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { type MeasuredQuantity, tickDecimals } from '../../../query/channel/measured.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import type { ShownMember } from './members.ts';

interface SpreadCardProps {
  members: readonly ShownMember[];
  channel: MeasuredQuantity;
}

const columns = [
  'count',
  'lowerWhisker',
  'lowerQuartile',
  'median',
  'mean',
  'upperQuartile',
  'upperWhisker',
  'outlierCount',
] as const;
const boxHeight = 44;

/** Box plots of all members with a table of their numbers. */
export function SpreadCard({ members, channel }: SpreadCardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const look = useChartLook();
  const shown = useMemo(
    () =>
      members.flatMap(({ name, colour, box, flags }) => {
        if (!box) return [];
        const write = (key: (typeof columns)[number]) => {
          const value = box[key];
          if (value === null) return dash;
          const isCount = key === 'count' || key === 'outlierCount';
          return formatDecimal(value, isCount ? 0 : channel.decimals, language);
        };
        const cells = columns.map(write);
        const tip = columns.map((key, place) => ({
          name: t(`analysis.contrast.box.${key}`),
          colour,
          text: cells[place] ?? '',
        }));
        return [{ ...box, name, colour, cells, tip, flags }];
      }),
    [members, channel, language, t],
  );
  const option = useMemo(
    () =>
      boxOption(
        {
          boxes: shown,
          unit: channel.unit,
          decimals: channel.decimals,
          isFromZero: channel.steps.length > 0,
          format: (value) => formatDecimal(value, tickDecimals(value, channel), language),
        },
        look,
      ),
    [shown, channel, language, look],
  );
  const title = t('analysis.contrast.spread');
  return (
    <ChartCard title={title} note={t('analysis.contrast.spreadNote')}>
      <Chart option={option} label={title} height={60 + boxHeight * Math.max(2, shown.length)}>
        {title}
      </Chart>
      <ChartTable
        head={[
          t('analysis.contrast.box.name'),
          ...columns.map((key) => t(`analysis.contrast.box.${key}`)),
          t('quality.flagged.title'),
        ]}
        rows={shown.map(({ name, cells, flags }) => [
          name,
          ...cells,
          flags ? <FlagCount key={name} flags={flags} subject={name} /> : 0,
        ])}
      />
    </ChartCard>
  );
}
