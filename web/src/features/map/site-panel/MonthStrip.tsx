import { type CalendarDay, readCalendar } from '@limpid/contract/analysis/calendar';
import { MINUTE_MS } from '@limpid/contract/durations';
import { formatLocalDate } from '@limpid/contract/local-time';
import { useQueries } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { flagSign, writeFlags } from '../../../air/flag-summary.ts';
import type { IndexPreference } from '../../../air/index-preference.ts';
import type { IndexScale } from '../../../air/index-scale.ts';
import { findBand } from '../../../air/level.ts';
import { namePollutants } from '../../../air/pollutants.ts';
import { call } from '../../../api/call.ts';
import { holdsPermission, useSession } from '../../../api/session.ts';
import { formatDay } from '../../../lib/dates.ts';
import { writeDayAddress } from '../../../query/links/screen-links.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import parts from '../panel-parts.module.css';
import styles from './month-strip.module.css';
import { listStripDays, moveAlong, pickStripDays, stripDays } from './month-strip.ts';

interface MonthStripProps {
  siteId: number;
  preference: IndexPreference;
  scale: IndexScale;
  zone: string;
  now: number;
}

const refreshMs = 10 * MINUTE_MS;

/** The last 30 days in the colours of their levels; a day opens its history. */
export function MonthStrip({ siteId, preference, scale, zone, now }: MonthStripProps) {
  const { t } = useTranslation();
  const { days, months } = listStripDays(formatLocalDate(now, zone));
  const { index } = preference;
  const calendars = useQueries({
    queries: months.map((period) => ({
      queryKey: [readCalendar.path, siteId, period, index],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(readCalendar, { query: { siteId, period, index }, signal, quiet: true }),
      refetchInterval: refreshMs,
    })),
  });
  const error = calendars.find((one) => one.error)?.error;
  const loaded = calendars.every(({ data }) => data);
  return (
    <section aria-label={t('map.strip.title', { count: stripDays })} className={parts.block}>
      <h3>
        {t('map.strip.title', { count: stripDays })}
        <span className={styles.soft}>{scale.title}</span>
      </h3>
      {error && !loaded && (
        <p role="alert" className={styles.soft}>
          {t('map.analysis.failed', { detail: error.message })}
        </p>
      )}
      {!error && !loaded && <div aria-busy className={`${parts.bone} ${styles.waiting}`} />}
      {loaded && (
        <Days
          siteId={siteId}
          scale={scale}
          shown={pickStripDays(
            days,
            calendars.map(({ data }) => data?.days ?? []),
          )}
        />
      )}
    </section>
  );
}

interface DaysProps {
  siteId: number;
  scale: IndexScale;
  shown: readonly { day: string; found: CalendarDay | undefined }[];
}

function Days({ siteId, scale, shown }: DaysProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const session = useSession();
  const list = useRef<HTMLUListElement>(null);
  const [place, setPlace] = useState(shown.length - 1);
  const tapped = useRef<number>(undefined);
  const screen = holdsPermission(session, ['data:history:list']) ? 'history' : 'calendar';
  const stepOf = (day: CalendarDay | undefined) =>
    day && day.aqi !== null ? findBand(scale.steps, day.aqi) : undefined;

  function describe({ day, found }: DaysProps['shown'][number]): string {
    const words = [
      formatDay(day, language),
      found && found.aqi !== null
        ? [found.aqi, stepOf(found)?.name].filter(Boolean).join(' ')
        : found?.note || t('map.strip.none'),
      found?.primary && t('map.panel.primary', { names: namePollutants(found.primary, language) }),
      found?.soFar && found.aqi !== null && t('map.strip.soFar'),
      found?.flags && writeFlags(found.flags, { t, language }),
    ];
    return words.filter(Boolean).join(' · ');
  }

  function move(from: number, key: string): boolean {
    const next = moveAlong(from, key, shown.length);
    if (next === undefined) return false;
    setPlace(next);
    list.current?.querySelectorAll('a')[next]?.focus();
    return true;
  }

  return (
    <>
      <ul ref={list} className={styles.days}>
        {shown.map((one, at) => {
          const step = stepOf(one.found);
          const text = describe(one);
          return (
            <li key={one.day}>
              <Link
                to={writeDayAddress(screen, siteId, one.day)}
                title={text}
                tabIndex={at === place ? 0 : -1}
                className={step ? styles.day : `${styles.day} ${styles.empty}`}
                style={step && { background: step.fill, color: step.ink }}
                onFocus={() => setPlace(at)}
                onMouseEnter={() => setPlace(at)}
                onPointerDown={({ pointerType }) => {
                  tapped.current = pointerType === 'touch' && at !== place ? at : undefined;
                }}
                onClick={(event) => {
                  // A finger cannot hover: its first tap describes the day.
                  if (tapped.current === at) event.preventDefault();
                }}
                onKeyDown={(event) => {
                  if (move(at, event.key)) event.preventDefault();
                }}
              >
                <span className="visually-hidden">{text}</span>
                <span aria-hidden className={styles.date}>
                  {Number(one.day.slice(8))}
                </span>
                <span aria-hidden className={styles.number}>
                  {one.found?.aqi ?? '–'}
                  {one.found?.flags && <span className={styles.flag}>{flagSign}</span>}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
      <p aria-hidden className={styles.described}>
        {shown[place] && describe(shown[place])}
      </p>
    </>
  );
}
