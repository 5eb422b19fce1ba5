import type { Language } from '@limpid/contract/language';
import type { ReportChart } from '@limpid/contract/report/document';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../charts/Chart.tsx';
import { useChartLook } from '../../../charts/use-chart-look.ts';
import styles from './document.module.css';
import { isNamedByAxis, reportChartOption, seriesColour } from './report-chart-option.ts';

const height = 240;
const axisHeight = 44;
const barHeight = 32;

/** A chart of a report with its title and, for several series, a legend. */
export function ReportChartFigure({ chart, language }: { chart: ReportChart; language: Language }) {
  const { t } = useTranslation();
  const look = useChartLook();
  const option = useMemo(() => reportChartOption(chart, language, look), [chart, language, look]);
  const { title, series, categories, kind, alt } = chart;
  const isBlank = series.every(({ values }) => values.every((value) => value === null));
  const isNamed = isNamedByAxis(chart);
  const size = isNamed ? axisHeight + barHeight * categories.length : height;
  return (
    <div className={styles.chart}>
      <h4 className={styles.partTitle}>{title}</h4>
      {series.length > 1 && !isNamed && (
        <ul className={styles.legend} aria-hidden>
          {series.map((one) => (
            <li key={one.name}>
              <span
                className={kind === 'line' ? styles.line : styles.swatch}
                style={{ background: seriesColour(one, look.isDark) }}
              />
              {one.name}
            </li>
          ))}
        </ul>
      )}
      <Chart
        option={option}
        label={title}
        height={size}
        empty={isBlank ? t('report.document.noChart') : undefined}
      >
        {alt}
      </Chart>
    </div>
  );
}
