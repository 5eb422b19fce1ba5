import { calibrationConfig } from '@limpid/contract/calibration/config';
import { readCalibrationDrift } from '@limpid/contract/calibration/result';
import { DAY_MS } from '@limpid/contract/durations';
import type { ReplyValue } from '@limpid/contract/kit/endpoint';
import { offsetAt } from '@limpid/contract/local-time';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { siteColour } from '../../../air/channel-colour.ts';
import { call } from '../../../api/call.ts';
import { Chart } from '../../../charts/Chart.tsx';
import { ChartCard } from '../../../charts/ChartCard.tsx';
import { timeLinesOption } from '../../../charts/contrast/time-lines-option.ts';
import { useChartLook } from '../../../charts/use-chart-look.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import styles from '../calibration.module.css';
import { alignDrift } from './drift-lines.ts';

type Drift = ReplyValue<(typeof readCalibrationDrift)['reply']>;

/** K and B of a channel of a site over the last year: in force, and as the rounds have fitted them. */
export function DriftCards({ siteId, channelId }: { siteId: number; channelId: number }) {
  const query = { siteId, channelId };
  const { data } = useQuery({
    queryKey: [calibrationConfig.path, 'drift', query],
    queryFn: ({ signal }) => call(readCalibrationDrift, { query, signal }),
  });
  if (!data) return null;
  return (
    <div className={styles.plots}>
      <DriftCard drift={data} name="k" />
      <DriftCard drift={data} name="b" />
    </div>
  );
}

/** Lines have no gaps: rounds may be months apart. */
const gapless = 400 * DAY_MS;
const decimals = { k: 3, b: 2 } as const;

function DriftCard({ drift, name }: { drift: Drift; name: 'k' | 'b' }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const look = useChartLook();
  const key = name === 'k' ? 'K' : 'B';
  const option = useMemo(() => {
    const { ts, applied, fitted } = alignDrift(drift, name);
    const format = (value: number) => formatDecimal(value, decimals[name], language);
    return timeLinesOption(
      {
        ts,
        step: gapless,
        zone: drift.zone,
        offset: offsetAt(ts[0] ?? 0, drift.zone),
        language,
        lines: [
          { name: t(`calibration.result.charts.applied${key}`), colour: look.ink, values: applied },
          {
            name: t(`calibration.result.charts.fitted${key}`),
            colour: siteColour(0, look.isDark),
            values: fitted,
          },
        ],
        axisName: key,
        decimals: decimals[name],
        isFromZero: false,
        bands: [],
        colourBlindSafe: false,
        labels: { distance: 6 * look.scale, width: 88 * look.scale },
        format,
        formatWithUnit: format,
      },
      look,
    );
  }, [drift, name, key, language, look, t]);
  const title = t(`calibration.result.charts.drift${key}`);
  const isEmpty = drift.applied.length + drift.fitted.length === 0;
  return (
    <ChartCard title={title}>
      <Chart
        option={option}
        label={title}
        height={220}
        empty={isEmpty ? t('calibration.result.charts.noDrift') : undefined}
      >
        {t('calibration.result.charts.drift')}
      </Chart>
    </ChartCard>
  );
}
