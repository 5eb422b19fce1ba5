import type { readCalendarDay } from '@limpid/contract/analysis/calendar';
import { HOUR_MS } from '@limpid/contract/durations';
import type { ReplyValue } from '@limpid/contract/kit/endpoint';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../air/channel.ts';
import { channelColour } from '../../../air/channel-colour.ts';
import type { MeasureScale } from '../../../air/measure-scale.ts';
import { useIndexPreference } from '../../../api/use-index-preference.ts';
import { Chart } from '../../../charts/Chart.tsx';
import { trendOption } from '../../../charts/trend-option.ts';
import { useChartLook } from '../../../charts/use-chart-look.ts';
import { useLanguage } from '../../../resource/use-language.ts';

type DayReply = ReplyValue<(typeof readCalendarDay)['reply']>;

interface DayChartProps extends DayReply {
  channel: Channel | undefined;
  scale: MeasureScale;
}

/** Seconds of an hour with 45 valid minutes. */
const minSeconds = 2700;

/** The hours of a day as a line with the bands of the levels; hours of too few minutes are hollow. */
export function DayChart({ hours, zone, channel, scale }: DayChartProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const look = useChartLook();
  const [{ colourBlindSafe }] = useIndexPreference();
  const values = useMemo(
    () => hours.map((hour) => (channel ? (hour.values[channel.code]?.value ?? null) : hour.aqi)),
    [hours, channel],
  );
  const option = useMemo(() => {
    const notes = hours.flatMap(({ ts, values: { [channel?.code ?? '']: cell } }): [number, string][] => {
      if (cell?.covered === undefined || cell.covered >= minSeconds) return [];
      // Only a data rule leaves an hour with a mean without any valid time.
      return [[ts, t(cell.covered === 0 ? 'map.panel.leftOut' : 'map.panel.few')]];
    });
    return trendOption(
      {
        from: hours[0]?.ts ?? 0,
        to: (hours.at(-1)?.ts ?? 0) + HOUR_MS,
        zone,
        language,
        lines: [
          {
            name: scale.title,
            colour: channel ? channelColour(channel.code, look.isDark) : look.ink,
            ts: hours.map(({ ts }) => ts),
            values,
            hollow: new Map(notes),
          },
        ],
        bands: scale.steps,
        colourBlindSafe,
        unit: scale.unit || scale.title,
        decimals: scale.decimals,
        format: scale.format,
        formatWithUnit: scale.formatWithUnit,
      },
      look,
    );
  }, [hours, values, channel, scale, zone, language, look, colourBlindSafe, t]);
  return (
    <Chart
      option={option}
      label={t('analysis.calendar.hoursOf', { title: scale.title })}
      height={220}
      empty={values.every((value) => value === null) ? t('analysis.calendar.noHours') : undefined}
    >
      {t('analysis.calendar.hoursOf', { title: scale.title })}
    </Chart>
  );
}
