import { exportCalendar, readCalendar } from '@limpid/contract/analysis/calendar';
import { MINUTE_MS } from '@limpid/contract/durations';
import { formatLocalDate } from '@limpid/contract/local-time';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../air/channel.ts';
import { useServerTime } from '../../api/server-clock.ts';
import { QueryBar } from '../../query/bar/QueryBar.tsx';
import { useLevelsNote } from '../../query/channel/use-channel-levels.ts';
import { useChosenIndex } from '../../query/channel/use-chosen-index.ts';
import { useDayScale, useMeasureScale } from '../../query/channel/use-measure-scale.ts';
import { ChooseSitesButton } from '../../query/result/ChooseSitesButton.tsx';
import { ExportButton } from '../../query/result/ExportButton.tsx';
import { useQueryState } from '../../query/state/use-query-state.ts';
import frame from '../../resource/resource.module.css';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { CalendarPeriodPicker } from './calendar/CalendarPeriodPicker.tsx';
import styles from './calendar/calendar.module.css';
import { findCalendarPeriod, toQueryPeriod } from './calendar/calendar-period.ts';
import { SiteCalendar } from './calendar/SiteCalendar.tsx';

const { permission } = readCalendar.access;
const maxSites = 2;

/** The days of one or two sites in a month or a year, in the colours of their levels. */
export default function CalendarScreen() {
  const { t } = useTranslation();
  const state = useQueryState(permission, maxSites, { onlyMeans: true, hasIndex: true, usual: 'index' });
  const { query, range, zone, sites, measured, change } = state;
  const { index, describe } = useChosenIndex();
  const now = useServerTime(MINUTE_MS);
  const channel = measured?.index ? undefined : measured;
  const scale = useMeasureScale(channel);
  const scaleOn = useDayScale(channel);
  const noteLevels = useLevelsNote();
  const period = findCalendarPeriod(query.period, range, zone);
  const siteIds = query.siteIds.slice(0, maxSites);
  const isReversed = range.from >= range.to;
  // Channels arrive after the first drawing.
  const isReady = !isReversed && measured !== undefined;
  const input =
    siteIds.length > 0 && isReady
      ? { siteIds: [...siteIds], period, index, ...(channel && { channel: channel.code }) }
      : undefined;
  const setPeriod = (next: string) => change({ period: toQueryPeriod(next) });
  const shown = toQueryPeriod(period);
  const describeColours = (one: Channel): string[] => {
    const note = noteLevels(one, 'day', shown);
    const { length } = scaleOn(shown.toDay).steps;
    if (length > 0) return [note ?? t('analysis.calendar.basis.levels')];
    return [note ?? t('analysis.calendar.basis.noLevels'), t('analysis.calendar.basis.classes')];
  };
  return (
    <section aria-label={t('analysis.calendar.title')} className={frame.screen}>
      <QueryBar
        permission={permission}
        state={state}
        maxSites={maxSites}
        period={
          <CalendarPeriodPicker period={period} today={formatLocalDate(now, zone)} onChange={setPeriod} />
        }
      >
        <ExportButton endpoint={exportCalendar} query={input} />
      </QueryBar>
      {sites?.length === 0 && (
        <EmptyState
          title={t('data.query.chooseSite')}
          hint={t('analysis.calendar.noSiteHint')}
          action={<ChooseSitesButton onChoose={state.setChoosingSites} />}
        />
      )}
      {isReversed && sites && sites.length > 0 && (
        <EmptyState title={t('data.query.reversed')} hint={t('data.query.reversedHint')} />
      )}
      {isReady && (
        <div className={styles.sites}>
          {sites?.map((site) => (
            <SiteCalendar
              key={site.siteId}
              site={site}
              period={period}
              channel={channel}
              scale={scale}
              scaleOn={scaleOn}
              onPeriod={setPeriod}
            />
          ))}
        </div>
      )}
      {isReady && sites && sites.length > 0 && (
        <p className={styles.basis}>
          {channel
            ? [t('analysis.calendar.basis.days'), ...describeColours(channel)].join(' ')
            : t('analysis.calendar.basis.index', { index: describe('day') })}{' '}
          {!channel && index === 'china' && t('analysis.index.withheld')}
        </p>
      )}
    </section>
  );
}
