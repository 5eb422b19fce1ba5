import { roundHalfEven } from '@limpid/aqi/decimal';
import type { Distribution } from '@limpid/contract/analysis/distribution';
import { Segmented } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../air/channel.ts';
import { dash, formatWithUnit } from '../../../air/describe-value.ts';
import { FlagCount } from '../../../air/FlagCount.tsx';
import { flagSign, writeFlags } from '../../../air/flag-summary.ts';
import { findBand } from '../../../air/level.ts';
import { Chart } from '../../../charts/Chart.tsx';
import { ChartCard } from '../../../charts/ChartCard.tsx';
import { ChartTable } from '../../../charts/ChartTable.tsx';
import { heatOption } from '../../../charts/category/heat-option.ts';
import { ClassLegend } from '../../../charts/rose/ClassLegend.tsx';
import { useChartLook } from '../../../charts/use-chart-look.ts';
import { formatDay } from '../../../lib/dates.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { useAddressPart } from '../../../query/state/use-address-part.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { toRem } from '../../../ui/scale.ts';
import styles from './distribution.module.css';
import { distributionParts } from './distribution-parts.ts';
import { useClassEntries } from './use-class-entries.ts';
import { chooseClasses, divideEvenly } from './value-classes.ts';

type HeatRow = Distribution['heat'][number];

interface HeatCardProps {
  distribution: Distribution;
  channel: Channel;
}

const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
/** A column is never narrower, so that a year scrolls on a phone instead of disappearing. */
const leastColumn = 3;

/** Levels compare with limits, values show differences within one level. */
const colourings = ['levels', 'values'] as const;

/** Hour of day by day, each hour in the colour of its level. */
export function HeatCard({ distribution: { heat, flags }, channel }: HeatCardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const look = useChartLook();
  const cells = useMemo(
    () =>
      heat.flatMap(({ values }, column) =>
        values.flatMap((value, row) =>
          // The number that is shown decides the colour.
          value === null ? [] : [{ column, row, value: roundHalfEven(value, channel.decimals) }],
        ),
      ),
    [heat, channel.decimals],
  );
  const [colours, setColours] = useAddressPart(distributionParts.colours, colourings, 'levels');
  const hasLevels = channel.steps.length > 0;
  const steps = useMemo(() => {
    const values = cells.map(({ value }) => value);
    return colours === 'levels'
      ? chooseClasses(values, channel, look.isDark)
      : divideEvenly(values, channel.decimals, look.isDark);
  }, [cells, channel, colours, look.isDark]);
  const marked = useMemo(
    () => heat.flatMap(({ flagged }, column) => flagged.map(({ hour }) => ({ column, row: hour }))),
    [heat],
  );
  const days = useMemo(() => heat.map(({ day }) => formatDay(day, language)), [heat, language]);
  const option = useMemo(
    () =>
      heatOption(
        {
          columns: days,
          rows: hours,
          cells,
          marked,
          sign: flagSign,
          steps,
          describe: (column, row) => {
            const found = heat[column]?.flagged.find(({ hour }) => hour === row);
            const value = heat[column]?.values[row] ?? null;
            const step = value === null ? undefined : findBand(steps, roundHalfEven(value, channel.decimals));
            return {
              title: `${days[column] ?? ''} ${hours[row] ?? ''}`,
              rows: [
                {
                  name: step?.name || channel.name,
                  colour: step?.fill ?? look.line,
                  text: value === null ? dash : formatWithUnit(value, channel, language),
                },
              ],
              notes: found ? [writeFlags(found.flags, { t, language })] : [],
            };
          },
        },
        look,
      ),
    [days, cells, marked, steps, heat, channel, language, look, t],
  );
  const number = (value: number | null) =>
    value === null ? dash : formatDecimal(value, channel.decimals, language);
  const entries = useClassEntries(steps, number);
  const title = t('analysis.distribution.heat', { channel: channel.name });
  return (
    <ChartCard
      title={title}
      note={t('analysis.distribution.heatNote')}
      flags={<FlagCount flags={flags} subject={title} isWordy />}
    >
      {hasLevels && (
        <Segmented
          aria-label={t('analysis.distribution.colours')}
          size="small"
          className={styles.colours}
          value={colours}
          options={colourings.map((value) => ({
            value,
            label: t(`analysis.distribution.colouring.${value}`),
          }))}
          onChange={setColours}
        />
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long period is scrolled with the keys */}
      <section className={styles.wide} aria-label={title} tabIndex={0}>
        <div style={{ minWidth: toRem(heat.length * leastColumn) }}>
          <Chart
            option={option}
            label={title}
            height={300}
            empty={cells.length === 0 ? t('analysis.distribution.none') : undefined}
          >
            {title}
          </Chart>
        </div>
      </section>
      <ClassLegend entries={entries} />
      <ChartTable
        head={[t('analysis.distribution.day'), ...hours]}
        rows={() =>
          heat.map(({ day, values, flagged }) => listCells(formatDay(day, language), values, flagged))
        }
      />
    </ChartCard>
  );

  function listCells(day: string, values: readonly (number | null)[], flagged: HeatRow['flagged']) {
    return [
      day,
      ...values.map((value, row) => {
        const found = flagged.find(({ hour }) => hour === row);
        if (!found) return number(value);
        return (
          <>
            {number(value)} <FlagCount flags={found.flags} subject={`${day} ${hours[row]}`} />
          </>
        );
      }),
    ];
  }
}
