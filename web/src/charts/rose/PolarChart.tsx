import { RoseFrame, rimRadius } from './RoseFrame.tsx';
import { ringPath } from './rose-shape.ts';

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
  const rings = [0.25, 0.5, 0.75, 1].map((part) => part * maxSpeed);
  return (
    <RoseFrame
      label={label}
      compass={compass}
      rings={rings.map((speed) => ({ radius: speed * scale, text: look.formatSpeed(speed) }))}
    >
      {cells.map((cell) => {
        const [inner, outer] = [cell.speed - speedStep / 2, cell.speed + speedStep / 2];
        return (
          <path
            key={`${cell.direction}-${cell.speed}`}
            // Slightly wider than the cell, so that no seams show between neighbours.
            d={ringPath(
              cell.direction,
              directionStep * 1.02,
              Math.max(0, inner * scale),
              outer * scale + 0.3,
            )}
            fill={look.colourOf(cell.mean)}
          >
            <title>{look.describe(cell)}</title>
          </path>
        );
      })}
    </RoseFrame>
  );
}
