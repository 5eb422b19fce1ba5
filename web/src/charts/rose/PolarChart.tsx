import { RoseFrame, rimRadius } from './RoseFrame.tsx';
import styles from './rose.module.css';
import { chooseScaleDirection, chooseSpeedRings, ringPath } from './rose-shape.ts';

interface PolarCell {
  direction: number;
  speed: number;
  mean: number;
  count: number;
}

interface PolarChartProps {
  label: string;
  cells: readonly PolarCell[];
  /** The size of a cell: degrees, and metres per second. */
  directionStep: number;
  speedStep: number;
  maxSpeed: number;
  compass: readonly string[];
  colourOf: (mean: number) => string;
  formatSpeed: (speed: number) => string;
  describe: (cell: PolarCell) => string;
}

/** The mean concentration by wind direction and speed; the speed grows outwards. */
export function PolarChart({
  label,
  cells,
  directionStep,
  speedStep,
  maxSpeed,
  compass,
  ...look
}: PolarChartProps) {
  const scale = rimRadius / maxSpeed;
  const rings = chooseSpeedRings(maxSpeed);
  return (
    <RoseFrame
      label={label}
      compass={compass}
      scaleDirection={chooseScaleDirection(cells.map(({ direction }) => ({ direction, amount: 1 })))}
      rings={rings.map((speed) => ({ radius: speed * scale, text: look.formatSpeed(speed) }))}
    >
      {cells.map((cell) => {
        const [inner, outer] = [cell.speed - speedStep / 2, cell.speed + speedStep / 2];
        return (
          <path
            key={`${cell.direction}-${cell.speed}`}
            d={ringPath(cell.direction, directionStep, Math.max(0, inner * scale), outer * scale)}
            fill={look.colourOf(cell.mean)}
            className={styles.cell}
          >
            <title>{look.describe(cell)}</title>
          </path>
        );
      })}
    </RoseFrame>
  );
}
