import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import { offsetAt } from '@limpid/contract/local-time';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../air/channel.ts';
import { formatWithUnit } from '../../../air/describe-value.ts';
import { FlagCount } from '../../../air/FlagCount.tsx';
import { useIndexPreference } from '../../../api/use-index-preference.ts';
import { Chart } from '../../../charts/Chart.tsx';
import { ChartCard } from '../../../charts/ChartCard.tsx';
import { timeLinesOption } from '../../../charts/contrast/time-lines-option.ts';
import { planEndLabels } from '../../../charts/end-label.ts';
import { useChartLook } from '../../../charts/use-chart-look.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { useWidth } from '../../../ui/use-width.ts';
import { formatDifference } from './format-difference.ts';
import { LineLegend } from './LineLegend.tsx';
import type { ShownMember } from './members.ts';
import { TimeTable } from './TimeTable.tsx';

interface SeriesCardProps {
  title: string;
  note: string;
  /** What the axis of values shows. */
  axisName: string;
  facts: readonly string[];
  ts: readonly number[];
  granularity: 'hour' | 'day';
  zone: string;
  channel: Channel;
  members: readonly Pick<ShownMember, 'key' | 'name' | 'colour' | 'values' | 'flags' | 'flagged'>[];
  /** The values are differences, which may be negative. */
  isDifference?: boolean;
  /** Choices above the chart. */
  children?: ReactNode;
}

/** The values of members, or their differences, on a common axis of time. */
export function SeriesCard(props: SeriesCardProps) {
  const { title, note, axisName, facts, ts, granularity, channel, members, isDifference = false } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const look = useChartLook();
  const [{ colourBlindSafe }] = useIndexPreference();
  const [box, width] = useWidth<HTMLDivElement>();
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const shown = useMemo(() => members.filter(({ key }) => !hidden.includes(key)), [members, hidden]);
  const labels = useMemo(() => planEndLabels(members.length, width, look), [members.length, width, look]);
  // Days are dates at midnight UTC.
  const zone = granularity === 'day' ? 'UTC' : props.zone;
  const option = useMemo(
    () =>
      timeLinesOption(
        {
          ts,
          step: granularity === 'day' ? DAY_MS : HOUR_MS,
          zone,
          offset: offsetAt(ts[0] ?? 0, zone),
          language,
          lines: shown,
          axisName,
          bands: isDifference ? [] : channel.steps,
          colourBlindSafe,
          labels,
          decimals: channel.decimals,
          isFromZero: !isDifference && channel.steps.length > 0,
          hasZeroLine: isDifference,
          format: (value) => formatDecimal(value, channel.decimals, language),
          formatWithUnit: (value) =>
            isDifference
              ? formatDifference(value, channel, language)
              : formatWithUnit(value, channel, language),
        },
        look,
      ),
    [ts, granularity, zone, language, shown, axisName, channel, colourBlindSafe, labels, isDifference, look],
  );
  const isEmpty = members.every(({ values }) => values.every((value) => value === null));
  return (
    <ChartCard
      title={title}
      note={note}
      facts={facts}
      flags={members.map(({ key, name, flags }) => (
        <FlagCount key={key} flags={flags} subject={name} name={name} isWordy />
      ))}
    >
      {props.children}
      <div ref={box}>
        <Chart
          option={option}
          label={title}
          height={isDifference ? 220 : 300}
          empty={isEmpty ? t('analysis.contrast.noCommon') : undefined}
        >
          {facts.join('; ')}
        </Chart>
      </div>
      {!labels && (
        <LineLegend
          members={members}
          hidden={hidden}
          onToggle={(key) =>
            setHidden((before) =>
              before.includes(key) ? before.filter((one) => one !== key) : [...before, key],
            )
          }
        />
      )}
      <TimeTable ts={ts} zone={zone} granularity={granularity} channel={channel} members={members} />
    </ChartCard>
  );
}
