import type { TrendMarker } from '@limpid/contract/data/trend';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../air/channel.ts';
import { formatWithUnit } from '../../../air/describe-value.ts';
import { flagSign } from '../../../air/flag-summary.ts';
import { makeZoneClock } from '../../../lib/zone-clock.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { labelChannel } from './chart-panels.ts';
import styles from './site-panel.module.css';
import type { SiteSeries } from './use-site-series.ts';

interface LineNotesProps {
  series: SiteSeries;
  channels: readonly Channel[];
  zone: string;
}

const mostFlags = 5;

/** What the lines do not show: the site's limit, values out of range, hours that do not count, and why rules have flagged values. */
export function LineNotes({ series: { lines, flags }, channels, zone }: LineNotesProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const few = Map.groupBy(
    channels.filter(
      ({ code }) => lines.get(code)?.granularity === 'hour' && (lines.get(code)?.fewCount ?? 0) > 0,
    ),
    ({ code }) => lines.get(code)?.fewCount ?? 0,
  );
  const ownNotes = channels.flatMap((channel) => {
    const { limit, outOfRange, excludedCount } = lines.get(channel.code) ?? {};
    const name = labelChannel(channel, language);
    const write = (value: number) => formatWithUnit(value, channel, language);
    return [
      limit && t('map.chart.limit', { name, value: write(limit.value), count: limit.hoursAbove }),
      outOfRange &&
        outOfRange.values.length > 0 &&
        t('map.chart.outOfRange', { name, value: write(Math.max(...outOfRange.values)) }),
      excludedCount !== undefined && t('map.chart.leftOut', { name, count: excludedCount }),
    ].filter((note) => typeof note === 'string');
  });
  const names = (some: readonly Channel[]) =>
    new Intl.ListFormat(language).format(some.map((one) => labelChannel(one, language)));
  const clock = makeZoneClock(zone, language);
  const describeFlagged = ({ channel, from, count, text }: TrendMarker) => {
    const flagged = channels.find(({ code }) => code === channel);
    const when = `${clock.day(from)} ${clock.time(from)}`;
    const length = count > 1 ? ` (${t('quality.period.dialog.length', { count })})` : '';
    return `${flagSign} ${flagged ? labelChannel(flagged, language) : channel} · ${when}${length} · ${text}`;
  };
  const notes = [
    ...ownNotes,
    ...[...few].map(([count, some]) => t('map.chart.few', { name: names(some), count })),
    ...flags.slice(0, mostFlags).map(describeFlagged),
    ...(flags.length > mostFlags ? [t('data.trend.fewMore', { count: flags.length - mostFlags })] : []),
  ];
  return notes.map((note) => (
    <p key={note} className={styles.note}>
      {note}
    </p>
  ));
}
