import type { CalibrationPairs, CalibrationResult } from '@limpid/contract/calibration/result';
import { HOUR_MS } from '@limpid/contract/durations';
import { offsetAt } from '@limpid/contract/local-time';
import type { FlagSummary } from '@limpid/contract/quality/flag-mark';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { channelColour } from '../../../air/channel-colour.ts';
import { describeFlag } from '../../../air/describe-flag.ts';
import { FlagCount } from '../../../air/FlagCount.tsx';
import { flagSign } from '../../../air/flag-summary.ts';
import { useSession } from '../../../api/session.ts';
import { Chart } from '../../../charts/Chart.tsx';
import { ChartCard } from '../../../charts/ChartCard.tsx';
import { scatterOption } from '../../../charts/contrast/scatter-option.ts';
import { timeLinesOption } from '../../../charts/contrast/time-lines-option.ts';
import { useChartLook } from '../../../charts/use-chart-look.ts';
import { formatMoment } from '../../../lib/dates.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import styles from '../calibration.module.css';
import { fitPoints } from './fit-points.ts';

interface PairPlotsProps {
  result: CalibrationResult;
  pairs: CalibrationPairs;
}

/** The values of the site against the reference, and their difference over time, before and after. */
export function PairPlots({ result, pairs }: PairPlotsProps) {
  const { t } = useTranslation();
  const { kBefore, bBefore, k, b } = result;
  if (pairs.at.length === 0)
    return (
      <p className={styles.facts}>
        {t(result.pairs > 0 ? 'calibration.result.charts.oldPairs' : 'calibration.result.charts.noPairs')}
      </p>
    );
  const before = { k: kBefore, b: bBefore };
  const after = k === null || b === null ? null : { k, b };
  return (
    <>
      <div className={styles.plots}>
        <ScatterPlot result={result} pairs={pairs} line={before} side="before" />
        {after && <ScatterPlot result={result} pairs={pairs} line={after} side="after" />}
      </div>
      <ResidualPlot result={result} pairs={pairs} before={before} after={after} />
    </>
  );
}

/** By pair, what data rules have found in its hour at the site. */
function usePairNotes({ result, pairs }: PairPlotsProps): string[][] {
  const { t } = useTranslation();
  const language = useLanguage();
  const { decimals } = result;
  const unit = result.unit ?? '';
  return useMemo(
    () =>
      pairs.flags.map((marks) =>
        marks.map((mark) => `${flagSign} ${describeFlag(mark, { unit, decimals }, { t, language })}`),
      ),
    [pairs, unit, decimals, t, language],
  );
}

/** What rings are, with the rules. */
function RingLegend({ flagged, subject }: { flagged: FlagSummary; subject: string }) {
  const { t } = useTranslation();
  return (
    <>
      <span aria-hidden>◯</span> {t('quality.flag.label')}{' '}
      <FlagCount flags={flagged} subject={subject} isWordy />
    </>
  );
}

interface Line {
  k: number;
  b: number;
}

interface ScatterPlotProps extends PairPlotsProps {
  line: Line;
  side: 'before' | 'after';
}

function ScatterPlot({ result, pairs, line, side }: ScatterPlotProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const look = useChartLook();
  const zone = useSession((session) => session.zone);
  const notes = usePairNotes({ result, pairs });
  const { channelCode, decimals } = result;
  const unit = result.unit ?? '';
  const option = useMemo(() => {
    const points = pairs.at.map((at, place) => ({
      x: pairs.reference[place] ?? 0,
      y: line.k * (pairs.raw[place] ?? 0) + line.b,
      title: `${formatMoment(at, zone, language)} · ${t(
        pairs.heldOut[place] ? 'calibration.result.charts.heldOut' : 'calibration.result.charts.fitted',
      )}`,
      notes: notes[place] ?? [],
    }));
    return scatterOption(
      {
        points,
        line: fitPoints(points),
        xName: t('calibration.result.charts.reference', { unit }),
        yName: t('calibration.result.charts.site', { unit }),
        colour: channelColour(channelCode, look.isDark),
        decimals,
        isFromZero: false,
        format: (value) => formatDecimal(value, decimals, language),
        formatWithUnit: (value) => `${formatDecimal(value, decimals + 1, language)} ${unit}`,
      },
      look,
    );
  }, [pairs, notes, line.k, line.b, unit, channelCode, decimals, zone, language, look, t]);
  const title = `${t('calibration.result.charts.scatter')} · ${t(`calibration.result.charts.${side}`)}`;
  return (
    <ChartCard title={title} flags={pairs.flagged && <RingLegend flagged={pairs.flagged} subject={title} />}>
      <Chart option={option} label={title} height={300}>
        {t('calibration.result.statistics.title', { count: pairs.at.length })}
      </Chart>
    </ChartCard>
  );
}

interface ResidualPlotProps extends PairPlotsProps {
  before: Line;
  after: Line | null;
}

function ResidualPlot({ result, pairs, before, after }: ResidualPlotProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const look = useChartLook();
  const zone = useSession((session) => session.zone);
  const notes = usePairNotes({ result, pairs });
  const { channelCode, decimals } = result;
  const unit = result.unit ?? '';
  const option = useMemo(() => {
    const residuals = (line: Line) =>
      pairs.raw.map((raw, place) => line.k * raw + line.b - (pairs.reference[place] ?? 0));
    const lines = [
      { name: t('calibration.result.charts.before'), colour: look.inkSoft, values: residuals(before) },
      ...(after
        ? [
            {
              name: t('calibration.result.charts.after'),
              colour: channelColour(channelCode, look.isDark),
              values: residuals(after),
            },
          ]
        : []),
    ];
    return timeLinesOption(
      {
        ts: pairs.at,
        step: HOUR_MS,
        zone,
        offset: offsetAt(pairs.at[0] ?? 0, zone),
        language,
        lines,
        axisName: t('calibration.result.charts.difference', { unit }),
        decimals,
        isFromZero: false,
        bands: [],
        colourBlindSafe: false,
        labels: { distance: 6 * look.scale, width: 72 * look.scale },
        notes,
        hasZeroLine: true,
        format: (value) => formatDecimal(value, decimals, language),
        formatWithUnit: (value) => `${formatDecimal(value, decimals + 1, language)} ${unit}`,
      },
      look,
    );
  }, [pairs, notes, before, after, unit, channelCode, decimals, zone, language, look, t]);
  const title = t('calibration.result.charts.residuals');
  return (
    <ChartCard title={title} flags={pairs.flagged && <RingLegend flagged={pairs.flagged} subject={title} />}>
      <Chart option={option} label={title} height={240}>
        {t('calibration.result.statistics.title', { count: pairs.at.length })}
      </Chart>
    </ChartCard>
  );
}
