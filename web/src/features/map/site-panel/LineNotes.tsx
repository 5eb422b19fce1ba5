import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../air/channel.ts';
import { formatWithUnit } from '../../../air/describe-value.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { labelChannel } from './chart-panels.ts';
import styles from './site-panel.module.css';
import type { SiteSeries } from './use-site-series.ts';

interface LineNotesProps {
  series: SiteSeries;
  channels: readonly Channel[];
}

/** What the lines do not show: the site's limit, values out of range, and hours with too few minutes. */
export function LineNotes({ series: { lines }, channels }: LineNotesProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const few = Map.groupBy(
    channels.filter(
      ({ code }) => lines.get(code)?.granularity === 'hour' && (lines.get(code)?.fewCount ?? 0) > 0,
    ),
    ({ code }) => lines.get(code)?.fewCount ?? 0,
  );
  const ownNotes = channels.flatMap((channel) => {
    const { limit, outOfRange } = lines.get(channel.code) ?? {};
    const name = labelChannel(channel, language);
    const write = (value: number) => formatWithUnit(value, channel, language);
    return [
      limit && t('map.chart.limit', { name, value: write(limit.value), count: limit.hoursAbove }),
      outOfRange &&
        outOfRange.values.length > 0 &&
        t('map.chart.outOfRange', { name, value: write(Math.max(...outOfRange.values)) }),
    ].filter((note) => typeof note === 'string');
  });
  const names = (some: readonly Channel[]) =>
    new Intl.ListFormat(language).format(some.map((one) => labelChannel(one, language)));
  const notes = [
    ...ownNotes,
    ...[...few].map(([count, some]) => t('map.chart.few', { name: names(some), count })),
  ];
  return notes.map((note) => (
    <p key={note} className={styles.note}>
      {note}
    </p>
  ));
}
