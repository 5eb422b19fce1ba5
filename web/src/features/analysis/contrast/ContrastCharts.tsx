import type { SiteContrast } from '@limpid/contract/analysis/contrast';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { dash } from '../../../air/describe-value.ts';
import { joinFlags } from '../../../air/flag-summary.ts';
import { formatCount } from '../../../lib/format.ts';
import { Choice } from '../../../query/bar/Choice.tsx';
import { averageMeasured, type MeasuredQuantity } from '../../../query/channel/measured.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { CorrelationCard } from './CorrelationCard.tsx';
import styles from './contrast.module.css';
import { formatDifference } from './format-difference.ts';
import { type ShownMember, subtractValues } from './members.ts';
import { ScatterCard } from './ScatterCard.tsx';
import { SeriesCard } from './SeriesCard.tsx';
import { SpreadCard } from './SpreadCard.tsx';
import type { useContrastView } from './use-contrast-view.ts';

interface ContrastChartsProps {
  contrast: SiteContrast;
  /** The one that the others are compared with first. */
  members: readonly ShownMember[];
  channel: MeasuredQuantity;
  granularity: 'hour' | 'day';
  zone: string;
  view: ReturnType<typeof useContrastView>;
}

/** The five views of a contrast. */
export function ContrastCharts({ contrast, members, channel, granularity, zone, view }: ContrastChartsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [first, ...others] = members;
  const differences = useMemo(() => {
    const [base, ...rest] = members;
    return rest.map((member) => ({
      ...member,
      values: subtractValues(member.values, base?.values ?? []),
      // A difference rests on the flagged hours of both.
      flags: joinFlags([member.flags, base?.flags]),
      flagged: [...member.flagged, ...(base?.flagged ?? [])],
    }));
  }, [members]);
  if (!first) return null;
  const x = members.find(({ key }) => key === view.x) ?? first;
  const partners = members.filter(({ key }) => key !== x.key);
  const y = partners.find(({ key }) => key === view.y) ?? partners[0] ?? first;
  const times = { ts: contrast.ts, granularity, zone, channel };
  const meanOf = (member: ShownMember) => {
    const value = contrast.differences[first.position]?.[member.position] ?? null;
    const text = value === null ? dash : formatDifference(value, averageMeasured(channel), language);
    const count = formatCount(contrast.counts[first.position]?.[member.position] ?? 0, language);
    return t('analysis.contrast.meanDifference', { name: member.name, value: text, count });
  };
  const runningCount = members.reduce((sum, member) => sum + member.running, 0);
  const running = runningCount > 0 ? [t(`analysis.running.${granularity}`, { count: runningCount })] : [];
  return (
    <div className={styles.stack}>
      <SeriesCard
        {...times}
        title={t('analysis.contrast.series', { channel: channel.name })}
        note={t(`analysis.contrast.${chooseNote(channel)}`)}
        axisName={channel.unit}
        facts={[...members.map(describeCounts), ...running]}
        members={members}
      />
      <SeriesCard
        {...times}
        title={t('analysis.contrast.difference', { first: first.name })}
        note={t('analysis.contrast.differenceNote', { first: first.name })}
        axisName={t('analysis.contrast.differenceAxis', {
          first: first.name,
          unit: channel.unit && ` (${channel.unit})`,
        })}
        facts={others.map(meanOf)}
        members={differences}
        isDifference
      >
        <div className={styles.baseline}>
          <Choice
            label={t('analysis.contrast.first')}
            value={first.key}
            options={members
              .toSorted((one, other) => one.position - other.position)
              .map(({ key, name }) => ({ value: key, label: name }))}
            onChange={view.setFirst}
          />
        </div>
      </SeriesCard>
      <div className={styles.pairs}>
        <ScatterCard
          contrast={contrast}
          members={members}
          x={x}
          y={y}
          channel={channel}
          zone={granularity === 'day' ? 'UTC' : zone}
          granularity={granularity}
          onPair={view.setPair}
        />
        <div className={styles.column}>
          <CorrelationCard contrast={contrast} members={members} onPair={view.setPair} />
          <SpreadCard members={members} channel={averageMeasured(channel)} />
        </div>
      </div>
    </div>
  );

  function describeCounts({ name, box, dropped }: ShownMember): string {
    if (!box) return t('analysis.contrast.absent', { name });
    const count = (number: number) => formatCount(number, language);
    return dropped > 0
      ? t(`analysis.contrast.${channel.index ? 'droppedIndex' : 'dropped'}`, {
          name,
          count: count(box.count),
          dropped: count(dropped),
        })
      : t('analysis.contrast.counted', { name, count: count(box.count) });
  }
}

function chooseNote({ index, steps }: MeasuredQuantity): string {
  if (index) return 'seriesIndexNote';
  return steps.length > 0 ? 'seriesNote' : 'seriesPlainNote';
}
