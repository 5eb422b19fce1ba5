import type { readCalendar } from '@limpid/contract/analysis/calendar';
import type { ReplyValue } from '@limpid/contract/kit/endpoint';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../air/channel.ts';
import type { MeasureScale } from '../../../air/measure-scale.ts';
import { ClassLegend } from '../../../charts/rose/ClassLegend.tsx';
import { useMeasureScale } from '../../../query/channel/use-measure-scale.ts';
import styles from './calendar.module.css';
import { type DayClass, type ShownDay, summariseDays } from './calendar-days.ts';

interface CalendarTotalsProps {
  days: readonly ShownDay[];
  classes: readonly DayClass[];
  scaleOn: (day: string) => MeasureScale;
  totals: ReplyValue<(typeof readCalendar)['reply']>['totals'];
  channel: Channel | undefined;
}

/** How many days each level has, how many are above the limit, and the mean. */
export function CalendarTotals({ days, classes, scaleOn, totals, channel }: CalendarTotalsProps) {
  const { t } = useTranslation();
  const { counted, without, classes: counts, above } = summariseDays(days, classes, scaleOn);
  const scale = scaleOn(days.at(-1)?.day ?? '');
  const mean = channel ? totals.value : totals.aqi;
  // The mean of several indices has a decimal.
  const means = useMeasureScale(channel, true);
  const limits = new Set(days.flatMap(({ day }) => describeLimit(scaleOn(day), channel !== undefined) ?? []));
  const facts = [
    ...(above === null || limits.size === 0
      ? []
      : [
          {
            name: t('analysis.calendar.above', { limit: [...limits].join(' / ') }),
            value: t('analysis.calendar.ofDays', { count: above, days: counted }),
          },
        ]),
    {
      name: t('analysis.calendar.mean'),
      value: mean === null ? '—' : (channel ? scale : means).formatWithUnit(mean),
    },
    { name: t(`analysis.calendar.without.${channel ? 'channel' : 'index'}`), value: String(without) },
  ];
  return (
    <>
      <ClassLegend
        entries={classes.map(({ fill, name }, place) => ({
          colour: fill,
          text: `${name} · ${counts[place] ?? 0}`,
        }))}
      />
      <dl className={styles.totals}>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** The upper end of the second level; the number of a band of an index says less than its name. */
function describeLimit(scale: MeasureScale, hasChannel: boolean): string | undefined {
  const second = scale.steps[1];
  if (second?.upTo == null) return undefined;
  return hasChannel ? scale.formatWithUnit(second.upTo) : `${scale.format(second.upTo)} (${second.name})`;
}
