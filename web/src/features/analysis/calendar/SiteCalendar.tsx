import { readCalendar } from '@limpid/contract/analysis/calendar';
import type { ChosenSite } from '@limpid/contract/data/site-choice';
import { Button, Skeleton, Spin } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../air/channel.ts';
import { FlagCount } from '../../../air/FlagCount.tsx';
import { joinFlags } from '../../../air/flag-summary.ts';
import type { MeasureScale } from '../../../air/measure-scale.ts';
import { ChartCard } from '../../../charts/ChartCard.tsx';
import { useChosenIndex } from '../../../query/channel/use-chosen-index.ts';
import { QueryError } from '../../../query/result/QueryError.tsx';
import { useAnalysis } from '../../../query/state/use-analysis.ts';
import { useDialog } from '../../../resource/row/use-dialog.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { CalendarTotals } from './CalendarTotals.tsx';
import styles from './calendar.module.css';
import { listDayClasses, moveDay, showDay } from './calendar-days.ts';
import { type CalendarPeriod, isYear, listShownMonths } from './calendar-period.ts';
import { DayDialog } from './DayDialog.tsx';
import { MonthGrid } from './MonthGrid.tsx';

interface SiteCalendarProps {
  site: ChosenSite;
  period: CalendarPeriod;
  channel: Channel | undefined;
  scale: MeasureScale;
  /** The scale of daily means on a date. */
  scaleOn: (day: string) => MeasureScale;
  onPeriod: (period: CalendarPeriod) => void;
}

/** The days of a site in a month or a year, with their totals; a day opens its hours. */
export function SiteCalendar({ site, period, channel, scale, scaleOn, onPeriod }: SiteCalendarProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const box = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState('');
  const dialog = useDialog<string>();
  const { siteId, siteName } = site;
  const { index } = useChosenIndex();
  const result = useAnalysis(readCalendar, {
    siteId,
    period,
    index,
    ...(channel && { channel: channel.code }),
  });
  const { data } = result;
  const days = useMemo(
    () => data?.days.map((day) => showDay(day, data.today, channel !== undefined)) ?? [],
    [data, channel],
  );
  const classes = useMemo(
    () =>
      listDayClasses(
        scaleOn(days.at(-1)?.day ?? ''),
        days.flatMap(({ kind, value }) => (kind === 'value' ? (value ?? []) : [])),
      ),
    [days, scaleOn],
  );
  const reachable = days.filter(({ kind }) => kind !== 'future').map(({ day }) => day);
  const focusedDay = reachable.includes(focused) ? focused : (reachable.at(-1) ?? '');
  if (result.isError) return <QueryError error={result.error} onRetry={result.refetch} />;
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />;

  function move(day: string, key: string): boolean {
    const next = moveDay(reachable, day, key);
    if (next === undefined) return false;
    setFocused(next);
    box.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus();
    return true;
  }

  const monthName = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const isSmall = isYear(period);
  return (
    <ChartCard
      title={siteName}
      facts={[t('analysis.calendar.zone', { zone: data.zone })]}
      flags={<FlagCount flags={joinFlags(days.map(({ flags }) => flags))} subject={siteName} isWordy />}
    >
      <Spin spinning={result.isPlaceholderData}>
        <div ref={box} className={isSmall ? styles.year : undefined}>
          {listShownMonths(period).map((month) => {
            const title = monthName.format(new Date(`${month}-01T00:00:00Z`));
            return (
              <section key={month} aria-label={title}>
                {isSmall && (
                  <Button
                    type="link"
                    size="small"
                    className={styles.month ?? ''}
                    onClick={() => onPeriod(month)}
                  >
                    {new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(
                      new Date(`${month}-01T00:00:00Z`),
                    )}
                  </Button>
                )}
                <MonthGrid
                  label={`${siteName}, ${title}`}
                  days={days.filter(({ day }) => day.startsWith(month))}
                  classes={classes}
                  scaleOn={scaleOn}
                  isSmall={isSmall}
                  focusedDay={focusedDay}
                  onKey={move}
                  onOpen={(day) => {
                    setFocused(day);
                    dialog.show(day);
                  }}
                />
              </section>
            );
          })}
        </div>
        <CalendarTotals
          days={days}
          classes={classes}
          scaleOn={scaleOn}
          totals={data.totals}
          channel={channel}
        />
      </Spin>
      {dialog.subject !== undefined && (
        <DayDialog
          key={dialog.turn}
          open={dialog.open}
          site={site}
          day={dialog.subject}
          channel={channel}
          scale={scale}
          onClose={dialog.hide}
        />
      )}
    </ChartCard>
  );
}
