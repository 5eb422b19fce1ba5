import type { ChartLook } from './use-chart-look.ts';

/** How lines are labelled at their ends; undefined if a legend names them. */
export interface EndLabels {
  /** Pixels between the end of the plot and the label. */
  distance: number;
  width: number;
}

const narrow = 640;
const mostLabels = 4;
const labelWidth = 128;

/** Two to four lines are labelled directly, if the chart has this many pixels for it. */
export function planEndLabels(lines: number, width: number, look: ChartLook): EndLabels | undefined {
  if (width < narrow * look.scale || lines > mostLabels || lines < 2) return undefined;
  return { distance: 6 * look.scale, width: labelWidth * look.scale };
}

/** The label at the end of a line; labels that would touch are moved apart. */
export function drawEndLabel(
  { name, colour }: { name: string; colour: string },
  { distance, width }: EndLabels,
  look: ChartLook,
) {
  return {
    labelLayout: { moveOverlap: 'shiftY' as const },
    endLabel: {
      show: true,
      formatter: () => name,
      color: colour,
      fontSize: 12 * look.scale,
      lineHeight: 16 * look.scale,
      fontFamily: look.font,
      distance,
      width,
      overflow: 'truncate' as const,
    },
  };
}
