import { DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import type { Language } from '@limpid/contract/language';
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { dash, formatWithUnit } from '../../../air/describe-value.ts';
import { formatCount } from '../../../lib/format.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import styles from './history-trend.module.css';
import type { TrendLine } from './trend-line.ts';

interface LineTableProps {
  lines: readonly TrendLine[];
  /** Lines without values are still waiting for them. */
  isLoading: boolean;
  hidden: readonly string[];
  onToggle: (key: string) => void;
}

const heads = ['line', 'step', 'count', 'few', 'leftOut', 'outOfRange', 'lowest', 'highest', 'zone'] as const;

/** What each line is based on; the table is also the legend, and switches lines off and on. */
export function LineTable({ lines, isLoading, hidden, onToggle }: LineTableProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table is scrolled with the keys
    <section className="side-scroll" aria-label={t('data.trend.lines')} tabIndex={0}>
      <table className={styles.lines} aria-label={t('data.trend.lines')}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {t(`data.trend.columns.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.key}>
              <th scope="row">
                <Checkbox checked={!hidden.includes(line.key)} onChange={() => onToggle(line.key)}>
                  <LineKey line={line} />
                  {line.name}
                </Checkbox>
              </th>
              {isLoading && line.data.count === 0 ? (
                heads.slice(1).map((head) => <td key={head}>{dash}</td>)
              ) : (
                <LineCells line={line} language={language} />
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A piece of the line as it is drawn. */
function LineKey({ line: { colour, dash: pattern, isCompared } }: { line: TrendLine }) {
  return (
    <svg aria-hidden className={styles.key} viewBox="0 0 24 8">
      <line
        x1="0"
        x2="24"
        y1="4"
        y2="4"
        stroke={colour}
        strokeWidth="2"
        opacity={isCompared ? 0.75 : 1}
        {...(typeof pattern !== 'string' && { strokeDasharray: pattern.join(' ') })}
      />
    </svg>
  );
}

function LineCells({ line: { data, channel, summary }, language }: { line: TrendLine; language: Language }) {
  const { t } = useTranslation();
  const [lowest, highest] = summary.extent ?? [];
  const isDirection = channel.dataType === 'direction';
  const write = (value: number | undefined) =>
    value === undefined || isDirection ? dash : formatWithUnit(value, channel, language);
  const few = 'fewCount' in data ? data.fewCount : 0;
  const excluded = 'excludedCount' in data ? (data.excludedCount ?? 0) : 0;
  const outside = 'outOfRange' in data ? (data.outOfRange?.count ?? 0) : 0;
  const step = t(`data.query.steps.${data.granularity}`);
  return (
    <>
      <td>
        {summary.isThinned ? t('data.trend.drawnAs', { step, drawn: writeStep(data.step, language) }) : step}
      </td>
      <td>{formatCount(data.count, language)}</td>
      <td>{formatCount(few, language)}</td>
      <td>{formatCount(excluded, language)}</td>
      <td>{formatCount(outside, language)}</td>
      <td>{write(lowest)}</td>
      <td>{write(highest)}</td>
      <td>{data.zone}</td>
    </>
  );
}

/** A length of time in the largest unit that it is a multiple of. */
function writeStep(ms: number, language: Language): string {
  const [size, unit] =
    ms % DAY_MS === 0 ? [DAY_MS, 'day'] : ms % HOUR_MS === 0 ? [HOUR_MS, 'hour'] : [MINUTE_MS, 'minute'];
  return new Intl.NumberFormat(language, { style: 'unit', unit: String(unit), unitDisplay: 'short' }).format(
    ms / Number(size),
  );
}
