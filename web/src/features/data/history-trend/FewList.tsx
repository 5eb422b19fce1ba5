import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../resource/use-language.ts';
import styles from './history-trend.module.css';
import { endOfPoint, type TrendLine } from './trend-line.ts';
import { writeWindow } from './trend-tip.ts';

const mostListed = 100;

/** The hollow points of the chart in words, by why they do not count. */
export function FewList({ lines }: { lines: readonly TrendLine[] }) {
  return (
    <>
      <PointList lines={lines} column="few" title="fewPoints" />
      <PointList lines={lines} column="excluded" title="leftOutPoints" />
    </>
  );
}

interface PointListProps {
  lines: readonly TrendLine[];
  column: 'few' | 'excluded';
  title: string;
}

function PointList({ lines, column, title }: PointListProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const points = lines.flatMap(({ key, name, data }) =>
    'few' in data ? (data[column] ?? []).map((moment) => ({ key, name, data, moment })) : [],
  );
  if (points.length === 0) return null;
  return (
    <details className={styles.details}>
      <summary>{t(`data.trend.${title}`, { count: points.length })}</summary>
      <ul>
        {points.slice(0, mostListed).map(({ key, name, data, moment }) => (
          <li key={`${key} ${moment}`}>
            {name}: {writeWindow([moment, endOfPoint(data, data.ts.indexOf(moment))], data.zone, language)}
          </li>
        ))}
      </ul>
      {points.length > mostListed && <p>{t('data.trend.fewMore', { count: points.length - mostListed })}</p>}
    </details>
  );
}
