import { DAY_MS } from '@limpid/contract/durations';
import { useTranslation } from 'react-i18next';
import { dash } from '../../../air/describe-value.ts';
import { flagSign, writeFlags } from '../../../air/flag-summary.ts';
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
  scaleOn: (day: string) => MeasureScale;
  /** A small month of a year shows colours and dates only. */
  isSmall: boolean;
  /** The day that the Tab key reaches. */
  focusedDay: string;
  onKey: (day: string, key: string) => boolean;
  onOpen: (day: string) => void;
}

const kindClasses: Record<ShownDay['kind'], string | undefined> = {
  value: styles.value,
  soFar: styles.soFar,
  few: styles.few,
  withheld: styles.withheld,
  empty: styles.empty,
  future: styles.future,
};

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
                    className={`${styles.day} ${kindClasses[day.kind]} ${day.isToday ? styles.today : ''}`}
                    aria-current={day.isToday ? 'date' : undefined}
                    onClick={() => onOpen(day.day)}
                    onKeyDown={(event) => {
                      if (onKey(day.day, event.key)) event.preventDefault();
                    }}
                    title={describe(day)}
                    style={colour(day)}
                  >
                    <span className="visually-hidden">{describe(day)}</span>
                    <span aria-hidden className={styles.date}>
                      {Number(day.day.slice(8))}
                      {day.flags && (
                        <span className={styles.flag}>
                          {flagSign}
                          {!isSmall && day.flags.hours}
                        </span>
                      )}
                    </span>
                    {!isSmall && day.kind !== 'future' && (
                      <DayContent shown={day} scale={cell.scaleOn(day.day)} />
                    )}
                  </button>
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );

  function findClass({ day, value }: ShownDay): DayClass | undefined {
    return value === null ? undefined : findDayClass(cell.classes, cell.scaleOn(day), value);
  }

  function colour(shown: ShownDay) {
    const found = shown.kind === 'value' || shown.kind === 'soFar' ? findClass(shown) : undefined;
    return found && { background: found.fill, color: found.ink };
  }

  /** A day in words, for the pointer and for screen readers. */
  function describe(shown: ShownDay): string {
    const { day, kind, value, primary } = shown;
    const scale = cell.scaleOn(day);
    const isExplained = kind === 'few' || kind === 'withheld' || kind === 'empty';
    const words = [
      formatDay(day, language),
      value !== null && `${scale.title} ${scale.formatWithUnit(value)}`,
      scale.steps.length > 0 && findClass(shown)?.name,
      primary && t('analysis.calendar.primaryOf', { names: namePollutants(primary, language) }),
      isExplained && t(`analysis.calendar.kinds.${kind}`),
      shown.isToday && t('analysis.calendar.kinds.soFar'),
      shown.reference && t('analysis.calendar.reference'),
      shown.note,
      shown.flags && writeFlags(shown.flags, { t, language }),
    ];
    return words.filter(Boolean).join(', ');
  }
}

function DayContent({ shown, scale }: { shown: ShownDay; scale: MeasureScale }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { kind, value, primary } = shown;
  return (
    <>
      <span aria-hidden className={styles.number}>
        {value === null ? (kind === 'withheld' ? 'NA' : dash) : scale.format(value)}
        {shown.reference && '*'}
      </span>
      <span aria-hidden className={styles.detail}>
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
