import { DAY_MS } from '@limpid/contract/durations';
import { useTranslation } from 'react-i18next';
import { dash } from '../../../air/describe-value.ts';
import type { MeasureScale } from '../../../air/measure-scale.ts';
import { namePollutants } from '../../../air/pollutants.ts';
import { formatDay } from '../../../lib/dates.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import styles from './calendar.module.css';
import { type DayClass, findDayClass, layOutMonth, type ShownDay } from './calendar-days.ts';

interface MonthGridProps {
  /** The accessible name: site and month. */
  label: string;
  days: readonly ShownDay[];
  classes: readonly DayClass[];
  scale: MeasureScale;
  /** A small month of a year shows colours and dates only. */
  isSmall: boolean;
  /** The day that the Tab key reaches. */
  focusedDay: string;
  onKey: (day: string, key: string) => boolean;
  onOpen: (day: string) => void;
}

/** A month as a grid of days in the colours of their levels. */
export function MonthGrid({ label, days, isSmall, focusedDay, onKey, onOpen, ...cell }: MonthGridProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const weekdays = listWeekdays(language, isSmall);
  return (
    <table className={isSmall ? styles.small : styles.large} aria-label={label}>
      <thead>
        <tr>
          {weekdays.map(({ long, short }) => (
            <th key={long} scope="col" abbr={long}>
              {short}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {layOutMonth(days).map((week) => (
          <tr key={week.find((day) => day !== null)?.day}>
            {week.map((day, weekday) =>
              day === null ? (
                <td key={weekdays[weekday]?.long}>{'\u00a0'}</td>
              ) : (
                <td key={day.day}>
                  <button
                    type="button"
                    data-day={day.day}
                    tabIndex={day.day === focusedDay ? 0 : -1}
                    disabled={day.kind === 'future'}
                    aria-haspopup="dialog"
                    className={`${styles.day} ${styles[day.kind]} ${day.isToday ? styles.today : ''}`}
                    aria-current={day.isToday ? 'date' : undefined}
                    onClick={() => onOpen(day.day)}
                    onKeyDown={(event) => {
                      if (onKey(day.day, event.key)) event.preventDefault();
                    }}
                    {...describe(day)}
                  >
                    <span className={styles.date}>{Number(day.day.slice(8))}</span>
                    {!isSmall && day.kind !== 'future' && <DayContent shown={day} scale={cell.scale} />}
                  </button>
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );

  /** The colour of a day and its words, for the pointer and for screen readers. */
  function describe(shown: ShownDay) {
    const { scale, classes } = cell;
    const { day, kind, value, primary } = shown;
    const found = value === null ? undefined : findDayClass(classes, scale, value);
    const isColoured = kind === 'value' || kind === 'soFar';
    const words = [
      formatDay(day, language),
      value !== null && `${scale.title} ${scale.formatWithUnit(value)}`,
      found && scale.steps.length > 0 && found.name,
      primary && t('analysis.calendar.primaryOf', { names: namePollutants(primary, language) }),
      kind !== 'value' && kind !== 'future' && kind !== 'soFar' && t(`analysis.calendar.kinds.${kind}`),
      shown.isToday && t('analysis.calendar.kinds.soFar'),
      shown.reference && t('analysis.calendar.reference'),
      shown.note,
    ];
    const text = words.filter(Boolean).join(', ');
    return {
      'aria-label': text,
      title: text,
      style: isColoured && found ? { background: found.fill, color: found.ink } : undefined,
    };
  }
}

function DayContent({ shown, scale }: { shown: ShownDay; scale: MeasureScale }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { kind, value, primary } = shown;
  return (
    <>
      <span className={styles.number}>
        {value === null ? (kind === 'withheld' ? 'NA' : dash) : scale.format(value)}
        {shown.reference && '*'}
      </span>
      <span className={styles.detail}>
        {primary && namePollutants(primary, language)}
        {shown.isToday && <span className={styles.mark}>{t('analysis.calendar.kinds.soFar')}</span>}
      </span>
    </>
  );
}

/** From Monday; the fifth of January 1970 was one. */
function listWeekdays(language: string, isNarrow: boolean): { long: string; short: string }[] {
  const name = (weekday: 'long' | 'short' | 'narrow', at: number) =>
    new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(at);
  return Array.from({ length: 7 }, (_, n) => {
    const at = (4 + n) * DAY_MS;
    return { long: name('long', at), short: name(isNarrow ? 'narrow' : 'short', at) };
  });
}
