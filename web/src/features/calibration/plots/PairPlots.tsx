import type { CalibrationPairs, CalibrationResult } from '@limpid/contract/calibration/result';
import { HOUR_MS } from '@limpid/contract/durations';
import { offsetAt } from '@limpid/contract/local-time';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { channelColour } from '../../../air/channel-colour.ts';
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
  const { channelCode, decimals } = result;
  const unit = result.unit ?? '';
  const option = useMemo(() => {
    const points = pairs.at.map((at, place) => ({
      x: pairs.reference[place] ?? 0,
      y: line.k * (pairs.raw[place] ?? 0) + line.b,
      title: `${formatMoment(at, zone, language)} · ${t(
        pairs.heldOut[place] ? 'calibration.result.charts.heldOut' : 'calibration.result.charts.fitted',
      )}`,
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
  }, [pairs, line.k, line.b, unit, channelCode, decimals, zone, language, look, t]);
  const title = `${t('calibration.result.charts.scatter')} · ${t(`calibration.result.charts.${side}`)}`;
  return (
    <ChartCard title={title}>
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
        hasZeroLine: true,
        format: (value) => formatDecimal(value, decimals, language),
        formatWithUnit: (value) => `${formatDecimal(value, decimals + 1, language)} ${unit}`,
      },
      look,
    );
  }, [pairs, before, after, unit, channelCode, decimals, zone, language, look, t]);
  const title = t('calibration.result.charts.residuals');
  return (
    <ChartCard title={title}>
      <Chart option={option} label={title} height={240}>
        {t('calibration.result.statistics.title', { count: pairs.at.length })}
      </Chart>
    </ChartCard>
  );
}
