import { SECOND_MS } from '@limpid/contract/durations';
import type { LinkagePreview, PreviewedRun } from '@limpid/contract/fogcannon/linkage-preview';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { OpenChartTable } from '../../../charts/ChartTable.tsx';
import { PreviewChart } from '../../../charts/preview/PreviewChart.tsx';
import { formatMoment } from '../../../lib/dates.ts';
import { formatCount, formatDecimal, formatSpan } from '../../../lib/format.ts';
import { PreviewNote } from '../../../query/rules/PreviewFrame.tsx';
import { useRuleChannels } from '../../../query/rules/use-rule-channels.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { findStopLimit, type TypedLinkage } from './describe-linkage.ts';
import styles from './linkage.module.css';

interface LinkagePreviewResultProps {
  preview: LinkagePreview;
  /** The rule that was tried. */
  rule: TypedLinkage;
}

/** Figures, the values with the runs, why the cannon was held back, and the runs one by one. */
export function LinkagePreviewResult({ preview, rule }: LinkagePreviewResultProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const channel = useRuleChannels().find(({ channelId }) => channelId === rule.channelId);
  const [limit, endLimit] = [rule.threshold ?? null, findStopLimit(rule)];
  const drawn = useMemo(
    () => ({ ...preview, limit, endLimit, periods: preview.runs }),
    [preview, limit, endLimit],
  );
  if (preview.values === 0)
    return <PreviewNote text={t('fogcannon.preview.noData', { name: preview.siteName })} />;
  const { total, holds } = preview;
  const reason = (name: string) => t(`fogcannon.decision.fields.reason_${name}`);
  return (
    <div className={styles.result}>
      <Figures preview={preview} />
      {total.cannons > 1 && (
        <p className={styles.note}>
          {t('fogcannon.preview.total', {
            cannons: total.cannons,
            count: formatCount(total.count, language),
            duration: formatSpan(total.seconds, language),
            water: writeWater(total.water, language),
          })}
        </p>
      )}
      <PreviewChart
        preview={drawn}
        kind="run"
        language={language}
        unit={rule.channelUnit ?? ''}
        decimals={rule.channelDecimals ?? 0}
        channelCode={channel?.channelCode}
        label={t('fogcannon.preview.chart', { site: preview.siteName })}
        range={t('fogcannon.preview.range')}
        period={t('fogcannon.preview.run')}
      >
        {t('fogcannon.preview.words', { count: preview.count })}
      </PreviewChart>
      <p className={styles.note}>{t('fogcannon.preview.legend', { site: preview.siteName })}</p>
      <p className={styles.note}>{t('fogcannon.preview.late')}</p>
      {holds.length > 0 && (
        <p className={styles.note}>
          {t('fogcannon.preview.holds')}{' '}
          {holds
            .map(({ reason: name, count }) => `${reason(name)} ${formatCount(count, language)}`)
            .join(' · ')}
        </p>
      )}
      {preview.runs.length > 0 && <RunTable preview={preview} decimals={rule.channelDecimals ?? 0} />}
    </div>
  );
}

/** What the chosen cannon would have done. */
function Figures({ preview }: { preview: LinkagePreview }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const held = preview.holds.reduce((sum, { count }) => sum + count, 0);
  const figures = {
    runs: formatCount(preview.count, language),
    time: preview.count === 0 ? '–' : formatSpan(preview.seconds, language),
    water: writeWater(preview.water, language),
    held: formatCount(held, language),
  };
  return (
    <dl className={styles.figures} aria-live="polite">
      {Object.entries(figures).map(([name, value]) => (
        <div key={name}>
          <dt>{t(`fogcannon.preview.figures.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The newest runs, with the values that would have started and stopped them. */
function RunTable({ preview: { runs, zone }, decimals }: { preview: LinkagePreview; decimals: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const head = ['start', 'duration', 'startValues', 'end'].map((name) => t(`fogcannon.preview.head.${name}`));
  const write = (values: readonly number[]) =>
    values.map((value) => formatDecimal(value, decimals, language)).join(' · ');
  const end = ({ endReason, endValues }: PreviewedRun) => {
    if (endReason === null) return t('fogcannon.run.running');
    const words = t(`fogcannon.decision.fields.reason_${endReason}`);
    return endValues.length > 0 ? `${words} (${write(endValues)})` : words;
  };
  const rows = runs
    .toReversed()
    .map((run) => [
      formatMoment(run.from, zone, language),
      run.to === null ? '–' : formatSpan((run.to - run.from) / SECOND_MS, language),
      write(run.startValues),
      end(run),
    ]);
  return <OpenChartTable head={head} rows={rows} />;
}

function writeWater(litres: number | null, language: string): string {
  return litres === null ? '–' : `${formatCount(Math.round(litres), language)}\u00a0l`;
}
