import { roundRange } from '../../../charts/value-range.ts';
import styles from './unusual.module.css';

interface DaySparklineProps {
  /** What it shows in words. */
  label: string;
  /** The same hour of the days before, the oldest first; null is a gap. */
  days: readonly (number | null)[];
  value: number;
  lower: number | null;
  upper: number;
  usual: number;
}

const size = { width: 200, height: 48, edge: 4 };

/** The same hour of the last days as a line, what is usual as a band behind it, and the newest value as a dot. */
export function DaySparkline({ label, days, value, lower, upper, usual }: DaySparklineProps) {
  const known = days.filter((day) => day !== null);
  const { min, max } = roundRange([...known, value, upper, ...(lower === null ? [] : [lower])], 6, false);
  const x = (position: number) => size.edge + (position / days.length) * (size.width - 2 * size.edge);
  const y = (number: number) =>
    size.height - size.edge - ((number - min) / (max - min)) * (size.height - 2 * size.edge);
  const line = days
    .map((day, position) => {
      if (day === null) return '';
      const isStart = (days[position - 1] ?? null) === null;
      return `${isStart ? 'M' : 'L'}${x(position).toFixed(1)} ${y(day).toFixed(1)}`;
    })
    .join('');
  return (
    <svg aria-label={label} viewBox={`0 0 ${size.width} ${size.height}`} className={styles.sparkline}>
      <title>{label}</title>
      <rect
        className={styles.band}
        x={0}
        width={size.width}
        y={y(upper)}
        height={Math.max(1, y(lower ?? min) - y(upper))}
      />
      <line className={styles.median} x1={0} x2={size.width} y1={y(usual)} y2={y(usual)} />
      <path className={styles.line} d={line} />
      {days.map((day, position) =>
        day === null ? null : (
          <circle
            // Days have no other key than their position.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list has a fixed length and order
            key={position}
            className={styles.day}
            cx={x(position)}
            cy={y(day)}
            r={1.5}
          />
        ),
      )}
      <circle className={styles.now} cx={x(days.length)} cy={y(value)} r={3.5} />
    </svg>
  );
}
