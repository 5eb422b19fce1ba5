import { RoseFrame, rimRadius } from './RoseFrame.tsx';
import styles from './rose.module.css';
import { chooseScaleDirection, shapeRose } from './rose-shape.ts';

interface RoseChartProps {
  label: string;
  sectors: readonly { direction: number; counts: readonly number[] }[];
  /** All hours, calm ones included. */
  total: number;
  /** A colour for each class. */
  colours: readonly string[];
  compass: readonly string[];
  formatShare: (share: number) => string;
  /** Shown when the pointer rests on a wedge. */
  describe: (sector: number, level: number) => string;
}

/** How often the wind comes from where, each sector divided into classes. */
export function RoseChart({
  label,
  sectors,
  total,
  colours,
  compass,
  formatShare,
  describe,
}: RoseChartProps) {
  const { wedges, rings } = shapeRose(sectors, total, rimRadius);
  const rim = rings.at(-1) ?? 1;
  return (
    <RoseFrame
      label={label}
      compass={compass}
      scaleDirection={chooseScaleDirection(
        sectors.map(({ direction, counts }) => ({
          direction,
          amount: counts.reduce((sum, count) => sum + count, 0),
        })),
      )}
      rings={rings.map((share) => ({ radius: (share / rim) * rimRadius, text: formatShare(share) }))}
    >
      {wedges.map(({ path, sector, level }) => (
        <path key={`${sector}-${level}`} d={path} fill={colours[level]} className={styles.wedge}>
          <title>{describe(sector, level)}</title>
        </path>
      ))}
    </RoseFrame>
  );
}
