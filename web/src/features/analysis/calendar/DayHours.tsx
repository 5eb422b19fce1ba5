import type { readCalendarDay } from '@limpid/contract/analysis/calendar';
import { HOUR_MS } from '@limpid/contract/durations';
import type { ReplyValue } from '@limpid/contract/kit/endpoint';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../air/channel.ts';
import { describeFlag } from '../../../air/describe-flag.ts';
import { dash, formatValue } from '../../../air/describe-value.ts';
import { FlagButton } from '../../../air/FlagButton.tsx';
import { flagSign } from '../../../air/flag-summary.ts';
import { namePollutants, pollutantSign } from '../../../air/pollutants.ts';
import { makeZoneClock } from '../../../lib/zone-clock.ts';
import { useMeasureScale } from '../../../query/channel/use-measure-scale.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import styles from './calendar.module.css';

type DayReply = ReplyValue<(typeof readCalendarDay)['reply']>;

interface DayHoursProps extends DayReply {
  channels: readonly Channel[];
}

/** The hours of a day as a table: index, primary pollutant, channels. */
export function DayHours({ hours, zone, channels }: DayHoursProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const index = useMeasureScale(undefined);
  const { time } = makeZoneClock(zone, language);
  const heads = [
    t('analysis.calendar.hour'),
    index.title,
    t('analysis.calendar.columns.primary'),
    ...channels.map(({ code, name, unit }) => {
      const title = pollutantSign(code, language) ?? name;
      return unit ? `${title} (${unit})` : title;
    }),
  ];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table is scrolled with the keys
    <section className={styles.hours} aria-label={t('analysis.calendar.hourTable')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.map(({ ts, aqi, primary, missing, note, reference, soFar, values }) => {
            const step = aqi === null ? undefined : index.findStep(aqi);
            return (
              <tr key={ts}>
                <th scope="row">
                  {time(ts)}–{time(ts + HOUR_MS)}
                  {soFar && <span className={styles.mark}> {t('analysis.calendar.kinds.soFar')}</span>}
                </th>
                <td title={note ?? step?.name}>
                  {step && <span aria-hidden className={styles.dot} style={{ background: step.fill }} />}
                  {aqi ?? (missing.length > 0 ? 'NA' : dash)}
                  {reference && '*'}
                </td>
                <td>{primary && namePollutants(primary, language)}</td>
                {channels.map((channel) => {
                  const cell = values[channel.code];
                  return (
                    <td key={channel.code}>
                      {cell?.value == null ? dash : formatValue(cell.value, channel, language)}
                      {cell?.flags && (
                        <>
                          {' '}
                          <FlagButton
                            text={flagSign}
                            lines={cell.flags.map((flag) => describeFlag(flag, channel, { t, language }))}
                            subject={`${channel.name}, ${time(ts)}`}
                          />
                        </>
                      )}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
