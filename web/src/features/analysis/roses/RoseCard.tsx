import type { SiteRoses } from '@limpid/contract/analysis/rose';
import type { FlagSummary } from '@limpid/contract/quality/flag-mark';
import { useTranslation } from 'react-i18next';
import { dash } from '../../../air/describe-value.ts';
import { FlagCount } from '../../../air/FlagCount.tsx';
import { ChartCard } from '../../../charts/ChartCard.tsx';
import { ChartTable } from '../../../charts/ChartTable.tsx';
import { ClassLegend } from '../../../charts/rose/ClassLegend.tsx';
import { RoseChart } from '../../../charts/rose/RoseChart.tsx';
import { useChartLook } from '../../../charts/use-chart-look.ts';
import { formatDecimal, formatPercent } from '../../../lib/format.ts';
import { averageMeasured, type MeasuredQuantity } from '../../../query/channel/measured.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { chooseClassColours, useCompass } from './rose-classes.ts';

interface RoseCardProps {
  kind: 'wind' | 'pollution';
  rose: NonNullable<SiteRoses['wind']>;
  /** The pollutant of the pollution rose, or the index. */
  channel: MeasuredQuantity;
  meanSpeed: number | null;
  flags: FlagSummary | null;
}

/** A wind rose or a pollution rose with its legend, its counts and a table. */
export function RoseCard({ kind, rose, channel, meanSpeed, flags }: RoseCardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { isDark } = useChartLook();
  const { compass, nameDirection } = useCompass();
  const isWind = kind === 'wind';
  const unit = isWind ? 'm/s' : channel.unit;
  const decimals = isWind ? 0 : channel.decimals;
  const colours = chooseClassColours(rose.bounds, isWind ? [] : channel.steps, isDark);
  const number = (value: number) => formatDecimal(value, decimals, language);
  const withUnit = (value: number) => [number(value), unit].filter(Boolean).join(' ');
  const names = colours.map((_, level) => {
    const [from, to] = [rose.bounds[level - 1], rose.bounds[level]];
    if (from === undefined) return t('analysis.rose.classBelow', { to: withUnit(to ?? 0) });
    if (to === undefined) return t('analysis.rose.classAbove', { from: withUnit(from) });
    return t('analysis.rose.class', { from: number(from), to: withUnit(to) });
  });
  const percent = (share: number) => formatPercent(share, 0, language);
  const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
  const calm = total(rose.calm.counts);
  const shareOf = (count: number) => (rose.count === 0 ? 0 : count / rose.count);
  const cellsOf = ({ counts, mean }: Pick<(typeof rose.sectors)[number], 'counts' | 'mean'>) => [
    ...counts,
    total(counts),
    formatPercent(shareOf(total(counts)), 1, language),
    mean === null ? dash : formatDecimal(mean, averageMeasured(channel).decimals, language),
  ];
  const title = t(`analysis.rose.${kind}`, { channel: channel.name });
  return (
    <ChartCard
      title={title}
      note={t(`analysis.rose.${!isWind && channel.index ? 'pollutionIndex' : kind}Note`)}
      facts={[
        t('analysis.rose.hours', { count: rose.count }),
        t('analysis.rose.calm', { share: percent(shareOf(calm)), count: calm }),
        ...(isWind && meanSpeed !== null
          ? [t('analysis.rose.meanSpeed', { speed: `${formatDecimal(meanSpeed, 1, language)} m/s` })]
          : []),
        ...(rose.missing > 0 ? [t('analysis.rose.missing', { count: rose.missing })] : []),
      ]}
      flags={<FlagCount flags={flags} subject={title} isWordy />}
    >
      <RoseChart
        label={title}
        sectors={rose.sectors}
        total={rose.count}
        colours={colours}
        compass={compass}
        formatShare={percent}
        describe={(sector, level) =>
          t('analysis.rose.wedge', {
            direction: nameDirection(rose.sectors[sector]?.direction ?? 0),
            class: names[level],
            count: rose.sectors[sector]?.counts[level] ?? 0,
          })
        }
      />
      <ClassLegend entries={colours.map((colour, level) => ({ colour, text: names[level] ?? '' }))} />
      <ChartTable
        head={[
          t('analysis.rose.direction'),
          ...names,
          t('analysis.rose.allHours'),
          t('analysis.rose.share'),
          t('analysis.rose.meanOf', {
            channel: channel.unit ? `${channel.name} (${channel.unit})` : channel.name,
          }),
        ]}
        note={t('analysis.rose.tableNote')}
        rows={[
          ...rose.sectors.map((sector) => [nameDirection(sector.direction), ...cellsOf(sector)]),
          [t('analysis.rose.calmRow'), ...cellsOf(rose.calm)],
        ]}
      />
    </ChartCard>
  );
}
